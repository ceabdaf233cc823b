"""How much of a result was the luck of the cards, by exact open-card values.

The value of a pack with open cards, signed by who sits where, is a control variate for a single
deal: its mean over both seatings is 0.  In a paired set it cancels: pairing removes that luck
already.  What is left is how far the outcome of a set hangs on how one-sided its pack is.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..base import seeds
from ..deal import exact
from ..stats import intervals
from ..tournament.result import PairingResult


@dataclass(frozen=True)
class Luck:
    """By what factors the variance of the mean falls; one core solves 1,000 packs or more a s."""

    single: float  # single deals, each pack played once: with the values as control
    pairing: float  # the same number of deals, but every pack in both seatings
    paired: float  # paired sets: with the size of the value as control


def values(result: PairingResult, secret: bytes) -> np.ndarray:
    """The exact value of each pack of a pairing to seat 0, float64[sets]."""
    game = result.game
    words = seeds.words(secret, "pack", 0, result.sets)
    pool, match = game.new_pool(1), game.new_match()
    found = np.zeros(result.sets)
    for k in range(result.sets):
        game.board.deal_at(pool, match, words[k : k + 1])
        found[k] = exact.value(game, pool, 0)
    return found


def luck(result: PairingResult, secret: bytes) -> Luck:
    """The factors for a pairing; ValueError but for single deals of two seats, dealt at random."""
    if result.forehand is None:
        raise ValueError("the luck of the cards is measured on single deals of two seats")
    value = values(result, secret)
    points = result.points[..., 0]
    back = np.arange(result.sets) % 2 == 1  # every second pack from the other seat
    once = np.where(back, points[:, 1], points[:, 0])
    sets = points.mean(1)
    size = np.abs(value)
    spread = float(np.var(sets))
    return Luck(
        intervals.control_variate(once, np.where(back, -value, value)).factor,
        float(np.var(once)) / (2 * spread) if spread > 1e-12 else 1.0,
        intervals.control_variate(sets, size, float(size.mean())).factor,
    )
