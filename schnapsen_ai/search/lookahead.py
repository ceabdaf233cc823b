"""A network, one step of search over believed worlds, and open-card values: the bot `expert`.

1. Worlds: deals that the rules allow, each with the likelihood of the others' moves in it, if they
   choose as the network does (`slack`: how likely any move is at least).
2. For each move, in worlds drawn by that likelihood and common to all moves: both sides play on by
   the network past `depth` of one's own choices to another, which is worth what the network holds
   of it; exact values as soon as everyone knows all cards.  Moves that are surely worse are dropped
   (a paired test of `RACE` deviations).
3. The mean of that with exact open-card values over some of the same worlds, where these are
   cheap (`pimc`): each errs where the other does not.

All values are in game points, or in a match in what they do for it: `learn.occasions.gain`.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterator
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..base.arrays import Pool, Record, Words
from ..base.jit import template
from ..cards import Moves, Seat, bit, lowest, members, uniform
from ..engine.alphabeta import exact_moves, exact_value
from ..games import contract as rules  # bound to a game by `specialise`
from ..games.hooks import all_seen, exact_cost
from ..learn.judge import Judge, chosen, judge_of, prospect
from ..learn.lockstep import choices
from ..learn.occasions import gain, step_of
from ..learn.player import player_of
from . import likely_worlds
from .belief import WORLDS
from .likely_worlds import add_up, drawn
from .paired_race import not_worse, note
from .pimc import all_placed, solvable
from .workspace import Thoughts, batches, forced, is_bid, room_for

if TYPE_CHECKING:
    from ..deal.game import Game
    from ..deal.state import View

LAP = 32  # worlds between two looks at who is surely worse
CHEAP = 300  # microseconds: an exact value that costs less ends a line
DEAR = 3_000  # that costs more is not averaged in
FOR_WORLDS, FOR_SOLVING = 0.3, 0.3  # shares of the time, where a time is given


class Budget(NamedTuple):
    """How much is looked at: worlds believed in, lines played, worlds solved; own choices that a
    line goes past."""

    worlds: int = WORLDS  # and no more
    lines: int = 1000
    solved: int = 40
    depth: int = 1


class Temper(NamedTuple):
    """How players are taken to choose: by softmax of the network's values, in its scale."""

    belief: float = 0.075
    play: float = 0.05
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
def counted(state: Record, seat: Seat, payoff: int, step: int) -> float:
    """How a payoff counts for `seat`; step: of `gain` in a match, else 0."""
    return gain(state, seat, payoff, step) if step else np.float64(payoff)


@template
def line(
    pool: Pool, seat: Seat, depth: int, judge: Judge, scale: float, warmth: float, step: int,
    work: Any, rng: Words,
) -> float:
    """Play ``pool[2]`` on past `depth` choices of `seat`; what it can expect at the next."""
    state = pool[2]
    own = 0
    while True:
        if rules.is_over(state):
            return counted(state, seat, rules.payoff(state, seat), step)
        if all_seen(state) and exact_cost(state) < CHEAP:
            return counted(state, seat, exact_value(state, seat, work), step)
        moves = choices(state)
        move = lowest(moves)
        if moves & (moves - 1):
            who = rules.to_move(state)
            pool[3] = pool[2]
            rules.conceal(pool[3], who)
            if who == seat:
                if own == depth:
                    return prospect(pool[3], seat, moves, judge) * scale
                own += 1
            move = chosen(pool[3], who, moves, warmth, rng, judge)
        rules.learn(state, move)
        rules.play(state, move)


@template
def race(
    pool: Pool, seat: Seat, bank: Pool, sums: np.ndarray, moves: Moves, lines: int, depth: int,
    judge: Judge, scale: float, warmth: float, step: int, work: Any, totals: np.ndarray,
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
            values[move] = line(pool, seat, depth, judge, scale, warmth, step, work, rng)
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
    pool: Pool, seat: Seat, bank: Pool, sums: np.ndarray, worlds: int, dear: int, step: int,
    work: Any, out: np.ndarray, solved: np.ndarray, rng: Words,
) -> int:
    """Add the open-card values of each move in worlds drawn by systematic sampling; how many.

    dear: microseconds of a world that is left out.
    """
    first = uniform(rng)
    done = 0
    for k in range(worlds):
        pool[1] = bank[drawn(sums, (k + first) / worlds)]
        if not solvable(pool[1], dear):
            continue
        moves = exact_moves(pool[1], work, out)
        done += 1
        while moves:
            move = lowest(moves)
            moves ^= bit(move)
            solved[move] += counted(pool[1], seat, out[move], step)
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
    the budget's numbers, which are then the most that there are (of lines as many as fit).
    """
    began = perf_counter()
    if alone := forced(view):
        return alone
    room, kernels, seat = seer.room, seer.kernels, view.seat
    room.begin(view)
    pool = room.pool
    if kernels.solvable_here(pool, seat, words):
        moves = int(kernels.solve_here(pool, room.work, room.out))
        return {m: {"value": float(room.out[m]), "visits": 1} for m in members(moves)}
    moves = int(kernels.what_to_weigh(pool))
    if moves & (moves - 1) == 0:
        return {moves.bit_length() - 1: {"value": 0.0, "visits": 0}}
    step = step_of(seer.scale) if view.in_match else 0
    bank, sums = _believed(view, seer, words, budget.worlds, temper, FOR_WORLDS * time)
    solved = 0
    if share > 0 and not is_bid(view):  # open cards know nothing of bids
        solved = _solved(seer, seat, bank, sums, budget.solved, step, words, FOR_SOLVING * time)
    seer.totals[:] = 0
    left = moves
    for lines in batches(budget.lines, time, began):
        left = int(kernels.race(pool, seat, bank, sums, left, lines, budget.depth,
                                seer.judge, seer.scale, temper.play, step, room.work,
                                seer.totals, room.visits, words))
        if left & (left - 1) == 0:
            break
    found = {}
    for m in members(moves):
        value = float(seer.totals[m, 64] / room.visits[m])
        if solved:
            value = (1 - share) * value + share * float(room.values[m]) / solved
        found[m] = {"value": value, "visits": int(room.visits[m])}
    return found


def _believed(
    view: View, seer: Seer, words: Words, worlds: int, temper: Temper, time: float
) -> tuple[Pool, np.ndarray]:
    """Worlds of a view and the sums of their odds, as many as fit into `time` if it is above 0."""
    pool, seat, bank, odds = seer.room.pool, view.seat, seer.room.worlds[4:], seer.odds
    history = np.array(view.history, np.int64)
    n = 0
    for more in pieces(worlds, time):
        new = slice(n, n + more)
        if view.whole and view.history:
            seer.likely.weigh(pool, seat, view.match(), history, bank[new], odds[new],
                              tuple(temper), seer.judge, words)
        else:
            seer.likely.uniform_worlds(pool, seat, bank[new], odds[new], words)
        n += more
    add_up(odds[:n])
    return bank[:n], odds[:n]


def _solved(
    seer: Seer, seat: Seat, bank: Pool, sums: np.ndarray, worlds: int, step: int, words: Words,
    time: float,
) -> int:
    """Sum open-card values up in the room's `values`, over how many worlds it says."""
    dear = min(DEAR, int(time * 250_000)) if time > 0 else DEAR
    room, n = seer.room, 0
    for more in pieces(worlds, time):
        n += int(seer.kernels.solve(room.pool, seat, bank, sums, more, dear, step, room.work,
                                    room.out, room.values, words))
    return n


def pieces(most: int, time: float) -> Iterator[int]:
    """Sizes that add up to `most`, or to as many as fit into `time` seconds if it is above 0."""
    done = 0
    for more in batches(most, time):
        yield min(more, most - done)
        done += more
        if done >= most:
            return


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
