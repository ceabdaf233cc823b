"""The one writer of a results file (what is in one: `schnapsen_ai.store`)."""

from __future__ import annotations

import contextlib
import datetime
import json
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from . import codec
from .blocks import Block
from .lock import Lock, check_place, disk_is_full
from .schema import TABLES, StoreError, check_schema, not_ours, read_blocks

if TYPE_CHECKING:
    from ..stats.sprt import SprtVerdict


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
        same = {
            "text": spec.text, "params": _json({**spec.cls.parameters(), **spec.params}),
            "sees_all": int(spec.sees_all), "compiled": int(spec.compiled)}
        for source in spec.sources:  # an earlier text of a built-in bot may be there
            if (row := self._find("bot", **same, source=source)) is not None:
                return row
        return self._insert("bot", **same, source=spec.source)

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
            points=codec.pack(block.points), wins=codec.pack(block.wins),
            counts=codec.pack(block.deals), matches=codec.pack(block.matches),
            endings=codec.pack(block.endings))
        if block.log is not None and len(block.log):
            columns = {k: v.tobytes() for k, v in block.log.columns().items()}
            self._insert("log", block=row, **columns)
        for f in block.faults:
            trace = self._find_or_insert("trace", text=f.detail) if f.detail else None
            self._db.execute(
                "INSERT INTO fault VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (row, *map(int, f.place), f.what, int(f.charged), trace))  # no numpy numbers

    def note(self, pairing: int, verdict: SprtVerdict) -> None:
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

    def _find(self, table: str, **values: Any) -> int | None:
        where = " AND ".join(f"{key} = ?" for key in values)
        found = self._db.execute(
            f"SELECT id FROM {table} WHERE {where}", list(values.values())).fetchone()
        return int(found[0]) if found else None

    def _find_or_insert(self, table: str, **values: Any) -> int:
        found = self._find(table, **values)
        return self._insert(table, **values) if found is None else found

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
