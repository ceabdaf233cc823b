"""Reading a results file: tournaments, pairings, sets, deals and faults, as plain columns.

``schnapsen_ai.store.read("results.db")`` gives an `Archive`, also while the file is written.  No
engine is needed: rules are neither imported nor compiled.  Whatever is read is held to the digests
that were written with it (`schnapsen_ai.store.seals`): StoreError where it is damaged.  Tables
come as dictionaries of numpy columns; `Archive.frame` makes a pandas DataFrame of one (pandas is
asked for only there).

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
from . import columns, seals
from .blocks import Block
from .columns import Columns
from .errors import StoreError, decoding, in_words, not_ours, reading
from .health import Health, examine
from .schema import check_schema
from .seals import Row
from .stored_blocks import block_rows, read_blocks, read_logs


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
        self._db = connect(self.path)

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._db.close()

    def _rows(self, table: str) -> list[Row]:
        with reading(self.path):
            return seals.rows(self._db, table)

    # --- what there is ---

    def tournaments(self) -> list[StoredTournament]:
        """All tournaments, in the order in which they were begun."""
        with reading(self.path), decoding("a tournament"):
            return [_tournament(row) for row in self._rows("tournament")]

    def pairings(self) -> list[StoredPairing]:
        """All pairings of all tournaments, in the order in which they were begun."""
        with reading(self.path), seals.snapshot(self._db), decoding("a pairing"):
            tournaments = {t.id: t for t in self.tournaments()}
            bots = {
                row["id"]: StoredBot(row["id"], row["text"], json.loads(row["params"]),
                                     bool(row["sees_all"]), bool(row["compiled"]), row["source"])
                for row in self._rows("bot")
            }
            found = []
            for row in self._rows("pairing"):
                played = [block for block, _ in block_rows(self._db, row["id"])]
                found.append(StoredPairing(
                    row["id"], tournaments[row["tournament"]], bots[row["a"]], bots[row["b"]],
                    sum(b["sets"] for b in played), sum(b["deals"] for b in played)))
            return found

    def sessions(self) -> list[dict[str, Any]]:
        """The runs of the program that wrote: started, ended, command, versions."""
        with reading(self.path), decoding("a session"):
            return [{**row, "versions": json.loads(row["versions"])}
                    for row in self._rows("session")]

    def verdicts(self) -> list[dict[str, Any]]:
        """Where sequential tests stand: pairing, elo0, elo1, alpha, beta, sets, ratio, accepted."""
        return sorted(self._rows("verdict"), key=lambda row: row["pairing"])

    def records(self) -> list[dict[str, Any]]:
        """Deals that were imported: id, game, players, payoffs (by seat), text."""
        rows = self._rows("record")
        with reading(self.path), decoding("an imported deal"):
            for row in rows:
                del row["session"]
                row["players"] = json.loads(row["players"])
                row["payoffs"] = row["payoffs"] and json.loads(row["payoffs"])
        return rows

    def examine(self) -> Health:
        """All of it held to its digests, however damaged it is."""
        with reading(self.path):
            return examine(self._db)

    # --- what was played ---

    def blocks(self, pairing: StoredPairing) -> list[Block]:
        """What was played of a pairing, in order, without the logs."""
        with reading(self.path):
            return list(read_blocks(self._db, pairing.id))

    def logs(self, pairing: StoredPairing, set_: int | None = None) -> Iterator[Columns]:
        """For each block played move by move (that with a certain set) its `blocks.Log`."""
        with reading(self.path):
            if set_ is None:
                block_rows(self._db, pairing.id)  # none of them is missing
            yield from read_logs(self._db, pairing.id, set_)

    def sets(self, *pairings: StoredPairing) -> Columns:
        """Results by set and seating, of all pairings unless some are named."""
        return columns.joined([
            columns.of_sets(pairing.id, block)
            for pairing in pairings or self.pairings() for block in self.blocks(pairing)
        ])

    def deals(self, *pairings: StoredPairing) -> Columns:
        """Every deal that was played move by move."""
        return columns.joined([
            columns.of_deals(
                pairing.id, pairing.tournament.seats, pairing.tournament.cards, log)
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

    def frame(self, table: Columns) -> Any:
        """A table as a pandas DataFrame."""
        import pandas

        return pandas.DataFrame(table, copy=False)


def connect(path: Path) -> sqlite3.Connection:
    """A connection that changes nothing; StoreError says what is wrong with the file."""
    uri = path.resolve().as_uri()
    # A file left by a kill needs its log; in a folder that cannot be written to, take it as it is.
    trouble: sqlite3.Error | None = None
    for how in ("mode=ro", "immutable=1"):
        try:
            db = sqlite3.connect(f"{uri}?{how}", uri=True)
            if not check_schema(db, path):
                raise StoreError(not_ours(path))
            return db
        except sqlite3.OperationalError as error:
            trouble = error
        except sqlite3.Error as error:
            raise StoreError(in_words(error, path)) from error
    assert trouble is not None
    raise StoreError(in_words(trouble, path)) from trouble


def _tournament(row: Row) -> StoredTournament:
    facts = json.loads(row.pop("facts"))
    seed = row.pop("seed")
    return StoredTournament(
        **{**row, "options": json.loads(row["options"]), "limits": json.loads(row["limits"])},
        seed=None if seed is None else int(seed),
        seats=facts["seats"], cards=facts["cards"], holders=tuple(facts["seatings"]),
        endings=tuple(facts["endings"]),
        moves={int(k): v for k, v in facts["moves"].items()},
    )
