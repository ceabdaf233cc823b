"""Snapszer: what searches may know of it (see `schnapsen_ai.search.hooks`)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.arrays import Pool, Record
from ...base.jit import jit
from ...cards import Moves, Seat, bit, count, lowest
from ..shared.open_cards import NO_BOUND, key_of, one_of_neighbours
from . import options as opt
from .rules import TARGET, side
from .scoring import announced_value, effective, payoff
from .state import DECLARER, DURI, ENOUGH, FOLLOW, LEAD, NORMAL, OPPONENTS, OVER, SHOW, SNAPSZER


@jit
def bounds(state: Record, seat: Seat) -> tuple[int, int]:
    """What `seat` gets at least and at most, by the contract and the tricks so far."""
    if state.phase == OVER:
        return payoff(state, seat), payoff(state, seat)
    if state.phase < LEAD:
        return np.int64(-NO_BOUND), np.int64(NO_BOUND)
    doubled = np.int64(state.doublings)
    made = _most(state, DECLARER) << doubled
    failed = _most(state, OPPONENTS) << doubled
    n = np.int64(state.n_seats)
    if state.options[opt.RAW_POINTS]:
        return np.int64(0), made if seat == 0 else failed
    if seat == 0:
        return -(n - 1) * failed, (n - 1) * made
    return -made, failed


@jit
def _most(state: Record, winner: Seat) -> int:
    """The most points that a side can win before doubling."""
    if state.contract != NORMAL:
        return np.int64(announced_value(state))
    loser = 1 - winner
    if state.tricks[loser] == 0:
        return np.int64(16 if winner == DECLARER else 6)
    return np.int64(4 if effective(state, loser) < 33 else 2)


@jit
def sensible(state: Record, moves: Moves) -> Moves:
    """In a snapszer ENOUGH and SHOW win what there is to win."""
    ends = moves & (bit(ENOUGH) | bit(SHOW))
    return ends if ends and state.contract == SNAPSZER else moves


@jit
def card_points(state: Record, seat: Seat) -> int:
    """Points of the seat's side, with the marriages that count; -1 before play."""
    if state.phase < LEAD:
        return np.int64(-1)
    return effective(state, side(state, seat))


@jit
def try_first(state: Record, moves: Moves) -> Moves:
    """What ends the deal won."""
    return moves & (bit(ENOUGH) | bit(SHOW))


@jit
def distinct(state: Record, moves: Moves) -> Moves:
    """An end that nothing can better is enough; in a duri only the order of the cards counts.

    A loser's points only grow, so in a normal game ENOUGH pays most at once, but that against
    opponents without a trick the declarer may go for all of them.
    """
    if state.phase < LEAD:
        return moves
    ends = moves & (bit(ENOUGH) | bit(SHOW))
    if ends and _final(state):
        return bit(SHOW) if ends & bit(SHOW) else ends
    if state.contract != DURI or moves & (moves - 1) == 0:
        return moves
    live = state.hand[0] | state.hand[1] | state.hand[2]
    for i in range(3):
        if i < state.on_table:
            live |= bit(state.table[i])
    return one_of_neighbours(moves, live)


@jit
def _final(state: Record) -> bool:
    """Whether an end that the seat on lead may choose is the best there is."""
    return state.contract != NORMAL or state.turn != 0 or state.tricks[OPPONENTS] > 0


@jit
def exact_key(pool: Pool, i: int) -> tuple[Any, Any]:
    """Between tricks, and at each word of the bidding."""
    state = pool[i]
    if state.phase == FOLLOW:
        return np.uint64(0), np.uint64(0)
    facts = np.int64(state.turn) | np.int64(state.phase) << 2 | np.int64(state.doublings) << 5
    facts |= np.int64(state.trump + 1) << 7 | np.int64(state.contract & 3) << 10
    if state.phase != LEAD:
        return key_of(state.hand, facts | np.int64(state.asks) << 12)
    at = 12
    for own in range(2):
        has = state.tricks[own] > 0
        points = effective(state, own)
        melds = np.int64(0) if has else np.int64(state.melds[own])
        facts |= np.int64(has) << at | min(points, np.int64(TARGET)) << at + 1 | melds << at + 8
        facts |= np.int64(state.declared[own]) << at + 15
        at += 16
    if state.must_lead:
        facts |= (1 + lowest(state.must_lead)) << at
    return key_of(state.hand, facts)


@jit
def exact_cost(state: Record) -> int:
    """Microseconds of an exact value, measured; the bidding multiplies it."""
    if state.phase < LEAD:
        return np.int64(1) << 20
    cards = 0
    for seat in range(3):
        cards += count(state.hand[seat])
    return np.int64(1) << cards // 2
