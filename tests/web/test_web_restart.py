"""A server that is started again: tables, seats and matches go on where they were."""

from __future__ import annotations

import contextlib
import random
import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from web_client import Client, running

import schnapsen_ai as sa
from schnapsen_ai.web.keeper import Keeper

pytestmark = [pytest.mark.interpreted, pytest.mark.slow]


def play(client: Client, table: str, rng: random.Random, moves: int) -> dict[str, Any]:
    """Some moves at random, with whatever deals come; the last state, at this session's turn."""
    for _ in range(moves):
        state = client.my_turn(table)
        if state["phase"] == "over":
            client.act(table, "next")
        else:
            client.play(table, rng.choice([m["id"] for m in state["scene"]["moves"]]), state)
    return client.my_turn(table)


@contextlib.contextmanager
def again(keep: Path, *clients: Client) -> Iterator[Any]:
    """Another server on the same file; the clients go on with their cookies."""
    with running(keep=keep) as server:
        for client in clients:
            client.server, client.host = server, server.address[7:]
            client.cookie = f"{server.reached.cookie}={client.cookie.partition('=')[2]}"
        yield server


def same(state: dict[str, Any]) -> dict[str, Any]:
    return {k: v for k, v in state.items() if k not in ("version", "players", "running")}


def test_everything_goes_on_after_a_restart(tmp_path: Path) -> None:
    keep, rng = tmp_path / "state" / "web.db", random.Random(1)
    position = sa.load("schnapsen").deal(seed=5).view(0).text()
    with running(keep=keep) as server:
        anna, berta = Client(server, "Anna"), Client(server, "Berta")
        tables = {
            "match": anna.table("snapszer3", ["you", "rules", "bully"], unit="match"),
            "given": anna.table("schnapsen", ["you", "rules"], position=position),
            "options": anna.table("watten", ["you"] + ["random"] * 3, undo=True),
        }
        waiting = anna.table("schnapsen", ["you", "open"])
        invite = anna.shown(waiting)["invite"]
        before = {name: same(play(anna, t, rng, 12)) for name, t in tables.items()}
        given_up = anna.table("schnapsen", ["you", "rules"])
        anna.my_turn(given_up)
        anna.act(given_up, "resign")
        secret = server.lobby.tables[tables["match"]].secret
    assert stat.S_IMODE(keep.stat().st_mode) == 0o600
    with again(keep, anna, berta) as server:
        listed = [t["id"] for t in anna.get("/api/tables")[1]]
        assert listed[0] == given_up and set(listed) == {*tables.values(), waiting, given_up}
        assert Client(server).get(f"/api/tables/{tables['match']}")[0] == 404
        for name, table in tables.items():
            assert same(anna.my_turn(table)) == before[name]
        assert server.lobby.tables[tables["match"]].secret == secret
        assert anna.shown(given_up)["scene"]["ending"] == "resigned"
        assert anna.shown(given_up)["score"]["values"] == [-3, 3]
        assert berta.act(waiting, "join", invite=invite)[0] == 200
        for table in tables.values():
            play(anna, table, rng, 4)  # and the next deal, where one is over


def test_a_table_that_cannot_go_on_is_gone_alone(bots: Path, tmp_path: Path) -> None:
    keep = tmp_path / "web.db"
    with running(keep=keep, bots=(f"{bots}:First",)) as server:
        anna = Client(server)
        stays, goes = (anna.table("schnapsen", ["you", bot]) for bot in ("rules", "First"))
        anna.my_turn(stays)
        rotten = anna.table("schnapsen", ["you", "rules"])
        anna.my_turn(rotten)
    with contextlib.closing(sqlite3.connect(keep)) as base, base:
        base.execute("update kept set record = json_set(record, '$.deals[0].moves', json('[61]'))"
                     " where name = ?", (rotten,))
    with again(keep, anna):  # without the bot
        assert anna.shown(stays)["phase"] == "playing"
        for table in (goes, rotten):
            assert anna.get(f"/api/tables/{table}") == (404, {"error": "no_seat"})
    with again(keep, anna):
        assert [t["id"] for t in anna.get("/api/tables")[1]] == [stays]


def test_a_file_is_kept_by_one_server(cli: Any, tmp_path: Path) -> None:
    keep = tmp_path / "web.db"
    first = Keeper(keep)
    code, _, err = cli("web", "--port", "0", "--keep", str(keep))
    assert code == 2 and err.count("\n") == 1 and "cannot keep the tables" in err
    first.close()
    keep.write_text("something else entirely, of another program, longer than a page head" * 20)
    code, _, err = cli("web", "--port", "0", "--keep", str(keep))
    assert code == 2 and err.count("\n") == 1
