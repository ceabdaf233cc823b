"""Schnapsen's answers to the hooks of `schnapsen_ai.search.hooks`."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..._jit import inline, jit
from .rules import TARGET, mover
from .state import CLAIM, CLOSE, END

_CLAIM, _CLOSE, _END = 1 << CLAIM, 1 << CLOSE, 1 << END


@inline
def sensible(state: Any, moves: int) -> int:
    """Claim when it is true, and only then."""
    if moves & _CLAIM == 0:
        return moves
    if state.points[mover(state)] >= TARGET:
        return np.int64(_CLAIM)
    return moves & ~_CLAIM


@inline
def all_seen(state: Any) -> bool:
    """The talon is gone: what one does not hold or has not seen, the other holds."""
    return state.talon == 0


@jit
def exact_cost(state: Any) -> int:
    """Microseconds, from a few with the talon closed or gone to a thousand at the deal."""
    if state.closer >= 0 or state.talon == 0:
        return np.int64(2)
    talon = np.int64(state.talon)
    return talon * talon * talon


@inline
def card_points(state: Any, seat: int) -> int:
    """Points of tricks and counted marriages."""
    return np.int64(state.points[seat])
