"""The chance of winning the match (Bummerl) at each score, between equal players (A7).

`CHANCE[a, b]`: of the side that needs `a` more game points when the other needs `b`.  A deal is
taken to be won by either side alike, by 1, 2 or 3 game points as often as between rule players.
"""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record
from ...base.jit import jit
from ...cards import Seat

MOST = 31  # game points from which more make no difference
# Of 200,000 deals between two rule players of preset schnapsen: won by 1, 2, 3.
SHARES = (0.333, 0.474, 0.193)


def _chances() -> np.ndarray:
    chance = np.zeros((MOST + 1, MOST + 1))
    chance[0, 1:] = 1.0
    for a in range(1, MOST + 1):
        for b in range(1, MOST + 1):
            for value, share in enumerate(SHARES, 1):
                won, lost = chance[max(0, a - value), b], chance[a, max(0, b - value)]
                chance[a, b] += share * (won + lost) / 2
    return chance


CHANCE = _chances()


@jit
def worth(state: Record, seat: Seat, payoff: int) -> float:
    """The chance of winning the match after a deal that gives `seat` this payoff."""
    mine = min(np.int64(state.score[seat]), MOST)
    theirs = min(np.int64(state.score[seat ^ 1]), MOST)
    if payoff > 0:
        mine = max(np.int64(0), mine - payoff)
    else:
        theirs = max(np.int64(0), theirs + payoff)
    return CHANCE[mine, theirs]
