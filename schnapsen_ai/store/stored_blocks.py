"""Blocks read back from a results file, each held to its digest."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from typing import Any

import numpy as np

from . import codec, seals
from .blocks import Block, Fault, Log
from .errors import Damaged, decoding
from .seals import Row

_ARRAYS = {"points": float, "wins": float, "counts": np.int64, "matches": float,
           "endings": np.int64}


def block_rows(db: sqlite3.Connection, pairing: int) -> list[tuple[Row, list[Fault]]]:
    """The rows of a pairing's blocks in order, with their faults.  Damaged."""
    with seals.snapshot(db):
        faults = seals.read_faults(db, "pairing", pairing)
        rows = seals.read_rows(
            db, "SELECT * FROM block WHERE pairing = ? ORDER BY first", (pairing,))
        found = [(row, faults.get(row["id"], [])) for row in rows]
        if seals.are_kept(db):
            for row, wrong in found:
                if row["digest"] != seals.block_digest(row, wrong):
                    raise Damaged(name(row))
            seals.check_sum(db, f"block of {pairing}", [row["digest"] for row in rows])
    return found


def name(row: Row) -> str:
    """What a user knows a block by."""
    return f"pairing {row['pairing']}, sets {row['first']} .. {row['first'] + row['sets'] - 1}"


def read_blocks(db: sqlite3.Connection, pairing: int) -> Iterator[Block]:
    """The stored blocks of a pairing in order, without the logs.  Damaged."""
    found = block_rows(db, pairing)
    with decoding("a tournament"):
        seatings = len(json.loads(db.execute(
            "SELECT facts FROM tournament JOIN pairing ON tournament.id = pairing.tournament "
            "WHERE pairing.id = ?", (pairing,)).fetchone()[0])["seatings"])
    for row, faults in found:
        with decoding(name(row)):
            block = _block(row, faults, seatings)
        yield block


def _block(row: Row, faults: list[Fault], seatings: int) -> Block:
    sets = row["sets"]
    points, wins, counts, matches, endings = (
        codec.unpack(row[name], (sets, seatings, 2) if name in ("points", "wins")
                     else (sets, seatings), dtype)
        for name, dtype in _ARRAYS.items()
    )
    marks = np.broadcast_to(np.nan, (sets, seatings, 2))
    if row.get("marks") is not None:
        marks = codec.unpack(row["marks"], (sets, seatings, 2), float)
    return Block(row["first"], points, wins, counts, matches, endings, marks, faults,
                 [row["seconds_a"], row["seconds_b"]], [row["asked_a"], row["asked_b"]])


def read_logs(
    db: sqlite3.Connection, pairing: int, set_: int | None = None
) -> Iterator[dict[str, np.ndarray]]:
    """For each block played move by move (that with a certain set) its `Log`.  Damaged."""
    low, high = (0, 1 << 62) if set_ is None else (set_, set_)
    kept = seals.are_kept(db)
    columns = ", ".join(f"log.{column}" for column in Log.COLUMNS)
    known = "log_digest" if kept else "NULL"
    rows = db.execute(
        f"SELECT {known}, log.block, pairing, first, block.sets, {columns} FROM block "
        "LEFT JOIN log ON log.block = block.id WHERE pairing = ? AND first <= ? "
        "AND first + block.sets > ? ORDER BY first", (pairing, high, low))
    for digest, block, *place, in_log in ((*row[:5], row[5:]) for row in rows):
        found = dict(zip(Log.COLUMNS, in_log, strict=True))
        where = name(dict(zip(("pairing", "first", "sets"), place, strict=True)))
        if kept and digest != (None if block is None else seals.log_digest(found)):
            raise Damaged(f"{where}: its moves")
        if block is not None:
            with decoding(where):
                log = _log(found)
            yield log


def _log(columns: dict[str, Any]) -> dict[str, np.ndarray]:
    return {name: np.frombuffer(columns[name], dtype) for name, (dtype, _) in Log.COLUMNS.items()}
