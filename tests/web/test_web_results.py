"""Results files over the wire: cross tables while they fill, and any deal to step through."""

from __future__ import annotations

import pytest
from web_client import Client, running

import schnapsen_ai as sa
from schnapsen_ai.bot.spec import BotSpec
from schnapsen_ai.deal.transcript import Record
from schnapsen_ai.store.provenance import versions
from schnapsen_ai.store.writer import Store
from schnapsen_ai.tournament import runner


@pytest.fixture(scope="module")
def played(bots, tmp_path_factory):
    """A results file of a bot in Python and two compiled ones, and its results by unit."""
    path = tmp_path_factory.mktemp("results") / "r.db"
    specs = [BotSpec("bully"), BotSpec("random"), BotSpec(f"{bots}:Chance")]
    results = {}
    with Store(path, "the command", versions()) as store:
        for unit in ("deal", "match"):
            game = sa.load("schnapsen", close_scoring="at_end")
            results[unit] = runner.run(game, specs, 12, 1, 1, unit, None, None, store, "try")
    return path, results


@pytest.fixture(scope="module")
def client(played):
    with running(results=str(played[0])) as server:
        yield Client(server)


def test_the_cross_table(client, played):
    data = client.get("/api/results")[1]
    deal, match = data["tournaments"]
    assert (deal["unit"], match["unit"], deal["game"]) == ("deal", "match", "schnapsen")
    assert len(deal["bots"]) == 3 and deal["name"] == "try"
    for result in played[1]["deal"].pairings:
        i, j = (deal["bots"].index(bot.text) for bot in (result.a, result.b))
        shown, other = deal["rows"][i][j], deal["rows"][j][i]
        assert shown["id"] == other["id"] and shown["sets"] == result.sets == 6
        points = result.points_per_deal
        assert shown["points"] == pytest.approx([points.value, points.low, points.high])
        assert other["points"] == pytest.approx([-points.value, -points.high, -points.low])
    assert [deal["rows"][i][i] for i in range(3)] == [None] * 3


def test_every_deal_can_be_opened(client, played):
    """Logged or played again, a deal ends with the points that the file has for it."""
    tournaments = client.get("/api/results")[1]["tournaments"]
    for t in tournaments:
        met = [m for i, row in enumerate(t["rows"]) for m in row[i:] if m]
        for pairing in met:
            page = client.get(f"/api/results/{pairing['id']}?start=0")[1]
            assert len(page["rows"]) == 12 and page["a"] == pairing["a"]
            for row in page["rows"][:4]:
                total = 0.0
                for deal in range(row["deals"]):
                    path = f"/api/results/{pairing['id']}/{row['set']}/{row['seating']}/{deal}"
                    status, replay = client.get(path)
                    assert status == 200, replay
                    last = replay["frames"][-1]
                    assert last["over"] and not replay["frames"][0]["over"]
                    total += last["payoffs"][replay["names"].index(pairing["a"])]
                assert total == row["points"]
                assert last["ending"] == row["ending"]


@pytest.mark.parametrize(
    "path", ["/api/results/99", "/api/results/99/0/0/0", "/api/results/1/99/0/0",
             "/api/results/1/0/9/0", "/api/results/1/0/0/99"],
)
def test_what_is_not_there(client, path):
    assert client.get(path)[0] == 404


def test_without_a_file(client):
    for start in ("x", "%C2%B2", "-1"):  # the second is a digit to str.isdigit
        assert client.get(f"/api/results/1?start={start}")[0] == 400
    stranger = Client(client.server)
    stranger.cookie = ""
    assert stranger.get("/api/results")[0] == 401
    with running() as server:
        assert Client(server).get("/api/results") == (404, {"error": "no_results"})


@pytest.mark.interpreted
def test_an_imported_deal_can_be_opened(cli, tmp_path):
    state = sa.load("schnapsen").deal(seed=4)
    while not state.is_over:
        state.play(state.legal_moves()[0])
    record = Record(state.game, ("Anna", "Ő"), tuple(state.origin), list(state.history))
    (tmp_path / "deals.txt").write_text(record.text(), encoding="utf-8")
    file = str(tmp_path / "r.db")
    assert cli("import", str(tmp_path / "deals.txt"), "--results", file)[0] == 0
    with running(results=file) as server:
        client = Client(server)
        [deal] = client.get("/api/results")[1]["imported"]
        assert deal["players"] == ["Anna", "Ő"] and deal["payoffs"] == list(state.payoffs())
        status, replay = client.get(f"/api/results/imported/{deal['id']}")
        assert status == 200 and replay["frames"][-1]["payoffs"] == list(state.payoffs())
        assert client.get("/api/results/imported/99")[0] == 404


def test_a_file_that_is_none_is_one_line(cli, tmp_path):
    code, _, err = cli("web", "--results", str(tmp_path / "none.db"))
    assert code == 2 and err.count("\n") == 1 and "no such file" in err
