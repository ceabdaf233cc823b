"""What the tests of results files share: tournaments to store, and checks of what is stored."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

import schnapsen_ai as sa
from schnapsen_ai.bot.spec import BotSpec
from schnapsen_ai.store import Store, StoreError
from schnapsen_ai.store.lock import Lock
from schnapsen_ai.tournament import runner


def play(specs: list[str], store: Store | None, sets: int = 60, unit: str = "deal", seed=3, jobs=1):
    game = sa.load("schnapsen")
    bots = [BotSpec(s) for s in specs]
    return runner.run(game, bots, 2 * sets, seed, jobs, unit, store=store)


def wait_for_writers(path: Path) -> None:
    """A worker that was just made when its parent was killed holds the lock until it has run."""
    end = time.monotonic() + 60
    while True:
        try:
            return Lock(path).release()
        except StoreError:
            assert time.monotonic() < end
            time.sleep(0.01)


def same(a: runner.TournamentResult, b: runner.TournamentResult) -> bool:
    """The same numbers, deal by deal."""
    return all(
        (p.a, p.b) == (q.a, q.b)
        and p.faults == q.faults
        and p.asked == q.asked
        and all(
            np.array_equal(getattr(p, name), getattr(q, name), equal_nan=True)
            for name in ("points", "wins", "deals", "matches", "endings")
        )
        for p, q in zip(a.pairings, b.pairings, strict=True)
    )


def rows(path: Path, query: str) -> list[tuple]:
    with contextlib.closing(sqlite3.connect(path)) as db:
        return db.execute(query).fetchall()


def check_blocks(path: Path, sets: int, *only: int) -> None:
    """Every set of every pairing (of those named) is there once."""
    for pairing in only or [row[0] for row in rows(path, "SELECT id FROM pairing")]:
        blocks = rows(path, f"SELECT first, sets FROM block WHERE pairing = {pairing}")
        covered = sorted(k for first, n in blocks for k in range(first, first + n))
        assert covered == list(range(sets))
    assert rows(path, "PRAGMA integrity_check") == [("ok",)]


@contextlib.contextmanager
def small_disk(folder: Path, kilobytes: int = 256) -> Iterator[bool]:
    """A disk so small mounted there for a while; False where that is not allowed."""
    mounted = os.geteuid() == 0 and not subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", folder],
        stderr=subprocess.DEVNULL,
    ).returncode
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.run(["umount", folder], check=True)
