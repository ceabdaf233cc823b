"""Rabló, Snapszer and Bauernschnapsen on the engine, driven from Python; packs and options."""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Iterable
from types import ModuleType
from typing import Any

import numpy as np

from schnapsen_ai.base.jit import specialise
from schnapsen_ai.cards import members
from schnapsen_ai.engine import step
from schnapsen_ai.games.shared.options import complete, encode


class Engine:
    """One deal of a compiled game, driven from Python by real play: `learn`, then `play`."""

    def __init__(self, game: ModuleType, name: str, **options: Any) -> None:
        self.game, self.name = game, name
        self.board = specialise(step, game)
        self.states = np.zeros(3, game.STATE)
        self.matches = np.zeros(1, game.MATCH)
        self.state, self.match = self.states[0], self.matches[0]
        game.prepare(self.state, name)
        values = complete(game.OPTIONS, game.PRESETS[name], options)
        self.state.options[:] = encode(game.OPTIONS, values)
        game.begin_match(self.match, self.state, game.seats(name) - 1)
        self.history: list[int] = []

    def lay_out(self, pack: Iterable[int]) -> Engine:
        self.state.pack[:] = list(pack)
        self.game.lay_out(self.state, self.match)
        self.history = []
        return self

    def copy(self) -> Engine:
        """The same deal in records of its own."""
        other = copy.copy(self)
        other.states, other.matches = self.states.copy(), self.matches.copy()
        other.state, other.match = other.states[0], other.matches[0]
        other.history = list(self.history)
        return other

    def legal(self) -> list[int]:
        return members(self.board.legal_at(self.states, 0))

    @property
    def to_move(self) -> int | None:
        seat = int(self.board.to_move_at(self.states, 0))
        return None if seat < 0 else seat

    def play(self, *moves: int) -> Engine:
        for move in moves:
            assert self.board.try_move(self.states, 0, move)
            self.history.append(move)
        return self

    @property
    def n(self) -> int:
        return int(getattr(self.state, "n_seats", 4))

    def payoffs(self) -> tuple[int, ...]:
        return tuple(int(self.board.payoff_at(self.states, 0, seat)) for seat in range(self.n))

    @property
    def ending(self) -> str:
        return str(self.game.ENDINGS[int(self.state.ending)])

    def hands(self) -> list[set[int]]:
        return [set(members(hand)) for hand in self.states["hand"][0, : self.n].tolist()]

    def field(self, name: str) -> Any:
        """A field of the state as plain Python numbers, quickly."""
        return self.states[name][0].tolist()

    def concealed(self, seat: int) -> Any:
        """A concealed copy, in a place of its own."""
        self.states[1] = self.states[0]
        self.board.conceal_at(self.states, 1, seat)
        return self.states[1]

    def world(self, seat: int, rng: Any) -> Any:
        """A redealt copy of the concealed state, in a place of its own."""
        self.states[2] = self.concealed(seat)
        self.game.redeal(self.states[2], seat, rng)
        return self.states[2]


def perft(engine: Engine, depth: int) -> int:
    if depth == 0:
        return 1
    total, before, history = 0, engine.states[0].copy(), list(engine.history)
    for move in engine.legal():
        engine.play(move)
        total += perft(engine, depth - 1)
        engine.states[0] = before
        engine.history = list(history)
    return total


# --- random values and coverage ---


def random_options(game: ModuleType, rng: random.Random, skip: Iterable[str] = ()) -> dict:
    return {
        option.name: rng.choice(list(option.values))
        for option in game.OPTIONS
        if option.name not in skip
    }


def lopsided_pack(cards: Iterable[int], seats: int, packet: int, rng: random.Random) -> list[int]:
    """A pack in which, more or less, one seat gets the high cards or a long suit."""
    long_suit, pull = rng.randrange(4), rng.choice([0, 2, 6, 20, 20])
    wanted = rng.choice([(0, 0, 0, 2, 3, 5, 7, 9), (0, 0, 0, 0, 8, 8, 2, 9)])  # by rank
    ranked = sorted(
        cards, key=lambda c: rng.random() * 8 - pull * (wanted[c % 8] / 8 + (c // 8 == long_suit))
    )
    strong = rng.randrange(seats)
    hand = 2 * packet
    own, rest = ranked[:hand], ranked[hand:]
    rng.shuffle(own)
    rng.shuffle(rest)
    first = rest[: strong * packet] + own[:packet] + rest[strong * packet : (seats - 1) * packet]
    rest = rest[(seats - 1) * packet :]
    second = rest[: strong * packet] + own[packet:] + rest[strong * packet :]
    return first + second


class Coverage:
    """Counts what was reached, and asks for enough of everything."""

    def __init__(self, game: ModuleType) -> None:
        self.game = game
        self.moves: Counter[int] = Counter()
        self.endings: Counter[str] = Counter()
        self.values: Counter[tuple[str, Any]] = Counter()

    def deal(self, options: dict[str, Any], moves: Iterable[int], ending: str) -> None:
        self.moves.update(moves)
        self.endings[ending] += 1
        self.values.update(options.items())

    def check(self, cards: Iterable[int], least: int = 50, endings: Iterable[str] = ()) -> None:
        wanted = {*cards, *self.game.MOVE_NAMES}
        rare = {m: self.moves[m] for m in wanted if self.moves[m] < least}
        ends = [*endings] or list(self.game.ENDINGS[1:])
        rare |= {e: self.endings[e] for e in ends if self.endings[e] < least}
        assert not rare, rare
        for option in self.game.OPTIONS:
            for value in option.values:
                assert self.values[option.name, value] >= least
