"""Snapszer: what a seat knows.  `learn`, `conceal`, `redeal`, `backfill` and the observation.

Any trump may be named from any four cards and no contract asks for a card, so public knowledge
is two sets of cards for each seat: `must_hold`, the other half of a marriage (and a hand laid open
by SHOW), and `cannot_hold`, what a strict follow rules out.  Every hidden hand stands for the same
number of packets, so consistent hands are equally likely and `scatter` deals them; with two
seats the eight cards that stay out are the third place.

Until the trump is named everybody has seen four cards only; the rest of the pack is hidden, the
own next four included, and lies in ``state.pack``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.jit import inline, jit
from ...cards import PACK_24, bit, count, pick_some
from ...tricks import shown_void
from ..shared import constrained_deal as places
from ..shared.marriages import MARRIAGE, pair
from ..shared.packets import packet, put, wipe_pack
from ..shared.trick_game import all_played, dealt_to, led, mover
from . import options as opt
from .dealing import OWNER_2, OWNER_3
from .rules import next_seat
from .state import FOLLOW, HAND, PASS, SHOW, TRUMP_CHOICE

_ANY = -1
_OUT = 8  # cards that stay out with two seats


# --- learning ---


@jit
def learn(state: Any, move: int) -> None:
    """Note what everybody learns from a move; called with the open state, before `play`."""
    seat = mover(state)
    if move < 32:
        state.must_hold[seat] &= ~bit(move)
        if state.phase == FOLLOW:
            state.cannot_hold[seat] |= _ruled_out(state, move)
    elif move < PASS:
        state.must_hold[seat] |= pair(move - MARRIAGE)
    elif move == SHOW:
        state.must_hold[seat] = state.hand[seat]


@inline
def _ruled_out(state: Any, card: int) -> int:
    """The cards that a seat cannot hold, having followed with `card`."""
    if state.options[opt.OVERTRUMP] or (card >> 3) == (led(state) >> 3):
        return shown_void(card, led(state), state.best, state.trump)
    # As if nobody had trumped before: no duty to beat that trump.
    return shown_void(card, led(state), led(state), state.trump)


# --- what is seen ---


@jit
def unseen(state: Any, seat: int) -> int:
    """The cards whose place a seat does not know; with two seats some of them are out."""
    seen = state.hand[seat] | all_played(state)
    for other in range(3):
        seen |= state.must_hold[other]
    return PACK_24 & ~seen


@inline
def _hidden(state: Any, seat: int) -> int:
    """How many cards of a hand are not known to everyone."""
    if state.phase == TRUMP_CHOICE:
        return np.int64(4)
    return HAND - count(state.played[seat]) - count(state.must_hold[seat])


@jit
def _settled(state: Any, seat: int, other: int) -> tuple[int, int]:
    """Unseen cards that `seat` knows to be, and not to be, in the hand of `other`."""
    a = next_seat(state, seat)
    cards = unseen(state, seat)
    in_a = _hidden(state, a)
    rest = count(cards) - in_a  # out, to come, or the third hand's
    if state.n_seats == 2 or state.phase == TRUMP_CHOICE:
        return places.settled(cards, ~state.cannot_hold[other], _ANY, 0, in_a, rest, 0, 0)
    b = next_seat(state, a)
    place = 0 if other == a else 1
    may_a, may_b = ~state.cannot_hold[a], ~state.cannot_hold[b]
    return places.settled(cards, may_a, may_b, 0, in_a, rest, 0, place)


@jit
def known_in(state: Any, seat: int, other: int) -> int:
    """Cards that `seat` knows to be in the hand of `other`, shown or by elimination."""
    if other == seat:
        return state.hand[seat]
    if other >= state.n_seats:
        return np.int64(0)  # the match goes on without it
    return state.must_hold[other] | _settled(state, seat, other)[0]


@jit
def known_absent_from(state: Any, seat: int, other: int) -> int:
    """Unseen cards that `seat` knows not to be in the hand of `other`."""
    if other == seat:
        if state.phase == TRUMP_CHOICE:
            return np.int64(0)  # its next four cards are still to come
        return unseen(state, seat)
    if other >= state.n_seats:
        return np.int64(0)
    return _settled(state, seat, other)[1]


@jit
def conceal(state: Any, seat: int) -> None:
    """Wipe, in place, all that the seat cannot know: hands and the pack."""
    n = np.int64(state.n_seats)
    for other in range(n):
        if other != seat:
            state.hand[other] = state.must_hold[other]
    owner = OWNER_2 if n == 2 else OWNER_3
    wipe_pack(state, seat, owner, 4 * n if state.phase == TRUMP_CHOICE else np.int64(24))


# --- dealing what was wiped ---


@jit
def redeal(state: Any, seat: int, rng: Any) -> None:
    """Deal what was wiped, in place.

    Uniform over the deals consistent with all that the seat has seen.  The pack stays wiped (see
    `backfill`), but for the cards that are still to come.
    """
    cards = unseen(state, seat)
    if state.phase == TRUMP_CHOICE:
        _redeal_first(state, seat, cards, rng)
        return
    a = next_seat(state, seat)
    in_a = _hidden(state, a)
    rest = count(cards) - in_a
    if state.n_seats == 2:
        got = places.scatter(cards, ~state.cannot_hold[a], _ANY, 0, in_a, rest, 0, rng)
        state.hand[a] = state.must_hold[a] | got[0]
    else:
        b = next_seat(state, a)
        may_a, may_b = ~state.cannot_hold[a], ~state.cannot_hold[b]
        got = places.scatter(cards, may_a, may_b, 0, in_a, rest, 0, rng)
        state.hand[a] = state.must_hold[a] | got[0]
        state.hand[b] = state.must_hold[b] | got[1]


@jit
def _redeal_first(state: Any, seat: int, cards: int, rng: Any) -> None:
    """Before the trump is named: everybody's first four, and the packets to come."""
    n = np.int64(state.n_seats)
    for other in range(n):
        if other != seat:
            state.hand[other] = pick_some(cards, 4, rng)
            cards ^= state.hand[other]
    for other in range(n):
        next_four = pick_some(cards, 4, rng)
        put(state.pack, 4 * (n + other), next_four)
        cards ^= next_four


@jit
def backfill(state: Any, seat: int, rng: Any) -> None:
    """After `redeal`: complete ``state.pack`` so that it replays the public history."""
    n = np.int64(state.n_seats)
    out = np.int64(PACK_24)
    for other in range(n):
        cards = dealt_to(state, other)
        out &= ~cards
        if state.phase == TRUMP_CHOICE:
            out &= ~packet(state.pack, 4 * (n + other), 4)
        if other == seat:
            continue
        first = cards
        if state.phase != TRUMP_CHOICE:
            first = pick_some(cards, 4, rng)
            put(state.pack, 4 * (n + other), cards & ~first)
        put(state.pack, 4 * other, first)
    if n == 2:
        put(state.pack, 16, out)


def hand_size(state: Any, seat: int) -> int:
    """How many cards a seat holds, the hidden ones included."""
    if seat >= state.n_seats:
        return 0
    whole = 4 if state.phase == TRUMP_CHOICE else HAND
    return whole - int(state.played[seat]).bit_count()
