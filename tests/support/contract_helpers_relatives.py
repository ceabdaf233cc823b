"""What the tests of the compiled Rabló and Snapszer share: the engine beside its slow twin."""

from __future__ import annotations

import copy
import functools
import math
import random
from collections import Counter
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any

import numba
import numpy as np
from processes import printed_by

from schnapsen_ai.base.cache import COMPILED
from schnapsen_ai.base.jit import specialise
from schnapsen_ai.cards import lowest, members, pick, set_of
from schnapsen_ai.engine import step
from schnapsen_ai.games.shared.options import complete, encode

Choose = Callable[[list[int], random.Random], int]


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


# --- knowledge ---


def check_knowledge(engine: Engine, pack: list[int], rng: Any) -> None:
    """At one decision, for every seat: nothing hidden is left, and the two redeal properties."""
    game, n = engine.game, engine.n
    open_hands = [int(engine.state.hand[p]) for p in range(n)]
    for seat in range(n):
        concealed = engine.concealed(seat)
        bytes_ = concealed.tobytes()
        seen = [int(concealed.hand[p]) for p in range(n)]
        for p in range(n):
            if p != seat:
                assert seen[p] & ~open_hands[p] == 0
                assert seen[p] & ~int(game.known_in(concealed, seat, p)) == 0
            else:
                assert seen[p] == open_hands[p]
        hidden = set_of(pack) & ~set_of(engine_played(engine))
        assert int(game.unseen(concealed, seat)) == hidden & ~set_of(
            card for p in range(n) for card in members(seen[p])
        )
        vector = observed(game, concealed, seat)
        assert vector == observed(game, engine.state, seat)
        world = engine.world(seat, rng)
        assert vector == observed(game, world, seat)
        game.backfill(world, seat, rng)
        assert sorted(int(card) for card in world.pack) == sorted(pack)
        again = world.copy()
        game.conceal(again, seat)
        assert again.tobytes() == bytes_
        assert replays(engine, world, seat) == bytes_


def engine_played(engine: Engine) -> list[int]:
    return members(np.bitwise_or.reduce(engine.state.played))


def observed(game: ModuleType, state: Any, seat: int) -> bytes:
    out = np.full(game.OBSERVATION_SIZE, 255, np.uint8)
    game.observe(state, seat, out)
    return out.tobytes()


def replays(engine: Engine, world: Any, seat: int) -> bytes:
    """Play the history from a world's pack; what the seat then sees, as bytes."""
    other = Engine(engine.game, engine.name)
    other.state.options[:] = world.options
    other.matches[0] = engine.matches[0]
    other.lay_out([int(card) for card in world.pack])
    for move in engine.history:
        other.play(move)
    assert other.hands() == [set(members(world.hand[p])) for p in range(engine.n)]
    return bytes(other.concealed(seat).tobytes())


def check_uniform(
    engine: Engine,
    worlds: dict[tuple[frozenset[int], ...], int],
    seat: int,
    rng: Any,
    draws: int = 40_000,
    bins: int = 1500,
) -> None:
    """Redeal against the twin's list of worlds: the same ones, in proportion (chi-square)."""
    n = engine.n
    known = {tuple(set_of(hand) for hand in world[:n]): ways for world, ways in worlds.items()}
    index = {hands: i % bins for i, hands in enumerate(known)}
    expected = np.zeros(min(bins, len(known)))
    for hands, ways in known.items():
        expected[index[hands]] += ways
    expected *= draws / expected.sum()
    found = np.zeros_like(expected)
    concealed = engine.concealed(seat)
    drawn = np.zeros((draws, 4), np.int64)
    draw_kernel(engine.game)(engine.states, seat, rng, drawn)
    for hands in map(tuple, drawn[:, :n].tolist()):
        found[index[hands]] += 1
    assert expected.min() > 5
    if len(expected) > 1:
        assert chi_square_p(((found - expected) ** 2 / expected).sum(), len(expected) - 1) > 0.001
    for other in range(n):  # and what is known for sure, against the same list
        if other != seat:
            held = [hands[other] for hands in known]
            unseen = int(engine.game.unseen(concealed, seat))
            always = held[0]
            ever = 0
            for cards in held:
                always &= cards
                ever |= cards
            assert int(engine.game.known_in(concealed, seat, other)) == always
            assert int(engine.game.known_absent_from(concealed, seat, other)) == unseen & ~ever


@functools.cache
def draw_kernel(game: ModuleType) -> Callable[..., None]:
    """Redeal ``states[1]`` again and again, and keep the hands."""
    redeal = game.redeal

    def draw(states: Any, seat: int, rng: Any, drawn: Any) -> None:
        for i in range(len(drawn)):
            states[2] = states[1]
            redeal(states[2], seat, rng)
            for p in range(4):
                drawn[i, p] = states[2].hand[p]

    return numba.njit(draw) if COMPILED else draw


def chi_square_p(value: float, freedom: int) -> float:
    """The chance of a larger chi-square (Wilson and Hilferty's approximation)."""
    spread = 2 / (9 * freedom)
    z = ((value / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    return 0.5 * math.erfc(z / math.sqrt(2))


# --- the rule player ---


@functools.cache
def _duel_kernel(game: ModuleType) -> Callable[..., None]:
    advise, deal, learn, play = game.advise, game.deal, game.learn, game.play
    legal, to_move, payoff, conceal = game.legal, game.to_move, game.payoff, game.conceal

    def duel(states, match, rng, deals, advised, quiet, total):  # type: ignore[no-untyped-def]
        state, seen = states[0], states[1]
        for _ in range(deals):
            deal(state, rng, match[0])
            while to_move(state) >= 0:
                seat, moves = to_move(state), legal(state)
                if (advised >> seat) & 1:
                    states[1] = states[0]
                    conceal(seen, seat)
                    move = advise(seen, moves, rng)
                elif moves & quiet:
                    move = lowest(moves & quiet)
                else:
                    move = pick(moves, rng)
                if (moves >> move) & 1 == 0:
                    raise ValueError("illegal advice")
                learn(state, move)
                play(state, move)
            for seat in range(4):
                total[seat] += payoff(state, seat)

    return numba.njit(duel) if COMPILED else duel


def duel(
    engine: Engine, advised: Iterable[int], quiet: Iterable[int] = (), deals: int = 4000
) -> list:
    """Mean payoffs of random deals in which the `advised` seats follow the rule player.

    The others play a `quiet` move where they can (the cheapest way through a bidding), else any.
    """
    total, rng = np.zeros(4), np.array([77], dtype=np.uint64)
    kernel = _duel_kernel(engine.game)
    kernel(engine.states, engine.matches, rng, deals, set_of(advised), set_of(quiet), total)
    return (total / deals).tolist()


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


# --- the same deals without the compiler ---

_SCRIPT = """
import hashlib, importlib, random, sys
import numpy as np
from contract_helpers_relatives import Engine, random_options
from schnapsen_ai.card_text import Style
game = importlib.import_module("schnapsen_ai.games." + sys.argv[1])
digest, choose = hashlib.sha256(), random.Random(5)
rng = np.array([3], dtype=np.uint64)
for i in range(int(sys.argv[3])):
    engine = Engine(game, sys.argv[2], **random_options(game, choose))
    game.deal(engine.state, rng, engine.match)
    out = np.zeros(game.OBSERVATION_SIZE, np.uint8)
    while engine.to_move is not None:
        seat = engine.to_move
        for looking in range(engine.n):
            world = engine.world(looking, rng)
            game.backfill(world, looking, rng)
            game.observe(world, looking, out)
            digest.update(world.tobytes() + out.tobytes())
            for other in range(engine.n):
                digest.update(str(int(game.known_in(world, looking, other))).encode())
        legal = engine.legal()
        concealed = engine.concealed(seat)
        advice = int(game.advise(concealed, game.legal(concealed), rng))
        assert advice in legal
        engine.play(advice if choose.random() < 0.3 else choose.choice(legal))
        digest.update(str(engine.history[-1]).encode())
        digest.update(engine.state.tobytes())
    game.next_deal(engine.match, engine.state)
    digest.update(engine.match.tobytes())
    digest.update(repr(game.describe(engine.state, Style("french"))).encode())
print(digest.hexdigest())
"""


def digest_of_play(folder: str, name: str, deals: int, interpreted: bool) -> str:
    """Whole deals with everything a game offers, hashed, in a process of its own."""
    return printed_by(_SCRIPT, folder, name, str(deals), compiled=not interpreted)
