"""A finished results file with something of everything in it, made without playing."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from schnapsen_ai.stats.sprt import Sprt, SprtVerdict
from schnapsen_ai.store import Store, StoreError, read
from schnapsen_ai.store.blocks import Block, Fault, Log

GAME = SimpleNamespace(
    name="schnapsen", options={"flat": 1}, n_seats=2, pack=list(range(20)),
    rules=SimpleNamespace(ENDINGS=("not over", "last trick"), MOVE_NAMES={40: "close"}))
SETS = 160


def bot(text: str) -> Any:
    cls = SimpleNamespace(parameters=lambda: {"depth": 2})
    return SimpleNamespace(text=text, cls=cls, params={}, sees_all=False, compiled=False,
                           source="ab12", sources=("ab12",))


def block(rng: np.random.Generator, start: int, sets: int) -> Block:
    """Sets with their moves; two bots went wrong."""
    made = Block.blank(start, sets, 2, Log())
    made.points[:] = rng.integers(-3, 4, (sets, 2, 1)) * [1, -1]
    made.wins[..., 0] = made.points[..., 0] > 0
    made.wins[..., 1] = 1 - made.wins[..., 0]
    made.seconds, made.asked = rng.random(2).tolist(), [7 * sets, 8 * sets]
    for k in range(start, start + sets):
        for seating in (0, 1):
            moves = rng.permutation(20)[:15]
            made.log.add((k, seating, 0), seating + 1, rng.permutation(20), moves,
                         rng.integers(0, 2, 15), rng.random(15), (1, -1), 1, -1)
    made.faults = [Fault(start, 0, 0, 1, 0, "no move", "Traceback ..."),
                   Fault(start, 1, 0, 0, 1, "late", "", 2)]
    return made


def write(path: Path) -> dict[int, list[Block]]:
    """Make the file: the blocks of each pairing."""
    rng, played = np.random.default_rng(1), {}
    with Store(path, "the command", {"schnapsen_ai": "0"}) as store:
        tournament, _ = store.tournament(GAME, "deal", 5, bytes(range(16)), None, "try", {}, [2, 1])
        for a, b in (("rules", "random"), ("rules", "x.py:B"), ("random", "x.py:B")):
            pairing = store.pairing(tournament, bot(a), bot(b))
            played[pairing] = [block(rng, start, SETS // 8) for start in range(0, SETS, SETS // 8)]
            for each in played[pairing]:
                store.add(pairing, each)
            store.note(pairing, SprtVerdict(Sprt(), 30, 1.5))
        store.keep([("schnapsen", ["Ann", "Bob"], [1, -1], f"a deal {k}") for k in range(9)])
    return played


def content(path: Path) -> list[Any]:
    """All that can be read of a file, as what compares.  StoreError."""
    with read(path) as archive:
        found: list[Any] = [archive.tournaments(), archive.sessions(), archive.verdicts(),
                            archive.records()]
        for pairing in archive.pairings():
            found.append(pairing)
            for b in archive.blocks(pairing):
                found.append((b.start, b.faults, b.seconds, b.asked))
                found += [x.tobytes() for x in (b.points, b.wins, b.deals, b.matches, b.endings)]
            found += [{k: v.tobytes() for k, v in log.items()} for log in archive.logs(pairing)]
        return found


def is_found(path: Path, whole: list[Any]) -> bool | None:
    """Whether the damage of a file is; None where what is read is what it was.

    AssertionError where it is something else and nobody says so.
    """
    try:
        now = content(path)
    except StoreError as error:
        assert str(path) in str(error) and "\n" not in str(error)
        return True
    assert repr(now) == repr(whole), "damaged, and nobody says so"
    return None
