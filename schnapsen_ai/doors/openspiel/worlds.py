"""The worlds of an endgame: every way the hidden cards can lie, each with its weight."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import lcm

import numpy as np

from ...base import seeds
from ...base.arrays import UNKNOWN, again
from ...cards import Seat
from ...deal.ruleset import Ruleset
from ...deal.state import State, View
from ...search import worlds as sampling
from .table import known


class Worlds:
    """Whole deals with weights, all after the same moves."""

    def __init__(self, view: View, pool: np.ndarray, weights: list[int]) -> None:
        self.game: Ruleset = view.game
        self.history = list(view.history)
        self.pool = pool
        self.weights = weights
        self.chances = [w / sum(weights) for w in weights]
        self._fitting: dict[str, tuple[list[int], np.ndarray]] = {}

    def __len__(self) -> int:
        return len(self.pool)

    def state(self, world: int, moves: tuple[int, ...] = ()) -> State:
        """The deal in a world, some moves on."""
        state = State(self.game, again(self.pool[world : world + 1]), None, list(self.history))
        for move in moves:
            state.play(move)
        return state

    def fitting(self, state: State, seat: Seat) -> tuple[list[int], np.ndarray]:
        """The worlds that a seat cannot tell from that of `state`, and how likely each is."""
        sight = known(state.view(seat))
        if sight not in self._fitting:
            moves = tuple(state.history[len(self.history) :])
            which = [w for w in range(len(self)) if self._looks(w, moves, seat) == sight]
            weights = np.array([self.weights[w] for w in which], float)
            self._fitting[sight] = which, weights / weights.sum()
        return self._fitting[sight]

    def _looks(self, world: int, moves: tuple[int, ...], seat: Seat) -> str:
        try:
            return known(self.state(world, moves).view(seat))
        except ValueError:  # a move that is not legal there
            return ""


def worlds_of(view: View, mutual: bool = False, draws: int = 0) -> Worlds:
    """The worlds that fit a view: all of them, or those of so many draws, as often as they came.

    mutual: not only those that the seat holds possible, so that the others know its hand, but
    also those that they may then hold possible, and so on: what nobody can rule out for all.
    ValueError where the game cannot list its worlds and no number of draws is given.
    """
    if view.is_over:
        raise ValueError("the deal is over: it has no endgame")
    if draws:
        found = _drawn(view, draws)
    elif not hasattr(view.game.rules, "list_worlds"):
        raise ValueError(
            f"{view.game.name} cannot list the worlds of a position: have some drawn, as in "
            "draws=1000"
        )
    else:
        found = _mutual(view) if mutual else _listed(view.game, view.record(), view.seat)
    pool = np.concatenate([_record(view.game, key) for key in found])
    whole = lcm(*(weight.denominator for weight in found.values()))
    return Worlds(view, pool, [int(weight * whole) for weight in found.values()])


def _drawn(view: View, draws: int) -> dict[bytes, Fraction]:
    """Worlds drawn uniformly, always the same ones."""
    pool = view.record(draws)
    rng = seeds.words(seeds.secret_of(0), "worlds of an endgame", 0, 1)
    view.game.kernels(sampling).sample(pool, view.seat, rng)
    counted = Counter(pool[i : i + 1].tobytes() for i in range(draws))
    return {key: Fraction(n) for key, n in counted.items()}


def _listed(game: Ruleset, concealed: np.ndarray, seat: Seat) -> dict[bytes, Fraction]:
    """The worlds of what a seat sees, by their records.

    The cards that it has been dealt are wiped from the pack, which so holds the talon alone: a
    world is the same whoever lists it.
    """
    concealed["pack"] = UNKNOWN
    states, weights = game.rules.list_worlds(concealed, seat)
    return {
        states[i : i + 1].tobytes(): Fraction(int(weights[i])) for i in range(len(states))
    }


def _mutual(view: View) -> dict[bytes, Fraction]:
    """Each world's weight follows from that of one which shares a view with it."""
    game = view.game
    found = _listed(game, view.record(), view.seat)
    asked: set[bytes] = set()
    waiting = list(found)
    while waiting:
        world = waiting.pop()
        for seat in range(game.n_seats):
            seen = _record(game, world)
            game.board.conceal_at(seen, 0, seat)
            if (key := bytes([seat]) + seen.tobytes()) in asked:
                continue
            asked.add(key)
            others = _listed(game, seen, seat)
            for other, weight in others.items():
                if other not in found:
                    found[other] = found[world] * weight / others[world]
                    waiting.append(other)
    return found


def _record(game: Ruleset, key: bytes) -> np.ndarray:
    return np.frombuffer(bytearray(key), game.new_pool(1).dtype)
