"""Worlds by the array: what the analysis of a real decision asks of a game.

The search itself is `analysis.best_defence`, in Python; here is what it does to many worlds at a
time.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base.arrays import Pool, Words
from ..base.jit import template
from ..cards import Move, Seat
from ..engine.alphabeta import exact_moves, exact_value
from ..games import contract as rules  # bound to a game by `specialise`
from ..games.hooks import exact_cost, fair_key, hash_record


@template
def sample(pool: Pool, seat: Seat, rng: Words) -> None:
    """Fill each concealed state of a pool, uniformly among the consistent deals.

    The past of the pack stays wiped.
    """
    for i in range(pool.shape[0]):
        rules.redeal(pool[i], seat, rng)


@template
def move_values(pool: Pool, work: Any, out: np.ndarray) -> None:
    """``out[i]``: the exact payoff of the seat to move, for each legal move of ``pool[i]``."""
    for i in range(pool.shape[0]):
        exact_moves(pool[i], work, out[i])


@template
def all_settled(pool: Pool) -> bool:
    """Whether it is settled in each state who plays with whom."""
    settled = True
    for i in range(pool.shape[0]):
        settled = settled and rules.sides_known(pool[i])
    return settled


@template
def look_at(pool: Pool, seat: Seat, work: Any, out: np.ndarray) -> None:
    """Of each state: seat to move (-1 when over), legal moves, exact payoff of `seat`; key."""
    for i in range(pool.shape[0]):
        out[i, 0] = rules.to_move(pool[i])
        out[i, 1] = rules.legal(pool[i])
        out[i, 2] = exact_value(pool[i], seat, work)
    a, b = fair_key(pool, 0)
    out[0, 3] = np.int64(a)
    out[0, 4] = np.int64(b)


@template
def advance(pool: Pool, move: Move, seat: Seat, seen: np.ndarray) -> None:
    """Make one move in every state but the last, which is scratch; what `seat` then sees.

    ``seen[i]`` is a hash of the concealed state: equal where the seat cannot tell two worlds apart.
    """
    last = pool.shape[0] - 1
    for i in range(last):
        rules.learn(pool[i], move)
        rules.play(pool[i], move)
        pool[last] = pool[i]
        rules.conceal(pool[last], seat)
        a, b = hash_record(pool, last)
        seen[i, 0] = np.int64(a)
        seen[i, 1] = np.int64(b)


@template
def cost(pool: Pool) -> int:
    """About how many microseconds an exact value of ``pool[0]`` costs."""
    return exact_cost(pool[0])
