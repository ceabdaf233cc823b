"""A bot in a process of its own sees what it would see here: every fact of every game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import schnapsen_ai as sa
from schnapsen_ai.base.arrays import again
from schnapsen_ai.deal.state import State, View
from schnapsen_ai.games import MODULES
from schnapsen_ai.sandbox import protocol

pytestmark = pytest.mark.interpreted

FIRST = {module: name for name, module in [*MODULES.items()][::-1]}  # the presets in .ci/run
GAMES = [
    name if FIRST[module] == name else pytest.param(name, marks=pytest.mark.slow)
    for name, module in MODULES.items()
]


def facts(view: View) -> Iterator[tuple[str, Any]]:
    """All that a view says, by name, as something that can be compared."""
    others = [s for s in range(view.game.n_seats) if s != view.seat]
    names = {name for name in dir(View) if not name.startswith("_")} - {"state", "shown"}
    for name in sorted(names | set(view.game.view_places)):
        value = getattr(view, name)
        if name in ("known", "absent"):
            yield name, [value(other) for other in others]
        elif name == "redeal":
            yield name, None if view.is_over else value(np.random.default_rng(1)).text()
        elif name == "game":
            yield name, (value.name, value.spec, value.options, value.pack)
        elif callable(value):
            made = value()
            yield name, made.tobytes() if isinstance(made, np.ndarray) else made
        else:
            yield name, value
    yield "str", (str(view), repr(view))
    if view.sees_all:
        yield "state", (view.state.text(), view.state.record().tobytes(), view.state.origin)


def decisions(game: sa.Game, unit: str) -> Iterator[State]:
    """A deal, or the third of a match, before every other move."""
    match = None
    if unit == "match":
        match = game.new_match()
        for seed in (1, 2):
            before = played(game.deal(seed=seed, match=match))
            game.board.next_deal_at(match, before.record())
    state = game.deal(seed=7, match=match)
    rng = np.random.default_rng(3)
    while not state.is_over:
        if len(state.history) % 2 == 0:
            yield state
        state.play(int(rng.choice(state.legal_moves())))


def played(state: State) -> State:
    while not state.is_over:
        state.play(state.legal_moves()[0])
    return state


@pytest.mark.parametrize("unit", ["deal", "match"])
@pytest.mark.parametrize("name", GAMES)
def test_every_fact_is_the_same(name: str, unit: str) -> None:
    game = sa.load(name)
    for state in decisions(game, unit):
        view = state.view(state.to_move)
        body = json.loads(f"{{{protocol.record_body(view)}}}")
        there = protocol.record_view(game, body["view"], view.sees_all)
        assert dict(facts(there)) == dict(facts(view))
        assert view.in_match == (unit == "match")
        told = protocol.view_message(view)
        lists = {"known", "absent"}
        assert {k: v for k, v in told.items() if k not in lists} == {
            k: getattr(view, k) for k in told if k not in lists}
        assert {*view.game.view_places, "in_match", "hand", "history"} <= set(told)


def test_whoever_sees_all_sees_it_there_too() -> None:
    game = sa.load("schnapsen")
    state = game.deal(seed=3, match=game.new_match())
    shown = View(game, 0, again(state.record()), state.view(0).numbers, (), True, True,
                 game.new_match())
    body = json.loads(f"{{{protocol.record_body(shown)}}}")
    assert dict(facts(protocol.record_view(game, body["view"], True))) == dict(facts(shown))
