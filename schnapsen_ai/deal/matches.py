"""Who has won a match."""

from __future__ import annotations

import numpy as np


def winners(match: np.ndarray) -> list[int]:
    """The players, or the teams where a match counts for teams, who won a finished match.

    `match` is a record of ``Game.new_match()``.  Several have shared the win; [] where nobody won.
    """
    alone = int(match["winner"][0])
    if alone >= 0:
        return [alone]
    if not match["over"][0] or "winners" not in (match.dtype.names or ()):
        return []
    together = int(match["winners"][0])
    return [player for player in range(together.bit_length()) if together >> player & 1]
