"""Rabló: what searches may know of it (see `schnapsen_ai.search.hooks`)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..._jit import jit
from ...cards import bit
from .rules import TARGET, is_snapszer, team_points
from .settlement import settled_pay
from .state import ENOUGH, LEAD, OVER, SHOW

_ANYTHING = (1 << 27) - 1


@jit
def bounds(state: Any, seat: int) -> tuple[int, int]:
    """What `seat` gets at least and at most: in the play a deal is only won or lost."""
    if state.phase == OVER:
        return np.int64(state.pay[seat & 3]), np.int64(state.pay[seat & 3])
    if state.phase < LEAD or state.partner < 0:
        return np.int64(-_ANYTHING), np.int64(_ANYTHING)
    won, lost = settled_pay(state, seat, True), settled_pay(state, seat, False)
    if is_snapszer(state) and team_points(state) >= TARGET:
        return won, won  # an opponent's trick does no harm any more
    return min(won, lost), max(won, lost)


@jit
def sensible(state: Any, moves: int) -> int:
    """ENOUGH and SHOW win: nothing is better."""
    ends = moves & (bit(ENOUGH) | bit(SHOW))
    return ends if ends else moves
