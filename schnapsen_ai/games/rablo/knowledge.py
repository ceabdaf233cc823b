"""Rabló: what a seat knows.  `learn`, `conceal`, `redeal`, `backfill` and the observation.

Nothing is asked of a seat between the two packets and no call depends on its hand, so public
knowledge is two sets of cards for each seat:

* `must_hold`: the other half of a marriage; the called card of a seat other than the caller that
  rekontras or takes a trick without ending the deal; a hand laid open by SHOW;
* `cannot_hold`: what a strict follow rules out; the called card of a seat that kontras or
  szubkontras.

A pass says nothing: who may not double is asked all the same.  Every hand stands for the same
number of packs, so consistent hands are equally likely (`hidden_hands`).
"""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record, Words
from ...base.jit import inline, jit
from ...cards import PACK_24, Card, Cards, Move, Seat, bit, pick_some
from ...tricks import beats, shown_void
from ..shared import hidden_hands
from ..shared.constrained_deal import Three
from ..shared.hidden_hands import Hidden, others
from ..shared.marriages import MARRIAGE, pair
from ..shared.packets import put, wipe_pack
from ..shared.trick_game import NOBODY, all_played, dealt_to, led, mover
from .dealing import OWNER
from .state import DOUBLE, FOLLOW, N_SEATS, NAME, OVER, PASS, SHOW

HAND = 6


# --- learning ---


@jit
def learn(state: Record, move: Move) -> None:
    """Note what everybody learns from a move; called with the open state, before `play`."""
    seat = mover(state)
    if move < 32:
        if state.phase != NAME:
            _learn_card(state, seat, move)
    elif move < PASS:
        state.must_hold[seat] |= pair(move - MARRIAGE)
    elif move == DOUBLE:
        if state.doublings != 1:
            state.cannot_hold[seat] |= bit(state.called)
        elif seat != state.caller:
            state.must_hold[seat] |= bit(state.called)
    elif move == SHOW:
        state.must_hold[seat] = state.hand[seat]


@jit
def _learn_card(state: Record, seat: Seat, card: Card) -> None:
    state.must_hold[seat] &= ~bit(card)
    if state.phase != FOLLOW:
        return
    state.cannot_hold[seat] |= shown_void(card, led(state), state.best, state.trump)
    if state.on_table == 3:
        taker = seat if beats(card, state.best, state.trump) else np.int64(state.best_seat)
        called = bit(state.called) & ~(all_played(state) | bit(card))
        if taker != state.caller and taker == state.partner:
            state.must_hold[taker & 3] |= called


# --- what is seen ---


@inline
def shown(state: Record, seat: Seat) -> int:
    """Cards that everyone knows to be in a hand; the payment shows who was the partner."""
    cards = state.must_hold[seat]
    if state.phase == OVER and seat == state.partner:
        cards |= bit(state.called) & ~all_played(state)
    return cards


@inline
def _shown_hands(state: Record, seat: Seat) -> Three:
    a, b, c = others(seat, N_SEATS)
    return shown(state, a), shown(state, b), shown(state, c)


@jit
def unseen(state: Record, seat: Seat) -> Cards:
    """The cards whose place a seat does not know."""
    return hidden_hands.unseen(state, seat, np.int64(PACK_24), _shown_hands(state, seat))


@jit
def _hidden(state: Record, seat: Seat) -> Hidden:
    """What the seat does not know of the other hands."""
    shown_hands = _shown_hands(state, seat)
    return hidden_hands.hidden(state, seat, N_SEATS, np.int64(PACK_24), HAND, shown_hands)


@jit
def known_in(state: Record, seat: Seat, other: Seat) -> Cards:
    """Cards that `seat` knows to be in the hand of `other`, shown or by elimination."""
    return hidden_hands.known_in(state, seat, other, N_SEATS, _hidden(state, seat))


@jit
def known_absent_from(state: Record, seat: Seat, other: Seat) -> Cards:
    """Unseen cards that `seat` knows not to be in the hand of `other`."""
    return hidden_hands.known_absent_from(seat, other, N_SEATS, _hidden(state, seat))


@jit
def partner_seen(state: Record, seat: Seat) -> int:
    """Who the caller's partner is as far as `seat` knows (the caller if alone), else -1."""
    if state.partner < 0 and state.trump < 0:
        return np.int64(NOBODY)
    if state.phase == OVER:
        return np.int64(state.partner)
    called = bit(state.called)
    for other in range(4):
        held = state.hand[seat] if other == seat else state.must_hold[other]
        if (held | state.played[other]) & called:
            return np.int64(other)
    for other in range(4):
        if other != seat and known_in(state, seat, other) & called:
            return np.int64(other)
    return np.int64(NOBODY)


@jit
def conceal(state: Record, seat: Seat) -> None:
    """Wipe, in place, all that the seat cannot know: hands, the pack, the secret partner."""
    state.partner = partner_seen(state, seat)
    hidden_hands.conceal(state, seat, N_SEATS, _shown_hands(state, seat))
    wipe_pack(state, seat, OWNER, 24)


# --- dealing what was wiped ---


@jit
def redeal(state: Record, seat: Seat, rng: Words) -> None:
    """Deal the unseen cards to the other hands, in place.

    Uniform over the deals consistent with all that the seat has seen.  The pack stays wiped:
    see `backfill`.
    """
    hidden_hands.redeal(state, seat, N_SEATS, _hidden(state, seat), rng)
    if state.trump >= 0:
        called = bit(state.called)
        for other in range(4):
            if dealt_to(state, other) & called:
                state.partner = other


@jit
def backfill(state: Record, seat: Seat, rng: Words) -> None:
    """After `redeal`: complete ``state.pack`` so that it replays the public history."""
    for other in range(4):
        if other == seat:
            continue
        cards = dealt_to(state, other)
        first = pick_some(cards, 3, rng)
        put(state.pack, 3 * other, first)
        put(state.pack, 12 + 3 * other, cards & ~first)


def hand_size(state: Record, seat: Seat) -> int:
    """How many cards a seat holds, the hidden ones included."""
    return HAND - int(state.played[seat]).bit_count()
