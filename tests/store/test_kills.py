"""Kills at random moments, whatever plays: no set is lost or there twice, and the numbers stay.

All 204 of them: ``pytest -m full tests/store/test_kills.py``.
"""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import os
import random
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from store_checks import check_blocks, rows, wait_for_writers

from schnapsen_ai.cli.main import main
from schnapsen_ai.store import read

PROGRAM = '''import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    answer = {"id": asked.get("id")}
    if asked["type"] == "hello":
        answer |= {"protocol": 1, "name": "lowest"}
    elif asked["type"] == "choose":
        answer["move"] = asked["legal"][0]
    if "id" in asked:
        print(json.dumps(answer), flush=True)
'''
EXPERIMENT = '''seed = 2
bots = ["BOTS:Chance", "random", "BOTS:First"]
[[tournament]]
deals = DEALS
[[tournament]]
deals = MATCHES
unit = "match"
'''
# What is played, sets of each pairing for each kill, and how late a kill may come (seconds).
SETUPS: dict[str, tuple[str, int, float]] = {
    "one worker": ("BOTS:Chance BOTS:First random --jobs 1", 80, 2.0),
    "two workers": ("BOTS:Chance BOTS:First random --jobs 2", 120, 2.0),
    "isolated": ("BOTS:Chance random --jobs 2 --isolate", 4, 3.0),
    "a program": ("cmd:PROGRAM random --jobs 1", 4, 2.5),
    "matches": ("BOTS:Chance random --unit match --jobs 2", 150, 2.0),
    "an experiment": ("EXPERIMENT --jobs 2", 0, 2.5),
}


def words_of(name: str, kills: int, bots: Path, folder: Path) -> list[str]:
    """The command of a set-up, with sets for so many kills."""
    line, sets, _ = SETUPS[name]
    bot = str(bots)
    (folder / "program.py").write_text(PROGRAM)
    (folder / "e.toml").write_text(
        EXPERIMENT.replace("BOTS", bot).replace("DEALS", str(200 * kills))
        .replace("MATCHES", str(8 * kills)))
    line = line.replace("PROGRAM", f"{sys.executable}\0{folder / 'program.py'}")
    line = line.replace("EXPERIMENT", str(folder / "e.toml")).replace("BOTS", bot)
    words = ["tournament", *(w.replace("\0", " ") for w in line.split()), "--quiet", "--json"]
    return [*words, "--seed", "2", "--deals", str(2 * sets * kills)] if sets else words


def _begin(words: list[str]) -> None:
    os.setsid()
    with Path(os.devnull).open("w") as nowhere:
        sys.stdout = sys.stderr = nowhere
        main(words)


def kill(words: list[str], times: int, latest: float, rng: random.Random) -> int:
    """Begin a command so often, and kill it, or it with its workers; how often it was at work."""
    fork, alive = multiprocessing.get_context("fork"), 0
    for _ in range(times):
        process = fork.Process(target=_begin, args=(words,))
        process.start()
        process.join(rng.uniform(0.0, latest))
        alive += process.is_alive()
        with contextlib.suppress(OSError):
            (os.killpg if rng.random() < 0.5 else os.kill)(process.pid, signal.SIGKILL)
        process.join()
    return alive


def figures(text: str) -> list[Any]:
    """What does not depend on the time."""
    printed = json.loads(text)
    found = [p for t in printed.get("tournaments", [printed]) for p in t["pairings"]]
    for pairing in found:
        del pairing["ms_per_move"]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("kills", [3, pytest.param(34, marks=pytest.mark.full)])
@pytest.mark.parametrize("name", SETUPS)
def test_nothing_is_lost(cli: Callable, bots: Path, tmp_path: Path, name: str, kills: int) -> None:
    words, path = words_of(name, kills, bots, tmp_path), tmp_path / "r.db"
    code, whole, error = cli(*words)
    assert code == 0, error
    alive = kill([*words, "--results", str(path)], kills, SETUPS[name][2], random.Random(kills))
    wait_for_writers(path)
    code, resumed, error = cli(*words, "--results", str(path))
    assert (code, error) == (0, "") and figures(resumed) == figures(whole)
    for (pairing,) in rows(path, "SELECT id FROM pairing"):
        (sets,) = rows(path, f"SELECT sum(sets) FROM block WHERE pairing = {pairing}")[0]
        check_blocks(path, sets, pairing)
    with read(path) as archive:
        assert not archive.examine().damage
        sessions = len(archive.sessions())
    print(f"{name}: {kills} kills, {alive} at work, {sessions} sessions; lost or twice 0")
