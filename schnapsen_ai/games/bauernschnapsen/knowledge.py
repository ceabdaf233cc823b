"""What a seat of Bauernschnapsen has seen: `learn` and `conceal`.

Public knowledge beyond the table:

* cards shown are known to be in a hand until played (`must_hold`): the turned-up card, the other
  half of a marriage, the five trumps of a Herrenschnapser, the hand of a shown Farbenring, and of a
  beaten one as soon as one of its cards is played;
* strict follows rule cards out (`cannot_hold`);
* the caller named trump from his first three cards, unless it was turned up;
* a Farbenring that was beaten says that the hand is of one suit, not of which.

Whoever passes, or does not name, announce or double, was free to do so and tells nothing.
What follows from all this is in `redeal`.
"""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record
from ...base.jit import inline, jit
from ...cards import PACK_20, Card, Cards, Move, Seat, bit, suit_cards, suit_of
from ...tricks import shown_void
from ..shared import hidden_hands
from ..shared.hidden_hands import cards_left, must_hold
from ..shared.marriages import MARRIAGE, pair
from ..shared.packets import wipe_pack
from ..shared.trick_game import led, mover
from . import options as opt
from .dealing import OWNER
from .state import (
    ANNOUNCE,
    BETTLER,
    CHOOSE_TRUMP,
    FOLLOW,
    HERREN,
    KBAUER,
    N_SEATS,
    PASS,
    RING,
    TURN_UP,
)

# --- learning ---


@jit
def learn(state: Record, move: Move) -> None:
    """Note what everybody learns from a move; called with the open state, before `play`."""
    seat = mover(state)
    if move < 32:
        _learn_card(state, seat, move)
    elif state.phase == ANNOUNCE:
        _learn_announcement(state, seat, move)
    elif move < PASS:
        state.must_hold[seat] |= pair(move - MARRIAGE)
    elif move == TURN_UP:
        state.must_hold[0] |= bit(state.pack[12])


@jit
def _learn_card(state: Record, seat: Seat, card: Card) -> None:
    state.must_hold[seat] &= ~bit(card)
    if state.said[seat] == RING:  # the first card shows the suit, so the whole hand
        state.must_hold[seat] = state.hand[seat] & ~bit(card)
    if state.phase != FOLLOW:
        return
    if state.options[opt.BETTLER_FREE] and state.contract == BETTLER:
        if suit_of(card) != suit_of(led(state)):
            state.cannot_hold[seat] |= suit_cards(suit_of(led(state)))
    else:
        state.cannot_hold[seat] |= shown_void(
            card, led(state), np.int64(state.best), np.int64(state.ruff)
        )


@jit
def _learn_announcement(state: Record, seat: Seat, move: Move) -> None:
    if move == HERREN:
        state.must_hold[seat] = suit_cards(np.int64(state.trump)) & PACK_20
    elif move == RING and seat == 3:  # it stands and is shown
        state.must_hold[3] = state.hand[3]
    elif state.contract == RING and seat == 3 and move != KBAUER:
        ringer = np.int64(state.declarer) & 3
        state.must_hold[ringer] = state.hand[ringer]


# --- what is seen ---


@jit
def unseen(state: Record, seat: Seat) -> Cards:
    """The cards whose place a seat does not know."""
    return hidden_hands.unseen(state, seat, np.int64(PACK_20), must_hold(state, seat, N_SEATS))


@inline
def hand_size(state: Record, seat: Seat) -> int:
    """How many cards a seat has."""
    return cards_left(state, seat, 3 if state.phase == CHOOSE_TRUMP else 5)


@jit
def conceal(state: Record, seat: Seat) -> None:
    """Wipe, in place, all that the seat cannot know."""
    hidden_hands.conceal(state, seat, N_SEATS, must_hold(state, seat, N_SEATS))
    wipe_pack(state, seat, OWNER, 12 if state.phase == CHOOSE_TRUMP else 20)
    if state.turned >= 0:
        state.pack[12] = state.turned
