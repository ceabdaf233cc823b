"""Snapszer: the deal, what is legal, and the state as seen from outside.

Letters like (S-a) name choices that the rule book explains.  Rules never validate: a caller
passes only moves of `legal`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.jit import inline, jit
from ...cards import PACK_24, QUEENS, bit, members, shuffle, suit_cards, suit_of
from ...tricks import strict
from ..shared.sure_tricks import certain
from ..shared.trick_game import all_played
from . import options as opt
from .scoring import effective
from .state import (
    CONTRACT,
    DOUBLE,
    DURI,
    ENOUGH,
    FOLD,
    FOLLOW,
    KONTRA,
    LEAD,
    MARRIAGE,
    NO_CARD,
    NO_SUIT,
    NOBODY,
    NORMAL,
    NOT_OVER,
    OVER,
    PASS,
    SHOW,
    SNAPSZER,
    TRUMP,
    TRUMP_CHOICE,
)

TARGET = 66
_ORDERED = np.array(members(PACK_24), dtype=np.uint8)
_ENOUGH, _SHOW = 1 << ENOUGH, 1 << SHOW
_ANSWERS = (1 << PASS) | (1 << DOUBLE)
_CONTRACTS = (1 << NORMAL) | (1 << SNAPSZER) | (1 << DURI) | (1 << FOLD)
_TRUMPS = 15 << TRUMP


# --- the deal ---


@jit
def deal(state: Any, rng: Any, match: Any) -> None:
    """Shuffle a pack and lay it out; the state's options and number of players stay."""
    for i in range(24):
        state.pack[i] = _ORDERED[i]
    shuffle(state.pack, 24, rng)
    lay_out(state, match)


@inline
def packet(pack: Any, first: int) -> int:
    """The four cards of a packet of the pack."""
    low = bit(pack[first]) | bit(pack[first + 1])
    return low | bit(pack[first + 2]) | bit(pack[first + 3])


@jit
def lay_out(state: Any, match: Any) -> None:
    """Start the deal of `state.pack`: four cards each; four more when the trump is named."""
    n = np.int64(match.seats_in_play)
    if n == 0:
        n = np.int64(state.players)  # no match has begun
    state.n_seats = n
    for seat in range(4):
        state.hand[seat] = packet(state.pack, 4 * seat) if seat < n else 0
        state.played[seat] = 0
        state.must_hold[seat] = 0
        state.cannot_hold[seat] = 0
        state.table[seat] = NO_CARD
        state.score[seat] = match.score[match.player[seat]] if seat < n else 0
    for side_ in range(2):
        state.points[side_] = 0
        state.melds[side_] = 0
        state.tricks[side_] = 0
        state.declared[side_] = 0
    state.must_lead = 0
    state.value = 0
    state.winners = 0
    state.phase = TRUMP_CHOICE
    state.turn = 0
    state.trump = NO_SUIT
    state.contract = NO_CARD
    state.doublings = 0
    state.asks = 0
    state.best = NO_CARD
    state.best_seat = NOBODY
    state.on_table = 0
    state.ending = NOT_OVER


# --- legal moves ---


@inline
def mover(state: Any) -> int:
    """The seat to move, as an index that needs no check for negative values."""
    return np.int64(state.turn) & 3


@inline
def to_move(state: Any) -> int:
    """The seat to move, or -1 when the deal is over."""
    return NOBODY if state.phase == OVER else np.int64(state.turn)


@inline
def side(state: Any, seat: int) -> int:
    """0 for the declarer, 1 for the others."""
    return 0 if seat == 0 else 1


@jit
def legal(state: Any) -> int:
    """The set of legal moves of the seat to move; 0 when the deal is over."""
    phase = state.phase
    if phase == FOLLOW:
        return _legal_follow(state)
    if phase == LEAD:
        return _legal_lead(state)
    if phase == KONTRA:
        return np.int64(_ANSWERS)
    if phase == CONTRACT:
        return np.int64(_CONTRACTS)
    if phase == TRUMP_CHOICE:
        return np.int64(_TRUMPS)
    return np.int64(0)


@inline
def _legal_follow(state: Any) -> int:
    """The strict rule; without the duty to overtrump any trump will do (S-a)."""
    cards = state.hand[mover(state)]
    led_ = state.table[0]
    if not state.options[opt.OVERTRUMP] and not cards & suit_cards(suit_of(led_)):
        own = cards & suit_cards(state.trump)
        return own if own else cards
    return strict(cards, led_, state.best, state.trump)


@inline
def has_enough(state: Any) -> bool:
    """Whether ENOUGH is allowed to the seat on lead, who took the last trick (S-c, S-d)."""
    if state.contract == DURI or np.int64(state.tricks[0]) + state.tricks[1] == 0:
        return False
    return effective(state, side(state, mover(state))) >= TARGET


@jit
def _legal_lead(state: Any) -> int:
    seat = mover(state)
    cards = state.hand[seat]
    enough = np.int64(_ENOUGH) if has_enough(state) else np.int64(0)
    if state.must_lead:
        return enough | state.must_lead
    moves = cards | enough
    if state.contract != DURI:
        moves |= marriages(cards)
    if seat == 0 and certain(cards, PACK_24 & ~(all_played(state) | cards), state.trump):
        moves |= _SHOW  # the declarer's only (S-m)
    return moves


@inline
def marriages(cards: int) -> int:
    """The marriage moves of a hand: queens under kings, their bits 4, 12, 20, 28 to 32..35."""
    pairs = cards & (cards >> 1) & QUEENS
    if not pairs:
        return np.int64(0)
    pairs >>= 4
    return ((pairs | pairs >> 7 | pairs >> 14 | pairs >> 21) & 15) << MARRIAGE


# --- the state, seen from outside ---


@inline
def is_over(state: Any) -> bool:
    return state.phase == OVER


@inline
def sides_known(state: Any) -> bool:
    return True


@inline
def trumps(state: Any) -> int:
    """The set of trump cards, 0 until they are named."""
    return suit_cards(state.trump) if state.trump >= 0 else np.int64(0)


@inline
def led(state: Any) -> int:
    """The card that was led to the present trick, or -1."""
    return np.int64(state.table[0])


@inline
def hand(state: Any, seat: int) -> int:
    return state.hand[seat & 3]
