"""What a player reads at the web table is so, and nothing costs a deal by one click."""

from __future__ import annotations

import io
import json
import random
from typing import Any

import numpy as np
import pytest
from web_client import Client, running
from wire import cards_in

import schnapsen_ai as sa
from schnapsen_ai.cli.encoding import forgive
from schnapsen_ai.deal.history import DealHistory
from schnapsen_ai.show.fact_text import fact_text
from schnapsen_ai.show.public_scene import public
from schnapsen_ai.show.scene import facts, scene
from schnapsen_ai.web.second_thought import sure_loss
from schnapsen_ai.words import LANGUAGES, say

pytestmark = pytest.mark.interpreted


def named(view: sa.View, name: str) -> list[dict[str, Any]]:
    return [fact for fact in facts(view) if fact["name"] == name]


def test_nobody_has_a_contract_before_anybody_spoke() -> None:
    state = sa.load("schafkopf").deal(seed=1)
    assert not named(state.view(0), "contract")
    while not state.is_over and state.legal_moves()[0] >= 32:
        state.play(state.legal_moves()[-1])
        if named(state.view(0), "contract"):
            break
    assert named(state.view(0), "contract")


@pytest.mark.parametrize("language, once", [("en", "once"), ("de", "einmal"), ("hu", "egyszer")])
def test_once_is_not_one_times(language: str, once: str) -> None:
    fact = {"name": "doublings", "kind": "times", "of": "all", "value": 1}
    assert fact_text(fact, {"style": "french"}, language) == once
    assert "2" in fact_text(fact | {"value": 2}, {"style": "french"}, language)


def test_a_terminal_without_a_letter_gets_its_closest() -> None:
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, "latin-1")
    forgive(out)
    out.write("Lehetőségeid: ♠ űr")
    out.flush()
    assert raw.getvalue().decode("latin-1") == "Lehetoségeid: ? ur"


@pytest.mark.parametrize("game, word", [("schnapsen", 38), ("watten", None)])
def test_what_ends_the_deal_with_a_loss_is_asked_again(game: str, word: int | None) -> None:
    """A claim at a few points, or folding: what it costs; other moves cost nothing at once."""
    rng, asked = random.Random(2), 0
    for seed in range(30):
        state = sa.load(game).deal(seed=seed)
        while not state.is_over:
            view = state.view(state.to_move)
            for move in view.legal_moves():
                after = state.copy()
                after.play(move)
                now = -after.payoffs()[view.seat] if after.is_over and move >= 32 else 0
                assert sure_loss(view, move) == max(0, now)
                asked += now > 0 and word in (None, move)
            state.play(rng.choice(view.legal_moves()))
        if asked > 3:
            return
    raise AssertionError(asked)


def test_who_is_out_of_a_match_sees_what_lies_open() -> None:
    """Every card in it has been played, shown, or turned up; no seat's own view adds to it."""
    rng, looked = np.random.default_rng(1), 0
    for game in ("snapszer2", "snapszer3", "schnapsen"):
        history = DealHistory.of(sa.load(game).deal(seed=3))
        while not history.is_over:
            seen = public(history)
            shared = set.intersection(
                *(cards_in(scene(history, seat)) for seat in range(history.seats))
            )
            assert cards_in(seen) <= shared
            assert seen["seat"] is None and not seen["moves"] and not seen["unseen"]
            assert [h["hidden"] for h in seen["hands"]] == [
                len(history.view(seat).hand) for seat in range(history.seats)
            ]
            looked += len(seen["trick"]["cards"])
            history.play(int(rng.choice(history.state.legal_moves())))
    assert looked > 10


@pytest.mark.slow
def test_a_page_asks_before_a_word_that_loses() -> None:
    with running() as server:
        anna = Client(server, "Anna")
        table = anna.table("schnapsen", ["you", "rules"], unit="match")
        state = anna.my_turn(table)
        assert state["score"]["down"] == 7 and not state["out"]
        while 38 not in [m["id"] for m in state["scene"]["moves"]] or state["phase"] == "over":
            if state["phase"] == "over":
                anna.act(table, "next")
            else:
                anna.play(table, state["scene"]["moves"][0]["id"], state)
            state = anna.my_turn(table)
        ply = len(state["scene"]["log"])
        status, answer = anna.act(table, "move", move=38, ply=ply, ask=True)
        points = next(f for f in state["scene"]["facts"] if f["name"] == "points")["value"]
        if points[state["scene"]["seat"]] < 66:
            assert (status, answer["error"]) == (409, "sure_loss") and answer["n"] > 0
            assert json.dumps(answer["move"]) and anna.shown(table)["phase"] == "playing"
        assert anna.act(table, "move", move=38, ply=ply)[0] in (200, 409)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_is_said_in_every_language(language: str) -> None:
    for key in ("b.raised", "b.no_move", "b.illegal", "b.slow", "b.died", "table_gone", "out"):
        assert "{" not in say(language, key, error="X", n=1)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", sa.games())
def test_every_game_has_a_name_that_people_use(language: str, game: str) -> None:
    name = say(language, f"g.{game}")
    assert name[0].isupper() and "_" not in name
