"""A damaged results file made a sound one again: of what is sound in it.

What was damaged is then not there, and the command that played it plays it again.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from pathlib import Path
from typing import Any

from . import rows
from .blocks import Fault
from .health import Health, examine
from .schema import TABLES
from .seals import Row

_AFTER = {"pairing": ("tournament", "a", "b"), "block": ("pairing", "session"),
          "verdict": ("pairing",), "record": ("session",)}
_REFERS = {"a": "bot", "b": "bot"}


def rescue(path: Path, found: Health) -> str:
    """Put a sound file in the place of a damaged one, which is kept beside it: what came of it.

    By the one writer of the file.  At every moment one of the two is there by its name.
    """
    new = path.with_name(path.name + "-sound")
    kept = _free_name(path)
    _forget(new)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as old:
        try:
            sets = _copy(old, new)
        except BaseException:
            _forget(new)
            raise
        with contextlib.suppress(sqlite3.Error):
            old.execute("PRAGMA journal_mode = DELETE")  # its log into it
    os.link(path, kept)
    for end in ("-wal", "-shm"):  # one that is left belongs to the old file
        with contextlib.suppress(FileNotFoundError):
            os.replace(path.with_name(path.name + end), kept.with_name(kept.name + end))
    os.replace(new, path)
    return (f"{path} was damaged: {found.damage[0]}; {sets} sound sets of it are kept, what "
            f"else is asked for is played again; the damaged file is now {kept}")


def _copy(old: sqlite3.Connection, new: Path) -> int:
    """Copy what is sound; the sets that are."""
    with contextlib.closing(sqlite3.connect(new, isolation_level=None)) as db:
        db.executescript(f"BEGIN; {TABLES}")
        rows.begin_seals(db)
        copy = _Copy(db)
        examine(old, copy.take)
        db.execute("COMMIT")
    return copy.sets


def _forget(new: Path) -> None:
    """A copy that was not finished."""
    for end in ("", "-journal"):
        new.with_name(new.name + end).unlink(missing_ok=True)


def _free_name(path: Path) -> Path:
    number = 1
    while (name := path.with_name(f"{path.name}-damaged-{number}")).exists():
        number += 1
    return name


class _Copy:
    """Rows copied into another file, with their ids."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db
        self.sets = 0
        self.there: dict[str, set[int]] = {}

    def take(self, table: str, row: Row, faults: list[Fault], log: dict[str, Any] | None) -> None:
        """Copy a row, unless what it refers to was lost."""
        for column in _AFTER.get(table, ()):
            if row[column] not in self.there.get(_REFERS.get(column, column), ()):
                return
        self.db.execute("SAVEPOINT one")
        try:
            if table == "block":
                rows.insert_block(self.db, row, faults, log)
            else:
                rows.insert(self.db, table, row)
        except sqlite3.IntegrityError:  # of an older file, which has no digests
            self.db.execute("ROLLBACK TO one")
        else:
            self.there.setdefault(table, set()).add(row.get("id", 0))
            self.sets += row["sets"] if table == "block" else 0
        self.db.execute("RELEASE one")
