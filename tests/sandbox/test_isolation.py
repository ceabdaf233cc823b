"""Bots in processes of their own: what they cannot reach, what they cannot spoil, any language."""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import attacks
import numpy as np
import pytest
from paths import ROOT

import schnapsen_ai as sa
from schnapsen_ai.base import seeds
from schnapsen_ai.bot.faults import Offence
from schnapsen_ai.bot.interface import BotError
from schnapsen_ai.bot.limits import Clock, Limits
from schnapsen_ai.bot.spec import BotSpec
from schnapsen_ai.sandbox import RemoteSpec, protocol, specs_of, supervisor
from schnapsen_ai.sandbox.defences import DEFENCES
from schnapsen_ai.tournament import runner

EXAMPLES = ROOT / "bots" / "examples"
MARK = "a-mark-that-must-not-be-found"


def tool(name: str) -> str:
    """A compiler or interpreter, which this test cannot do without."""
    found = shutil.which(name)
    assert found, f"these tests build and run bots in other languages: install {name}"
    return found


@pytest.fixture(scope="module")
def one_supervisor() -> Iterator[supervisor.Supervisor]:
    """One forkserver for many processes."""
    here = supervisor.Supervisor(Clock(Limits(None, 20.0, 300)))
    yield here
    here.close()


# --- what a hostile bot finds ---


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, object]]:
    """A parent with secrets: in memory, in its environment, on a command line, in files."""
    folder = tmp_path_factory.mktemp("target")
    memory = ctypes.create_string_buffer(MARK.encode())
    (folder / "results.db").write_text("all packs")
    (folder / "key").write_bytes(b"k" * 32)
    (folder / "elsewhere").mkdir()
    listening = socket.create_server(("127.0.0.1", 0))
    named = socket.socket(socket.AF_UNIX)
    named.bind(str(folder / "socket"))
    named.listen()
    with subprocess.Popen(
        [sys.executable, "-c", "input()", MARK], stdin=subprocess.PIPE,
        env={**os.environ, "SEED": MARK},
    ) as told:
        yield {
            "mark": MARK,
            "pid": os.getpid(),
            "address": ctypes.addressof(memory),
            "results": str(folder / "results.db"),
            "key": str(folder / "key"),
            "note": str(folder / "elsewhere" / "note"),
            "port": listening.getsockname()[1],
            "socket": str(folder / "socket"),
            "folder": folder,
        }
        told.communicate(b"\n")
    listening.close()
    named.close()


def loot(
    one_supervisor: supervisor.Supervisor, target: dict[str, object], body: str, monkeypatch,
    without=(),
) -> str | None:
    """What a bot says it has found; None if it became an ordinary bot."""
    monkeypatch.setattr(supervisor, "WITHOUT", tuple(without))
    folder = target["folder"]
    assert isinstance(folder, Path)
    path = folder / "attacker.py"
    told = {k: v for k, v in target.items() if k != "folder"}
    path.write_text(attacks.source(body, told))
    try:
        spec = RemoteSpec(str(path), supervisor=one_supervisor)
    except BotError as error:
        assert "FOUND" in str(error), error
        return str(error)
    assert set(spec.missing) <= set(without), "this system lacks a defence: see the README"
    return None


@pytest.mark.parametrize("name", attacks.ATTACKS)
def test_an_attack_fails_and_would_succeed_without_its_defences(
    one_supervisor, target, monkeypatch, name: str
) -> None:
    body, defences = attacks.ATTACKS[name]
    assert loot(one_supervisor, target, body, monkeypatch) is None
    for one in defences:  # each alone is enough
        others = [d for d in defences if d != one]
        assert loot(one_supervisor, target, body, monkeypatch, others) is None, f"in spite of {one}"
    assert loot(one_supervisor, target, body, monkeypatch, defences) is not None


@pytest.mark.parametrize("name", attacks.SEARCHES)
def test_a_search_finds_nothing(one_supervisor, target, monkeypatch, name: str) -> None:
    assert loot(one_supervisor, target, attacks.SEARCHES[name], monkeypatch) is None
    assert loot(one_supervisor, target, attacks.SEARCHES[name], monkeypatch, DEFENCES) is None


def test_seeds_cannot_be_tried(tmp_path, monkeypatch) -> None:
    """Under --isolate a seed is mixed with a key: the same here again, another one elsewhere."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "one"))
    ours = seeds.guarded_secret_of(7)
    assert ours == seeds.guarded_secret_of(7) != seeds.guarded_secret_of(8)
    assert ours not in [seeds.secret_of(s) for s in range(1000)]
    assert (tmp_path / "one" / "schnapsen_ai" / "key").stat().st_mode & 0o77 == 0
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "two"))
    assert seeds.guarded_secret_of(7) != ours


def test_a_bot_that_does_not_start(one_supervisor, tmp_path) -> None:
    (tmp_path / "broken.py").write_text("import nosuchmodule\n")
    for text, says in [
        (f"{tmp_path}/broken.py", "does not import: ModuleNotFound"),
        (f"{tmp_path}/nothing.py", "there is no such file"),
        ("cmd:./no-such-program", "there is no program"),
        ("cmd:", "name a program"),
        ("cmd:/bin/true", "ended its process with exit code 0"),
        ("cmd:/bin/echo hello", "which is not JSON|without being asked"),
    ]:
        with pytest.raises(BotError, match=says):
            RemoteSpec(text, supervisor=one_supervisor)


# --- any language ---


def gauntlet(specs: list[BotSpec], limits: Limits) -> list[runner.PairingResult]:
    """An honest bot, built in, against each: one set."""
    game = sa.load("schnapsen")
    return runner.run(
        game, [BotSpec("bully"), *specs], 2, 1, 1, limits=limits, schedule="gauntlet"
    ).pairings


def test_the_examples_and_new_bots_play(tmp_path, cli) -> None:
    """Built, checked by nothing but a tournament: not a fault."""
    for language in ("c", "javascript", "python"):
        code, _, err = cli("new-bot", "mine", "--language", language, cwd=tmp_path)
        assert code == 0, err
    code, _, err = cli("new-bot", "mine", cwd=tmp_path)
    assert code == 2 and "mine.py is there already" in err
    for source, program in ((EXAMPLES / "lowest.c", "lowest"), (tmp_path / "mine.c", "mine")):
        subprocess.run(
            [tool("cc"), "-O2", "-Wall", "-Werror", "-o", tmp_path / program, source], check=True
        )
    node = tool("node")
    specs = specs_of([
        f"cmd:{tmp_path}/lowest", f"cmd:{tmp_path}/mine",
        f"cmd:{node} {EXAMPLES}/careful.js", f"cmd:{node} {tmp_path}/mine.js",
    ])
    played = gauntlet(specs, Limits())
    assert not [f for p in played for f in p.faults]
    assert np.array_equal(played[0].points, played[1].points)  # both play their lowest
    assert np.array_equal(played[0].points, played[3].points)


@pytest.mark.parametrize("line, verdict", [
    ('{"id":7,"move":12}', 12),
    ('{"move": 12, "id": 7}', 12),
    ('{"id":7,"move":12,"note":"x"}', 12),
    ('{"id":7,"move":0}', 0),
    ('{"id":7,"move":1234567890}', 1234567890),
    ('{"id":7,"move":-1}', -1),
    ('{"id":07,"move":12}', "which is not JSON"),
    ('{"id":7,"move":012}', "which is not JSON"),
    ('{"id":' + 5000 * "9" + ',"move":12}', "which is not JSON"),
    ('{"id":6,"move":12}', "which does not answer message 7"),
    ('{"id":77,"move":12}', "which does not answer message 7"),
    ('{"id":7,"move":12}\n{"id":7,"move":12}', "answered a message twice"),
])
def test_an_answer_is_the_same_however_it_is_written(line: str, verdict: object) -> None:
    """The usual line is read without a parser: nothing else may differ."""
    incoming, theirs = os.pipe()
    channel = protocol.Channel(incoming, os.open(os.devnull, os.O_WRONLY))
    with open(theirs, "wb", buffering=0) as other:
        other.write(line.encode() + b"\n")
        try:
            answer = protocol.ask(channel, '"type":"choose"', 7, time.monotonic() + 60)
        except Offence as offence:
            assert isinstance(verdict, str) and offence.what.endswith(verdict)
        else:
            assert answer["move"] == verdict
        finally:
            channel.close()


def test_a_view_and_a_move_are_json_lines_too() -> None:
    view = sa.load("schnapsen").deal(seed=1).view(0)
    line = f'{{{protocol.record_body(view)},"id":3}}'.encode()
    quick, whole = protocol.message(line), json.loads(line)
    assert {**quick, "view": quick["view"].decode()} == whole
    for answer in ({"move": 4}, {"resign": True}, {"error": "x", "detail": ""}):
        assert json.loads(protocol.reply(3, answer)) == {"id": 3, **answer}
