"""Workers that are lost, and what bots that live in them can and cannot reach."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import numpy as np
import pytest

import schnapsen_ai as sa
from schnapsen_ai.base import seeds
from schnapsen_ai.bot.limits import Limits
from schnapsen_ai.bot.spec import BotSpec
from schnapsen_ai.sandbox import specs_of
from schnapsen_ai.sandbox.processes import children, children_of
from schnapsen_ai.store import Store, read
from schnapsen_ai.tournament import runner

LIMITS = Limits(1.0, 10.0, 300)
BOTS = """
import os, sys, threading, time
import schnapsen_ai as sa

class Lowest(sa.Bot):
    def choose(self, view):
        return view.legal_moves()[0]

class Slow(Lowest):
    def choose(self, view):
        time.sleep(0.05)
        return super().choose(view)

class Scribbles(Lowest):
    \"\"\"On whatever its process has open.\"\"\"
    def choose(self, view):
        for fd in range(3, 256):
            try:
                os.pwrite(fd, b"garbage" * 99, 0)
            except OSError:
                try:
                    os.write(fd, b"garbage" * 99)
                except OSError:
                    pass
        return super().choose(view)

class Shuts(Lowest):
    def choose(self, view):
        os.closerange(3, 256)
        return super().choose(view)

class EndsItAll(Lowest):
    \"\"\"While the other thinks.\"\"\"
    def choose(self, view):
        threading.Timer(0.02, os._exit, (9,)).start()
        return super().choose(view)

class RaisesElsewhere(Lowest):
    \"\"\"In whatever the process does after this.\"\"\"
    def choose(self, view):
        import signal
        signal.signal(signal.SIGALRM, lambda *_: 1 / 0)
        signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)
        return super().choose(view)
"""


@pytest.fixture(scope="module")
def strangers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("strangers") / "strangers.py"
    path.write_text(BOTS)
    return path


def play(path: Path, a: str, b: str, sets: int = 2, **more) -> runner.PairingResult:
    specs = [BotSpec(f"{path}:{name}") for name in (a, b)]
    return runner.run(
        sa.load("schnapsen"), specs, 2 * sets, 1, 1, limits=LIMITS, **more).pairings[0]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["Scribbles", "Shuts"])
def test_results_are_out_of_reach(strangers, tmp_path, name: str) -> None:
    """A worker has the results file not even open."""
    file = tmp_path / "r.db"
    with Store(str(file)) as store:
        played = play(strangers, name, "Lowest", store=store)
    assert {f.bot for f in played.faults} == {0} and len(played.faults) == 4
    with read(str(file)) as results:
        (pairing,) = results.pairings()
        assert pairing.deals == 4
        assert len(results.faults(pairing)["what"]) == 4


@pytest.mark.slow
@pytest.mark.parametrize("name", ["EndsItAll", "RaisesElsewhere"])
def test_only_who_did_it_is_charged(strangers, name: str) -> None:
    """It happens while the other bot thinks, or the table does something."""
    played = play(strangers, name, "Slow")
    assert {f.bot for f in played.faults} <= {0} and played.n_deals == 4
    swapped = play(strangers, "Slow", name)
    assert {f.bot for f in swapped.faults} <= {1} and swapped.n_deals == 4


@pytest.mark.slow
def test_whoever_kills_a_worker_from_outside_charges_nobody(strangers) -> None:
    kills = []

    def kill(block: object) -> None:
        if len(kills) < 2:
            for keeper in children():
                for worker in children_of(keeper):
                    os.kill(worker, signal.SIGKILL)
                    kills.append(worker)

    for other in ("Slow", "Lowest"):
        kills.clear()
        played = play(strangers, "Slow", other, 4, progress=kill)
        assert kills and not played.faults
        assert np.array_equal(played.points, play(strangers, "Lowest", "Lowest", 4).points)


def test_the_secret_is_guarded_from_programs(tmp_path, monkeypatch) -> None:
    """A program is not in this process, so trying small seeds would be all that it has to do."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    (tmp_path / "echo.py").write_text(
        "import json, sys\nfor line in sys.stdin:\n"
        "    m = json.loads(line)\n"
        "    a = {'id': m.get('id'), 'protocol': 1, 'name': 'x', 'move': m.get('legal', [0])[0]}\n"
        "    print(json.dumps(a), flush=True)\n")
    specs = specs_of([f"cmd:{sys.executable} {tmp_path}/echo.py", "bully"])
    secret = runner.run(sa.load("schnapsen"), specs, 2, 7, 1, limits=LIMITS).secret
    assert secret == seeds.guarded_secret_of(7) != seeds.secret_of(7)
    here = runner.run(sa.load("schnapsen"), [BotSpec("rules"), BotSpec("bully")], 2, 7, 1)
    assert here.secret == seeds.secret_of(7)
