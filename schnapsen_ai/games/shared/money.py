"""Matches in money."""

from __future__ import annotations

import numpy as np

from ...base.jit import jit
from ...cards import Seat
from .trick_game import NOBODY


@jit
def richest(money: np.ndarray) -> Seat:
    """The player who has more than every other; -1 where several have most."""
    best = np.int64(0)
    shared = False
    for player in range(1, len(money)):
        if money[player] > money[best]:
            best = np.int64(player)
            shared = False
        elif money[player] == money[best]:
            shared = True
    return np.int64(NOBODY) if shared else best
