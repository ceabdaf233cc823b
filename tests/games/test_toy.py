"""The toy game keeps the contract, and every search runs on it, secret partner and all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import toy

from schnapsen_ai.bot.interface import Randomness
from schnapsen_ai.bot.spec import make_bot
from schnapsen_ai.deal.exact import move_values, value
from schnapsen_ai.deal.game import Game
from schnapsen_ai.deal.state import State, look
from schnapsen_ai.testing import CHECKS
from schnapsen_ai.testing.case import Case, decisions, kernels

pytestmark = pytest.mark.slow

GAMES = {
    name: Game(name, toy, {"trump": options.get("trump", False)})
    for name, options in toy.PRESETS.items()
}
BOTS = (
    "ismcts:iterations=60",
    "mcts:iterations=60,worlds=4",
    "pimc:worlds=3",
    "rdeep:samples=3",
    "minimax:iterations=100",
)


@pytest.mark.parametrize("check", CHECKS, ids=lambda c: c.__name__[6:])
@pytest.mark.parametrize("name", GAMES)
def test_contract(name: str, check: Callable[..., None]) -> None:
    check(GAMES[name])


def plain_value(state: State, seat: int, sides: list[int]) -> int:
    if state.is_over:
        return state.payoffs()[seat]
    values = []
    mover = state.to_move
    for move in state.legal_moves():
        after = state.copy()
        after.play(move)
        values.append(plain_value(after, seat, sides))
    return max(values) if sides[mover] == sides[seat] else min(values)


@pytest.mark.parametrize("name", GAMES)
def test_exact_values_are_those_of_plain_minimax(name: str) -> None:
    game = GAMES[name]
    solved = 0
    for state in decisions(Case(game), 6, seed=11):
        if state.is_over or not game.board.sides_known_at(state._pool, 0):
            continue
        if sum(map(len, (state.view(s).hand for s in range(4)))) > 9:
            continue
        sides = [int(kernels(game).side_at(state._pool, 0, s)) for s in range(4)]
        for seat in range(4):
            assert value(game, state._pool, seat) == plain_value(state, seat, sides)
        for move, worth in move_values(game, state._pool).items():
            after = state.copy()
            after.play(move)
            assert worth == plain_value(after, state.to_move, sides)
        solved += 1
    assert solved > 30


def test_no_value_before_the_sides_are_known() -> None:
    state = GAMES["toy"].deal(seed=1)
    with pytest.raises(ValueError, match="who plays with whom"):
        state.value()


def play(game: Game, specs: list[str], index: int) -> tuple[State, Any]:
    state = game.deal(seed=12, index=index)
    bots = [make_bot(spec) for spec in specs]
    for seat, bot in enumerate(bots):
        bot.begin(game, seat, Randomness(np.uint64(100 * index + seat)))
    while not state.is_over:
        bot = bots[state.to_move]
        view = look(
            game, state._pool, state.to_move, state._history, state._origin, bot.sees_all
        )
        move = bot.choose(view)
        thoughts = bot.thoughts
        assert set(thoughts or {move}) <= set(view.legal_moves())
        assert thoughts or specs[view.seat] == "random"
        state.play(move)
    return state, bots


@pytest.mark.parametrize("spec", BOTS)
def test_every_search_bids_and_plays(spec: str) -> None:
    first = [play(GAMES["toy"], [spec] * 4, k)[0].history for k in range(4)]
    again = [play(GAMES["toy"], [spec] * 4, k)[0].history for k in range(4)]
    assert first == again


def test_searches_beat_the_rule_of_the_highest_card() -> None:
    """Against a bot of no thought: two seats each, in both arrangements."""
    total = 0
    for k in range(30):
        for a in ((0, 2), (1, 3)):
            specs = ["ismcts:iterations=400" if s in a else "random" for s in range(4)]
            payoffs = play(GAMES["toy"], specs, k)[0].payoffs()
            total += sum(payoffs[s] for s in a)
    assert total > 0
