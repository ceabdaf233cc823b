"""Moves compared in common worlds: the surely worse drop out.

``totals[a, 64]`` sums what move a brought, ``totals[a, b]`` squared differences to move b.
"""

from __future__ import annotations

import numpy as np

from ..base.jit import jit
from ..cards import Moves, bit, lowest

RACE = 3.0  # standard deviations of a paired difference
SAME = 64  # worlds without any difference after which one of two is enough


@jit
def note(moves: Moves, values: np.ndarray, totals: np.ndarray) -> None:
    """Add what each of `moves` brought in one world, float64[64]."""
    rest = moves
    while rest:
        a = lowest(rest)
        rest ^= bit(a)
        totals[a, 64] += values[a]
        others = rest
        while others:
            b = lowest(others)
            others ^= bit(b)
            difference = values[a] - values[b]
            totals[a, b] += difference * difference
            totals[b, a] += difference * difference


@jit
def not_worse(moves: Moves, visits: np.ndarray, totals: np.ndarray) -> Moves:
    """Drop the moves that are surely worse than the best; all of `moves` have as many visits."""
    best = lowest(moves)
    rest = moves
    while rest:
        move = lowest(rest)
        rest ^= bit(move)
        if totals[move, 64] > totals[best, 64]:
            best = move
    kept = bit(best)
    rest = moves ^ kept
    n = visits[best]
    while rest:
        move = lowest(rest)
        rest ^= bit(move)
        mean = (totals[best, 64] - totals[move, 64]) / n
        variance = totals[best, move] / n - mean * mean
        alike = variance == 0 and mean == 0 and n >= SAME
        if mean <= RACE * np.sqrt(max(variance, 0.0) / n) and not alike:
            kept |= bit(move)
    return kept


