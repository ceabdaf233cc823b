"""Bots in processes of their own at play: what they cannot spoil, and the same moves as here."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np
import pytest
from rogues import SOURCE

import schnapsen_ai as sa
from schnapsen_ai.bot.limits import Limits
from schnapsen_ai.bot.spec import BotSpec
from schnapsen_ai.sandbox import specs_of
from schnapsen_ai.sandbox.processes import children
from schnapsen_ai.tournament import runner

TALKERS = '''
import json, os, sys, time

kind = sys.argv[1]
for line in sys.stdin:
    message = json.loads(line)
    answer = {"id": message.get("id"), "protocol": 1, "name": kind}
    if message["type"] == "choose":
        answer["move"] = message["legal"][0]
        if kind == "half":
            print('{"id":', end="", flush=True)
            time.sleep(60)
        elif kind == "bad":
            print("move 7, please", flush=True)
            continue
        elif kind == "trickles":
            while True:
                print(" ", end="", flush=True)
                time.sleep(0.0002)
        elif kind == "megabytes":
            print("x" * (3 << 20), flush=True)
        elif kind == "twice":
            print(json.dumps(answer), flush=True)
        elif kind == "illegal":
            answer["move"] = 62
        elif kind == "nonsense":
            answer["move"] = "JC"
        elif kind == "says":
            answer = {"id": message["id"], "error": "not today"}
        elif kind == "resigns":
            answer["resign"] = True
        elif kind == "exits":
            sys.exit(4)
        elif kind == "forks" and os.fork() == 0:
            time.sleep(60)
    if "id" in message:
        print(json.dumps(answer), flush=True)
'''
FAULTS = {
    "half": "took more than 2 s in a deal",
    "trickles": "took more than 2 s in a deal",
    "bad": "sent 'move 7, please', which is not JSON",
    "megabytes": "sent a line of more than 65536 bytes",
    "twice": "which does not answer message|answered a message twice|without being asked",
    "illegal": "chose 62, which is not legal",
    "nonsense": "returned 'JC', which is not a move",
    "says": "not today",
    "exits": "ended its process with exit code 4",
}


def gauntlet(specs: list[BotSpec], limits: Limits) -> list[runner.PairingResult]:
    """An honest bot, built in, against each: one set."""
    game = sa.load("schnapsen")
    return runner.run(
        game, [BotSpec("bully"), *specs], 2, 1, 1, limits=limits, schedule="gauntlet"
    ).pairings


@pytest.mark.slow
def test_whatever_a_program_says(tmp_path) -> None:
    """It alone is charged, and nothing is left behind."""
    (tmp_path / "talker.py").write_text(TALKERS)
    before = children()
    kinds = [*FAULTS, "resigns", "forks", "honest"]
    specs = specs_of([f"cmd:{sys.executable} {tmp_path}/talker.py {kind}" for kind in kinds])
    played = gauntlet(specs, Limits(None, 2.0, 1024))
    for kind, pairing in zip(kinds, played, strict=True):
        assert all(f.bot == 1 for f in pairing.faults), kind
        if kind in FAULTS:
            assert len(pairing.faults) == 2, (kind, pairing.faults)
            assert all(any(part in f.what for part in FAULTS[kind].split("|"))
                       for f in pairing.faults), (kind, pairing.faults)
            assert pairing.points[..., 0].tolist() == [[3.0, 3.0]], kind
        elif kind == "resigns":
            assert pairing.points[..., 0].tolist() == [[3.0, 3.0]] and not pairing.faults
        else:
            assert not pairing.faults, kind
    assert np.array_equal(played[-1].points, played[-2].points)
    assert children() == before


LISTENER = '''
import json, sys

wants = sys.argv[1:]
ends, saw, deals = 0, 0, 0
for line in sys.stdin:
    message = json.loads(line)
    answer = {"id": message.get("id"), "protocol": 1, "name": "listener", "wants": wants}
    kind = message["type"]
    if kind in ("saw", "end") and kind not in wants:
        answer["error"] = "I did not want to know"
    if kind == "begin":
        if ends != (deals if "end" in wants else 0) or message["game"]["name"] != "schnapsen":
            answer["error"] = f"{ends} ends of {deals} deals"
        deals, saw = deals + 1, 0
    elif kind == "choose":
        if saw != (len(message["view"]["history"]) if "saw" in wants else 0):
            answer["error"] = f"saw {saw} moves"
        answer["move"] = message["legal"][0]
    elif kind == "saw":
        saw += 1
    elif kind == "end":
        ends += sum(message["payoffs"]) == 0
    if "id" in message:
        print(json.dumps(answer), flush=True)
'''


@pytest.mark.slow
def test_a_program_hears_what_it_wants_and_nothing_else(tmp_path) -> None:
    (tmp_path / "listener.py").write_text(LISTENER)
    wishes = ("", "saw", "end", "saw end")
    specs = specs_of([f"cmd:{sys.executable} {tmp_path}/listener.py {w}" for w in wishes])
    played = runner.run(
        sa.load("schnapsen"), [BotSpec("bully"), *specs], 2, 1, 1, "match", limits=Limits(),
        schedule="gauntlet").pairings
    for pairing in played:
        assert not pairing.faults and pairing.n_deals > 4
        assert np.array_equal(pairing.points, played[0].points)


ROGUES = {
    "Raises": "raised KeyError: 'no idea'",
    "HangsInC": "took more than 2 s in a deal",
    "HangsInPython": "took more than 2 s in a deal",
    "EatsMemory": "used more than 200 MB of memory",
    "Exits": "ended its process with exit code 5",
    "Crashes": "ended its process by SIGSEGV",
    "LeavesChildrenAndDies": "ended its process with exit code 3",
    "Interrupts": "raised KeyboardInterrupt",
    "ChangesItsView": "raised ValueError: done",
    # Alone in its world it cannot even kill itself.
    "KillsItself": None,
    "KillsItsGroup": None,
    "Prints": None,
    "LeavesChildren": None,
    "ComesBackTwice": None,
    "ComesBackTwiceFromC": None,
}


@pytest.mark.slow
def test_rogues_in_processes_of_their_own(tmp_path) -> None:
    path = tmp_path / "rogues.py"
    path.write_text(SOURCE.replace("min(view.hand) % 8 in (3, 4)", "True"))
    before = children()
    specs = specs_of([f"{path}:{name}" for name in [*ROGUES, "Lowest"]], isolate=True)
    played = gauntlet(specs, Limits(None, 2.0, 200))
    for (name, what), pairing in zip([*ROGUES.items(), ("Lowest", None)], played, strict=True):
        assert {(f.bot, f.what) for f in pairing.faults} == ({(1, what)} if what else set()), name
        assert len(pairing.faults) == (2 if what else 0), name
        if what:
            assert pairing.points[..., 0].tolist() == [[3.0, 3.0]], name
        else:
            assert np.array_equal(pairing.points, played[-1].points), name
    assert children() == before


@pytest.mark.slow
def test_no_folder_is_left_behind(tmp_path, bots, process) -> None:
    args = ("tournament", f"{bots}:First", "random", "--isolate", "--seed", "1")
    code, _, err = process(*args, "--deals", "8", TMPDIR=str(tmp_path))
    assert code == 0, err
    assert not list(tmp_path.iterdir())
    killed = subprocess.Popen(
        [sys.executable, "-m", "schnapsen_ai", *args, "--deals", "1000000"],
        env={**os.environ, "TMPDIR": str(tmp_path)}, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    wait_until(lambda: list(tmp_path.glob("*/*")))
    killed.kill()
    killed.wait()
    wait_until(lambda: not list(tmp_path.iterdir()))


def wait_until(there: Callable[[], object]) -> None:
    end = time.monotonic() + 120
    while not there():
        assert time.monotonic() < end
        time.sleep(0.05)


SPY = '''
import schnapsen_ai as sa

SEATS = set()


class Spy(sa.Bot):
    """Would know the other hand from the seating before, if one process played both."""

    def begin(self, game, seat, rng):
        super().begin(game, seat, rng)
        SEATS.add(seat)
        assert SEATS == {seat}, "I have seen this pack from the other side"

    def choose(self, view):
        return int(self.rng.choice(view.legal_moves()))
'''


def test_no_process_meets_a_pack_twice_and_moves_are_the_same(tmp_path) -> None:
    path = tmp_path / "spy.py"
    path.write_text(SPY)
    game = sa.load("schnapsen")
    (alone,) = specs_of([str(path)], isolate=True)
    apart = runner.run(game, [alone, BotSpec("bully")], 8, 1, 1, limits=Limits()).pairings[0]
    assert not apart.faults
    path.write_text(SPY.replace("assert SEATS", "# assert SEATS"))
    here = runner.run(
        game, [BotSpec(str(path)), BotSpec("bully")], 8, 1, 1, guarded=True).pairings[0]
    assert np.array_equal(here.points, apart.points)


def test_check_bot(tmp_path, cli, bots) -> None:
    assert cli("new-bot", "mine", cwd=tmp_path)[0] == 0
    code, out, err = cli(
        "check-bot", "mine.py", "--game", "schnapsen", "--deals", "4", "--json", cwd=tmp_path
    )
    found = json.loads(out)
    assert code == 0 and found["passed"], (found, err)
    assert len(found["findings"]) == 10
    hangs = tmp_path / "hangs.py"
    hangs.write_text("import schnapsen_ai as sa\nclass B(sa.Bot):\n"
                     "    def choose(self, view):\n        while True: pass\n")
    code, out, _ = cli(
        "check-bot", str(hangs), "--game", "schnapsen", "--deal-time", "0.5"
    )
    assert code == 1 and "took more than 0.5 s in a deal\n-     all else: not tried" in out
    code, out, _ = cli("check-bot", f"{bots}:Illegal", "--game", "schnapsen", "--deals", "4")
    assert code == 1 and "FAIL  schnapsen: legal moves: chose 62, which is not legal" in out
