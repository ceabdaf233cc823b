"""Searches: exact values, fairness, determinism, time, memory; every bot in every preset."""

from __future__ import annotations

import random
import tracemalloc
from time import perf_counter
from types import ModuleType

import numpy as np
import pytest
from processes import printed_by

import schnapsen_ai as sa
from schnapsen_ai.base.cache import COMPILED
from schnapsen_ai.base.jit import specialise
from schnapsen_ai.bot.interface import Randomness
from schnapsen_ai.bot.spec import make_bot
from schnapsen_ai.deal.state import look
from schnapsen_ai.engine import alphabeta
from schnapsen_ai.games import MODULES
from schnapsen_ai.search import ismcts, workspace

FAIR = (
    "ismcts:iterations=40",
    "mcts:iterations=40,worlds=4",
    "pimc:worlds=2",
    "rdeep:samples=2",
)
BOTS = (*FAIR, "minimax", "ismcts:iterations=20,rollouts=uniform,exact=yes")
DEAR = ("mcts", "rdeep")  # to compile: in .ci/run


def each_of(specs: tuple[str, ...]) -> pytest.MarkDecorator:
    slow = pytest.mark.slow
    return pytest.mark.parametrize(
        "spec", [pytest.param(s, marks=slow) if s.startswith(DEAR) else s for s in specs]
    )


def late_positions(game: sa.Game, n: int, held: int = 4, seed: int = 0) -> list[sa.State]:
    """Decisions with at most `held` cards in each hand and nothing to draw, or just closed."""
    chance = random.Random(seed)
    found: list[sa.State] = []
    k = 0
    while len(found) < n:
        state = game.deal(seed=seed, index=k)
        k += 1
        while not state.is_over:
            view = state.view(state.to_move)
            if (view.closer >= 0 or view.talon_left == 0) and len(view.hand) <= held:
                found.append(state.copy())
                break
            moves = state.legal_moves()
            quiet = [m for m in moves if m not in (38, 39)]
            state.play(chance.choice(quiet or moves))
    return found


def plain(state: sa.State, seat: int) -> int:
    """The value by nothing but the rules."""
    if state.is_over:
        return state.payoffs()[seat]
    values = []
    mover = state.to_move
    for move in state.legal_moves():
        after = state.copy()
        after.play(move)
        values.append(plain(after, seat))
    return max(values) if mover == seat else min(values)


def generic_solver(game: sa.Game):
    """`engine.alphabeta` for the game, whether or not it brings a solver of its own."""
    rules = ModuleType(f"{game.rules.__name__}_generic")  # another name: another cache entry
    vars(rules).update({k: v for k, v in vars(game.rules).items() if k not in ("__name__",)})
    rules.OVERRIDES = ()
    pool = game.new_pool(rules.MAX_PLIES + 4)
    return specialise(alphabeta, rules), (pool, np.zeros(alphabeta.EXACT_WORDS, np.uint64))


@pytest.mark.slow
@pytest.mark.parametrize("name", sa.games()[:7])
def test_exact_values(name: str) -> None:
    """Generic alpha-beta, the game's own solver and plain minimax say the same."""
    game = sa.load(name)
    kernels, work = generic_solver(game)
    out = np.zeros(64, np.int64)
    for state in late_positions(game, 12, held=3):
        expected = plain(state, 0)
        assert kernels.exact_value_at(state._pool, 0, 0, work) == expected
        assert kernels.exact_value_at(state._pool, 0, 1, work) == plain(state, 1)
        assert state.value(0) == expected
    for state in late_positions(game, 60, held=5, seed=1):
        value = int(kernels.exact_value_at(state._pool, 0, 0, work))
        assert state.value(0) == value, state.text()
        moves = int(kernels.exact_moves_at(state._pool, 0, work, out))
        assert state.move_values() == {m: int(out[m]) for m in sa.cards.members(moves)}
        assert not kernels.exact_at_least_at(state._pool, 0, 0, value + 1, work)
        assert kernels.exact_at_least_at(state._pool, 0, 0, value, work)


@pytest.mark.slow
def test_a_table_kept_from_one_position_says_nothing_of_the_next() -> None:
    """Whatever was solved before, with the default key of whole records."""
    game = sa.load("schnapsen")
    kernels, work = generic_solver(game)
    states = late_positions(game, 40, held=3, seed=2)
    fresh = []
    for state in states:
        kernels.exact_clear(work)
        fresh.append(int(kernels.exact_value_at(state._pool, 0, 0, work)))
    kernels.exact_clear(work)
    assert [int(kernels.exact_value_at(s._pool, 0, 0, work)) for s in states] == fresh


def test_a_games_own_solver_is_called_by_its_siblings() -> None:
    game = sa.load("schnapsen")
    for name in ("exact_value", "exact_moves", "exact_at_least", "exact_clear"):
        kernel = getattr(game.kernels(alphabeta), name)
        assert (name in game.rules.OVERRIDES) == (kernel is getattr(game.rules, name, None))
        searched = game.kernels(ismcts)
        if name == "exact_value":
            assert searched.exact_value is kernel


def choice(spec: str, game: sa.Game, state: sa.State, word: int = 5) -> int:
    bot = make_bot(spec)
    seat = state.to_move
    bot.begin(game, seat, Randomness(np.uint64(word)))
    view = look(game, state._pool, seat, state._history, state._origin, bot.sees_all)
    move = bot.choose(view)
    assert move in view.legal_moves() and set(bot.thoughts) <= set(view.legal_moves())
    return move


SOME = ("snapszer3",)  # of the relatives, three seats; secret partners: the toy game
RELATIVES = [name for name in sa.games() if MODULES[name] != "schnapsen"]
GAMES = [
    pytest.param(name, marks=pytest.mark.full) if name in RELATIVES and name not in SOME else name
    for name in sa.games()
]


@each_of(BOTS)
@pytest.mark.parametrize("name", GAMES)
def test_every_bot_plays_every_game(name: str, spec: str) -> None:
    game = sa.load(name)
    if spec == "minimax" and game.n_seats > 2:
        spec = "minimax:iterations=50"
    state = game.deal(seed=21)
    while not state.is_over:
        state.play(choice(spec, game, state))
    assert sum(map(abs, state.payoffs())) >= 0


@each_of(FAIR)
def test_no_search_peeks(spec: str) -> None:
    """The same view of other cards, the same move; and the same again."""
    game = sa.load("schnapsen")
    rng = np.random.default_rng(3)
    chance = random.Random(4)
    state = game.deal(seed=22)
    for _ in range(12):
        if state.is_over:
            break
        other = state.view(state.to_move).redeal(rng)
        assert choice(spec, game, state) == choice(spec, game, other)
        assert choice(spec, game, state) == choice(spec, game, state)
        cards = [m for m in state.legal_moves() if m < 32]
        state.play(chance.choice(cards or state.legal_moves()))


@pytest.mark.slow
def test_what_was_thought_before_changes_nothing() -> None:
    game = sa.load("schnapsen")
    state = game.deal(seed=23)
    moves = [choice(spec, game, state) for spec in FAIR]
    for k in range(5):
        for spec in FAIR:
            choice(spec, game, game.deal(seed=24, index=k), word=k)
    assert moves == [choice(spec, game, state) for spec in FAIR]


def test_an_obvious_win_is_found() -> None:
    """66 points and the lead: claim; with a trump marriage that makes 66: announce it."""
    game = sa.load("schnapsen")
    words = np.array([1], np.uint64)
    for state in late_positions(game, 200, held=4, seed=5):
        values = state.move_values()
        best = [m for m, v in values.items() if v == max(values.values())]
        if max(values.values()) > 0 and len(values) > 2 and len(best) == 1:
            view = state.view(state.to_move)
            if view.talon_left:
                continue
            thoughts = ismcts.think(view, words, 3000)
            assert workspace.favourite(thoughts, by="visits") in best
            break
    else:
        raise AssertionError("no such position")


@pytest.mark.full
@pytest.mark.skipif(not COMPILED, reason="times of compiled code")
@pytest.mark.parametrize("spec", ["ismcts:time=0.2", "pimc:time=0.2", "mcts:time=0.2"])
def test_time_limits_are_kept(spec: str) -> None:
    """The best of a few tries, since the machine may be busy; at least half is used."""
    game = sa.load("schnapsen")
    state = game.deal(seed=25)
    choice(spec, game, state)
    spent = []
    for _ in range(6):
        bot = make_bot(spec)
        bot.begin(game, 0, Randomness(np.uint64(1)))
        view = state.view(0)
        start = perf_counter()
        bot.choose(view)
        spent.append(perf_counter() - start)
        if 0.1 < spent[-1] < 0.22:
            return
    raise AssertionError(spent)


def test_batches_meet_the_end() -> None:
    assert list(workspace.batches(70, 0.0)) == [70]
    start = perf_counter()
    done = sum(workspace.batches(1, 0.05))
    assert done > 1 and perf_counter() - start < 1


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="too slow interpreted")
def test_memory_is_flat() -> None:
    game = sa.load("schnapsen_auto_claim")
    state = game.deal(seed=26)
    specs = ("ismcts:iterations=5", "mcts:iterations=5,worlds=2", "rdeep:samples=1")
    for spec in specs:
        choice(spec, game, state)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for k in range(10_000):
        choice(specs[k % 3], game, state, word=k)
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert grown < 100_000


TINY = """
import test_search as t
import schnapsen_ai as sa
game = sa.load("schnapsen")
state = game.deal(seed=27)
moves = [t.choice(spec, game, state) for spec in t.TINY_BOTS]
for m in t.QUIET: state.play(m if m in state.legal_moves() else state.legal_moves()[0])
print(moves, [t.choice(spec, game, state) for spec in t.TINY_BOTS])
"""
TINY_BOTS = ("ismcts:iterations=30", "mcts:iterations=20,worlds=2", "rdeep:samples=1")
QUIET = (12, 5, 7, 20, 21, 30, 6, 13)


@pytest.mark.slow
def test_interpreted_equals_compiled() -> None:
    said = [printed_by(TINY, compiled=compiled, beside=__file__) for compiled in (True, False)]
    assert said[0] == said[1] and said[0].startswith("[")
