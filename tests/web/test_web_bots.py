"""Bots of the web table that hang, raise or ask for too much: who sits beside them goes on."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from web_client import Client, running

import schnapsen_ai as sa
from schnapsen_ai.base import seeds
from schnapsen_ai.bot.spec import BotSpec
from schnapsen_ai.web import bot_pool
from schnapsen_ai.web.server import WebServer

BOTS = '''
import time
import schnapsen_ai as sa


class Hangs(sa.Bot):
    def choose(self, view):
        time.sleep(3600)


class Tells(sa.Bot):
    def choose(self, view):
        raise ValueError(f"hand={view.hand} in {__file__}")


class Babbles(sa.Bot):
    def choose(self, view):
        return f"{view.hand}"


class Honest(sa.Bot):
    def choose(self, view):
        return view.legal_moves()[0]
'''


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("bots") / "strange.py"
    path.write_text(BOTS)
    return path


@pytest.fixture(scope="module")
def server(file: Path) -> Iterator[WebServer]:
    names = ("Hangs", "Tells", "Babbles", "Honest")
    with running(bots=tuple(f"{file}:{name}" for name in names), processes=2) as server:
        yield server


@pytest.mark.slow
def test_who_waits_behind_bots_that_hang_is_asked(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One person's four hang; another's one is answered before the first of them gives up."""
    monkeypatch.setattr(bot_pool, "PATIENCE", 60.0)
    game = sa.load("schnapsen")
    view = game.deal(seed=1).view(0)

    async def play() -> None:
        thinkers = bot_pool.Thinkers(2)

        def asked(name: str, owner: str) -> asyncio.Task[int | None]:
            word = seeds.words(b"x", "bots", 0, 1)[0]
            seated = bot_pool.Seated(game, BotSpec(f"{file}:{name}"), 0, word)
            return asyncio.create_task(thinkers.choose(seated, view, [], owner))

        stuck = [asked("Hangs", "one") for _ in range(4)]
        await asyncio.sleep(0)
        done, _ = await asyncio.wait([asked("Honest", "other")], timeout=50)
        assert [task.result() for task in done] == view.legal_moves()[:1]
        assert not any(task.done() for task in stuck)
        stuck[0].cancel()  # its person left: the process is free for the next
        await asyncio.wait(stuck[:1])
        for task in stuck:
            task.cancel()
        await asyncio.wait(stuck)
        monkeypatch.setattr(bot_pool, "PATIENCE", 0.2)
        with pytest.raises(bot_pool.Misbehaved, match="slow"):
            await asked("Hangs", "one")
        monkeypatch.setattr(bot_pool, "PATIENCE", 60.0)
        assert await asked("Honest", "one") == view.legal_moves()[0]  # whoever sat there before
        thinkers.close()

    asyncio.run(play())


@pytest.mark.slow
@pytest.mark.parametrize("name, why", [("Tells", "b.raised"), ("Babbles", "b.no_move")])
def test_what_a_bot_says_of_its_hand_is_told_to_nobody(
    server: WebServer, name: str, why: str
) -> None:
    anna = Client(server, "Anna")
    table = anna.table("schnapsen", [name, "you"])
    note = anna.until(table, lambda s: s["phase"] == "over")["note"]
    assert (note["key"], note["why"]) == ("bot_left", why)
    assert "[" not in json.dumps(note) and "strange" not in json.dumps(note)


@pytest.mark.interpreted
def test_a_table_outlives_what_its_bots_raise(
    server: WebServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error of ours, or of a quick bot, is the end of a deal, not of the table."""
    def broken(*_: object) -> int:
        raise RuntimeError("hand=[1, 3]")

    anna = Client(server, "Anna")
    monkeypatch.setattr(bot_pool, "choose_here", broken)
    table = anna.table("schnapsen", ["bully", "you"])
    state = anna.until(table, lambda s: s["phase"] == "over")
    assert state["note"] == {
        "key": "bot_left", "who": "bully", "why": "b.raised", "error": "RuntimeError",
    }
    monkeypatch.undo()
    assert anna.act(table, "next")[0] == 200
    anna.my_turn(table)


@pytest.mark.interpreted
@pytest.mark.parametrize(
    "bot, says",
    [
        ("ismcts:iterations=100000000", "at most 200000"),
        ("ismcts:time=3600", "at most 10"),
        ("pimc:worlds=-5000", "at most 600"),
    ],
)
def test_what_a_page_asks_of_a_bot_is_bounded(server: WebServer, bot: str, says: str) -> None:
    anna = Client(server, "Anna")
    wish = {"game": "schnapsen", "players": ["you", bot]}
    status, answer = anna.post("/api/tables", wish)
    assert status == 400 and (says in answer["error"] or "worlds" in answer["error"])
