"""Matches in a row at the web table, and tables that begin with a position."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from web_client import Client, running

import schnapsen_ai as sa
from schnapsen_ai.web.server import WebServer


@pytest.fixture(scope="module")
def server() -> Iterator[WebServer]:
    with running() as server:
        yield server


def test_the_marks_of_all_matches_are_counted(server: WebServer) -> None:
    anna, dealers = Client(server, "Anna"), set()
    table = anna.table("schnapsen", ["you", "rules"], unit="match")
    for number in range(1, 9):
        state = anna.my_turn(table)
        while state["phase"] == "over" and not state["match_over"]:
            anna.act(table, "next")
            state = anna.my_turn(table)
        dealers.add(state["seating"][-1])
        if not state["match_over"]:
            anna.act(table, "resign")
        state = anna.shown(table)
        assert state["match_over"] and sum(state["score"]["marks"]) == number
        anna.act(table, "next")
    assert dealers == {0, 1}  # the pack is cut for each match


def test_a_table_begins_with_a_position(server: WebServer) -> None:
    anna = Client(server, "Anna")
    state = sa.load("schnapsen").deal(seed=5)
    state.play(state.legal_moves()[0])
    text = state.view(1).text()
    table = anna.table("schnapsen", ["rules", "you"], position=text)
    shown = anna.my_turn(table)
    assert sorted(shown["scene"]["hand"]) == state.view(1).hand and shown["scene"]["to_move"] == 1
    for position, says in (("hands=AS", "trump"), (7, "text of at most"), ("x" * 5000, "text of")):
        wish = {"game": "schnapsen", "players": ["rules", "you"], "position": position}
        status, answer = anna.post("/api/tables", wish)
        assert status == 400 and says in str(answer)
    wish = {"game": "schnapsen", "players": ["rules", "you"], "position": text, "unit": "match"}
    status, answer = anna.post("/api/tables", wish)
    assert status == 400 and "one deal" in str(answer)
