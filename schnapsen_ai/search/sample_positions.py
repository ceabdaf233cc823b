"""Positions for measuring: endgames, deals after the bidding, and views at every decision."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base.arrays import Pool, Words
from ..base.jit import template
from ..cards import Seat, pick
from ..engine.alphabeta import exact_value
from ..games import contract as rules  # bound to a game by `specialise`
from ..games.hooks import all_seen

CARDS = 0xFFFFFFFF


@template
def fill(pool: Pool, match: Pool, rng: Words) -> None:
    """Fill a pool with positions of uniform play at the moment when all cards are known.

    Points stand as they came; deals that end before are passed over.
    """
    for i in range(pool.shape[0]):
        state = pool[i]
        rules.deal(state, rng, match[0])
        while not all_seen(state):
            if rules.is_over(state):
                rules.deal(state, rng, match[0])
            else:
                rules.play(state, pick(rules.legal(state), rng))


@template
def fill_bid(pool: Pool, match: Pool, rng: Words) -> None:
    """Fill a pool with deals at the first lead, all bids before it uniformly random.

    Deals that end in the bidding are passed over.
    """
    for i in range(pool.shape[0]):
        state = pool[i]
        rules.deal(state, rng, match[0])
        while not (rules.sides_known(state) and rules.legal(state) & CARDS):
            rules.play(state, pick(rules.legal(state), rng))
            if rules.is_over(state):
                rules.deal(state, rng, match[0])


@template
def solve_all(pool: Pool, n: int, work: Any) -> int:
    """Solve the first `n` positions of a pool; the sum of seat 0's values."""
    total = 0
    for i in range(n):
        total += exact_value(pool[i], 0, work)
    return total


@template
def collect(pool: Pool, match: Pool, rng: Words, views: Pool, seats: np.ndarray) -> int:
    """Concealed states of real random play at every decision, with their seats; how many."""
    n = 0
    while True:
        rules.deal(pool[0], rng, match[0])
        while not rules.is_over(pool[0]):
            if n >= views.shape[0]:
                return n
            seat = rules.to_move(pool[0])
            views[n] = pool[0]
            rules.conceal(views[n], seat)
            seats[n] = seat
            n += 1
            move = pick(rules.legal(pool[0]), rng)
            rules.learn(pool[0], move)
            rules.play(pool[0], move)


@template
def redeal_one(views: Pool, seat: Seat, rng: Words) -> None:
    """A world with a whole pack, in place."""
    rules.redeal(views[0], seat, rng)
    rules.backfill(views[0], seat, rng)
