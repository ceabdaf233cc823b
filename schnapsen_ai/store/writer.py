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

from . import codec, rows
from .blocks import Block
from .errors import StoreError, reading
from .health import examine
from .lock import Lock, check_place
from .merging import merge
from .rescue import rescue
from .schema import SCHEMA, TABLES, check_schema
from .stored_blocks import read_blocks

if TYPE_CHECKING:
    from ..stats.sprt import SprtVerdict


class Store:
    """A results file open for writing; the only one that is, until `close`."""

    def __init__(self, path: str | Path, command: str = "", versions: Any = None) -> None:
        """Open or make it.  StoreError if that is not possible, or if somebody else writes it.

        A damaged file is mended first: `rescued` says what came of it.
        """
        self.path = Path(path)
        self.sets = 0  # stored since it was opened
        self.rescued = ""
        check_place(self.path)
        self._lock = Lock(self.path)
        try:
            with reading(self.path):
                self._db = self._open()
            with self._transaction():
                self.session = rows.insert(self._db, "session", {
                    "started": _now(), "command": command, "versions": _json(versions or {})})
        except BaseException:
            self._lock.release()
            raise

    def _open(self) -> sqlite3.Connection:
        """The file, sound and of the present version."""
        db = sqlite3.connect(self.path, isolation_level=None, timeout=30)
        version = check_schema(db, self.path)
        if version and not self.rescued and (found := examine(db)).damage:
            db.close()
            self.rescued = rescue(self.path, found)
            return self._open()
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = NORMAL")
        db.execute("PRAGMA foreign_keys = ON")
        if version < SCHEMA:
            db.executescript(f"BEGIN; {'' if version else TABLES}")
            rows.begin_seals(db)
            db.execute("COMMIT")
        return db

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the session; the file is then a plain one, with nothing beside it."""
        try:
            with contextlib.suppress(sqlite3.Error, StoreError):
                with self._transaction():
                    rows.update(self._db, "session", self.session, {"ended": _now()})
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
            "options": self._options(game),
            "unit": unit,
            "seed": None if seed is None else str(seed),
            "packs": None if packs is None else bytes(c for p in packs for c in p),
            "limits": _json(limits or {}),
        }
        with self._transaction():
            if (row := rows.find(self._db, "tournament", same)) is not None:
                return row, self._db.execute(
                    "SELECT secret FROM tournament WHERE id = ?", (row,)).fetchone()[0]
            facts = {
                "seats": game.n_seats, "cards": len(game.pack), "seatings": holders or [],
                "endings": list(game.rules.ENDINGS),
                "moves": {str(k): v for k, v in game.rules.MOVE_NAMES.items()},
            }
            same |= {"secret": secret, "facts": _json(facts)}
            return rows.insert(self._db, "tournament", same), secret

    def _options(self, game: Any) -> str:
        """The options as they are stored; older files do not know those that came later."""
        for (text,) in self._db.execute(
            "SELECT DISTINCT options FROM tournament WHERE game = ?", (game.name,)
        ):
            known = json.loads(text)
            later = game.options.keys() - known.keys()
            if not later & game.changed_options.keys() and known == {
                name: value for name, value in game.options.items() if name not in later
            }:
                return str(text)
        return _json(game.options)

    def pairing(self, tournament: int, a: Any, b: Any) -> int:
        """The id of a pairing of two `BotSpec`."""
        with self._transaction():
            ids = {"tournament": tournament, "a": self._bot(a), "b": self._bot(b)}
            found = rows.find(self._db, "pairing", ids)
            return rows.insert(self._db, "pairing", ids) if found is None else found

    def _bot(self, spec: Any) -> int:
        same = {
            "text": spec.text, "params": _json({**spec.cls.parameters(), **spec.params}),
            "sees_all": int(spec.sees_all), "compiled": int(spec.compiled)}
        for source in spec.sources:  # an earlier text of a built-in bot may be there
            if (row := rows.find(self._db, "bot", {**same, "source": source})) is not None:
                return row
        return rows.insert(self._db, "bot", {**same, "source": spec.source})

    # --- what was played ---

    def missing(self, pairing: int, sets: int, start: int = 0) -> list[tuple[int, int]]:
        """The gaps in sets ``start .. sets - 1``, each as its first set and how many."""
        with reading(self.path, self.sets):
            there = self._db.execute(
                "SELECT first, sets FROM block WHERE pairing = ? ORDER BY first", (pairing,)
            ).fetchall()
        gaps, at = [], start
        for first, n in [*there, (sets, 0)]:
            if min(first, sets) > at:
                gaps.append((at, min(first, sets) - at))
            at = max(at, first + n)
        return gaps

    def blocks(self, pairing: int, sets: int, start: int = 0) -> list[Block]:
        """What is stored of sets ``start .. sets - 1``, in order, without the logs."""
        with reading(self.path, self.sets):
            return [block if start <= block.start and block.start + block.sets <= sets
                    else block.cut(start, sets) for block in read_blocks(self._db, pairing)
                    if block.start < sets and block.start + block.sets > start]

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
        points, wins = _sums(block.points), _sums(block.wins)
        matches = float(block.matches.sum(dtype=float))
        log = None
        if block.log is not None and len(block.log):
            log = block.log.buffers()
        row = {
            "pairing": pairing, "first": block.start, "sets": block.sets, "session": self.session,
            "deals": int(block.deals.sum()),
            "points_a": points[0], "points_b": points[1],
            "wins_a": wins[0], "wins_b": wins[1],
            "matches_a": None if np.isnan(matches) else matches,
            "seconds_a": block.seconds[0], "seconds_b": block.seconds[1],
            "asked_a": block.asked[0], "asked_b": block.asked[1],
            "points": codec.pack(block.points), "wins": codec.pack(block.wins),
            "counts": codec.pack(block.deals), "matches": codec.pack(block.matches),
            "endings": codec.pack(block.endings),
            "marks": None if np.isnan(block.marks).all() else codec.pack(block.marks),
        }
        rows.insert_block(self._db, row, block.faults, log)

    def note(self, pairing: int, verdict: SprtVerdict) -> None:
        """Store where a sequential test stands."""
        test = verdict.test
        same = {"pairing": pairing, "elo0": test.elo0, "elo1": test.elo1, "alpha": test.alpha,
                "beta": test.beta}
        with self._transaction():
            if (row := rows.find(self._db, "verdict", same)) is not None:
                rows.remove(self._db, "verdict", row)
            rows.insert(self._db, "verdict", {
                **same, "sets": verdict.sets, "ratio": verdict.ratio, "accepted": verdict.accepted})

    def keep(self, records: Iterable[tuple[str, Any, Any, str]]) -> int:
        """Store deals played elsewhere (game, players, payoffs, text); how many were new."""
        new = 0
        with self._transaction():
            for game, players, payoffs, text in records:
                if rows.find(self._db, "record", {"text": text}) is None:
                    rows.insert(self._db, "record", {
                        "session": self.session, "game": game, "players": _json(players),
                        "payoffs": payoffs and _json(payoffs), "text": text})
                    new += 1
        return new

    def merge(self, path: str | Path, also: bool = False) -> int:
        """Copy what another results file holds: the sets that are new (see `merging`).

        StoreError, and nothing copied, if the two do not belong together.
        """
        with self._transaction():
            new = merge(self._db, self.path, Path(path), also)
        self.sets += new
        return new

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        with reading(self.path, self.sets):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                with contextlib.suppress(sqlite3.Error):
                    self._db.execute("ROLLBACK")
                raise


def _sums(numbers: np.ndarray) -> list[float]:
    """Of A's and of B's numbers: one after the other is ten times as fast as both at once."""
    return [float(numbers[..., bot].sum(dtype=float)) for bot in (0, 1)]


def _json(value: Any) -> str:
    return json.dumps(value, sort_keys=True, default=str)


def _now() -> str:
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
