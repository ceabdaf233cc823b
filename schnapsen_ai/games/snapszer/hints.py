"""Snapszer: what searches may know of it (see `schnapsen_ai.search.hooks`)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..._jit import jit
from ...cards import bit
from . import options as opt
from .rules import side
from .settlement import announced_value, effective, payoff
from .state import DECLARER, ENOUGH, LEAD, NORMAL, OPPONENTS, OVER, SHOW, SNAPSZER

_ANYTHING = (1 << 27) - 1


@jit
def bounds(state: Any, seat: int) -> tuple[int, int]:
    """What `seat` gets at least and at most, by the contract and the tricks so far."""
    if state.phase == OVER:
        return payoff(state, seat), payoff(state, seat)
    if state.phase < LEAD:
        return np.int64(-_ANYTHING), np.int64(_ANYTHING)
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
def _most(state: Any, winner: int) -> int:
    """The most points that a side can win before doubling."""
    if state.contract != NORMAL:
        return np.int64(announced_value(state))
    loser = 1 - winner
    if state.tricks[loser] == 0:
        return np.int64(16 if winner == DECLARER else 6)
    return np.int64(4 if effective(state, loser) < 33 else 2)


@jit
def sensible(state: Any, moves: int) -> int:
    """In a snapszer ENOUGH and SHOW win what there is to win."""
    ends = moves & (bit(ENOUGH) | bit(SHOW))
    return ends if ends and state.contract == SNAPSZER else moves


@jit
def card_points(state: Any, seat: int) -> int:
    """Points of the seat's side, with the marriages that count; -1 before play."""
    if state.phase < LEAD:
        return np.int64(-1)
    return effective(state, side(state, seat))
