"""Snapszer: what a seat knows.  `learn`, `conceal`, `redeal`, `backfill` and the observation.

Any trump may be named from any four cards and no contract asks for a card, so public knowledge
is two sets of cards for each seat: `must_hold`, the other half of a marriage (and a hand laid open
by SHOW), and `cannot_hold`, what a strict follow rules out.  Every hidden hand stands for the same
number of packets, so consistent hands are equally likely (`hidden_hands`); with two
seats the eight cards that stay out are the third place.

Until the trump is named everybody has seen four cards only; the rest of the pack is hidden, the
own next four included, and lies in ``state.pack``.
"""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record, Words
from ...base.jit import inline, jit
from ...cards import PACK_24, Card, Cards, Move, Seat, bit, pick_some
from ...tricks import shown_void
from ..shared import hidden_hands
from ..shared.hidden_hands import Hidden, must_hold
from ..shared.marriages import MARRIAGE, pair
from ..shared.packets import packet, put, wipe_pack
from ..shared.trick_game import dealt_to, led, mover
from . import options as opt
from .dealing import OWNER_2, OWNER_3
from .state import FOLLOW, HAND, PASS, SHOW, TRUMP_CHOICE

# --- learning ---


@jit
def learn(state: Record, move: Move) -> None:
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
def _ruled_out(state: Record, card: Card) -> int:
    """The cards that a seat cannot hold, having followed with `card`."""
    if state.options[opt.OVERTRUMP] or (card >> 3) == (led(state) >> 3):
        return shown_void(card, led(state), state.best, state.trump)
    # As if nobody had trumped before: no duty to beat that trump.
    return shown_void(card, led(state), led(state), state.trump)


# --- what is seen ---


@jit
def unseen(state: Record, seat: Seat) -> Cards:
    """The cards whose place a seat does not know; with two seats some of them are out."""
    n = np.int64(state.n_seats)
    return hidden_hands.unseen(state, seat, np.int64(PACK_24), must_hold(state, seat, n))


@jit
def _hidden(state: Record, seat: Seat) -> Hidden:
    """What the seat does not know of the other hands, and of the cards out or still to come."""
    n = np.int64(state.n_seats)
    dealt = np.int64(4 if state.phase == TRUMP_CHOICE else HAND)
    shown = must_hold(state, seat, n)
    return hidden_hands.hidden(state, seat, n, np.int64(PACK_24), dealt, shown)


@jit
def known_in(state: Record, seat: Seat, other: Seat) -> Cards:
    """Cards that `seat` knows to be in the hand of `other`, shown or by elimination."""
    what = _hidden(state, seat)
    return hidden_hands.known_in(state, seat, other, np.int64(state.n_seats), what)


@jit
def known_absent_from(state: Record, seat: Seat, other: Seat) -> Cards:
    """Unseen cards that `seat` knows not to be in the hand of `other`."""
    if other == seat and state.phase == TRUMP_CHOICE:
        return np.int64(0)  # its next four cards are still to come
    what = _hidden(state, seat)
    return hidden_hands.known_absent_from(seat, other, np.int64(state.n_seats), what)


@jit
def conceal(state: Record, seat: Seat) -> None:
    """Wipe, in place, all that the seat cannot know: hands and the pack."""
    n = np.int64(state.n_seats)
    hidden_hands.conceal(state, seat, n, must_hold(state, seat, n))
    owner = OWNER_2 if n == 2 else OWNER_3
    wipe_pack(state, seat, owner, 4 * n if state.phase == TRUMP_CHOICE else np.int64(24))


# --- dealing what was wiped ---


@jit
def redeal(state: Record, seat: Seat, rng: Words) -> None:
    """Deal what was wiped, in place.

    Uniform over the deals consistent with all that the seat has seen.  The pack stays wiped (see
    `backfill`), but for the cards that are still to come.
    """
    if state.phase == TRUMP_CHOICE:
        _redeal_first(state, seat, unseen(state, seat), rng)
    else:
        hidden_hands.redeal(state, seat, np.int64(state.n_seats), _hidden(state, seat), rng)


@jit
def _redeal_first(state: Record, seat: Seat, cards: Cards, rng: Words) -> None:
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
def backfill(state: Record, seat: Seat, rng: Words) -> None:
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


def hand_size(state: Record, seat: Seat) -> int:
    """How many cards a seat holds, the hidden ones included."""
    if seat >= state.n_seats:
        return 0
    whole = 4 if state.phase == TRUMP_CHOICE else HAND
    return whole - int(state.played[seat]).bit_count()
