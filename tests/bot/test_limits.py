"""Bots that misbehave in the workers: the tournament finishes, the right one is charged."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import numpy as np
import pytest
import toy
from rogues import SOURCE

import schnapsen_ai as sa
from schnapsen_ai.bot.faults import Offence, move_of, raised
from schnapsen_ai.bot.limits import Clock, Limits, Place, Slot
from schnapsen_ai.bot.spec import BotSpec
from schnapsen_ai.deal.game import Game
from schnapsen_ai.sandbox.processes import Child, children
from schnapsen_ai.tournament import runner

SETS = 6
LIMITS = Limits(move_time=0.5, deal_time=20.0, memory=100)
PATIENT = Limits(move_time=None, deal_time=20.0, memory=100)


@pytest.fixture(scope="session")
def rogues(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("rogues") / "rogues.py"
    path.write_text(SOURCE)
    return path


def against_honest(
    spec: str, limits: Limits = PATIENT, jobs: int = 1, sets: int = SETS, **more
) -> runner.PairingResult:
    """`spec` against an honest bot in Python."""
    path = spec.rsplit(":", 1)[0]
    specs = [BotSpec(spec), BotSpec(f"{path}:Lowest")]
    result = runner.run(
        sa.load("schnapsen"), specs, 2 * sets, 1, jobs, limits=limits, **more
    )
    return result.pairings[0]


@pytest.fixture(scope="session")
def honest(rogues: Path) -> runner.PairingResult:
    """What a rogue plays when it does not misbehave, with its first decisions: the same moves."""
    return against_honest(f"{rogues}:Resigns")


FAULTS = {
    "Raises": "raised KeyError: 'no idea'",
    "HangsInPython": "took more than 0.5 s for a move",
    "HangsInC": "took more than 0.5 s for a move",
    "Late": "took more than 0.5 s for a move",
    "EatsMemory": "used more than 100 MB of memory",
    "Hoards": "used more than 100 MB of memory",
    "KillsItself": "ended its process by SIGKILL",
    "Exits": "ended its process with exit code 5",
    "Crashes": "ended its process by SIGSEGV",
    "KillsItsParent": "ended its process by SIGKILL",
    "StopsItsParent": "ended its process with exit code 0",
    "KillsItsGroup": "ended its process by SIGKILL",
    "LeavesChildrenAndDies": "ended its process with exit code 3",
    "Interrupts": "raised KeyboardInterrupt",
    "ChangesItsView": "raised ValueError: done",
}


#: One of each kind; that other ways to do the same are seen too is told by .ci/run.
SOME = ("Raises", "HangsInC", "EatsMemory", "KillsItself", "KillsItsParent", "Interrupts")


@pytest.mark.parametrize(
    "name", [n if n in SOME else pytest.param(n, marks=pytest.mark.slow) for n in FAULTS]
)
def test_the_right_bot_is_charged_and_play_goes_on(rogues, honest, name: str) -> None:
    """Exactly the deals are lost that the same bot gives up when it resigns instead."""
    before = children()
    limits = LIMITS if FAULTS[name] == LIMITS.late else PATIENT
    played = against_honest(f"{rogues}:{name}", limits)
    assert {f.what for f in played.faults} == {FAULTS[name]}
    assert all(f.bot == 0 for f in played.faults)
    assert np.array_equal(played.points, honest.points)
    resigned = np.argwhere(honest.endings == honest.endings.max())
    assert sorted((f.set, f.seating) for f in played.faults) == [tuple(x) for x in resigned]
    assert 2 <= len(played.faults) < 2 * SETS
    assert children() == before


@pytest.mark.parametrize(
    "name",
    ["Prints", "LeavesChildren", "ComesBackTwice",
     pytest.param("ComesBackTwiceFromC", marks=pytest.mark.slow)],
)
def test_what_is_no_crime_is_cleaned_up(rogues, name: str) -> None:
    before = children()
    played = against_honest(f"{rogues}:{name}", PATIENT)
    assert not played.faults
    assert np.array_equal(played.points, against_honest(f"{rogues}:Lowest", PATIENT).points)
    assert children() == before


def test_it_may_hang_in_begin(rogues) -> None:
    played = against_honest(f"{rogues}:HangsInBegin", Limits(None, 0.5), sets=2)
    assert {(f.seat, f.bot) for f in played.faults} == {(1, 0)}
    assert len(played.faults) == 2


def test_the_number_of_workers_changes_nothing(rogues) -> None:
    one, two = (
        against_honest(f"{rogues}:KillsItself", PATIENT, jobs=jobs, sets=12) for jobs in (1, 2)
    )
    assert np.array_equal(one.points, two.points)
    assert sorted(one.faults, key=lambda f: f.place) == sorted(two.faults, key=lambda f: f.place)


def test_a_match_is_lost(rogues) -> None:
    played = against_honest(f"{rogues}:KillsItself", unit="match")
    assert played.faults and all(f.bot == 0 for f in played.faults)
    lost = {(f.set, f.seating) for f in played.faults}
    assert all(played.matches[at] == 0 for at in lost)
    # A second match between these two goes to the same bot wherever it did not die.
    same = against_honest(f"{rogues}:Resigns", unit="match")
    assert np.array_equal(played.matches, same.matches)
    assert np.array_equal(played.deals, same.deals)


def test_time_in_a_deal_adds_up(rogues, tmp_path) -> None:
    path = tmp_path / "slow.py"
    path.write_text(
        "import time\nimport schnapsen_ai as sa\n\n\n"
        "class Lowest(sa.Bot):\n"
        "    def choose(self, view):\n"
        "        return view.legal_moves()[0]\n\n\n"
        "class Slow(Lowest):\n"
        "    def choose(self, view):\n"
        "        time.sleep(0.2)\n"
        "        return super().choose(view)\n"
    )
    played = against_honest(f"{path}:Slow", Limits(None, 0.5), sets=2)
    assert {f.what for f in played.faults} == {"took more than 0.5 s in a deal"}
    assert len(played.faults) >= 2


@pytest.mark.slow
def test_games_of_more_seats_play_on(rogues) -> None:
    specs = [BotSpec(f"{rogues}:HangsInC"), BotSpec(f"{rogues}:Lowest")]
    game = Game("toy", toy, {"trump": False})
    limits = Limits(0.5, 0.5)
    played = runner.run(game, specs, 6, 3, 2, limits=limits).pairings[0]
    assert played.faults and all(f.bot == 0 for f in played.faults)
    assert played.penalties[0] > 0 and played.penalties[1] == 0
    assert (played.endings > 0).all()


@pytest.mark.slow
def test_a_compiled_policy_that_never_ends(rogues, tmp_path) -> None:
    """In one loop nobody can tell who thinks: that block is played again move by move."""
    path = tmp_path / "spins.py"
    path.write_text(
        "import schnapsen_ai as sa\nfrom schnapsen_ai.cards import lowest\n\n\n"
        "@sa.template\n"
        "def policy(state, seat, legal, rng, params, scratch):\n"
        "    scratch[0] += 1\n"
        "    while scratch[0] == 3 and lowest(legal) % 8 == 3 and scratch[1] >= 0:\n"
        "        scratch[1] = (scratch[1] + 1) & 1023\n"
        "    return lowest(legal)\n\n\n"
        "class Spins(sa.CompiledBot):\n"
        "    policy = staticmethod(policy)\n"
    )
    specs = [BotSpec(str(path)), BotSpec("bully")]
    limits = Limits(0.5, 0.5)
    played = runner.run(sa.load("schnapsen"), specs, 10, 1, 1, limits=limits).pairings[0]
    assert {f.what for f in played.faults} <= {limits.late, limits.slow}
    assert played.faults and all(f.bot == 0 for f in played.faults)
    assert len(played.faults) < 10


def test_the_first_call_may_compile_unless_the_bot_has_been_stopped() -> None:
    limits = Limits(move_time=0.0001, deal_time=60.0)
    place = Place(0, 0, 0, 0, 0)

    def verdict(clock: Clock) -> str | None:
        clock.begin_deal()
        clock.start(place, "x", "choose")
        time.sleep(0.001)
        return clock.stop()[1]

    clock = Clock(limits)
    assert [verdict(clock) for _ in range(2)] == [None, limits.late]
    assert verdict(Clock(limits, stopped=frozenset({"x"}))) == limits.late


def test_the_slot_says_who_is_thinking() -> None:
    slot = Slot()
    clock = Clock(Limits(2.0, 5.0, None), slot, frozenset({"x"}))
    place = Place(7, 1, 3, 0, 1)
    assert slot.until == 0.0 and slot.at_the_table
    before = time.monotonic()
    clock.start(place, "x", "choose")
    assert slot.place == place and before + 2.0 <= slot.until <= time.monotonic() + 2.0
    assert slot.reason(clock.limits) == "took more than 2 s for a move"
    clock.stop()
    assert slot.until == 0.0
    clock.used[0] = 4.0
    clock.start(place, "x", "choose")
    assert slot.until <= time.monotonic() + 1.0
    assert slot.reason(clock.limits) == "took more than 5 s in a deal"


def test_a_keeper_passes_on_how_its_child_ended() -> None:
    assert Child(lambda: os._exit(3)).ended  # a descriptor
    for work, code in ((lambda: os._exit(3), 3), (lambda: os.kill(os.getpid(), 9), -9)):
        child = Child(work)
        assert os.read(child.ended, 1) == b""
        assert child.end() == code


def test_from_the_command_line(rogues, cli) -> None:
    code, out, err = cli(
        "tournament", f"{rogues}:HangsInC", f"{rogues}:Prints", "random", "--deals", "6",
        "--seed", "1", "--move-time", "0.5", "--deal-time", "1", "--json", "--strict",
    )
    assert code in (0, 1) and err == ""
    result = json.loads(out)
    assert {f["bot"].rsplit(":")[-1] for f in result["faults"]} <= {"HangsInC"}
    code, _, err = cli("tournament", "--move-time", "0")
    assert code == 2 and "--move-time is at least 0.001" in err


@pytest.mark.slow
def test_a_bot_that_forks_when_it_is_made(tmp_path, process) -> None:
    """One tournament goes on, not two."""
    path = tmp_path / "twins.py"
    path.write_text(
        "import os\nimport schnapsen_ai as sa\nos.fork()\n\n"
        "class Twin(sa.Bot):\n    def __init__(self): os.fork()\n"
        "    def choose(self, view): return view.legal_moves()[0]\n"
    )
    args = ("--game", "schnapsen", "--deals", "6", "--seed", "3", "--json")
    code, out, err = process("tournament", str(path), "random", *args)
    assert code == 0, err
    (pairing,) = json.loads(out)["pairings"]  # one object
    path.write_text(path.read_text().replace("os.fork()", "pass"))
    assert pairing["points_per_deal"] == json.loads(
        process("tournament", str(path), "random", *args)[1]
    )["pairings"][0]["points_per_deal"]


def test_what_a_bot_says_cannot_move_a_cursor() -> None:
    class Rude:
        def __repr__(self) -> str:
            return "a\x1b[2Jb\nc\ud800"

    said = move_of(Rude())
    assert isinstance(said, Offence) and said.what == "returned a [2Jb c, which is not a move"
    assert raised(ValueError("\x1b[2J\x07no\nidea")).what == "raised ValueError: [2J no"
