"""Reading a results file: tournaments, pairings, sets, deals and faults, as plain columns.

``schnapsen_ai.store.read("results.db")`` gives an `Archive`, also while the file is written.  No
engine is needed: rules are neither imported nor compiled.  Tables come as dictionaries of numpy
columns; `Archive.frame` makes a pandas DataFrame of one (pandas is asked for only there).

Sets
    pairing, set, seating; points_a, points_b, wins_a, wins_b (summed over the deals; the mean over
    the seats that the bot held), deals, match_a (nan with unit=deal), ending (a number, see
    `StoredPairing.endings`).
Deals (those that were played move by move)
    pairing, set, seating, deal (index in the match); points_a, points_b, seconds_a, seconds_b
    (thinking, nan where it was not timed), holder (the seats that B held, as bits), resigned (a
    seat or -1), ending; and, as objects, pack, moves, movers (bytes: cards, moves, who moved).
Faults
    pairing, set, seating, deal, seat, bot (the text of its name), what, detail, charged.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..base.files import no_file
from .blocks import OUT, Block, Log
from .schema import StoreError, check_schema, not_ours, read_blocks

Columns = dict[str, np.ndarray]


def read(path: str | Path) -> Archive:
    """A results file for reading."""
    return Archive(path)


@dataclass(frozen=True)
class StoredTournament:
    """One stream of packs and what was played with it."""

    id: int
    experiment: str
    game: str
    options: dict[str, Any]
    unit: str
    seed: int | None
    secret: bytes
    packs: bytes | None  # given packs, a byte a card
    limits: dict[str, Any]
    seats: int
    cards: int
    holders: tuple[int, ...]  # for each seating of a set the seats that B holds, as bits
    endings: tuple[str, ...]
    moves: dict[int, str]  # names of the moves that are no cards


@dataclass(frozen=True)
class StoredBot:
    """A bot as it was when it played."""

    id: int
    text: str
    params: dict[str, Any]
    sees_all: bool
    compiled: bool
    source: str  # a hash of its file


@dataclass(frozen=True)
class StoredPairing:
    """Two bots of a tournament, and how much they played."""

    id: int
    tournament: StoredTournament
    a: StoredBot
    b: StoredBot
    sets: int
    deals: int

    @property
    def endings(self) -> tuple[str, ...]:
        return self.tournament.endings


class Archive:
    """A results file, open for reading.  A context manager; `close` ends it."""

    def __init__(self, path: str | Path) -> None:
        """StoreError if there is no such file, or if it is not a results file."""
        self.path = Path(path)
        if reason := no_file(path):
            raise StoreError(reason)
        self._db = _connect(self.path)

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._db.close()

    def _rows(self, query: str, *values: Any) -> list[dict[str, Any]]:
        cursor = self._db.execute(query, values)
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor]

    # --- what there is ---

    def tournaments(self) -> list[StoredTournament]:
        """All tournaments, in the order in which they were begun."""
        found = []
        for row in self._rows("SELECT * FROM tournament ORDER BY id"):
            facts = json.loads(row.pop("facts"))
            seed = row.pop("seed")
            found.append(StoredTournament(
                **{**row, "options": json.loads(row["options"]),
                   "limits": json.loads(row["limits"])},
                seed=None if seed is None else int(seed),
                seats=facts["seats"], cards=facts["cards"], holders=tuple(facts["seatings"]),
                endings=tuple(facts["endings"]),
                moves={int(k): v for k, v in facts["moves"].items()},
            ))
        return found

    def pairings(self) -> list[StoredPairing]:
        """All pairings of all tournaments, in the order in which they were begun."""
        tournaments = {t.id: t for t in self.tournaments()}
        bots = {
            row["id"]: StoredBot(row["id"], row["text"], json.loads(row["params"]),
                           bool(row["sees_all"]), bool(row["compiled"]), row["source"])
            for row in self._rows("SELECT * FROM bot")
        }
        rows = self._rows(
            "SELECT pairing.id, tournament, a, b, coalesce(sum(sets), 0) AS sets, "
            "coalesce(sum(deals), 0) AS deals FROM pairing LEFT JOIN block "
            "ON block.pairing = pairing.id GROUP BY pairing.id ORDER BY pairing.id")
        return [
            StoredPairing(
                r["id"], tournaments[r["tournament"]], bots[r["a"]], bots[r["b"]], r["sets"],
                r["deals"])
            for r in rows
        ]

    def sessions(self) -> list[dict[str, Any]]:
        """The runs of the program that wrote: started, ended, command, versions."""
        rows = self._rows("SELECT * FROM session ORDER BY id")
        return [{**row, "versions": json.loads(row["versions"])} for row in rows]

    def verdicts(self) -> list[dict[str, Any]]:
        """Where sequential tests stand: pairing, elo0, elo1, alpha, beta, sets, ratio, accepted."""
        return self._rows("SELECT * FROM verdict ORDER BY pairing")

    def records(self) -> list[dict[str, Any]]:
        """Deals that were imported: id, game, players, payoffs (by seat), text."""
        rows = self._rows("SELECT id, game, players, payoffs, text FROM record ORDER BY id")
        for row in rows:
            row["players"] = json.loads(row["players"])
            row["payoffs"] = row["payoffs"] and json.loads(row["payoffs"])
        return rows

    # --- what was played ---

    def blocks(self, pairing: StoredPairing) -> list[Block]:
        """What was played of a pairing, in order, without the logs."""
        return list(read_blocks(self._db, pairing.id))

    def logs(self, pairing: StoredPairing, set_: int | None = None) -> Iterator[Columns]:
        """For each block played move by move (that with a certain set) its `blocks.Log`."""
        names = ", ".join(f"log.{name}" for name in Log.COLUMNS)
        low, high = (0, 1 << 62) if set_ is None else (set_, set_)
        rows = self._db.execute(
            f"SELECT {names} FROM log JOIN block ON block.id = log.block WHERE pairing = ? "
            "AND first <= ? AND first + block.sets > ? ORDER BY first", (pairing.id, high, low))
        for row in rows:
            yield {
                name: np.frombuffer(blob, dtype)
                for blob, (name, (dtype, _)) in zip(row, Log.COLUMNS.items(), strict=True)
            }

    def sets(self, *pairings: StoredPairing) -> Columns:
        """Results by set and seating, of all pairings unless some are named."""
        return _joined([
            _set_columns(pairing.id, block)
            for pairing in pairings or self.pairings() for block in self.blocks(pairing)
        ])

    def deals(self, *pairings: StoredPairing) -> Columns:
        """Every deal that was played move by move."""
        return _joined([
            _deal_columns(pairing, log)
            for pairing in pairings or self.pairings() for log in self.logs(pairing)
        ])

    def faults(self, *pairings: StoredPairing) -> Columns:
        """What bots did wrong."""
        rows = [
            (p.id, f.set, f.seating, f.deal, f.seat, (p.a, p.b)[f.bot].text, f.what, f.detail,
             f.charged)
            for p in pairings or self.pairings() for block in self.blocks(p) for f in block.faults
        ]
        names = ["pairing", "set", "seating", "deal", "seat", "bot", "what", "detail", "charged"]
        return {name: np.array([row[i] for row in rows], object if i in (5, 6, 7) else np.int64)
                for i, name in enumerate(names)}

    def frame(self, columns: Columns) -> Any:
        """A table as a pandas DataFrame."""
        import pandas

        return pandas.DataFrame(columns, copy=False)


def _connect(path: Path) -> sqlite3.Connection:
    """A connection that changes nothing; StoreError says what is wrong with the file."""
    uri = path.resolve().as_uri()
    # A file left by a kill needs its log; in a folder that cannot be written to, take it as it is.
    for how in ("mode=ro", "immutable=1"):
        try:
            db = sqlite3.connect(f"{uri}?{how}", uri=True)
            check_schema(db, path)
            if not db.execute("SELECT 1 FROM sqlite_master").fetchone():
                raise StoreError(not_ours(path))
            return db
        except sqlite3.OperationalError as error:
            trouble = error
    raise StoreError(f"{path}: {trouble}")


def _joined(parts: list[Columns]) -> Columns:
    if not parts:
        return {}
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def _set_columns(pairing: int, block: Block) -> Columns:
    sets, seatings = block.deals.shape
    return {
        "pairing": np.full(sets * seatings, pairing, np.int32),
        "set": np.repeat(np.arange(block.start, block.start + sets, dtype=np.int64), seatings),
        "seating": np.tile(np.arange(seatings, dtype=np.int8), sets),
        "points_a": block.points[..., 0].ravel(),
        "points_b": block.points[..., 1].ravel(),
        "wins_a": block.wins[..., 0].ravel(),
        "wins_b": block.wins[..., 1].ravel(),
        "deals": block.deals.ravel().astype(np.int32),
        "match_a": block.matches.ravel(),
        "ending": block.endings.ravel().astype(np.int8),
    }


def _deal_columns(pairing: StoredPairing, log: Columns) -> Columns:
    deals, seats, cards = len(log["sets"]), pairing.tournament.seats, pairing.tournament.cards
    ends = np.cumsum(log["lengths"], dtype=np.int64)
    starts = ends - log["lengths"]
    deal_of = np.repeat(np.arange(deals), log["lengths"])
    by_b = log["holders"][deal_of] >> log["movers"] & 1
    payoffs = log["payoffs"].reshape(deals, seats)
    held_b = log["holders"][:, None] >> np.arange(seats) & 1
    playing = payoffs != OUT
    # A bot that holds no seat any more makes nothing.
    points = [(payoffs * held).sum(1) / np.maximum(held.sum(1), 1)
              for held in (playing & (held_b == 0), playing & (held_b == 1))]
    return {
        "pairing": np.full(deals, pairing.id, np.int32),
        "set": log["sets"].astype(np.int64),
        "seating": log["seatings"].astype(np.int8),
        "deal": log["deals"].astype(np.int32),
        "points_a": points[0],
        "points_b": points[1],
        "seconds_a": np.bincount(deal_of[by_b == 0], log["seconds"][by_b == 0], deals),
        "seconds_b": np.bincount(deal_of[by_b == 1], log["seconds"][by_b == 1], deals),
        "holder": log["holders"],
        "resigned": log["resigned"],
        "ending": log["endings"].astype(np.int8),
        "pack": _cut(log["packs"], np.arange(deals) * cards, np.arange(1, deals + 1) * cards),
        "moves": _cut(log["moves"], starts, ends),
        "movers": _cut(log["movers"], starts, ends),
    }


def _cut(column: np.ndarray, starts: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """Pieces of a column as bytes objects."""
    whole = column.tobytes()
    out = np.empty(len(starts), object)
    out[:] = [whole[i:j] for i, j in zip(starts.tolist(), ends.tolist(), strict=True)]
    return out
