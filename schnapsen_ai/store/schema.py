"""The tables of a results file, which `schnapsen_ai.store` describes, and blocks read back."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from . import codec
from .blocks import Block, Fault, Log

SCHEMA = 1
APPLICATION = 0x5363686E

TABLES = f"""
CREATE TABLE tournament (
    id INTEGER PRIMARY KEY, experiment TEXT NOT NULL, game TEXT NOT NULL, options TEXT NOT NULL,
    unit TEXT NOT NULL, seed TEXT, secret BLOB NOT NULL, packs BLOB, limits TEXT NOT NULL,
    facts TEXT NOT NULL);
CREATE TABLE bot (
    id INTEGER PRIMARY KEY, text TEXT NOT NULL, params TEXT NOT NULL, sees_all INTEGER NOT NULL,
    compiled INTEGER NOT NULL, source TEXT NOT NULL, UNIQUE (text, params, source));
CREATE TABLE pairing (
    id INTEGER PRIMARY KEY, tournament INTEGER NOT NULL REFERENCES tournament,
    a INTEGER NOT NULL REFERENCES bot, b INTEGER NOT NULL REFERENCES bot,
    UNIQUE (tournament, a, b));
CREATE TABLE session (
    id INTEGER PRIMARY KEY, started TEXT NOT NULL, ended TEXT, command TEXT NOT NULL,
    versions TEXT NOT NULL);
CREATE TABLE block (
    id INTEGER PRIMARY KEY, pairing INTEGER NOT NULL REFERENCES pairing, first INTEGER NOT NULL,
    sets INTEGER NOT NULL, session INTEGER NOT NULL REFERENCES session, deals INTEGER NOT NULL,
    points_a REAL, points_b REAL, wins_a REAL, wins_b REAL, matches_a REAL,
    seconds_a REAL, seconds_b REAL, asked_a INTEGER, asked_b INTEGER,
    points BLOB, wins BLOB, counts BLOB, matches BLOB, endings BLOB,
    UNIQUE (pairing, first));
CREATE TABLE log (
    block INTEGER PRIMARY KEY REFERENCES block ON DELETE CASCADE,
    {", ".join(f"{name} BLOB" for name in Log.COLUMNS)});
CREATE TABLE verdict (
    pairing INTEGER NOT NULL REFERENCES pairing, elo0 REAL, elo1 REAL, alpha REAL, beta REAL,
    sets INTEGER NOT NULL, ratio REAL NOT NULL, accepted TEXT NOT NULL,
    PRIMARY KEY (pairing, elo0, elo1, alpha, beta));
CREATE TABLE record (
    id INTEGER PRIMARY KEY, session INTEGER NOT NULL REFERENCES session, game TEXT NOT NULL,
    players TEXT NOT NULL, payoffs TEXT, text TEXT NOT NULL UNIQUE);
CREATE TABLE trace (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
CREATE TABLE fault (
    block INTEGER NOT NULL REFERENCES block ON DELETE CASCADE, "set" INTEGER NOT NULL,
    seating INTEGER NOT NULL, deal INTEGER NOT NULL, seat INTEGER NOT NULL, bot INTEGER NOT NULL,
    what TEXT NOT NULL, charged INTEGER NOT NULL, trace INTEGER REFERENCES trace);
CREATE INDEX fault_of_block ON fault (block);
CREATE VIEW standing AS
    SELECT pairing.id AS pairing, tournament.game, tournament.experiment, a.text AS a, b.text AS b,
           sum(sets) AS sets, sum(deals) AS deals, sum(points_a) / sum(deals) AS points_a,
           sum(wins_a) / sum(deals) AS win_rate_a
    FROM block JOIN pairing ON pairing.id = block.pairing
    JOIN tournament ON tournament.id = pairing.tournament
    JOIN bot AS a ON a.id = pairing.a JOIN bot AS b ON b.id = pairing.b
    GROUP BY pairing.id;
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {SCHEMA};
"""

_ARRAYS = {"points": float, "wins": float, "counts": np.int64, "matches": float,
           "endings": np.int64}


class StoreError(ValueError):
    """A results file that cannot be used; one line says why."""


def read_blocks(db: sqlite3.Connection, pairing: int) -> Iterator[Block]:
    """The stored blocks of a pairing in order, without the logs."""
    seatings = len(json.loads(db.execute(
        "SELECT facts FROM tournament JOIN pairing ON tournament.id = pairing.tournament "
        "WHERE pairing.id = ?", (pairing,)).fetchone()[0])["seatings"])
    faults = _faults(db, pairing)
    rows = db.execute(
        "SELECT id, first, sets, seconds_a, seconds_b, asked_a, asked_b, points, wins, counts, "
        "matches, endings FROM block WHERE pairing = ? ORDER BY first", (pairing,))
    for row, first, sets, seconds_a, seconds_b, asked_a, asked_b, *packed in rows:
        points, wins, counts, matches, endings = (
            codec.unpack(blob, (sets, seatings, 2) if name in ("points", "wins")
                         else (sets, seatings), dtype)
            for blob, (name, dtype) in zip(packed, _ARRAYS.items(), strict=True)
        )
        yield Block(first, points, wins, counts, matches, endings, faults.get(row, []),
                    [seconds_a, seconds_b], [asked_a, asked_b])


def _faults(db: sqlite3.Connection, pairing: int) -> dict[int, list[Fault]]:
    """The faults of a pairing by block."""
    found: dict[int, list[Fault]] = {}
    rows = db.execute(
        'SELECT block, "set", seating, deal, seat, bot, what, coalesce(trace.text, \'\'), charged '
        "FROM fault JOIN block ON block.id = fault.block LEFT JOIN trace ON trace.id = fault.trace "
        "WHERE pairing = ? ORDER BY fault.rowid", (pairing,))
    for block, *rest in rows:
        found.setdefault(block, []).append(Fault(*rest))
    return found


def check_schema(db: sqlite3.Connection, path: Path) -> None:
    """StoreError unless it is an empty file or a results file that this version can read."""
    try:
        version = db.execute("PRAGMA user_version").fetchone()[0]
        application = db.execute("PRAGMA application_id").fetchone()[0]
        empty = not db.execute("SELECT 1 FROM sqlite_master").fetchone()
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorname", "") == "SQLITE_NOTADB":
            raise StoreError(not_ours(path)) from error
        raise
    if application != APPLICATION and not empty:
        raise StoreError(not_ours(path))
    if version > SCHEMA:
        raise StoreError(
            f"{path} was written by a newer schnapsen-ai (schema {version}; this one reads up to "
            f"{SCHEMA}): update the package, or name another file")


def not_ours(path: Path) -> str:
    return f"{path} is not a results file of schnapsen-ai: name another, or a new one"
