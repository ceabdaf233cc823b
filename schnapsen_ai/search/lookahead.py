"""A network, one step of search over believed worlds, and open-card values: the bot `expert`.

1. Worlds: deals that the rules allow, each with the likelihood of the others' moves in it, if they
   choose as the network does (`slack`: how likely any move is at least).
2. For each move, in worlds drawn by that likelihood and common to all moves: both sides play on by
   the network to one's own next choice, which is worth what the network holds of it; exact values
   as soon as everyone knows all cards.  Moves that are surely worse are dropped (a paired test of
   `RACE` deviations).
3. The mean of that with exact open-card values over some of the same worlds, where these are
   cheap (`pimc`): each errs where the other does not.

All payoffs are in game points, or in a match in the worth of the score after the deal.
"""

from __future__ import annotations

import functools
import sys
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..base.arrays import Pool, Record, Words
from ..base.jit import template
from ..cards import Moves, Seat, bit, lowest, members, uniform
from ..deal.exact import solver_of
from ..engine.alphabeta import exact_moves, exact_value
from ..games import contract as rules  # bound to a game by `specialise`
from ..games.hooks import all_seen, exact_cost, worth
from ..learn.judge import Judge, chosen, judge_of, prospect
from ..learn.lockstep import choices
from ..learn.player import player_of
from . import likely_worlds
from .likely_worlds import add_up, drawn
from .paired_race import not_worse, note
from .pimc import all_placed, solvable
from .workspace import Thoughts, batches, forced

if TYPE_CHECKING:
    from ..deal.game import Game
    from ..deal.state import View

LAP = 32  # worlds between two looks at who is surely worse
CHEAP = 300  # microseconds: an exact value that costs less ends a line
DEAR = 3_000  # that costs more is not averaged in


class Budget(NamedTuple):
    """How much is looked at: worlds believed in, lines played, worlds solved."""

    worlds: int = 512
    lines: int = 1000
    solved: int = 100


class Temper(NamedTuple):
    """How players are taken to choose: by softmax of the network's values over these."""

    belief: float = 0.15  # in game points of Schnapsen, as all of them
    play: float = 0.1
    slack: float = 0.05  # least likelihood of a move


class Desk:
    """The arrays of one process for one game."""

    def __init__(self, game: Game, judge: Judge, scale: float) -> None:
        self.game, self.judge, self.scale = game, judge, scale
        self.kernels = game.kernels(sys.modules[__name__])
        self.worlds = game.kernels(likely_worlds)
        self.pool = game.new_pool(6)
        self.bank = game.new_pool(4096)
        self.odds = np.zeros(4096)
        self.totals = np.zeros((64, 65))
        self.means = np.zeros(64)
        self.visits = np.zeros(64, np.int64)
        self.out = np.zeros(64, np.int64)
        self.solved = np.zeros(64)
        self.work = solver_of(game).work


@functools.cache
def desk_of(game: Game, file: str = "") -> Desk:
    """This process's desk for a game and the file of a player (see `learn.player`)."""
    player = player_of(game, file)
    return Desk(game, judge_of(game, player.weights), player.scale)


# --- lines ---


@template
def end_worth(state: Record, seat: Seat, payoff: float, in_match: bool) -> float:
    """The worth of a payoff, or of a mean of payoffs between those next to it."""
    if not in_match:
        return payoff
    low = np.int64(np.floor(payoff))
    part = payoff - low
    below = worth(state, seat, low)
    return below if part == 0 else below + part * (worth(state, seat, low + 1) - below)


@template
def line(
    pool: Pool, seat: Seat, judge: Judge, scale: float, warmth: float, in_match: bool, work: Any,
    rng: Words,
) -> float:
    """Play ``pool[2]`` on to one's next choice; what `seat` can expect there."""
    state = pool[2]
    while True:
        if rules.is_over(state):
            return end_worth(state, seat, np.float64(rules.payoff(state, seat)), in_match)
        if all_seen(state) and exact_cost(state) < CHEAP:
            return end_worth(state, seat, np.float64(exact_value(state, seat, work)), in_match)
        moves = choices(state)
        move = lowest(moves)
        if moves & (moves - 1):
            who = rules.to_move(state)
            pool[3] = pool[2]
            rules.conceal(pool[3], who)
            if who == seat:
                held = prospect(pool[3], seat, moves, judge) * scale
                return end_worth(state, seat, held, in_match)
            move = chosen(pool[3], who, moves, warmth, rng, judge)
        rules.learn(state, move)
        rules.play(state, move)


@template
def race(
    pool: Pool, seat: Seat, bank: Pool, sums: np.ndarray, moves: Moves, lines: int, judge: Judge,
    scale: float, warmth: float, in_match: bool, work: Any, totals: np.ndarray,
    visits: np.ndarray, rng: Words,
) -> Moves:
    """Play lines of each of `moves` in common worlds; the moves that are not surely worse.

    totals: float64[64, 65], see `note`.
    """
    done = 0
    values = np.zeros(64)
    lap = 0
    while done < lines and moves & (moves - 1):
        world = drawn(sums, uniform(rng))
        rest = moves
        while rest:
            move = lowest(rest)
            rest ^= bit(move)
            pool[2] = bank[world]
            rules.learn(pool[2], move)
            rules.play(pool[2], move)
            values[move] = line(pool, seat, judge, scale, warmth, in_match, work, rng)
            visits[move] += 1
            done += 1
        note(moves, values, totals)
        lap += 1
        if lap % LAP == 0:
            moves = not_worse(moves, visits, totals)
    return moves


# --- open cards ---


@template
def solve(
    pool: Pool, seat: Seat, bank: Pool, sums: np.ndarray, worlds: int, in_match: bool, work: Any,
    out: np.ndarray, solved: np.ndarray, rng: Words,
) -> int:
    """Mean open-card worth of each move over worlds drawn by systematic sampling; how many."""
    solved[:] = 0
    first = uniform(rng)
    done = 0
    for k in range(worlds):
        pool[1] = bank[drawn(sums, (k + first) / worlds)]
        if not solvable(pool[1], DEAR):
            continue
        moves = exact_moves(pool[1], work, out)
        done += 1
        while moves:
            move = lowest(moves)
            moves ^= bit(move)
            solved[move] += end_worth(pool[1], seat, np.float64(out[move]), in_match)
    if done:
        solved /= done
    return done


@template
def what_to_weigh(pool: Pool) -> Moves:
    """The moves of ``pool[0]`` to choose from."""
    return choices(pool[0])


# --- thinking ---


def think(
    view: View, desk: Desk, words: Words, budget: Budget, temper: Temper, share: float,
    time: float = 0.0,
) -> Thoughts:
    """The value of each move that is worth weighing.

    share: of the open-card values in the mean.  time: seconds for a move, if above 0, in place of
    the budget's lines and worlds solved.
    """
    began = perf_counter()
    if alone := forced(view):
        return alone
    kernels, pool, seat = desk.kernels, desk.pool, view.seat
    pool[0] = view.record()[0]
    if kernels.solvable_here(pool, seat, words):
        moves = int(kernels.solve_here(pool, desk.work, desk.out))
        return {m: {"value": float(desk.out[m]), "visits": 1} for m in members(moves)}
    moves = int(kernels.what_to_weigh(pool))
    if moves & (moves - 1) == 0:
        return {moves.bit_length() - 1: {"value": 0.0, "visits": 0}}
    bank, odds = desk.bank[: budget.worlds], desk.odds[: budget.worlds]
    if view.whole and view.history:
        history = np.array(view.history, np.int64)
        desk.worlds.weigh(pool, seat, view.match(), history, bank, odds, tuple(temper),
                          desk.judge, words)
    else:
        desk.worlds.uniform_worlds(pool, seat, bank, odds, words)
    add_up(odds)
    in_match = view.in_match
    done = 0
    if share > 0 and budget.solved:
        done = int(kernels.solve(pool, seat, bank, odds, budget.solved, in_match, desk.work,
                                 desk.out, desk.solved, words))
    desk.totals[:] = 0
    desk.visits[:] = 0
    left = moves
    for lines in batches(budget.lines, time, began):
        left = int(kernels.race(pool, seat, bank, odds, left, lines, desk.judge, desk.scale,
                                temper.play, in_match, desk.work, desk.totals, desk.visits, words))
    share = share if done else 0.0
    return {
        m: {
            "value": (1 - share) * float(desk.totals[m, 64] / desk.visits[m])
            + share * float(desk.solved[m]),
            "visits": int(desk.visits[m]),
        }
        for m in members(moves)
    }


@template
def solvable_here(pool: Pool, seat: Seat, rng: Words) -> bool:
    """Whether there is one world and its exact values are cheap; it is dealt into ``pool[1]``."""
    if not all_placed(pool, seat):
        return False
    pool[1] = pool[0]
    rules.redeal(pool[1], seat, rng)
    return solvable(pool[1], np.int64(1_000_000))


@template
def solve_here(pool: Pool, work: Any, out: np.ndarray) -> Moves:
    return exact_moves(pool[1], work, out)
