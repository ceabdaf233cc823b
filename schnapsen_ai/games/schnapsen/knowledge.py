"""What a seat knows: `learn`, `conceal`, `redeal` and `backfill`.

Public knowledge beyond the table is small in this game:

* cards shown are known to be in a hand until played (`must_hold`): the other half of a marriage, an
  exchanged turn-up, the turn-up drawn last;
* once nobody draws any more, strict follows and an absent swap rule cards out (`cannot_hold`);
* under ``marriage=auto`` a king led alone says that the queen was not in the hand *then*
  (`absent`); she may have been drawn since.  Worlds are then not equally likely: each weighs as
  many deals as lead to it, which `draw_history` counts.

`redeal` deals the unseen cards to the other hand and the talon, uniformly over the deals (packs
up to the order inside one packet) consistent with all of it.  `backfill` also deals out the past,
so that the pack replays the history.
"""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record, Words, wipe
from ...base.jit import inline, jit
from ...cards import (
    PACK_20,
    PACK_24,
    PACK_32,
    POINTS,
    Card,
    Cards,
    Move,
    Seat,
    below,
    bit,
    count,
    nth,
    pick_some,
    suit_of,
)
from ...tricks import beats, pair_of, shown_void
from . import options as opt
from .draw_history import choose_late, deal_past, settle_late
from .play import declares, swaps_on_close
from .rules import asks_before_draw, exchange_card, is_open, next_place, tricks_played
from .scoring import TARGET, mover
from .state import CLOSE, DRAW, EXCHANGE, FOLLOW, MARRIAGE, MAX_TRICKS, OVER

# Places of the pack, as sets of bits.  Those that a seat sees: the cards dealt to it and the
# turn-up; and, of the cards drawn, the winner's at even and the loser's at odd distance from
# the first face-down place.
DEALT_20 = np.array([0b001_1000_0111, 0b110_0011_1000], dtype=np.int64)
DEALT_24 = np.array([0b0001_1100_0111, 0b1110_0011_1000], dtype=np.int64)
TURN_UP_20, TURN_UP_24 = 1 << 6, 1 << 12
FACE_DOWN_20, FACE_DOWN_24 = 11, 13  # the first of these places
DRAWS = 6  # tricks after which cards are drawn, at most
SPREAD = np.array([int(f"{w:b}", 4) for w in range(1 << DRAWS)], dtype=np.int64)  # bit t to 2t


# --- learning ---


@jit
def learn(state: Record, move: Move) -> None:
    """Note what everybody learns from a move; called with the open state, before `play`."""
    seat = mover(state)
    if move < 32:
        state.trick_cards[seat, tricks_played(state)] = move
        state.must_hold[seat] &= ~bit(move)
        if state.phase == FOLLOW:
            _learn_follow(state, seat, move)
        else:
            _learn_lead(state, seat, move)
    elif move < EXCHANGE:
        king = bit(8 * (move - MARRIAGE) + 5)
        state.must_hold[seat] |= king | king >> 1
        state.married[seat] |= king | king >> 1
    elif move == EXCHANGE:
        _learn_swap(state, seat)
    elif move == CLOSE:
        if swaps_on_close(state):
            _learn_swap(state, seat ^ 1)
        elif state.options[opt.SWAP_ON_CLOSE]:  # the absence of the swap is public
            state.cannot_hold[seat ^ 1] |= bit(exchange_card(state))
    elif move == DRAW:
        _learn_draw(state, seat)


@jit
def _learn_lead(state: Record, seat: Seat, card: Card) -> None:
    """Under marriage=auto, what the lead of a king or queen says of the other half."""
    if not declares(state, card):
        return
    other_half = pair_of(card)
    if state.hand[seat] & other_half:
        state.must_hold[seat] |= other_half
        state.married[seat] |= other_half | bit(card)
    elif not is_open(state):
        state.cannot_hold[seat] |= other_half
    elif not other_half & (played_by(state, 0) | played_by(state, 1) | turn_up(state)):
        state.absent[seat] |= other_half
        state.absent_trick[seat, suit_of(card)] = tricks_played(state)


@jit
def _learn_follow(state: Record, seat: Seat, card: Card) -> None:
    led = np.int64(state.led)
    winner = seat if beats(card, led, state.trump) else seat ^ 1
    if winner:
        state.takers |= bit(tricks_played(state))
    if not is_open(state):
        state.cannot_hold[seat] |= shown_void(card, led, led, state.trump) & pack_cards(state)
    elif asks_before_draw(state) or _ends_deal(state, winner, card, led):
        return  # the draw is a move of its own, or there is none
    else:
        _learn_draw(state, winner)


@inline
def _ends_deal(state: Record, winner: Seat, card: Card, led: Card) -> bool:
    """Under claim=auto, whether the trick brings its winner to 66."""
    points = POINTS[card & 31] + POINTS[led & 31] + state.points[winner] + state.pending[winner]
    return state.options[opt.CLAIM_AUTO] == 1 and points >= TARGET


@jit
def _learn_draw(state: Record, winner: Seat) -> None:
    """The loser of the last drawing trick gets the turn-up."""
    if state.talon == 2:
        state.must_hold[winner ^ 1] |= bit(state.turn_up)


@jit
def _learn_swap(state: Record, seat: Seat) -> None:
    kept = state.must_hold[seat] & ~bit(exchange_card(state))
    state.must_hold[seat] = kept | bit(state.turn_up)
    state.swap_trick[seat] = tricks_played(state)


# --- what is seen ---


@inline
def pack_cards(state: Record) -> Cards:
    """All cards of the pack."""
    return np.int64(PACK_20) if state.pack_size == 20 else np.int64(PACK_24)


@inline
def turn_up(state: Record) -> Cards:
    """The face-up card under the talon as a set, empty once it is drawn."""
    return bit(state.turn_up) if state.turn_up >= 0 else np.int64(0)


@inline
def played_by(state: Record, seat: Seat) -> Cards:
    """The cards a seat has played, the one on the table included (learned)."""
    cards = np.int64(0)
    for trick in range(MAX_TRICKS):  # all of them: a processor guesses badly how many there are
        cards |= bit(state.trick_cards[seat, trick] & 63)  # UNKNOWN: no card
    return cards & PACK_32


@jit
def unseen(state: Record, seat: Seat) -> Cards:
    """The cards whose place a seat does not know: the other hand's or face down in the talon."""
    return unseen_beside(state, seat, played_by(state, 0) | played_by(state, 1))


@inline
def unseen_beside(state: Record, seat: Seat, played: Cards) -> Cards:
    """The same, given the cards played."""
    seen = state.hand[seat] | state.must_hold[seat ^ 1] | turn_up(state)
    return pack_cards(state) & ~(seen | played)


@inline
def hidden_in_hand(state: Record, seat: Seat) -> Cards:
    """How many cards of the other hand are not in its `must_hold`."""
    other = seat ^ 1
    size = count(state.hand[seat])
    if state.phase == FOLLOW:
        size += -1 if state.turn == seat else 1
    elif state.phase == OVER:  # perhaps with a card on the table
        size += count(played_by(state, seat)) - count(played_by(state, other))
    return size - count(state.must_hold[other])


@inline
def settled(state: Record, seat: Seat, unseen: Cards) -> tuple[int, int]:
    """Unseen cards that are in the other hand in every deal, and those that may be in it."""
    other = seat ^ 1
    hidden = hidden_in_hand(state, seat)
    candidates = unseen & ~state.cannot_hold[other]
    late = state.absent[other] & candidates
    if late:
        return settle_late(state, other, late, candidates & ~late, hidden)
    sure = candidates if count(candidates) == hidden else np.int64(0)
    return sure, candidates if hidden > 0 else np.int64(0)


@jit
def known_in(state: Record, seat: Seat, other: Seat) -> Cards:
    """Cards that `seat` knows to be in the hand of `other`, shown or by elimination."""
    if other == seat:
        return state.hand[seat]
    return state.must_hold[other] | settled(state, seat, unseen(state, seat))[0]


@jit
def known_absent_from(state: Record, seat: Seat, other: Seat) -> Cards:
    """Unseen cards that `seat` knows not to be in the hand of `other`."""
    if other == seat:
        return unseen(state, seat)
    cards = unseen(state, seat)
    return cards & ~settled(state, seat, cards)[1]


@inline
def places_seen(state: Record, seat: Seat) -> int:
    """The places of the pack whose cards `seat` has been dealt or has drawn, and the turn-up's."""
    if state.pack_size == 20:
        dealt = DEALT_20[seat] | TURN_UP_20
        first = np.int64(FACE_DOWN_20)
    else:
        dealt = DEALT_24[seat] | TURN_UP_24
        first = np.int64(FACE_DOWN_24)
    won = np.int64(state.takers) & ((1 << DRAWS) - 1)
    lost = won ^ ((1 << DRAWS) - 1)
    if seat == 0:
        won, lost = lost, won
    drawn = (SPREAD[won] | SPREAD[lost] << 1) << first
    return dealt | drawn & (bit(next_place(state)) - 1)


@jit
def conceal(state: Record, seat: Seat) -> None:
    """Wipe, in place, all that the seat cannot know."""
    other = seat ^ 1
    state.hand[other] = state.must_hold[other]
    seen = places_seen(state, seat) | ~(bit(state.pack_size) - 1)
    wipe(state.pack, ~seen)


# --- dealing what was wiped ---


@jit
def redeal(state: Record, seat: Seat, rng: Words) -> None:
    """Deal the unseen cards to the other hand and the talon, in place.

    Uniform over the deals consistent with all that the seat has seen.  The past of the pack
    stays wiped: see `backfill`.
    """
    other = seat ^ 1
    cards = unseen(state, seat)
    hidden = hidden_in_hand(state, seat)
    candidates = cards & ~state.cannot_hold[other]
    late = state.absent[other] & candidates
    chosen = np.int64(0)
    if late:
        chosen = choose_late(state, other, late, count(candidates & ~late), hidden, rng)
        candidates &= ~late
    chosen |= pick_some(candidates, hidden - count(chosen), rng)
    state.hand[other] = state.must_hold[other] | chosen
    _shuffle_talon(state, cards & ~chosen, rng)


@jit
def _shuffle_talon(state: Record, cards: Cards, rng: Words) -> None:
    left = count(cards)
    place = np.int64(state.pack_size) - left
    while left > 0:
        card = nth(cards, below(rng, left))
        state.pack[place] = card
        cards ^= bit(card)
        place += 1
        left -= 1


@jit
def backfill(state: Record, seat: Seat, rng: Words) -> None:
    """After `redeal`: also deal out how the other's cards came to him, in place.

    Uniform over the consistent ways; `state.pack` then replays the public history.
    """
    deal_past(state, seat ^ 1, rng)


# --- the concealed state as a vector ---


def hand_size(state: Record, seat: Seat) -> int:
    """How many cards a seat holds, the hidden ones included."""
    small = int(state.pack_size) == 20
    played = bin(int(played_by(state, seat))).count("1")
    full = 10 if small else 12
    drawn = (full - int(state.talon)) // 2
    return (5 if small else 6) + drawn - played
