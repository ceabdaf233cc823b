"""What of a results file is sound: every row held to its digest, however damaged the file is."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from . import seals
from .blocks import Fault
from .errors import Damaged, decoding
from .schema import SEALED
from .seals import Row
from .stored_blocks import name

_MOST = 20  # lines of SQLite's own about its pages
Sound = Callable[[str, Row, list[Fault], dict[str, Any] | None], None]


@dataclass
class Health:
    """What was found; `damage` is empty where all is sound."""

    sealed: bool  # whether the file has digests; without, only its pages can be examined
    pages: list[str] = field(default_factory=list)  # what SQLite finds wrong with them
    rows: list[str] = field(default_factory=list)  # what is not as it was written, or missing
    counts: dict[str, int] = field(default_factory=dict)  # sound rows by table
    sets: int = 0  # in sound blocks

    @property
    def damage(self) -> list[str]:
        """One line each."""
        return [*self.rows, *self.pages]


def examine(db: sqlite3.Connection, sound: Sound | None = None) -> Health:
    """Read all of a file, `sound` is called with each row that is as it was written.

    Table by table in the order of `SEALED`, so that what a row refers to comes before it.
    """
    with seals.snapshot(db):
        health = Health(seals.are_kept(db), _pages(db))
        for table in SEALED:
            digests: dict[str, list[int]] = {}
            for whole in _sound_rows(db, table, health):
                _tally(health, whole, digests)
                if sound is not None:
                    sound(*whole)
            if health.sealed:
                _sums(db, table, digests, health)
        if health.sealed:
            _hold(health, seals.check_schema_texts, db)
    return health


def _pages(db: sqlite3.Connection) -> list[str]:
    try:
        found = [str(text) for (text,) in db.execute(f"PRAGMA integrity_check({_MOST})")]
    except sqlite3.Error as error:
        return [str(error)]
    return [] if found == ["ok"] else [" ".join(text.split()) for text in found]


def _hold(health: Health, check: Callable[..., None], *args: Any) -> None:
    """Note what a check finds."""
    try:
        check(*args)
    except (sqlite3.Error, Damaged) as error:
        health.rows.append(str(error))


def _sound_rows(
    db: sqlite3.Connection, table: str, health: Health
) -> Iterator[tuple[str, Row, list[Fault], dict[str, Any] | None]]:
    """The rows that can be read and are as they were written; of the others a note."""
    for rowid in _rowids(db, table, health):
        what = f"{table} {rowid}"
        try:
            with decoding(what):
                row, faults, log = seals.whole_row(db, table, rowid)
                if table == "block":
                    what = name(row)
                if health.sealed and not _is_sound(table, row, faults, log):
                    raise Damaged(what)
        except (sqlite3.Error, Damaged) as error:
            health.rows.append(what if isinstance(error, Damaged) else f"{what}: {error}")
        else:
            yield table, row, faults, log


def _is_sound(table: str, row: Row, faults: list[Fault], log: dict[str, Any] | None) -> bool:
    if table != "block":
        return bool(row["digest"] == seals.digest(table, row))
    moves = None if log is None else seals.log_digest(log)
    return bool(row["log_digest"] == moves and row["digest"] == seals.block_digest(row, faults))


def _rowids(db: sqlite3.Connection, table: str, health: Health) -> list[int]:
    """Of all rows that can be come by: from both ends, where a page between is damaged."""
    found: set[int] = set()
    for order in ("ASC", "DESC"):
        try:
            for (rowid,) in db.execute(
                f"SELECT rowid FROM {table} NOT INDEXED ORDER BY rowid {order}"
            ):
                found.add(rowid)
        except sqlite3.Error as error:
            if order == "ASC":
                health.rows.append(f"rows of {table}: {error}")
        else:
            break
    return sorted(found)


def _tally(health: Health, whole: tuple[Any, ...], digests: dict[str, list[int]]) -> None:
    table, row = whole[:2]
    health.counts[table] = health.counts.get(table, 0) + 1
    if table == "block":
        health.sets += row["sets"]
    digests.setdefault(seals.label(table, row), []).append(row.get("digest"))


def _sums(
    db: sqlite3.Connection, table: str, digests: dict[str, list[int]], health: Health
) -> None:
    """Rows of which there is no trace but in the seal."""
    try:
        kept = {of: (rows, total) for of, rows, total in db.execute("SELECT * FROM seal")}
    except sqlite3.Error as error:
        health.rows.append(f"seals of {table}: {error}")
        return
    mine = {of for of in kept if of == table or of.startswith(f"{table} of ")}
    for of in sorted(mine | set(digests)):
        found, (rows, total) = digests.get(of, []), kept.get(of, (0, 0))
        if (len(found), sum(found) & seals.MASK) != (rows, total):
            health.rows.append(f"{of}: {len(found)} of {rows} rows are sound")
