"""Rabló: what searches may know of it (see `schnapsen_ai.search.hooks`)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.arrays import Pool, Record
from ...base.jit import jit
from ...cards import Moves, Seat, bit, lowest
from ..shared.open_cards import NO_BOUND, key_of, one_of_neighbours
from ..shared.trick_game import NOBODY
from .rules import TARGET, is_snapszer, team_points
from .scoring import settled_pay
from .state import ENOUGH, FOLLOW, LEAD, OVER, SHOW


@jit
def bounds(state: Record, seat: Seat) -> tuple[int, int]:
    """What `seat` gets at least and at most: in the play a deal is only won or lost."""
    if state.phase == OVER:
        return np.int64(state.pay[seat & 3]), np.int64(state.pay[seat & 3])
    if state.phase < LEAD or state.partner < 0:
        return np.int64(-NO_BOUND), np.int64(NO_BOUND)
    won, lost = settled_pay(state, seat, True), settled_pay(state, seat, False)
    if is_snapszer(state) and team_points(state) >= TARGET:
        return won, won  # an opponent's trick does no harm any more
    return min(won, lost), max(won, lost)


@jit
def sensible(state: Record, moves: Moves) -> Moves:
    """ENOUGH and SHOW win: nothing is better."""
    ends = moves & (bit(ENOUGH) | bit(SHOW))
    return ends if ends else moves


@jit
def try_first(state: Record, moves: Moves) -> Moves:
    """What ends the deal won."""
    return moves & (bit(ENOUGH) | bit(SHOW))


@jit
def distinct(state: Record, moves: Moves) -> Moves:
    """A move that wins alone is enough; in a duri only the order of the cards counts."""
    if state.phase < LEAD:
        return moves
    ends = moves & (bit(ENOUGH) | bit(SHOW))
    if ends:
        return ends & -ends
    if is_snapszer(state) or moves & (moves - 1) == 0:
        return moves
    live = state.hand[0] | state.hand[1] | state.hand[2] | state.hand[3]
    for i in range(4):
        if i < state.on_table:
            live |= bit(state.table[i])
    return one_of_neighbours(moves, live)


@jit
def exact_key(pool: Pool, i: int) -> tuple[Any, Any]:
    """Between tricks; in the doubling windows who is asked, and how often it is doubled."""
    state = pool[i]
    if state.phase == FOLLOW:
        return np.uint64(0), np.uint64(0)
    facts = np.int64(state.turn) | np.int64(state.phase) << 2 | np.int64(state.doublings) << 5
    if state.phase != LEAD:
        facts |= np.int64(state.asks) << 8 | np.int64(state.doublers) << 12
        facts |= np.int64(state.partner != NOBODY) << 16
        return key_of(state.hand, facts)
    facts |= np.int64(state.points) << 8 | np.int64(state.melds) << 16
    if state.must_lead:
        facts |= (1 + lowest(state.must_lead)) << 24
    return key_of(state.hand, facts)


@jit
def exact_cost(state: Record) -> int:
    """Microseconds of an exact value, measured."""
    return np.int64(200)
