"""Random play: rollouts, and whole random deals in bulk."""

from __future__ import annotations

from typing import Any

from ..base.jit import template
from ..cards import pick
from ..games import contract as rules  # bound to a game by `specialise`


@template
def rollout(state: Any, seat: int, rng: Any) -> int:
    """Play a deal to its end uniformly at random; the payoff of `seat`."""
    while not rules.is_over(state):
        rules.play(state, pick(rules.legal(state), rng))
    return rules.payoff(state, seat)


@template
def random_deals(pool: Any, match: Any, rng: Any, deals: int, totals: Any) -> None:
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
