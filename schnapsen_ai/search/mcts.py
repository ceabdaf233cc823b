"""Determinized Monte-Carlo tree search: one tree for each sampled world, votes over the worlds.

With open cards (a bot that sees all) it is plain Monte-Carlo tree search of the one world.  Else
bids, which a tree of open cards answers badly, are valued by as many play-outs of the rule player
(`bids`).
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from ..base.arrays import Pool, Record, Words
from ..base.jit import template
from ..cards import Seat
from ..games import contract as rules  # bound to a game by `specialise`
from .bids import value_bids
from .ismcts import plan_of, search
from .tree import plant, read_root
from .workspace import Thoughts, batches, forced, is_bid, room_for

if TYPE_CHECKING:
    from ..deal.state import View


def think(
    view: View,
    words: np.ndarray,
    iterations: int = 10_000,
    worlds: int = 20,
    time: float = 0.0,
    exploration: float = 2.5,
    rollouts: str = "rules",
    exact: bool = True,
) -> Thoughts:
    """The visits and mean payoff of each move over `worlds` trees of `iterations` in all.

    With `time` above 0 each world gets as many iterations, and worlds come until it is up.
    """
    if alone := forced(view):
        return alone
    room = room_for(view.game)
    if is_bid(view) and not view.sees_all:
        return value_bids(view, words, room, iterations, time)
    room.begin(view)
    kernels = view.game.kernels(sys.modules[__name__])
    worlds = 1 if view.sees_all and time <= 0 else max(1, min(worlds, iterations))
    each = iterations // worlds
    plot = room.plot(each)
    plan = plan_of(view, exploration, rollouts, "tree", exact, False, each)
    for n in batches(worlds, time):
        kernels.search_worlds(
            room.pool, view.seat, plot, n, each, plan, not view.sees_all, words, room.work,
            room.values, room.visits,
        )
    return room.thoughts(view)


@template
def search_worlds(
    pool: Pool,
    seat: Seat,
    room: Any,
    worlds: int,
    iterations: int,
    plan: Record,
    redeal: bool,
    rng: Words,
    work: Any,
    values: np.ndarray,
    visits: np.ndarray,
) -> None:
    """Search sampled worlds of the concealed ``pool[0]`` and add up their root moves."""
    tree, numbers, _, _, _ = room
    pool[2] = pool[0]
    for _ in range(worlds):
        if redeal:
            pool[0] = pool[2]
            rules.redeal(pool[0], seat, rng)
        plant(tree, numbers)
        search(pool, seat, room, pool[:0], iterations, plan, rng, work)
        read_root(tree, values, visits)
    pool[0] = pool[2]
