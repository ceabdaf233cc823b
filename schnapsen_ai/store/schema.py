"""The tables of a results file, which `schnapsen_ai.store` describes."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from .blocks import Log
from .errors import StoreError, damaged, not_ours

SCHEMA = 2
APPLICATION = 0x5363686E

#: Version 1; `SEALS` is what version 2 adds, so that a file of either age has the same text.
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
"""

#: Tables whose rows have a digest of their own.
SEALED = ("tournament", "bot", "pairing", "session", "block", "verdict", "record")
SEALS = f"""
{"".join(f"ALTER TABLE {table} ADD COLUMN digest INTEGER;" for table in SEALED)}
ALTER TABLE block ADD COLUMN log_digest INTEGER;
ALTER TABLE block ADD COLUMN marks BLOB;
CREATE TABLE seal (
    of TEXT PRIMARY KEY, rows INTEGER NOT NULL, digest INTEGER NOT NULL);
PRAGMA user_version = {SCHEMA};
"""
#: Whose text is sealed, too: a changed type changes what is found.
_NAMES = (*SEALED, "log", "trace", "fault", "fault_of_block", "standing", "seal")


def check_schema(db: sqlite3.Connection, path: Path) -> int:
    """The version of a results file, 0 of an empty one.

    StoreError if it is neither, or of a version that this one does not read; sqlite3.Error.
    """
    version = int(db.execute("PRAGMA user_version").fetchone()[0])
    application = db.execute("PRAGMA application_id").fetchone()[0]
    empty = not db.execute("SELECT 1 FROM sqlite_master").fetchone()
    if application != APPLICATION and not empty:
        raise StoreError(not_ours(path))
    if version > SCHEMA:
        raise StoreError(
            f"{path} was written by a newer schnapsen-ai (schema {version}; this one reads up to "
            f"{SCHEMA}): update the package, or name another file")
    if not empty and version < 1:
        raise StoreError(damaged(path, "its version is lost"))
    return 0 if empty else version


def schema_texts(db: sqlite3.Connection) -> dict[str, str]:
    """The definitions of what a results file is made of, by name."""
    marks = ", ".join("?" * len(_NAMES))
    return dict(db.execute(f"SELECT name, sql FROM sqlite_master WHERE name IN ({marks})", _NAMES))
