"""What the tests of the compiled Watten and Schafkopf share: an engine beside its slow twin."""

from __future__ import annotations

import copy
import itertools
import random
import sys
from collections import Counter
from types import ModuleType
from typing import Any

import numpy as np
from naive_four_seats import FourSeatDeal
from paths import recorded

from schnapsen_ai.base.jit import specialise, template
from schnapsen_ai.cards import bit, members, pick
from schnapsen_ai.engine import step
from schnapsen_ai.games import contract as rules  # bound to a game by `specialise`
from schnapsen_ai.games.shared.options import complete, encode


class Engine:
    """One deal on the compiled engine; the copies of `View` and worlds are made in its pool."""

    def __init__(self, game: ModuleType, **options: Any) -> None:
        self.game = game
        self.kernels = specialise(step, game)
        self.extra = specialise(sys.modules[__name__], game)
        self.pool = np.zeros(4, game.STATE)
        self.pool["options"] = encode(game.OPTIONS, complete(game.OPTIONS, options))
        self.match = np.zeros(1, game.MATCH)
        self.kernels.begin_match_at(self.match, self.pool, 3)
        self.rng = np.array([1], np.uint64)

    @property
    def state(self) -> Any:
        """The deal as a record."""
        return self.pool[0]

    def copy(self) -> Engine:
        """The same deal in records of its own."""
        other = copy.copy(self)
        other.pool, other.match, other.rng = self.pool.copy(), self.match.copy(), self.rng.copy()
        return other

    def deal(self, pack: list[int]) -> Engine:
        """Deal a pack in the match as it stands."""
        self.pool["pack"][0] = pack
        self.kernels.lay_out_at(self.pool, self.match)
        return self

    @property
    def to_move(self) -> int | None:
        seat = int(self.kernels.to_move_at(self.pool, 0))
        return None if seat < 0 else seat

    def legal(self, i: int = 0) -> list[int]:
        return members(self.kernels.legal_at(self.pool, i))

    def play(self, *moves: int) -> Engine:
        """Play moves; each must be legal."""
        for move in moves:
            assert self.kernels.try_move(self.pool, 0, int(move)), (move, self.legal())
        return self

    def payoffs(self, i: int = 0) -> tuple[int, ...]:
        return tuple(int(self.kernels.payoff_at(self.pool, i, s)) for s in range(4))

    @property
    def ending(self) -> str:
        return str(self.game.ENDINGS[int(self.pool["ending"][0])])

    @property
    def over(self) -> bool:
        return bool(self.kernels.is_over_at(self.pool, 0))

    def concealed(self, seat: int, source: int = 0, into: int = 1) -> bytes:
        """Conceal ``pool[source]`` for a seat in ``pool[into]``; its bytes."""
        self.pool[into] = self.pool[source]
        self.kernels.conceal_at(self.pool, into, seat)
        return self.pool[into : into + 1].tobytes()

    def world(self, seat: int) -> list[int]:
        """A world for a seat in ``pool[2]``, from the concealed ``pool[1]``; its whole pack."""
        self.concealed(seat)
        self.pool[2] = self.pool[1]
        self.kernels.redeal_at(self.pool, 2, seat, self.rng)
        return list(self.pool["pack"][2].tolist())

    def layout(self, i: int = 0) -> tuple[frozenset[int], ...]:
        """Where the cards are, as the twins write it: the hands and what is out of play."""
        hands = [frozenset(members(h)) for h in self.pool["hand"][i].tolist()]
        out = 0xFFFFFFFF & ~int(np.bitwise_or.reduce(self.pool["hand"][i] | self.pool["played"][i]))
        return (*hands, frozenset(members(out))) if out else tuple(hands)


def replayed(engine: Engine, pack: list[int], moves: list[int]) -> Engine:
    """The deal after the moves, each of which must be legal."""
    return engine.deal(pack).play(*moves)


def check_golden(game: ModuleType, name: str) -> int:
    """Replay the recorded deals; how many there are."""
    lines = recorded(f"{name}.jsonl")
    engine = Engine(game)
    for record in lines:
        engine.deal([CARDS[word] for word in record["pack"].split()])
        steps = zip(record["to_move"], record["moves"], record["legal"], strict=True)
        for seat, move, legal in steps:
            assert (engine.to_move, engine.legal()) == (seat, legal)
            engine.play(move)
        assert engine.over
        assert list(engine.payoffs()) == record["payoffs"]
        assert engine.legal() == []
    return len(lines)


CARDS = {r + s: 8 * i + j for i, s in enumerate("CSHD") for j, r in enumerate("789JQKTA")}


def perft(engine: Engine, depth: int) -> int:
    """Sequences of exactly `depth` moves, on the engine's pool."""
    if depth == 0:
        return 1
    before = engine.pool[0].copy()
    total = 0
    for move in engine.legal():
        engine.play(move)
        total += perft(engine, depth - 1)
        engine.pool[0] = before
    return total


def random_options(options: Any, rng: random.Random) -> dict[str, Any]:
    """A random value of each option."""
    return {o.name: rng.choice(list(o.values)) for o in options}


def biased_move(legal: list[int], rng: random.Random, favoured: tuple[int, ...], p: float) -> int:
    """A random legal move, with probability `p` one of the favoured if there is one."""
    rare = [m for m in legal if m in favoured]
    return rng.choice(rare if rare and rng.random() < p else legal)


def compare(engine: Engine, twin: FourSeatDeal, move_of: Any, seen: Counter[Any]) -> None:
    """Play a dealt deal on both, move by move, to its end."""
    while True:
        assert engine.to_move == twin.to_move
        legal = engine.legal()
        assert legal == twin.legal(), twin.history
        if twin.ending:
            break
        move = move_of(twin, legal)
        seen["move", move] += 1
        engine.play(move)
        twin.play(move)
    assert engine.over
    assert engine.payoffs() == twin.payoffs()
    seen["ending", engine.ending] += 1


def check_worlds(engine: Engine, check: Engine, moves: list[int], times: int = 1) -> None:
    """The two properties of a redeal, for every seat, at the engine's position."""
    for seat in range(4):
        seen = engine.concealed(seat)
        assert engine.concealed(seat, 1, 3) == seen
        for _ in range(times):
            pack = engine.world(seat)
            assert engine.concealed(seat, 2, 3) == seen
            assert sorted(pack) == list(range(32))
            replayed(check, pack, moves)
            assert check.layout() == engine.layout(2)
            assert check.concealed(seat) == seen
            kept = engine.pool["pack"][1].tolist()
            assert all(k in (c, 255) for k, c in zip(kept, pack, strict=True))


@template
def many_worlds(pool: Any, seat: int, rng: Any, n: int, out: Any) -> None:
    """Hands of `n` redeals of ``pool[1]``."""
    for k in range(n):
        pool[2] = pool[1]
        rules.redeal(pool[2], seat, rng)
        for s in range(4):
            out[k, s] = pool[2].hand[s]


def sample(engine: Engine, seat: int, n: int) -> Counter[tuple[int, ...]]:
    """Hands of `n` redeals, counted."""
    engine.concealed(seat)
    out = np.zeros((n, 4), np.int64)
    engine.extra.many_worlds(engine.pool, seat, engine.rng, n, out)
    rows, counts = np.unique(out, axis=0, return_counts=True)
    return Counter({tuple(map(int, r)): int(c) for r, c in zip(rows, counts, strict=True)})


def pairs(options: Any) -> list[tuple[str, Any]]:
    """Every option with each of its values."""
    return list(itertools.chain(*([(o.name, v) for v in o.values] for o in options)))


@template
def duel_deals(pool: Any, match: Any, rng: Any, holders: int, deals: int, cheap: bool) -> float:
    """Mean payoff of the seats of a mask, which take advice; the others pass or see, or play any.

    Not `cheap`: the others play any legal move.
    """
    state = pool[0]
    total, held = 0.0, 0
    for _ in range(deals):
        rules.deal(state, rng, match[0])
        while not rules.is_over(state):
            seat = rules.to_move(state)
            moves = rules.legal(state)
            if (holders >> seat) & 1:
                pool[1] = pool[0]
                rules.conceal(pool[1], seat)
                move = rules.advise(pool[1], moves, rng)
                if not moves & bit(move):
                    return -1e9
            else:
                easy = moves & (bit(36) | bit(57) | 0xFFFFFFFF)  # pass, see, a card
                move = pick(easy if cheap and easy else moves, rng)
            rules.learn(state, move)
            rules.play(state, move)
        for seat in range(4):
            if (holders >> seat) & 1:
                total += rules.payoff(state, seat)
                held += 1
    return total / held


def duel(engine: Engine, holders: int, deals: int, cheap: bool) -> float:
    """Mean payoff of seats that take advice against random or cheap play."""
    kernel = engine.extra.duel_deals
    return float(kernel(engine.pool, engine.match, engine.rng, holders, deals, cheap))
