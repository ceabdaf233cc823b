"""Results of tournaments in one SQLite file, written while they run.

A file holds any number of tournaments and may be read at any time, also while it is written (the
write-ahead log keeps readers and the one writer apart).  `Store` writes; `read` gives an `Archive`
(`schnapsen_ai.archive`), which needs no engine.  A set is in the file whole or not at all.

Schema, version 1 (``PRAGMA user_version``; ``application_id`` is 0x5363686E)
-----------------------------------------------------------------------------
``tournament``  one stream of packs: pack k of it is the same for all its pairings.
    experiment  its name, '' where none was given
    game, options  name, and every option with its value (JSON)
    unit        'deal' or 'match'
    seed        as given (text), NULL if none was; secret: the 16 bytes that all packs follow from
    packs       packs that were given, a byte a card, pack by pack; NULL where they are dealt
    limits      JSON, limits on time and the like
    facts       JSON, what a reader without the engine needs: seats, cards (of a pack),
                seatings (for each the set of seats that B holds, as bits), endings (names by
                number), moves (names of the moves that are no cards)
``bot``         text: as named on the command line; params: all of them with their values (JSON);
                sees_all; compiled; source: hash of the file it is in.  A bot whose file was edited
                is another bot.
``pairing``     tournament, and a and b, two bots.
``session``     one run of the program: started, ended (UTC; NULL after a kill), command, and
                versions (JSON, see `schnapsen_ai.versions`).
``block``       consecutive sets of a pairing, ``first`` .. ``first + sets - 1``: session; sums
                deals, points_a, points_b, wins_a, wins_b, matches_a (NULL with unit=deal),
                seconds_a, seconds_b (thinking), asked_a, asked_b (decisions that were timed);
                and, as blobs of `schnapsen_ai.blobs`, by set and seating:
    points, wins  of A and B (the last axis), summed over the deals, the mean over the seats that
                the bot held; a draw is half a win
    counts      of deals; matches: 1 if A won the match, 0, 0.5 if nobody did
    endings     of the last deal
``log``         the deals of a block move by move, where they were played so (a pairing of compiled
                bots plays in one loop: its deals follow from the secret).  Columns as in
                `outcome.Log`, little-endian numbers one after the other.
``fault``       block, "set", seating, deal, seat, bot (0 or 1), what, charged, and trace ->
                ``trace.text``, kept once for all faults that share it.

``verdict``     where a sequential test of a pairing stood last (`schnapsen_ai.sprt`): after so many
                sets, in index order, it had this log likelihood ratio and accepted 'H0', 'H1' or
                ''.  Sets beyond were begun by other workers; the test does not count them.

``record``      deals played elsewhere or by people, one row each: game with changed options,
                players and payoffs by seat (JSON; NULL if not finished), and the deal in the text
                form of `schnapsen_ai.record`.

A view ``standing`` sums up each pairing.
"""

from __future__ import annotations

import contextlib
import datetime
import json
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from . import blobs
from .outcome import Block
from .schema import TABLES, StoreError, check_schema, not_ours, read_blocks
from .writer import Lock, check_place, disk_is_full

if TYPE_CHECKING:
    from .archive import Archive
    from .sprt import Verdict

def read(path: str | Path) -> Archive:
    """A results file for reading (see `schnapsen_ai.archive`)."""
    from .archive import Archive

    return Archive(path)


class Store:
    """A results file open for writing; the only one that is, until `close`."""

    def __init__(self, path: str | Path, command: str = "", versions: Any = None) -> None:
        """Open or make it.  StoreError if that is not possible, or if somebody else writes it."""
        self.path = Path(path)
        self.sets = 0  # stored since it was opened
        check_place(self.path)
        self._lock = Lock(self.path)
        try:
            with self._errors():
                self._db = sqlite3.connect(self.path, isolation_level=None, timeout=30)
                check_schema(self._db, self.path)
                self._db.execute("PRAGMA journal_mode = WAL")
                self._db.execute("PRAGMA synchronous = NORMAL")
                self._db.execute("PRAGMA foreign_keys = ON")
                if not self._db.execute("PRAGMA user_version").fetchone()[0]:
                    self._db.executescript(f"BEGIN; {TABLES} COMMIT;")
                self.session = self._insert(
                    "session", started=_now(), command=command, versions=_json(versions or {}))
        except BaseException:
            self._lock.release()
            raise

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the session; the file is then a plain one, with nothing beside it."""
        try:
            with contextlib.suppress(sqlite3.Error):
                self._db.execute(
                    "UPDATE session SET ended = ? WHERE id = ?", (_now(), self.session))
                self._db.execute("PRAGMA busy_timeout = 0")
                self._db.execute("PRAGMA journal_mode = DELETE")  # refused while somebody reads
            self._db.close()
        finally:
            self._lock.release()

    # --- what is played ---

    def tournament(
        self,
        game: Any,
        unit: str,
        seed: int | None,
        secret: bytes,
        packs: list[list[int]] | None = None,
        experiment: str = "",
        limits: dict[str, Any] | None = None,
        holders: list[int] | None = None,
    ) -> tuple[int, bytes]:
        """The id and the secret of a tournament: the one begun before where there is one.

        Without a seed every secret is as good, and that of the tournament begun before is kept.
        """
        same = {
            "experiment": experiment,
            "game": game.name,
            "options": _json(game.options),
            "unit": unit,
            "seed": None if seed is None else str(seed),
            "packs": None if packs is None else bytes(c for p in packs for c in p),
            "limits": _json(limits or {}),
        }
        where = " AND ".join(f"{key} IS ?" for key in same)
        with self._errors():
            row = self._db.execute(
                f"SELECT id, secret FROM tournament WHERE {where} ORDER BY id DESC",
                list(same.values()),
            ).fetchone()
            if row:
                return row[0], row[1]
            facts = {
                "seats": game.n_seats, "cards": len(game.pack), "seatings": holders or [],
                "endings": list(game.rules.ENDINGS),
                "moves": {str(k): v for k, v in game.rules.MOVE_NAMES.items()},
            }
            return self._insert("tournament", **same, secret=secret, facts=_json(facts)), secret

    def pairing(self, tournament: int, a: Any, b: Any) -> int:
        """The id of a pairing of two `BotSpec`."""
        with self._errors():
            ids = {"tournament": tournament, "a": self._bot(a), "b": self._bot(b)}
            return self._find_or_insert("pairing", **ids)

    def _bot(self, spec: Any) -> int:
        return self._find_or_insert(
            "bot", text=spec.text, params=_json({**spec.cls.parameters(), **spec.params}),
            sees_all=int(spec.sees_all), compiled=int(spec.compiled), source=spec.source)

    # --- what was played ---

    def missing(self, pairing: int, sets: int) -> list[tuple[int, int]]:
        """The gaps in sets ``0 .. sets - 1``, each as its first set and how many."""
        with self._errors():
            rows = self._db.execute(
                "SELECT first, sets FROM block WHERE pairing = ? ORDER BY first", (pairing,)
            ).fetchall()
        gaps, at = [], 0
        for first, n in [*rows, (sets, 0)]:
            if min(first, sets) > at:
                gaps.append((at, min(first, sets) - at))
            at = max(at, first + n)
        return gaps

    def blocks(self, pairing: int, sets: int) -> list[Block]:
        """What is stored of sets ``0 .. sets - 1``, in order, without the logs."""
        with self._errors():
            return [block.cut(0, sets) if block.start + block.sets > sets else block
                    for block in read_blocks(self._db, pairing) if block.start < sets]

    def add(self, pairing: int, block: Block) -> None:
        """Store a block just played, whole or not at all."""
        last = block.start + block.sets
        with self._transaction():
            twice = self._db.execute(
                "SELECT 1 FROM block WHERE pairing = ? AND first < ? AND first + sets > ?",
                (pairing, last, block.start),
            ).fetchone()
            if twice:
                raise StoreError(f"{self.path}: sets {block.start} .. {last - 1} are there already")
            self._write(pairing, block)
        self.sets += block.sets

    def _write(self, pairing: int, block: Block) -> None:
        points, wins = (x.sum((0, 1), dtype=float) for x in (block.points, block.wins))
        matches = float(block.matches.sum(dtype=float))
        row = self._insert(
            "block", pairing=pairing, first=block.start, sets=block.sets, session=self.session,
            deals=int(block.deals.sum()), points_a=points[0], points_b=points[1],
            wins_a=wins[0], wins_b=wins[1], matches_a=None if np.isnan(matches) else matches,
            seconds_a=block.seconds[0], seconds_b=block.seconds[1],
            asked_a=block.asked[0], asked_b=block.asked[1],
            points=blobs.pack(block.points), wins=blobs.pack(block.wins),
            counts=blobs.pack(block.deals), matches=blobs.pack(block.matches),
            endings=blobs.pack(block.endings))
        if block.log is not None and len(block.log):
            columns = {k: v.tobytes() for k, v in block.log.columns().items()}
            self._insert("log", block=row, **columns)
        for f in block.faults:
            trace = self._find_or_insert("trace", text=f.detail) if f.detail else None
            self._db.execute(
                "INSERT INTO fault VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (row, *map(int, f.place), f.what, int(f.charged), trace))  # no numpy numbers

    def note(self, pairing: int, verdict: Verdict) -> None:
        """Store where a sequential test stands."""
        test = verdict.test
        with self._transaction():
            self._db.execute(
                "INSERT OR REPLACE INTO verdict VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (pairing, test.elo0, test.elo1, test.alpha, test.beta, verdict.sets,
                 verdict.ratio, verdict.accepted))

    def keep(self, records: Iterable[tuple[str, Any, Any, str]]) -> int:
        """Store deals played elsewhere (game, players, payoffs, text); how many were new."""
        with self._transaction():
            before = self._db.total_changes
            self._db.executemany(
                "INSERT OR IGNORE INTO record (session, game, players, payoffs, text) "
                "VALUES (?, ?, ?, ?, ?)",
                [(self.session, game, _json(players), payoffs and _json(payoffs), text)
                 for game, players, payoffs, text in records])
            return self._db.total_changes - before

    # --- SQL ---

    def _insert(self, table: str, **values: Any) -> int:
        marks = ", ".join("?" * len(values))
        cursor = self._db.execute(
            f"INSERT INTO {table} ({', '.join(values)}) VALUES ({marks})", list(values.values()))
        return int(cursor.lastrowid or 0)

    def _find_or_insert(self, table: str, **values: Any) -> int:
        where = " AND ".join(f"{key} = ?" for key in values)
        found = self._db.execute(
            f"SELECT id FROM {table} WHERE {where}", list(values.values())).fetchone()
        return int(found[0]) if found else self._insert(table, **values)

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._errors():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                with contextlib.suppress(sqlite3.Error):
                    self._db.execute("ROLLBACK")
                raise

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        """Every trouble with the file in one line."""
        try:
            yield
        except sqlite3.Error as error:
            raise StoreError(self._trouble(error)) from error

    def _trouble(self, error: sqlite3.Error) -> str:
        name = getattr(error, "sqlite_errorname", None) or ""
        if name == "SQLITE_FULL" or (name.startswith("SQLITE_IOERR") and disk_is_full(self.path)):
            return (f"{self.path}: the disk is full. What was stored is safe ({self.sets} sets of "
                    "this run): make room and give the same command again")
        if name == "SQLITE_NOTADB":
            return not_ours(self.path)
        return f"{self.path}: {error}"


def _json(value: Any) -> str:
    return json.dumps(value, sort_keys=True, default=str)


def _now() -> str:
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
