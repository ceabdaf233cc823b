"""Random play: rollouts, and whole random deals in bulk."""

from __future__ import annotations

import numpy as np

from ..base.arrays import Pool, Record, Words
from ..base.jit import template
from ..cards import Seat, pick
from ..games import contract as rules  # bound to a game by `specialise`


@template
def rollout(state: Record, seat: Seat, rng: Words) -> int:
    """Play a deal to its end uniformly at random; the payoff of `seat`."""
    while not rules.is_over(state):
        rules.play(state, pick(rules.legal(state), rng))
    return rules.payoff(state, seat)


@template
def random_deals(pool: Pool, match: Pool, rng: Words, deals: int, totals: np.ndarray) -> None:
    """Deal and play `deals` random deals in ``pool[0]``.

    Adds to `totals` (float64, 3): plies, payoffs of seat 0, squared payoffs of seat 0.
    """
    state = pool[0]
    for _ in range(deals):
        rules.deal(state, rng, match[0])
        plies = 0
        while not rules.is_over(state):
            rules.play(state, pick(rules.legal(state), rng))
            plies += 1
        value = rules.payoff(state, 0)
        totals[0] += plies
        totals[1] += value
        totals[2] += value * value
