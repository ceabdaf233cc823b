"""What stands between a stranger's code and the process that keeps the results."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy
import pytest

from schnapsen_ai.bot.faults import Offence
from schnapsen_ai.bot.interface import BotError
from schnapsen_ai.bot.leftovers import cleared
from schnapsen_ai.bot.limits import Clock
from schnapsen_ai.sandbox import family
from schnapsen_ai.sandbox.family import MOST_PROCESSES, TOO_MANY, Family
from schnapsen_ai.sandbox.mail import Mail, Spoilt
from schnapsen_ai.sandbox.processes import Child, children
from schnapsen_ai.sandbox.specs import specs_of
from schnapsen_ai.sandbox.trial import tried

pytestmark = pytest.mark.interpreted


def test_what_is_tried_is_done_elsewhere() -> None:
    before = children()
    assert tried(os.getpid) != os.getpid()
    for work, says in [
        (lambda: 1 / 0, "raised ZeroDivisionError"),
        (lambda: os._exit(3), "ended its process with exit code 3"),
        (lambda: os.kill(os.getpid(), 9), "ended its process by SIGKILL"),
        (lambda: sys.exit(2), "raised SystemExit"),
        (lambda: time.sleep(60), r"took more than 0\.2 s"),
        (lambda: os.closerange(3, 99), "ended its process"),
    ]:
        with pytest.raises(Offence, match=says):
            tried(work, seconds=0.2 if "0" in says and "took" in says else 20.0)

    def refuses() -> None:
        raise BotError("no such bot")

    with pytest.raises(BotError, match="no such bot"):
        tried(refuses)
    assert children() == before


@pytest.mark.parametrize("does, says", [
    ("while True: pass", "took more than"), ("import os; os._exit(0)", "exit code 0"),
    ("raise GeneratorExit", "does not import: GeneratorExit"),
    ("raise SystemExit('x')", "does not import: SystemExit: x"),
])
def test_a_bot_that_hangs_when_it_is_imported_is_refused(tmp_path, does: str, says: str) -> None:
    (tmp_path / "bad.py").write_text(does)
    with pytest.raises(BotError, match=says):
        specs_of([f"{tmp_path}/bad.py"], seconds=0.5 if "took" in says else 20.0)


@pytest.mark.parametrize("does, says", [
    ("import numpy; numpy.zeros = print", "replaces numpy.zeros"),
    ("import builtins; builtins.len = max", "replaces builtins.len"),
    ("import time; time.monotonic = lambda: 0.0", "replaces time.monotonic"),
    ("from schnapsen_ai.bot.limits import Clock; Clock.start = None",
     "replaces Clock.start"),
    ("import resource as r; r.setrlimit(r.RLIMIT_NOFILE, (500, 500))", "changes the limits"),
])
def test_a_bot_that_replaces_what_is_not_its_own_is_refused(
    tmp_path, does: str, says: str
) -> None:
    """At import: all that plays on in the process would stand on it.  Also behind the trial."""
    (tmp_path / "bad.py").write_text(BOT + does)
    with pytest.raises(BotError, match=says):
        specs_of([f"{tmp_path}/bad.py"])
    if "resource" in does:
        return
    before = len, numpy.zeros, time.monotonic, Clock.start
    here = f"import os\nif os.getpid() == {os.getpid()}:\n    {does}\n"
    (tmp_path / "sly.py").write_text(here + BOT)
    with pytest.raises(BotError, match=says):
        specs_of([f"{tmp_path}/sly.py"])
    assert before == (len, numpy.zeros, time.monotonic, Clock.start)


def test_nothing_is_left_to_go_off_later(tmp_path) -> None:
    before = signal.getsignal(signal.SIGALRM), os.getcwd(), sys.getrecursionlimit()
    with cleared():
        signal.signal(signal.SIGALRM, lambda *_: 1 / 0)
        signal.setitimer(signal.ITIMER_REAL, 0.01)
        os.chdir(tmp_path)
        sys.setrecursionlimit(5000)
        sys.setprofile(lambda *_: None)
    time.sleep(0.02)
    assert (signal.getsignal(signal.SIGALRM), os.getcwd(), sys.getrecursionlimit()) == before
    assert sys.getprofile() is None


def test_mail_that_somebody_has_scribbled_on() -> None:
    here, there = Mail.pair()
    there.send({"n": list(range(100_000))} and "small")
    assert here.receive() == "small" and here.arrived() is None
    there.line.sendall(there.mark[:3])
    assert here.arrived() is None  # not whole yet
    there.line.sendall(b"garbage")
    with pytest.raises(Spoilt):
        here.arrived()
    for end in (here, there):
        end.close()
    here, there = Mail.pair()
    there.close()
    with pytest.raises(EOFError):
        here.arrived()


@pytest.mark.slow
def test_a_family_is_counted_together() -> None:
    """By the keeper: many processes, or a few that are too large together though none is."""
    def many() -> None:
        for _ in range(MOST_PROCESSES + 5):
            if os.fork() == 0:
                time.sleep(60)
        time.sleep(60)

    def large() -> None:
        kept = []
        for _ in range(3):
            if os.fork() == 0:
                kept.append(b"x" * (60 << 20))
                time.sleep(60)
        time.sleep(60)

    for work, memory, code in ((many, None, TOO_MANY), (large, 100, 77)):
        child = Child(work, excess=Family(memory).excess)
        assert os.read(child.ended, 1) == b""
        assert child.end() == code
    calm = Child(lambda: time.sleep(0.3), excess=Family(100).excess)
    assert os.read(calm.ended, 1) == b"" and calm.end() == 0


@pytest.mark.slow
@pytest.mark.parametrize("told", [True, False])
def test_what_a_family_had_from_the_start_is_not_counted(monkeypatch, told: bool) -> None:
    """Whether or not the system tells what of its memory a process shares with others."""
    kept = b"x" * (80 << 20)
    if not told:
        monkeypatch.setattr(family, "share_of_memory", lambda pid: None)

    def many() -> None:
        for _ in range(6):
            if os.fork() == 0:
                time.sleep(60)
        time.sleep(0.5)

    child = Child(many, excess=family.Family(len(kept) >> 20, family.private_memory("self")).excess)
    assert os.read(child.ended, 1) == b"" and child.end() == 0


BOT = """import schnapsen_ai as sa
class Bot(sa.Bot):
    def choose(self, view): return view.legal_moves()[0]
"""
STAYS = """
import atexit, threading, time
import schnapsen_ai as sa
atexit.register(time.sleep, 600)
threading.Thread(target=time.sleep, args=(600,)).start()
class Stays(sa.Bot):
    def choose(self, view): return view.legal_moves()[0]
"""


@pytest.mark.slow
def test_a_bot_cannot_keep_the_command_from_ending(tmp_path) -> None:
    (tmp_path / "stays.py").write_text(STAYS)
    done = subprocess.run(
        [sys.executable, "-m", "schnapsen_ai", "tournament", "stays.py", "random", "--deals", "2"],
        cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0 and "stays.py" in done.stdout, done.stderr


TALKS = """
import schnapsen_ai as sa
SEEN = {}
class Talks(sa.Bot):
    \"\"\"Plays otherwise once it has seen the pack from the other side.\"\"\"
    def begin(self, game, seat, rng):
        super().begin(game, seat, rng)
        self.knows = len(SEEN.setdefault("seats", set()) - {seat}) > 0
        SEEN["seats"].add(seat)
    def choose(self, view):
        return view.legal_moves()[-1 if self.knows else 0]
"""


@pytest.mark.slow
def test_check_bot_finds_a_bot_whose_seatings_talk(tmp_path: Path, cli) -> None:
    (tmp_path / "talks.py").write_text(TALKS)
    args = ("check-bot", "talks.py", "--game", "schnapsen", "--deals", "4")
    code, out, err = cli(*args, cwd=tmp_path)
    assert code == 1, err
    assert "FAIL  schnapsen: the same moves whichever seating comes first" in out
