"""Single-observer information-set Monte-Carlo tree search (Cowling, Powley, Whitehouse 2012).

One tree over what the searching seat can tell apart; each iteration draws a world, descends by
the moves that are legal in it, adds one node, and plays a rollout to the end.

Three things beyond the paper, each of which can be turned off:

* rollouts are played by the game's rule player, each seat seeing its own cards;
* ``others="rules"``: in the tree, too, the other seats move as the rule player would with the
  cards of the world at hand.  In the paper's tree (``others="tree"``) they choose by what they
  learn over all worlds, in each of which the searcher holds the same cards, so they come to know
  them, and closing looks worse than it is;
* worlds are drawn as `belief` has it, so that moves already made count for something.

With ``others="rules"`` two things follow.  Bids are no tree but play-outs of the rule player
(`bids`): in a tree each bid is judged by lines that try out senseless bids and doubles later on.
And where the seat tries another move than its usual one later in a line, the moves before are
booked what the usual one is worth (`tree.back_up`).

In a match a result is worth what it does to the chance of winning the match (`hooks.worth`).

Measured against `rules` in preset schnapsen, points a deal over paired packs (95 %):

* uniform rollouts but for sure blunders, ``others="tree"``: -1.26 ± 0.22 (10,000 iterations, 400
  deals): players who defend at random make every close look good;
* rollouts of the rule player: +0.04 ± 0.15 and +0.14 ± 0.14 (1,000 and 5,000, 400 deals);
* ``others="rules"`` too: +0.13 ± 0.14 and +0.19 ± 0.12; with beliefs +0.19 ± 0.08 (5,000, 1,200
  deals; exploration 2.5 instead of 1: +0.25 ± 0.08), with ``others="tree"`` +0.17 ± 0.08;
* 20,000 iterations: +0.33 ± 0.13 (400 deals); 10,000 against 1,000: +0.07 ± 0.08 (800 deals);
* exploring by the largest deviation, and believing only in worlds that were kept: +0.31 ± 0.08
  (5,000, 1,200 deals); in Watten, where folding pays the same in every world, +0.70 ± 0.27 instead
  of -0.39 ± 0.33 (2,000, 300 and 200 deals);
* in Bauernschnapsen, whose bids a tree valued at -0.10 ± 0.51 (2,000, 1,232 deals), play-outs of
  bids and misfits weighed by how rare the move is: +1.21 ± 0.53 (2,000, 400 deals).
"""

from __future__ import annotations

import sys
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from ..base.arrays import Pool, Record, Words
from ..base.jit import template
from ..cards import Move, Seat, below, bit, pick
from ..engine.alphabeta import exact_value
from ..games import contract as rules  # bound to a game by `specialise`
from ..games.hooks import all_seen, sensible, worth
from . import tree as tree_module
from .belief import WORLDS, advised, worlds_of
from .bids import value_bids
from .tree import (
    add_child,
    back_up,
    choose_child,
    count_payoff,
    pick_untried,
    scale_of,
    steady_child,
)
from .workspace import Thoughts, batches, forced, is_bid, room_for

if TYPE_CHECKING:
    from ..deal.state import View

# Rollout policies: any legal move; any that the game calls sensible; the game's rule player.
ROLLOUTS = ("uniform", "sensible", "rules")
UNIFORM, SENSIBLE, RULES = range(3)
OTHERS = ("tree", "rules")

# How to search: one record, so that the kernels hand it on whole.
PLAN = np.dtype(
    (
        np.record,
        [
            ("exploration", np.float64),  # in standard deviations of the payoff
            ("rollouts", np.int64),  # index into ROLLOUTS
            ("model", np.int64),  # 1 if the other seats follow the rule player in the tree
            ("exact", np.int64),  # 1 if exact values end a line once all cards are known
            ("match", np.int64),  # 1 if payoffs count by their worth in the match
            ("redeal", np.int64),  # 1 if pool[0] is concealed, 0 if it is one world
            ("even", np.int64),  # lines at first in which moves are tried evenly
        ],
    )
)


LEAST_VISITS = 16  # of each move of the root, if they take up no more than a quarter of all


def plan_of(
    view: View,
    exploration: float,
    rollouts: str,
    others: str,
    exact: bool,
    redeal: bool,
    iterations: int,
) -> np.ndarray:
    """The record of a search of so many iterations (0: not known); ValueError for unknown words."""
    check_words(rollouts, others)
    even = LEAST_VISITS * len(view.legal_moves())
    plan = np.zeros(1, PLAN)
    plan[0] = (
        exploration, ROLLOUTS.index(rollouts), OTHERS.index(others), exact, view.in_match, redeal,
        min(even, iterations // 4) if iterations else even,
    )  # fmt: skip
    return plan


def check_words(rollouts: str, others: str = OTHERS[0]) -> None:
    """ValueError for a word that is not known."""
    for name, value, known in (("rollouts", rollouts, ROLLOUTS), ("others", others, OTHERS)):
        if value not in known:
            raise ValueError(f"{name}={value!r} is not known: it is {' or '.join(known)}")


def think(
    view: View,
    words: np.ndarray,
    iterations: int = 10_000,
    time: float = 0.0,
    exploration: float = 2.5,
    rollouts: str = "rules",
    others: str = "rules",
    slack: float = 0.1,
    exact: bool = True,
) -> Thoughts:
    """The visits and mean payoff of each move after `iterations`, or `time` seconds if above 0.

    slack: how likely it is that another seat makes a move that the rule player would not (see
    `belief`); 1 takes worlds as they are redealt.
    exact: exact values end a rollout where all cards that matter are known to everyone.
    Of a bid `iterations` are the play-outs of all moves.
    """
    began = perf_counter()
    known = 0 if time > 0 else iterations
    if alone := forced(view):
        return alone
    room = room_for(view.game)
    check_words(rollouts, others)
    if others == "rules" and is_bid(view):
        return value_bids(view, words, room, iterations, time, slack)
    room.begin(view)
    kernels = view.game.kernels(sys.modules[__name__])
    trees = view.game.kernels(tree_module)
    plot = room.plot(known)
    trees.plant(plot[0], plot[1])
    plan = plan_of(view, exploration, rollouts, others, exact, not view.sees_all, known)
    bank = worlds_of(view, room.worlds, known or WORLDS, slack, words)
    for n in batches(iterations, time, began):
        kernels.search(room.pool, view.seat, plot, bank, n, plan, words, room.work)
    trees.read_root(plot[0], room.values, room.visits)
    return room.thoughts(view)


@template
def descend(
    pool: Pool,
    seat: Seat,
    tree: np.ndarray,
    numbers: np.ndarray,
    path: np.ndarray,
    steady: np.ndarray,
    scale: float,
    plan: Record,
    rng: Words,
) -> int:
    """Follow and extend the tree in the world of ``pool[1]``; the length of the path.

    steady: as `tree.back_up` takes it.
    """
    state = pool[1]
    node = np.int64(0)
    depth = 0
    while True:
        legal = rules.legal(state)
        if legal == 0 or (plan.exact and depth > 0 and all_seen(state)):
            return depth
        usual = np.int64(-1)  # the child that the seat itself would rather go to, later on
        if plan.model:
            other = rules.to_move(state) != seat
            if other or (node > 0 and tree[node].children == 0):  # its own first try, too
                legal = bit(advised(pool, np.int64(1), legal, rng))
            elif node > 0:
                usual = steady_child(tree, node, legal)
        move = pick_untried(tree, node, legal, rng)
        steady[depth] = np.float64(tree[usual].value) if usual >= 0 else np.nan
        if move >= 0:
            node = add_child(tree, numbers, node, move, rules.to_move(state))
            make(state, move, plan)
            if node == 0:
                return depth
            path[depth] = node
            return depth + 1
        node = choose_child(tree, node, legal, scale)
        path[depth] = node
        if node == usual:
            steady[depth] = np.nan
        depth += 1
        make(state, np.int64(tree[node].move), plan)


@template
def make(state: Record, move: Move, plan: Record) -> None:
    """Play a move; the rule player must also know what everyone learns from it."""
    if plan.model or plan.rollouts == RULES:
        rules.learn(state, move)
    rules.play(state, move)


@template
def finish(pool: Pool, plan: Record, rng: Words) -> None:
    """Play a rollout in ``pool[1]``, up to where exact values take over."""
    state = pool[1]
    while not rules.is_over(state):
        if plan.exact and all_seen(state):
            return
        legal = rules.legal(state)
        if plan.rollouts == RULES:
            move = advised(pool, np.int64(1), legal, rng)
        elif plan.rollouts == SENSIBLE:
            move = pick(sensible(state, legal), rng)
        else:
            move = pick(legal, rng)
        make(state, move, plan)


@template
def evaluate(state: Record, payoffs: np.ndarray, plan: Record, work: Any) -> None:
    """What the line is worth to all seats: as the deal ended, or exact."""
    for seat in range(rules.N_SEATS):
        if rules.is_over(state):
            payoff = rules.payoff(state, seat)
        else:
            payoff = exact_value(state, seat, work)
        payoffs[seat] = worth(state, seat, payoff) if plan.match else np.float64(payoff)


@template
def search(
    pool: Pool,
    seat: Seat,
    room: Any,
    bank: Pool,
    iterations: int,
    plans: np.ndarray,
    rng: Words,
    work: Any,
) -> None:
    """Grow the tree by `iterations` from the concealed state ``pool[0]``.

    bank: worlds to draw from; when empty, each is redealt.  ``pool[1 .. 3]`` are overwritten.
    """
    tree, numbers, path, steady, payoffs = room
    plan = plans[0]
    state = pool[1]
    for _ in range(iterations):
        if bank.shape[0]:
            pool[1] = bank[below(rng, bank.shape[0])]
        else:
            pool[1] = pool[0]
            if plan.redeal:
                rules.redeal(state, seat, rng)
        scale = scale_of(numbers, plan.exploration, plan.even)
        depth = descend(pool, seat, tree, numbers, path, steady, scale, plan, rng)
        finish(pool, plan, rng)
        evaluate(state, payoffs, plan, work)
        back_up(tree, path, steady, depth, payoffs, seat)
        count_payoff(numbers, payoffs[seat])
