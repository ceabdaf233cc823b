"""Watten: what a deal is worth, and how it ends."""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record
from ...base.jit import inline
from ...cards import Seat, Side
from .state import OVER


@inline
def award(state: Record, team: Side, ending: int) -> None:
    """The deal is over, and the stake is the team's."""
    state.winner = team
    state.ending = ending
    state.phase = OVER


@inline
def payoff(state: Record, seat: Seat) -> int:
    """The stake: won by both seats of the winning team, lost by the others."""
    stake = np.int64(state.stake)
    return stake if state.winner == seat & 1 else -stake


@inline
def largest_loss(state: Record) -> int:
    """The stake of a deal without raises: what a misbehaving bot is charged."""
    return 2
