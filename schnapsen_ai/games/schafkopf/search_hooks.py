"""Schafkopf: what searches may know of it (see `schnapsen_ai.games.hooks`)."""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record
from ...base.jit import jit
from ...cards import Seat
from .rules import side, sides_known


@jit
def card_points(state: Record, seat: Seat) -> int:
    """Card points that the side of `seat` has taken so far; -1 before the sides are known."""
    if not sides_known(state):
        return np.int64(-1)
    total = np.int64(0)
    for other in range(4):
        if side(state, other) == side(state, seat):
            total += state.points[other]
    return total
