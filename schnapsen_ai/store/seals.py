"""Digests: a row that is not as it was written is found, and so is one that is missing.

Each row of a file has a digest of what is in it, and for each table (each pairing's blocks) the
table ``seal`` has a count of the rows and the sum of their digests: a damaged page may lose rows,
or show them twice, and leave no other trace.  A block's digest covers its faults and, by
``log_digest``, its log.  Files of version 1 have none, and are taken as they are.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from .blocks import Fault, Log
from .errors import Damaged
from .schema import schema_texts

MASK = (1 << 62) - 1  # digests and their sums: whole numbers that SQLite holds

Row = dict[str, Any]


def digest(table: str, row: Mapping[str, Any], more: Iterable[Any] = ()) -> int:
    """Of the columns of a row (but ``digest``; what is NULL counts as not there), and of more."""
    parts = [table.encode()]
    for name in sorted(row):
        value = row[name]
        if value is not None and value == value and name != "digest":  # SQLite keeps nan as NULL
            parts += (_of_name(name), *_spelled(value))
    for value in more:
        parts += _spelled(value)
    state = hashlib.blake2b(b"".join(parts), digest_size=8)
    return int.from_bytes(state.digest(), "little") & MASK


def _spelled(value: Any) -> tuple[bytes, bytes]:
    """A value as bytes, after its kind and length."""
    kind = type(value)
    if kind is bytes or kind is bytearray or kind is memoryview:
        return b"b" + len(value).to_bytes(8, "little"), value
    if kind is str:
        mark, data = b"t", value.encode()
    elif kind is int:
        mark, data = b"n", b"%d" % value
    else:  # 3 and 3.0 are one number: a column may change one into the other
        whole = float(value).is_integer()
        mark, data = b"n", repr(int(value) if whole else float(value)).encode()
    return mark + len(data).to_bytes(8, "little"), data


@functools.cache
def _of_name(column: str) -> bytes:
    return b"".join(_spelled(column))


def log_digest(columns: Mapping[str, bytes]) -> int:
    """Of the columns of a log."""
    return digest("log", columns)


def block_digest(row: Mapping[str, Any], faults: Sequence[Fault]) -> int:
    """Of a block with its faults."""
    more = (x for f in faults for x in (*map(int, f.place), f.what, f.detail, int(f.charged)))
    return digest("block", row, more)


def label(table: str, row: Mapping[str, Any]) -> str:
    """The name of the seal that counts a row."""
    return f"block of {row['pairing']}" if table == "block" else table


# --- reading ---


def are_kept(db: sqlite3.Connection) -> bool:
    """Whether the file has seals."""
    return bool(db.execute("PRAGMA user_version").fetchone()[0] >= 2)


@contextlib.contextmanager
def snapshot(db: sqlite3.Connection) -> Iterator[None]:
    """All that is read within is of one moment, also while somebody writes."""
    if db.in_transaction:
        yield
        return
    db.execute("BEGIN")
    try:
        yield
    finally:
        db.rollback()


def read_rows(db: sqlite3.Connection, query: str, values: Sequence[Any] = ()) -> list[Row]:
    """What a query finds, as dictionaries."""
    cursor = db.execute(query, values)
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor]


def rows(db: sqlite3.Connection, table: str) -> list[Row]:
    """All rows of a table but ``block``, by rowid, without their digests.  Damaged."""
    with snapshot(db):
        found = read_rows(db, f"SELECT * FROM {table} ORDER BY rowid")
        if are_kept(db):
            for row in found:
                if row["digest"] != digest(table, row):
                    raise Damaged(f"a row of {table}")
            check_sum(db, table, [row["digest"] for row in found])
            check_schema_texts(db)
    for row in found:
        row.pop("digest", None)
    return found


def check_sum(db: sqlite3.Connection, of: str, digests: Sequence[int]) -> None:
    """Damaged unless these are the rows that were written, all of them, each once."""
    kept = db.execute("SELECT rows, digest FROM seal WHERE of = ?", (of,)).fetchone()
    if (kept or (0, 0)) != (len(digests), sum(digests) & MASK):
        raise Damaged(f"rows of {of} are missing")


def check_schema_texts(db: sqlite3.Connection) -> None:
    check_sum(db, "schema", [digest("schema", schema_texts(db))])


def whole_row(
    db: sqlite3.Connection, table: str, rowid: int
) -> tuple[Row, list[Fault], dict[str, bytes] | None]:
    """A row with, of a block, its faults and the columns of its log."""
    (row,) = read_rows(db, f"SELECT * FROM {table} WHERE rowid = ?", (rowid,))
    if table != "block":
        return row, [], None
    names = ", ".join(Log.COLUMNS)
    log = read_rows(db, f"SELECT {names} FROM log WHERE block = ?", (rowid,))
    return row, read_faults(db, "block.id", rowid).get(rowid, []), log[0] if log else None


def read_faults(db: sqlite3.Connection, key: str, value: int) -> dict[int, list[Fault]]:
    """The faults of one block (``block.id``) or of a pairing's (``pairing``), by block."""
    found: dict[int, list[Fault]] = {}
    for block, *rest in db.execute(
        'SELECT block, "set", seating, deal, seat, bot, what, coalesce(trace.text, \'\'), charged '
        "FROM fault JOIN block ON block.id = fault.block LEFT JOIN trace ON trace.id = fault.trace "
        f"WHERE {key} = ? ORDER BY fault.rowid", (value,)
    ):
        found.setdefault(block, []).append(Fault(*rest))
    return found
