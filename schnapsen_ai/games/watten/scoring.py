"""Watten: what a deal is worth, and how it ends."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.jit import inline
from .state import OVER


@inline
def award(state: Any, team: int, ending: int) -> None:
    """The deal is over, and the stake is the team's."""
    state.winner = team
    state.ending = ending
    state.phase = OVER


@inline
def payoff(state: Any, seat: int) -> int:
    """The stake: won by both seats of the winning team, lost by the others."""
    stake = np.int64(state.stake)
    return stake if state.winner == seat & 1 else -stake


@inline
def largest_loss(state: Any) -> int:
    """The stake of a deal without raises: what a misbehaving bot is charged."""
    return 2
