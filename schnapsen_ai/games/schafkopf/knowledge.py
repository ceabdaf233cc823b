"""What a seat of Schafkopf knows: `learn`, `conceal`, and the summary that `redeal` samples from.

Nobody acts between the packets, so a deal is as likely as any other that agrees with the play:

* a bid of a call: the seat lacks the ace and was dealt a low card of its suit (`owed`), even if
  it was outbid;
* a seat that did not follow the class led has none of it; one that did not put the called ace on
  its suit lacks the ace, unless it had led the suit low itself and so may have run away;
* who first leads the called suit low (`runner`) either lacks the ace or ran away with four cards
  of the suit: should he have it, he must hold as many as are still missing (`missing`);
* Kontra, in a call, says that the doubler lacks the ace; Re by another than the declarer shows it.

A pass excludes nothing, free or forced.
"""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record, Words
from ...base.jit import inline, jit
from ...cards import PACK_32, Card, Cards, Move, Seat, bit, count, nth, shuffle
from ..shared import hidden_hands
from ..shared.constrained_deal import Three
from ..shared.hidden_hands import Hidden, others
from ..shared.packets import wipe_pack
from ..shared.trick_game import NOBODY, dealt_to, led, mover
from . import options as opt
from .dealing import OWNER
from .rules import ace_bit, ace_played, called_suit, class_of, doubling_side, runs, suit_of_call
from .state import BIDDING, CALL, DOUBLE, HAND_SIZE, LOW, N_SEATS, PLAYING, SOLO, WENZ

# --- learning ---


@jit
def learn(state: Record, move: Move) -> None:
    """Note what everybody learns from a move; called with the open state, before `play`."""
    seat = mover(state)
    if state.phase == PLAYING:
        if state.on_table > 0:
            _learn_follow(state, seat, move)
        elif runs(state, move):
            state.before_run = state.played[seat] & called_suit(state)
    elif state.phase == BIDDING:
        if CALL <= move < SOLO and move != WENZ:
            state.caller = seat
            state.caller_suit = suit_of_call(move)
            state.cannot_hold[seat] |= bit(8 * suit_of_call(move) + 7)
    elif move == DOUBLE and state.ace >= 0:
        if doubling_side(state) == 1:
            state.cannot_hold[seat] |= ace_bit(state)
        elif seat != state.declarer:
            state.shown = seat


@jit
def _learn_follow(state: Record, seat: Seat, card: Card) -> None:
    led_class = class_of(state, led(state))
    ace = ace_bit(state)
    if not led_class & bit(card):
        state.cannot_hold[seat] |= led_class
    elif led_class & ace and card != state.ace and not may_keep_ace(state, seat):
        state.cannot_hold[seat] |= ace


@inline
def may_keep_ace(state: Record, seat: Seat) -> bool:
    """Whether the seat need not put the called ace on its suit, having led it low before."""
    return state.runner == seat and not state.options[opt.ACE_STILL_FORCED]


# --- what is seen ---


@inline
def size_of(state: Record, seat: Seat) -> int:
    """How many cards a seat holds."""
    return HAND_SIZE - count(state.played[seat])


@jit
def ace_holder(state: Record, seat: Seat) -> Seat:
    """Another seat that `seat` knows to hold the called ace, or -1.

    Shown by Re, or the only one that can have it.
    """
    ace = ace_bit(state)
    if not ace or state.hand[seat] & ace or ace_played(state):
        return NOBODY
    if state.shown >= 0:
        return np.int64(state.shown)
    found = np.int64(NOBODY)
    for other in range(4):
        if other != seat and not state.cannot_hold[other] & ace and size_of(state, other) > 0:
            if found >= 0:
                return NOBODY
            found = np.int64(other)
    return found


@inline
def _shown(state: Record, seat: Seat) -> Three:
    """The called ace, where `seat` knows who holds it, by place."""
    holder, ace, none = ace_holder(state, seat), ace_bit(state), np.int64(0)
    a, b, c = others(seat, N_SEATS)
    return ace if holder == a else none, ace if holder == b else none, ace if holder == c else none


@jit
def unseen(state: Record, seat: Seat) -> Cards:
    """The cards whose place the seat does not know."""
    return hidden_hands.unseen(state, seat, np.int64(PACK_32), _shown(state, seat))


@jit
def hidden(state: Record, seat: Seat) -> Hidden:
    """What the seat does not know, but for what ties cards together (see `redeal`)."""
    shown = _shown(state, seat)
    return hidden_hands.hidden(state, seat, N_SEATS, np.int64(PACK_32), HAND_SIZE, shown)


@inline
def owed(state: Record) -> Cards:
    """Low cards of the suit of the call that was bid, if its caller has not yet played one."""
    if state.caller < 0:
        return np.int64(0)
    cards = np.int64(LOW) << (8 * np.int64(state.caller_suit))
    return np.int64(0) if cards & state.played[np.int64(state.caller) & 3] else cards


@inline
def missing(state: Record) -> Cards:
    """How many called-suit cards the runner must still hold if he is the partner; 0: no matter."""
    if state.runner < 0 or state.cannot_hold[np.int64(state.runner) & 3] & ace_bit(state):
        return np.int64(0)
    shown = state.played[np.int64(state.runner) & 3]
    if ace_played(state) and not shown & ace_bit(state):
        return np.int64(0)
    if not state.options[opt.AT_DEAL]:
        shown &= ~state.before_run
    return max(4 - count(shown & called_suit(state)), 0)


@jit
def conceal(state: Record, seat: Seat) -> None:
    """Wipe, in place, all that the seat cannot know; the partner goes with the called ace."""
    hidden_hands.conceal(state, seat, N_SEATS, _shown(state, seat))
    wipe_pack(state, seat, OWNER, 32)


@jit
def backfill(state: Record, seat: Seat, rng: Words) -> None:
    """After `redeal`: complete `state.pack`, so that it replays the history."""
    cards = np.zeros(HAND_SIZE, np.uint8)
    for other in range(4):
        if other == seat:
            continue
        for i in range(HAND_SIZE):
            cards[i] = nth(dealt_to(state, other), i)
        shuffle(cards, HAND_SIZE, rng)
        for i in range(HAND_SIZE):
            state.pack[4 * other + (i & 3) + 16 * (i >> 2)] = cards[i]


def hand_size(state: Record, seat: Seat) -> int:
    """How many cards a seat holds, the hidden ones included."""
    return HAND_SIZE - int(state.played[seat]).bit_count()
