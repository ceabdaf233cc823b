"""Whatever a bot does: every deal is played, nobody else is charged, and nothing is left behind."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import misbehaviour
import pytest
from misbehaviour import EXPECTED
from paths import PYTHONPATH

#: One of each sort: what .ci/run plays.  The others are for .ci/full.
SOME = ("hangs when imported", "hangs when made again", "raises GeneratorExit",
        "raises what hangs in its text", "answers what hangs when it is let go",
        "leaves an alarm that raises", "breaks what is built in", "kills itself",
        "leaves children and ends", "writes to every descriptor", "closes every descriptor")


def left_by(mark: str) -> list[str]:
    """Processes that were started with a mark in their environment."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            environment = Path(f"/proc/{pid}/environ").read_bytes()
        except OSError:
            continue
        found += [pid] if mark.encode() in environment else []
    return found


def play(folder: Path, mode: str, names: list[str]) -> dict[str, dict]:
    """What came of each kind, by name."""
    mark = f"mark-of-{folder.name}-{mode}"
    temporary = folder / "temporary"
    temporary.mkdir()
    done = subprocess.run(
        [sys.executable, misbehaviour.__file__, *(["--isolate"] if mode == "isolated" else []),
         *names],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([PYTHONPATH, f"/{mark}"]),
             "TMPDIR": str(temporary), "SCHNAPSEN_AI_QUIET": "1"},
        capture_output=True, text=True, timeout=1800, check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert left_by(mark) == []
    assert list(temporary.iterdir()) == []
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return {line["name"]: line for line in lines}


def check(mode: str, name: str, came: dict) -> None:
    expected = EXPECTED[mode][name]
    assert came["finished"], name
    assert all(bot == 0 for bot, _ in came["faults"]), f"{name}: an innocent was charged: {came}"
    if expected is None:
        assert not came["faults"], f"{name}: {came}"
    elif expected != "any":
        assert came["faults"], f"{name}: nobody was charged"
        for _, what in came["faults"]:
            assert re.search(expected, what), f"{name}: {what}"


@pytest.mark.slow
@pytest.mark.parametrize("mode", EXPECTED)
def test_some_of_each_sort(tmp_path, mode: str) -> None:
    names = [*SOME, *(["has children that eat memory"] if mode == "isolated" else [])]
    for name, came in play(tmp_path, mode, names).items():
        check(mode, name, came)


@pytest.mark.full
@pytest.mark.parametrize("mode", EXPECTED)
def test_every_kind(tmp_path, mode: str) -> None:
    """``pytest -m full tests/sandbox/test_misbehaviour.py`` measures it."""
    came = play(tmp_path, mode, [])
    assert set(came) == set(EXPECTED[mode]) and len(came) >= 60
    wrong = []
    for name in came:
        try:
            check(mode, name, came[name])
        except AssertionError as error:
            wrong.append(str(error))
    assert not wrong, "\n".join(wrong)
