"""Results files joined into one: parts of a tournament that several machines have played.

Every row is held to its digest on the way, and what does not belong together is refused: packs of
another seed, other house rules or limits, another file of a bot, sets that are there already.
"""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

from . import rows, seals
from .blocks import Fault
from .errors import StoreError, damaged, reading
from .health import examine
from .reader import connect
from .seals import Row
from .stored_blocks import name

_SAME = ("experiment", "game", "options", "unit", "seed", "packs", "limits")
_PLAYED = ("deals", "points", "wins", "counts", "matches", "endings", "marks")


def merge(db: sqlite3.Connection, into: Path, path: Path, also: bool = False) -> int:
    """Copy what another file holds, within a transaction of the one writer: the sets that are new.

    also: other tournaments, and other files of a bot, are no error but kept beside those there.
    StoreError if the two do not belong together, or the other is damaged; then nothing is to be
    kept.  Blocks that are there already, with the same results, are passed over; so are the
    verdicts of sequential tests.
    """
    taken = _Taken(db, into, path, also)
    with reading(path):
        other = connect(path)
        try:
            found = examine(other, taken.take)
        finally:
            other.close()
    if found.damage:
        raise StoreError(damaged(path, found.damage[0]))
    return taken.sets


class _Taken:
    """Rows of one file copied into another, with the ids that they get there."""

    def __init__(self, db: sqlite3.Connection, into: Path, path: Path, also: bool) -> None:
        self.db, self.into, self.path, self.also = db, into, path, also
        self.ids: dict[tuple[str, int], int] = {}
        self.empty = db.execute("SELECT 1 FROM tournament").fetchone() is None
        self.sets = 0

    def take(self, table: str, row: Row, faults: list[Fault], log: dict[str, Any] | None) -> None:
        """One row, after those that it refers to."""
        row.pop("digest", None)
        if table == "verdict":  # of a test that saw one part alone
            return
        number = row.pop("id")
        for column, of in (("tournament", "tournament"), ("a", "bot"), ("b", "bot"),
                           ("pairing", "pairing"), ("session", "session")):
            if column in row and (table, column) != ("tournament", "tournament"):
                row[column] = self.ids[of, row[column]]
        if table == "block":
            self._block(row, faults, log)
            return
        find = getattr(self, f"_{table}")
        there = find(row)
        self.ids[table, number] = rows.insert(self.db, table, row) if there is None else there

    def _tournament(self, row: Row) -> int | None:
        found = rows.find(self.db, "tournament", {name: row[name] for name in _SAME})
        if found is None:
            if not (self.empty or self.also):
                raise StoreError(f"{self.path}: {self._difference(row)}; with --also it is kept "
                                 "as a tournament of its own")
            return None
        (secret,) = self.db.execute(
            "SELECT secret FROM tournament WHERE id = ?", (found,)).fetchone()
        if secret != row["secret"]:
            raise StoreError(
                f"{self.path}: it was played with other packs than {self.into}: give all parts one "
                "--seed; bots in processes of their own mix it with a key of each machine")
        return found

    def _difference(self, row: Row) -> str:
        """In what a tournament differs from the newest one there."""
        names = ", ".join(_SAME)
        there = self.db.execute(f"SELECT {names} FROM tournament ORDER BY id DESC").fetchone()
        column, had = next(
            (name, had) for name, had in zip(_SAME, there, strict=True) if had != row[name])
        if column == "packs":
            return f"its packs are not those of {self.into}"
        if column in ("options", "limits"):
            mine, theirs = json.loads(row[column]), json.loads(had)
            key = next(k for k in (*mine, *theirs) if mine.get(k) != theirs.get(k))
            return f"its {column} say {key}={mine.get(key)}, those of {self.into} {theirs.get(key)}"
        return f"its {column} is {row[column]}, that of {self.into} {had}"

    def _bot(self, row: Row) -> int | None:
        found = rows.find(self.db, "bot", row)
        if found is None and not self.also and rows.find(self.db, "bot", {"text": row["text"]}):
            raise StoreError(f"{self.path}: its file of the bot {row['text']} is not the one that "
                             f"played in {self.into}; with --also they are two bots")
        return found

    def _pairing(self, row: Row) -> int | None:
        return rows.find(self.db, "pairing", row)

    def _session(self, row: Row) -> int | None:
        return rows.find(self.db, "session", row)

    def _record(self, row: Row) -> int | None:
        return rows.find(self.db, "record", {"text": row["text"]})

    def _block(self, row: Row, faults: list[Fault], log: dict[str, Any] | None) -> None:
        last = row["first"] + row["sets"]
        there = seals.read_rows(
            self.db, "SELECT * FROM block WHERE pairing = ? AND first < ? AND first + sets > ?",
            (row["pairing"], last, row["first"]))
        if not there:
            rows.insert_block(self.db, row, faults, log)
            self.sets += row["sets"]
        elif any(there[0][column] != row[column] for column in ("first", "sets", *_PLAYED)):
            raise StoreError(f"{self.path}: {name(row)} are in {self.into} already, cut or played "
                             "otherwise")
