"""`watch`: one deal in this process, with thoughts, prints and breakpoint()."""

from __future__ import annotations

import os
import pty
import select
import sys
import time

import pytest
from paths import ROOT

import schnapsen_ai as sa
from schnapsen_ai.bot.watching import watch

pytestmark = pytest.mark.interpreted

BOT = '''
import schnapsen_ai as sa


class Debugged(sa.Bot):
    stops = True

    def choose(self, view):
        if Debugged.stops:
            Debugged.stops = False
            breakpoint()
        print("I am", view.seat)
        self.thoughts = {m: {"value": m / 100, "visits": 7} for m in view.legal_moves()}
        return min(view.legal_moves())
'''
POSITION = "hands=JCASTSKHQD/????? talon=????????? up=JS trump=S turn=0"
DEALS = str(ROOT / "tests/data/deals.results")


class First(sa.Bot):
    def choose(self, view):
        return view.legal_moves()[0]


class Raises(sa.Bot):
    def choose(self, view):
        raise KeyError("no idea")


class Resigns(sa.Bot):
    def choose(self, view):
        raise sa.Resign


@pytest.mark.slow
def test_steps_from_python():
    state = sa.load("schnapsen").deal(seed=1)
    steps = list(watch(state, [First(), "pimc:worlds=2"], seed=4))
    assert state.is_over and [s.move for s in steps] == state.history
    assert [s.number for s in steps] == list(range(1, len(steps) + 1))
    thoughtful = [s for s in steps if s.bot == "pimc:worlds=2" and s.thoughts]
    assert thoughtful and all(s.move in s.thoughts for s in thoughtful)
    assert "thought: " in str(thoughtful[0]) and "thought" not in str(steps[0])
    again = sa.load("schnapsen").deal(seed=1)
    assert [s.move for s in watch(again, [First, "pimc:worlds=2"], seed=4)] == state.history


@pytest.mark.parametrize("name", ["snapszer3", "watten"])
def test_fewer_bots_than_seats_take_turns(name):
    state = sa.load(name).deal(seed=1)
    bots = {s.seat: s.bot for s in watch(state, ["rules", First], seed=1)}
    assert all(bot == ("rules", "First")[seat % 2] for seat, bot in bots.items())


def test_what_a_bot_does_wrong_comes_out():
    game = sa.load("schnapsen")
    with pytest.raises(KeyError):
        next(watch(game.deal(seed=1), [Raises, First]))
    state = game.deal(seed=1)
    (step,) = watch(state, [Resigns, First])
    assert step.move is None and state.ending == "resigned" and "resigns" in str(step)
    for bots in ([First()], [], [First] * 3):
        with pytest.raises(ValueError):
            next(watch(game.deal(seed=1), bots))


def test_the_command(cli, bots):
    code, said, error = cli("watch", f"{bots}:Params", "rules", "--seed", "3", "--boards")
    assert (code, error) == (0, "") and "  1. " in said and "\nresult: " in said
    assert "seen by seat 0" in said
    assert cli("watch", f"{bots}:Params", "rules", "--seed", "3", "--boards")[1] == said
    assert "Params" in cli("watch", f"{bots}:Params", "--position", POSITION)[1]


def test_more_bots_than_seats(cli):
    code, _, error = cli("watch", "rules", "rules", "rules")
    assert code == 2 and error == "schnapsen-ai: 3 bots: schnapsen has 2 seats\n"


def test_a_stored_deal_from_a_move_on(cli, bots):
    replayed = cli("replay", DEALS, "1:0:0")[1]
    code, said, _ = cli("watch", f"{bots}:First", "--deal", DEALS, "1:0:0", "--from", "3")
    assert code == 0 and "\n  3. " in said and "\n  2. " not in said
    assert replayed.splitlines()[2].split()[-1] in said  # the same cards
    for words in (("--from", "3"), ("--deal", DEALS, "1:0:0", "--from", "99"),
                  ("--deal", DEALS, "1:0:0", "--position", POSITION)):  # fmt: skip
        code, _, error = cli("watch", "rules", *words)
        assert code == 2 and error.count("\n") == 1


def test_a_bot_that_raises_shows_where(cli, bots):
    code, _, error = cli("watch", f"{bots}:Raises", "random")
    assert code == 1 and "Traceback" in error and "raise KeyError" in error
    code, _, error = cli("watch", "nosuch")
    assert code == 2 and error.count("\n") == 1


def test_breakpoint_stops_in_the_bot(tmp_path):
    """At a terminal: the debugger asks, answers, and lets the deal go on."""
    (tmp_path / "debugged.py").write_text(BOT)
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(tmp_path)
        os.environ.update(PYTHONPATH=str(ROOT), NUMBA_DISABLE_JIT="1", TERM="dumb")
        command = [sys.executable, "-m", "schnapsen_ai", "watch", "debugged.py", "random"]
        os.execv(sys.executable, command)
    try:
        heard = read_until(terminal, "(Pdb)")
        assert "choose()" in heard
        os.write(terminal, b"p 40 + view.seat + 2\n")
        assert "42" in read_until(terminal, "(Pdb)")
        os.write(terminal, b"c\n")
        heard = read_until(terminal, "result: ")
        assert "I am 0" in heard and "debugged.py (seat 0)" in heard and "visits 7" in heard
    finally:
        os.close(terminal)
        os.waitpid(child, 0)


def read_until(terminal, word, seconds=120):
    heard, end = "", time.monotonic() + seconds
    while word not in heard:
        assert time.monotonic() < end, heard
        if select.select([terminal], [], [], 1)[0]:
            heard += os.read(terminal, 4096).decode()
    return heard
