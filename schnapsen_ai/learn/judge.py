"""A network asked of one position at a time, inside searches and compiled players.

A *judge* is the tuple of arrays that the kernels here take, of `judge_of`: the weights (float32,
the last layer's turned so that an output's weights lie side by side) and room to work in.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base.arrays import Record, Words, floats_at
from ..base.jit import inexact, jit, template
from ..cards import Move, Moves, Seat, bit, lowest, uniform
from ..deal.ruleset import Ruleset
from .features import MOVES, active, features_of, order_of, output_of
from .lockstep import MOST_MOVES
from .network import Weights

Judge = Any


def judge_of(game: Ruleset, weights: Weights) -> Judge:
    """The weights of a network as the kernels take them, with room of its own."""
    w1, b1, w2, b2, w3, b3 = turned(weights)
    return (w1, b1, w2, b2, w3, b3), new_room(features_of(game.rules).most, len(b1), len(b2))


def turned(weights: Weights) -> Weights:
    """The weights with the last layer's by outputs; float32, each contiguous."""
    *most, w3, b3 = weights
    return [np.ascontiguousarray(w, np.float32) for w in (*most, w3.T, b3)]


@jit
def new_room(most: int, wide: int, narrow: int) -> Any:
    """Order of suits, active features, both hidden layers, moves and their values."""
    return (
        np.zeros(4, np.int64), np.zeros(most, np.int16), np.zeros(wide, np.float32),
        np.zeros(narrow, np.float32), np.zeros(MOST_MOVES, np.int64), np.zeros(MOST_MOVES),
    )  # fmt: skip


# --- a network by its address, for compiled players, which are given numbers alone ---


def numbers_of(game: Ruleset, weights: Weights) -> list[float]:
    """Where this process keeps the weights (of `turned`, which must live on), and their sizes."""
    w1, b1, _, b2, _, _ = weights
    sizes = [features_of(game.rules).most, len(w1), len(b1), len(b2)]
    return [float(n) for n in (*sizes, *(w.ctypes.data for w in weights))]


@jit
def judge_at(numbers: np.ndarray) -> Judge:
    """The judge of `numbers_of`."""
    most, rows, wide = np.int64(numbers[0]), np.int64(numbers[1]), np.int64(numbers[2])
    narrow = np.int64(numbers[3])
    weights = (
        floats_at(np.int64(numbers[4]), rows * wide).reshape((rows, wide)),
        floats_at(np.int64(numbers[5]), wide),
        floats_at(np.int64(numbers[6]), wide * narrow).reshape((wide, narrow)),
        floats_at(np.int64(numbers[7]), narrow),
        floats_at(np.int64(numbers[8]), MOVES * narrow).reshape((MOVES, narrow)),
        floats_at(np.int64(numbers[9]), MOVES),
    )
    return weights, new_room(most, wide, narrow)


@template
def judged(state: Record, seat: Seat, moves: Moves, judge: Judge) -> int:
    """What each of `moves` is worth to the seat to move, which sees `state`; how many there are.

    They stand in the judge's room, lowest first: moves and values (units of the network's scale).
    """
    weights, (order, features, h1, h2, listed, held) = judge
    order_of(state, seat, order)
    hidden(weights, features, active(state, seat, order, features), h1, h2)
    n = 0
    while moves:
        move = lowest(moves)
        moves ^= bit(move)
        listed[n] = move
        held[n] = output(weights, h2, output_of(move, order))
        n += 1
    return n


@template
def likelihood(
    state: Record, seat: Seat, moves: Moves, move: Move, warmth: float, judge: Judge
) -> float:
    """How likely a move is of a player who chooses by softmax of the values over `warmth`."""
    n = judged(state, seat, moves, judge)
    listed, held = judge[1][4], judge[1][5]
    top = held[best_of(held, n)]
    total = 0.0
    mine = 0.0
    for k in range(n):
        share = np.exp((held[k] - top) / warmth)
        total += share
        if listed[k] == move:
            mine = share
    return mine / total


@template
def chosen(
    state: Record, seat: Seat, moves: Moves, warmth: float, rng: Words, judge: Judge
) -> Move:
    """Such a player's move; the one held best where `warmth` is 0."""
    n = judged(state, seat, moves, judge)
    listed, held = judge[1][4], judge[1][5]
    best = best_of(held, n)
    if warmth <= 0:
        return listed[best]
    top = held[best]
    total = 0.0
    for k in range(n):
        held[k] = np.exp((held[k] - top) / warmth)
        total += held[k]
    mark = uniform(rng) * total
    for k in range(n - 1):
        if mark < held[k]:
            return listed[k]
        mark -= held[k]
    return listed[n - 1]


@template
def prospect(state: Record, seat: Seat, moves: Moves, judge: Judge) -> float:
    """What the best of `moves` is held to be worth to the seat to move."""
    n = judged(state, seat, moves, judge)
    held = judge[1][5]
    return held[best_of(held, n)]


@jit
@inexact
def best_of(held: np.ndarray, n: int) -> int:
    best = 0
    for k in range(1, n):
        if held[k] > held[best]:
            best = k
    return best


@jit
@inexact
def hidden(weights: Any, features: np.ndarray, n: int, h1: np.ndarray, h2: np.ndarray) -> None:
    """Both hidden layers of one position."""
    w1, b1, w2, b2, _, _ = weights
    wide, narrow = b1.shape[0], b2.shape[0]
    for j in range(wide):
        h1[j] = b1[j]
    for k in range(n):
        row = w1[features[k]]
        for j in range(wide):
            h1[j] += row[j]
    for j in range(narrow):
        h2[j] = b2[j]
    for i in range(wide):
        x = h1[i]
        if x > 0:
            row = w2[i]
            for j in range(narrow):
                h2[j] += x * row[j]
    for j in range(narrow):
        h2[j] = max(h2[j], np.float32(0))


@jit
@inexact
def output(weights: Any, h2: np.ndarray, which: int) -> float:
    row = weights[4][which]
    value = weights[5][which]
    for j in range(h2.shape[0]):
        value += h2[j] * row[j]
    return np.float64(value)
