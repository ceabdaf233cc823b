"""Mining: what is found is there, nothing is missed, and the best comes first."""

from __future__ import annotations

import json

import numpy as np
import pytest

import schnapsen_ai as sa
from schnapsen_ai.analysis.decision import analyse
from schnapsen_ai.analysis.mining import KINDS, Moments, Query, mine, spots
from schnapsen_ai.bot.spec import BotSpec
from schnapsen_ai.deal.transcript import Record
from schnapsen_ai.store import Store, read
from schnapsen_ai.tournament import runner
from schnapsen_ai.tournament.stored_deals import records

ALL = 10_000


@pytest.fixture(scope="module")
def played(bots, tmp_path_factory):
    """A file with compiled bots and one in Python, and all its deals."""
    path = tmp_path_factory.mktemp("mining") / "r.db"
    specs = [BotSpec("rules"), BotSpec("bully"), BotSpec(f"{bots}:Chance")]
    with Store(path) as store:
        runner.run(sa.load("schnapsen"), specs, 40, 1, 1, store=store)
    with read(path) as archive:
        return path, [r for p in archive.pairings() for r in records(archive, p)]


def decisions(record):
    """Each state of a deal with the move made in it, by the plain way."""
    return list(zip(record.states(), record.moves, strict=False))


@pytest.mark.slow
def test_values_are_those_of_the_solver(played) -> None:
    for record in played[1][::8]:
        moments = Moments(record)
        for i, (state, move) in enumerate(decisions(record)):
            values = state.move_values()
            assert moments.of(i) == values and moments.seats[i] == state.to_move
            assert moments.lost(i) == max(values.values()) - values[move]
            assert moments.view(i).text() == state.view(state.to_move).text()
        assert moments.payoffs == record.end().payoffs()


def test_blunders(played) -> None:
    found = mine(played[1], Query.parse("blunder"), ALL)
    lost = [spot.lost for spot in found]
    assert lost == sorted(lost, reverse=True) and lost[-1] >= 1
    plain = sum(
        max(values.values()) > values[move]
        for record in played[1] for state, move in decisions(record)
        if len(values := state.move_values()) > 1
    )
    assert len(found) == plain > 50
    assert [s.as_json() for s in mine(played[1], Query.parse("blunder"), 3)] == [
        s.as_json() for s in found[:3]]


def test_failed_closes(played) -> None:
    found = mine(played[1], Query.parse("failed-close"), ALL)
    plain = []
    for record in played[1]:
        for state, move in decisions(record):
            if move == 37 and record.end().payoffs()[state.to_move] < 0:
                plain.append(record.tags["deal"])
    assert sorted(s.as_json()["deal"] for s in found) == sorted(plain) and plain


def test_only_moves(played) -> None:
    found = mine(played[1], Query.parse("only-move"), ALL)
    assert found
    for spot in found:
        state = list(spot.moments.record.states())[spot.at]
        winning = [m for m, v in state.move_values().items() if v > 0]
        assert [state.game.move_text(m) for m in winning] == [spot.advice["best"]]
        view = state.view(state.to_move)
        assert analyse(view).worlds == 1


def test_fair_advice(monkeypatch) -> None:
    """With open cards the queen is as good as the jack in every world; not to a fair player."""
    game = sa.load("schnapsen")
    view = game.position(
        "hands=QSKHADKDJD/????? talon=? up=JS trump=S points=33/13 tricks=2/2 "
        "gone=KSTSASJHJCQCKCTC closed=0:13/2")
    state = view.redeal(np.random.default_rng(1))
    moment = object.__new__(Moments)
    moment.record = Record(game, ("a", "b"), tuple(game.pack), [game.parse_move("KD")])
    moment.game, moment.moves, moment.origin = game, moment.record.moves, None
    moment.pools, moment.seats = state._pool, [view.to_move]
    moment.legal = [view.legal]
    (spot,) = KINDS["fair"](moment)
    assert spot.advice == {"clairvoyant": "QS", "fair": "JD"}
    assert spot.lost == pytest.approx(4 / 3, abs=1e-4) and "over 6 worlds" in spot.note
    monkeypatch.setattr("schnapsen_ai.analysis.mining.MOST_WORLDS", 5)
    assert list(KINDS["fair"](moment)) == []


@pytest.mark.parametrize("condition", [
    "lost>=3", "move<6", "seat=0", "legal>=5", "payoff<0", "bot=bully", "lost=2,move>4"])
def test_conditions(played, condition: str) -> None:
    few = played[1][:30]
    every = [s for r in few for s in spots(r, Query.parse("blunder"))]
    kept = [s for r in few for s in spots(r, Query.parse(f"blunder,{condition}"))]
    tests = {
        "lost>=3": lambda s: s.lost >= 3, "move<6": lambda s: s.at < 5,
        "seat=0": lambda s: s.seat == 0,
        "legal>=5": lambda s: len(s.moments.of(s.at)) >= 5,
        "payoff<0": lambda s: s.moments.record.end().payoffs()[s.seat] < 0,
        "bot=bully": lambda s: s.bot == "bully",
        "lost=2,move>4": lambda s: s.lost == 2 and s.number > 4,
    }
    expected = [(str(s.moments.record.tags), s.at) for s in every if tests[condition](s)]
    assert [(str(s.moments.record.tags), s.at) for s in kept] == expected
    assert 0 < len(kept) < len(every)


@pytest.mark.parametrize(("text", "says"), [
    ("blunders", "blunder, failed-close"), ("blunder,lost", "lost>=2"),
    ("blunder,colour=3", "is no condition"), ("blunder,lost=many", "is no condition"),
    ("fair,bot<x", "is no condition"),
])
def test_what_is_not_understood(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Query.parse(text)


def test_the_command(cli, played) -> None:
    path = str(played[0])
    code, out, err = cli("find", path, "--where", "blunder,lost>=2", "--most", "2", "--json")
    assert code == 0, err
    said = json.loads(out)
    assert said["deals"] == 120 and len(said["found"]) == 2
    first = said["found"][0]
    assert first["lost"] == max(first["values"].values()) - first["values"][first["played"]]
    view = sa.load("schnapsen").position(first["position"])
    assert view.to_move == first["seat"]
    code, out, err = cli("find", path, "--where", "only-move", "--most", "1")
    assert code == 0 and "only" in out and "hands=" in out
    code, out, err = cli("find", path, "--where", "luck")
    assert (code, err.count("\n")) == (2, 1) and "'luck' is not known" in err
