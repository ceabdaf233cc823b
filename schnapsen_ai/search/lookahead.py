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
from ..engine.alphabeta import exact_moves, exact_value
from ..games import contract as rules  # bound to a game by `specialise`
from ..games.hooks import all_seen, exact_cost, worth
from ..learn.judge import Judge, chosen, judge_of, prospect
from ..learn.lockstep import choices
from ..learn.player import player_of
from . import likely_worlds
from .belief import WORLDS
from .likely_worlds import add_up, drawn
from .paired_race import not_worse, note
from .pimc import all_placed, solvable
from .workspace import Thoughts, batches, forced, room_for

if TYPE_CHECKING:
    from ..deal.game import Game
    from ..deal.state import View

LAP = 32  # worlds between two looks at who is surely worse
CHEAP = 300  # microseconds: an exact value that costs less ends a line
DEAR = 3_000  # that costs more is not averaged in


class Budget(NamedTuple):
    """How much is looked at: worlds believed in, lines played, worlds solved."""

    worlds: int = WORLDS  # and no more
    lines: int = 1000
    solved: int = 100


class Temper(NamedTuple):
    """How players are taken to choose: by softmax of the network's values, in its scale."""

    belief: float = 0.15
    play: float = 0.1
    slack: float = 0.05  # least likelihood of a move


class Seer:
    """A network at work in the process's room of a game, with what it needs besides."""

    def __init__(self, game: Game, judge: Judge, scale: float) -> None:
        self.room, self.judge, self.scale = room_for(game), judge, scale
        self.kernels = game.kernels(sys.modules[__name__])
        self.likely = game.kernels(likely_worlds)
        self.odds = np.zeros(WORLDS)
        self.totals = np.zeros((64, 65))


@functools.cache
def seer_of(game: Game, file: str = "") -> Seer:
    """This process's seer for a game and the file of a player (see `learn.player`)."""
    player = player_of(game, file)
    return Seer(game, judge_of(game, player.weights), player.scale)


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
    view: View, seer: Seer, words: Words, budget: Budget, temper: Temper, share: float,
    time: float = 0.0,
) -> Thoughts:
    """The value of each move that is worth weighing.

    share: of the open-card values in the mean.  time: seconds for a move, if above 0, in place of
    the budget's lines.
    """
    began = perf_counter()
    if alone := forced(view):
        return alone
    room, kernels, seat, in_match = seer.room, seer.kernels, view.seat, view.in_match
    room.begin(view)
    pool = room.pool
    if kernels.solvable_here(pool, seat, words):
        moves = int(kernels.solve_here(pool, room.work, room.out))
        return {m: {"value": float(room.out[m]), "visits": 1} for m in members(moves)}
    moves = int(kernels.what_to_weigh(pool))
    if moves & (moves - 1) == 0:
        return {moves.bit_length() - 1: {"value": 0.0, "visits": 0}}
    bank, odds = room.worlds[4 : 4 + budget.worlds], seer.odds[: budget.worlds]
    if view.whole and view.history:
        history = np.array(view.history, np.int64)
        seer.likely.weigh(pool, seat, view.match(), history, bank, odds, tuple(temper),
                          seer.judge, words)
    else:
        seer.likely.uniform_worlds(pool, seat, bank, odds, words)
    add_up(odds)
    solved = 0
    if share > 0 and budget.solved:
        solved = int(kernels.solve(pool, seat, bank, odds, budget.solved, in_match, room.work,
                                   room.out, room.values, words))
    seer.totals[:] = 0
    left = moves
    for lines in batches(budget.lines, time, began):
        left = int(kernels.race(pool, seat, bank, odds, left, lines, seer.judge, seer.scale,
                                temper.play, in_match, room.work, seer.totals, room.visits, words))
    share = share if solved else 0.0
    found = {}
    for m in members(moves):
        ahead = float(seer.totals[m, 64] / room.visits[m])
        value = (1 - share) * ahead + share * float(room.values[m])
        found[m] = {"value": value, "visits": int(room.visits[m])}
    return found


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
