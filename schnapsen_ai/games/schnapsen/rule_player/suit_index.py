"""Holdings of a suit as small numbers, for the tables of the rule player.

Each of the five ranks J Q K T A is mine, out (in the other's hand or face down), or gone: three
to the fifth holdings.  (The nines of Sixty-Six are left out of it.)
"""

from __future__ import annotations

import numpy as np

from ....base.jit import inline
from ....cards import Cards

HOLDINGS = 3**5
_TERNARY = np.array(
    [sum(3**rank for rank in range(5) if cards >> rank & 1) for cards in range(32)], dtype=np.int64
)


@inline
def holding(mine: Cards, out: int, suit: int) -> int:
    """The number of a suit's holding, given all of one's cards and all that are out."""
    shift = 8 * np.int64(suit) + 3
    return _TERNARY[(mine >> shift) & 31] + 2 * _TERNARY[(out >> shift) & 31]
