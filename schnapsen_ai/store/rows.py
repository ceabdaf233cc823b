"""Rows written with their digests, each within a transaction of the one writer."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any

from . import seals
from .blocks import Fault
from .schema import SEALED, SEALS, schema_texts


def insert(db: sqlite3.Connection, table: str, row: Mapping[str, Any]) -> int:
    """Add a row, with the next id unless it has one: its id."""
    row = _with_id(db, table, row)
    row["digest"] = seals.digest(table, row)
    _insert(db, table, row)
    _count(db, table, row["digest"])
    return int(row.get("id", 0))


def insert_block(
    db: sqlite3.Connection, row: Mapping[str, Any], faults: Sequence[Fault],
    log: Mapping[str, bytes] | None,
) -> None:
    """Add a block, what bots did wrong in it, and the columns of its log."""
    row = _with_id(db, "block", row)
    row["log_digest"] = None if log is None else seals.log_digest(log)
    row["digest"] = seals.block_digest(row, faults)
    _insert(db, "block", row)
    if log is not None:
        _insert(db, "log", {"block": row["id"], **log})
    for f in faults:
        values = (row["id"], *map(int, f.place), f.what, int(f.charged), _trace(db, f.detail))
        db.execute("INSERT INTO fault VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", values)
    _count(db, seals.label("block", row), row["digest"])


def update(db: sqlite3.Connection, table: str, rowid: int, values: Mapping[str, Any]) -> None:
    """Change columns of a row."""
    row, *_ = seals.whole_row(db, table, rowid)
    _count(db, table, row["digest"], -1)
    row |= values
    row["digest"] = seals.digest(table, row)
    changed = {**values, "digest": row["digest"]}
    names = ", ".join(f"{name} = ?" for name in changed)
    db.execute(f"UPDATE {table} SET {names} WHERE rowid = ?", (*changed.values(), rowid))
    _count(db, table, row["digest"])


def remove(db: sqlite3.Connection, table: str, rowid: int) -> None:
    """Take a row away."""
    row, *_ = seals.whole_row(db, table, rowid)
    db.execute(f"DELETE FROM {table} WHERE rowid = ?", (rowid,))
    _count(db, table, row["digest"], -1)


def find(db: sqlite3.Connection, table: str, values: Mapping[str, Any]) -> int | None:
    """The rowid of the newest row with these values; None if there is none."""
    where = " AND ".join(f"{name} IS ?" for name in values)
    found = db.execute(
        f"SELECT rowid FROM {table} WHERE {where} ORDER BY rowid DESC", list(values.values())
    ).fetchone()
    return int(found[0]) if found else None


def begin_seals(db: sqlite3.Connection) -> None:
    """Make the seals of a file that has none: of its schema, and of what it holds."""
    for command in filter(str.strip, SEALS.split(";")):
        db.execute(command)
    _count(db, "schema", seals.digest("schema", schema_texts(db)))
    for table in SEALED:
        for (rowid,) in db.execute(f"SELECT rowid FROM {table}").fetchall():
            _seal(db, table, rowid)


def _seal(db: sqlite3.Connection, table: str, rowid: int) -> None:
    """Give a row of an older file its digest."""
    row, faults, log = seals.whole_row(db, table, rowid)
    if table == "block":
        row["log_digest"] = None if log is None else seals.log_digest(log)
        row["digest"] = seals.block_digest(row, faults)
        db.execute("UPDATE block SET log_digest = ? WHERE id = ?", (row["log_digest"], rowid))
    else:
        row["digest"] = seals.digest(table, row)
    db.execute(f"UPDATE {table} SET digest = ? WHERE rowid = ?", (row["digest"], rowid))
    _count(db, seals.label(table, row), row["digest"])


def _with_id(db: sqlite3.Connection, table: str, row: Mapping[str, Any]) -> dict[str, Any]:
    if table == "verdict" or "id" in row:
        return dict(row)
    (number,) = db.execute(f"SELECT coalesce(max(id), 0) + 1 FROM {table}").fetchone()
    return {"id": number, **row}


def _insert(db: sqlite3.Connection, table: str, row: Mapping[str, Any]) -> None:
    marks = ", ".join("?" * len(row))
    db.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", list(row.values()))


def _trace(db: sqlite3.Connection, text: str) -> int | None:
    """The id of a traceback, kept once for all faults that share it."""
    if not text:
        return None
    found = find(db, "trace", {"text": text})
    return found or db.execute("INSERT INTO trace (text) VALUES (?)", (text,)).lastrowid


def _count(db: sqlite3.Connection, of: str, digest: int, rows: int = 1) -> None:
    """A row was added, or with -1 taken away."""
    db.execute(
        "INSERT INTO seal VALUES (?, ?, ?) ON CONFLICT (of) DO UPDATE SET "
        f"rows = rows + excluded.rows, digest = (digest + excluded.digest) & {seals.MASK}",
        (of, rows, digest if rows > 0 else -digest & seals.MASK))
