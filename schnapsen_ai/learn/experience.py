"""Deals as experience: what was seen, what was done, what came of it.

Two ways to play deals to learn from (`lockstep`):

* `deviations`: the rule player against itself with one random move a deal; that move and what
  follows are worth what the deal brought.  A network that has learned this knows the rule
  player's own values of its moves, and plays about as well.
* `self_play`: a network plays all seats, each move the likelier the better it is held to be; in a
  share of the deals the rule player holds those of one side.  What a decision was worth is the
  mean of what the network held the next one of the same seat to be and what came of that, and so
  on: lambda-returns (Sutton 1988).
"""

from __future__ import annotations

import numpy as np

from ..base.jit import jit
from ..cards import uniform
from ..deal.game import Game
from ..deal.seatings import seatings
from .lockstep import Lockstep
from .network import Rows, Weights, values
from .occasions import Occasions


class _Memory:
    """The decisions of a table of deals, each deal's in order."""

    def __init__(self, table: Lockstep) -> None:
        n, most = table.n, table.game.rules.MAX_PLIES
        self.features = np.zeros((n, most, table.features.shape[1]), np.int16)
        self.n_features = np.zeros((n, most), np.int64)
        self.outputs = np.zeros((n, most), np.int64)
        self.seats = np.zeros((n, most), np.int8)
        self.values = np.zeros((n, most), np.float32)
        self.length = np.zeros(n, np.int64)

    def note(self, table: Lockstep, kept: np.ndarray, values: np.ndarray) -> None:
        """Keep the decisions just picked, in some deals."""
        _note(
            kept, table.features, table.n_features, table.moves, table.outputs, table.n_moves,
            table.picked, table.seats, values, self.features, self.n_features, self.outputs,
            self.seats, self.values, self.length,
        )

    def rows(self, payoffs: np.ndarray, scale: float, trust: float) -> Rows:
        """All decisions with lambda-returns; trust: lambda."""
        most = self.values.shape[1]
        targets = np.zeros_like(self.values)
        _returns(self.length, self.seats, self.values, payoffs / scale, trust, targets)
        kept = np.arange(most) < self.length[:, None]
        return Rows(
            self.features[kept], self.n_features[kept], self.outputs[kept], targets[kept]
        )


def deviations(
    game: Game, words: np.ndarray, scale: float, occasions: Occasions | None = None,
    late: int = 10,
) -> Rows:
    """Deals of the rule player with one random move, at one of the first `late` decisions."""
    table, chance = Lockstep(game, len(words), occasions), np.random.default_rng(int(words[0]))
    memory = _Memory(table)
    when = chance.integers(0, late, table.n)
    table.deal(words)
    nothing = np.zeros(table.n, np.float32)
    number = 0
    while table.settle():
        table.ask_rules(table.live)
        table.ask_chance(table.live & (when == number))
        memory.note(table, table.live & (when <= number), nothing)
        table.make()
        number += 1
    return memory.rows(table.payoffs, scale, trust=1.0)


def self_play(
    game: Game, words: np.ndarray, weights: Weights, scale: float, warmth: float, trust: float,
    occasions: Occasions | None = None, rivals: float = 0.0,
) -> tuple[Rows, np.ndarray]:
    """Deals of a network with itself, and their payoffs, float64[n, seats].

    warmth: of the choice among moves, in units of `scale`; trust: lambda of the returns; rivals:
    share of the deals in which the rule player holds the seats of one side.
    """
    table = Lockstep(game, len(words), occasions)
    memory = _Memory(table)
    table.deal(words)
    of_rules = _held_by_rules(game, words, rivals)
    expected = np.zeros(table.n, np.float32)
    while table.settle():
        theirs = table.live & (of_rules >> table.seats & 1).astype(np.bool_)
        ours = table.live & ~theirs
        table.ask_rules(theirs)
        pick_warm(ours, held_values(table, weights, ours), table.moves, table.outputs,
                  table.n_moves, warmth, table.words, table.picked, expected)
        memory.note(table, ours, expected)
        table.make()
    return memory.rows(table.payoffs, scale, trust), table.payoffs


def _held_by_rules(game: Game, words: np.ndarray, share: float) -> np.ndarray:
    """Of each deal the set of seats that the rule player holds, in this share of them, int64[n]."""
    chance = np.random.default_rng([int(words[0]), 1])
    some = np.array(seatings(game), np.int64)[chance.integers(len(seatings(game)), size=len(words))]
    return np.where(chance.random(len(words)) < share, some, 0)


def held_values(table: Lockstep, weights: Weights, asked: np.ndarray) -> np.ndarray:
    """What a network holds every output to be worth in each deal where asked, float32[n, MOVES]."""
    if asked.all():
        return values(weights, table.features, table.n_features)
    held = np.zeros((table.n, len(weights[5])), np.float32)
    some = np.flatnonzero(asked)
    held[some] = values(weights, table.features[some], table.n_features[some])
    return held


# --- kernels ---


@jit
def _note(
    kept: np.ndarray, features: np.ndarray, n_features: np.ndarray, moves: np.ndarray,
    outputs: np.ndarray, n_moves: np.ndarray, picked: np.ndarray, seats: np.ndarray,
    values: np.ndarray, to_features: np.ndarray, to_n_features: np.ndarray,
    to_outputs: np.ndarray, to_seats: np.ndarray, to_values: np.ndarray, length: np.ndarray,
) -> None:
    for i in range(kept.shape[0]):
        if not kept[i]:
            continue
        output = -1
        for k in range(n_moves[i]):
            if moves[i, k] == picked[i]:
                output = outputs[i, k]
        if output < 0:
            continue  # the rule player's, and not one that a network chooses from
        at = length[i]
        for k in range(n_features[i]):
            to_features[i, at, k] = features[i, k]
        to_n_features[i, at] = n_features[i]
        to_outputs[i, at] = output
        to_seats[i, at] = seats[i]
        to_values[i, at] = values[i]
        length[i] = at + 1


@jit
def _returns(
    length: np.ndarray, seats: np.ndarray, values: np.ndarray, payoffs: np.ndarray, trust: float,
    targets: np.ndarray,
) -> None:
    """Lambda-returns, each seat's from its own decisions."""
    worth = np.zeros(payoffs.shape[1], np.float64)
    for i in range(length.shape[0]):
        for seat in range(payoffs.shape[1]):
            worth[seat] = payoffs[i, seat]
        for at in range(length[i] - 1, -1, -1):
            seat = seats[i, at]
            targets[i, at] = worth[seat]
            worth[seat] = (1 - trust) * values[i, at] + trust * worth[seat]


@jit
def pick_warm(
    live: np.ndarray, held: np.ndarray, moves: np.ndarray, outputs: np.ndarray,
    n_moves: np.ndarray, warmth: float, words: np.ndarray, picked: np.ndarray,
    expected: np.ndarray,
) -> None:
    """A move by softmax of values over `warmth` (0: the best), and what to expect of the choice."""
    share = np.zeros(moves.shape[1])
    for i in range(live.shape[0]):
        if not live[i]:
            continue
        n = n_moves[i]
        best = 0
        for k in range(1, n):
            if held[i, outputs[i, k]] > held[i, outputs[i, best]]:
                best = k
        top = held[i, outputs[i, best]]
        if warmth <= 0:
            picked[i] = moves[i, best]
            expected[i] = top
            continue
        total = 0.0
        mean = 0.0
        for k in range(n):
            share[k] = np.exp((held[i, outputs[i, k]] - top) / warmth)
            total += share[k]
            mean += share[k] * held[i, outputs[i, k]]
        expected[i] = mean / total
        mark = uniform(words[i : i + 1]) * total
        at = 0
        while at < n - 1 and mark >= share[at]:
            mark -= share[at]
            at += 1
        picked[i] = moves[i, at]
