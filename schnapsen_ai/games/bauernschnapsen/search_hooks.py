"""Bauernschnapsen: what searches may know of it (see `schnapsen_ai.search.hooks`)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.arrays import Pool, Record
from ...base.jit import jit
from ...cards import Moves, Seat, bit, lowest
from ..shared.open_cards import NO_BOUND, key_of, one_of_neighbours
from .scoring import NO_TRUMP, contract_value, effective, payoff, scale
from .state import BAUERN, CLAIM, FOLLOW, KBAUER, LEAD, NORMAL, OVER

_CARDS = 0xFFFFFFFF


@jit
def bounds(state: Record, seat: Seat) -> tuple[int, int]:
    """What `seat` gets at least and at most, by the contract and the tricks so far."""
    if state.phase == OVER:
        return payoff(state, seat), payoff(state, seat)
    if state.phase < LEAD:
        return np.int64(-NO_BOUND), np.int64(NO_BOUND)
    doubled = np.int64(state.doublings)
    if state.contract != NORMAL:
        value = contract_value(state) << doubled
        return -value, value
    team = np.int64(seat) & 1
    return -(scale(state, team) << doubled), scale(state, team ^ 1) << doubled


@jit
def try_first(state: Record, moves: Moves) -> Moves:
    """The claim, where it must be said."""
    return moves & bit(CLAIM)


@jit
def sensible(state: Record, moves: Moves) -> Moves:
    """A claim wins, and nothing later wins more."""
    return moves & bit(CLAIM) if moves & bit(CLAIM) else moves


@jit
def distinct(state: Record, moves: Moves) -> Moves:
    """The claim alone is enough; in contracts of tricks only the order of the cards counts."""
    if moves & bit(CLAIM):
        return bit(CLAIM)
    contract = state.contract
    if state.phase < LEAD or moves & (moves - 1) == 0:
        return moves
    if contract not in NO_TRUMP and contract != BAUERN and contract != KBAUER:
        return moves
    live = np.int64(0)
    for seat in range(4):
        if seat != state.idle:
            live |= state.hand[seat]
        if seat < state.on_table:
            live |= bit(state.table[seat])
    return one_of_neighbours(moves & _CARDS, live)


@jit
def exact_key(pool: Pool, i: int) -> tuple[Any, Any]:
    """Between tricks, and at each word of the bidding."""
    state = pool[i]
    if state.phase == FOLLOW:
        return np.uint64(0), np.uint64(0)
    facts = np.int64(state.turn) | np.int64(state.phase) << 2
    if state.phase != LEAD:
        facts |= np.int64(state.trump + 1) << 5 | np.int64(state.contract) << 8
        facts |= np.int64(state.declarer) << 14 | np.int64(state.doublings) << 16
        facts |= np.int64(state.also + 1) << 18
        return key_of(state.hand, facts)
    # The contract matters too where a search began before it was settled.
    facts |= np.int64(state.contract) << 5 | np.int64(state.declarer) << 11
    facts |= np.int64(state.doublings) << 13 | np.int64(state.trump) << 15
    at = 17
    for team in range(2):
        facts |= np.int64(state.tricks[team] > 0) << at
        facts |= np.int64(state.points[team]) << at + 1
        facts |= np.int64(state.melds[team]) << at + 8
        at += 16
    if state.must_lead:
        facts |= (1 + lowest(state.must_lead)) << at
    return key_of(state.hand, facts)


@jit
def card_points(state: Record, seat: Seat) -> int:
    """Points of the seat's team, with the marriages that count; -1 before play."""
    if state.phase < LEAD or state.contract != NORMAL:
        return np.int64(-1)
    return effective(state, np.int64(seat) & 1)


@jit
def exact_cost(state: Record) -> int:
    """Microseconds of an exact value, measured; the bidding multiplies it."""
    return np.int64(300) if state.phase >= LEAD else np.int64(100_000)
