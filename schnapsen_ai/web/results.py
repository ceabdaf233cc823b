"""Results files in the browser: tournaments as they fill, and any deal of one to step through."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..bot.loading import built_in_names
from ..deal.history import DealHistory
from ..deal.transcript import Record, parse_records
from ..show.scene import frames
from ..store.errors import StoreError
from ..store.reader import Archive, StoredPairing, StoredTournament, read
from ..tournament.crossed import crossed
from ..tournament.result import PairingResult
from ..tournament.stored_deals import Address, find, result_of
from .guard import Refused

PAGE = 50  # sets listed at a time
MOST = 500  # imported deals listed


class Results:
    """The file that the server was started with; opened anew for each question."""

    def __init__(self, path: str | None) -> None:
        self.path = None if path is None else Path(path)
        if self.path is not None:
            read(self.path).close()  # StoreError at once, not at the first click

    @contextlib.contextmanager
    def _open(self) -> Iterator[Archive]:
        """The file; Refused where it cannot be read, or not on: then it is damaged."""
        if self.path is None:
            raise Refused(404, "no_results")
        try:
            with read(self.path) as archive:
                yield archive
        except StoreError as error:
            raise Refused(404, str(error)) from None

    def overview(self) -> dict[str, Any]:
        """Every tournament with its cross table as far as it is played."""
        with self._open() as archive:
            pairings = archive.pairings()
            return {
                "file": archive.path.name,
                "tournaments": [
                    _tournament(archive, t, [p for p in pairings if p.tournament.id == t.id])
                    for t in archive.tournaments()
                ],
                "imported": [
                    {key: row[key] for key in ("id", "game", "players", "payoffs")}
                    for row in archive.records()[:MOST]
                ],
            }

    def sets(self, pairing: int, start: int) -> dict[str, Any]:
        """Some sets of a pairing with their results: each seating of each can be opened."""
        with self._open() as archive:
            found = _pairing(archive, pairing)
            columns = archive.sets(found)
            rows = []
            if columns:
                here = (columns["set"] >= start) & (columns["set"] < start + PAGE)
                rows = [
                    {
                        "set": int(columns["set"][i]), "seating": int(columns["seating"][i]),
                        "deals": int(columns["deals"][i]), "points": float(columns["points_a"][i]),
                        "ending": found.endings[int(columns["ending"][i])],
                    }
                    for i in np.flatnonzero(here)
                ]
            return {
                "a": found.a.text, "b": found.b.text, "start": start, "page": PAGE,
                "sets": found.sets, "unit": found.tournament.unit, "rows": rows,
            }

    def replay(self, pairing: int, set_: int, seating: int, deal: int) -> dict[str, Any]:
        """The frames of one deal: from its log, or played again where none was kept."""
        with self._open() as archive:
            found = _pairing(archive, pairing)
            ours = all(bot.text.split(":")[0] in built_in_names() for bot in (found.a, found.b))
            if not ours and next(archive.logs(found, set_), None) is None:
                # To play it again would run a file that the results name: not for a page to ask.
                raise Refused(404, "this deal was not kept move by move")
            try:
                record = find(archive, Address(pairing, set_, seating, deal))
            except ValueError as error:
                raise Refused(404, str(error)) from None
        return _shown(record)

    def imported(self, number: int) -> dict[str, Any]:
        """The frames of a deal that was imported."""
        with self._open() as archive:
            text = next((r["text"] for r in archive.records() if r["id"] == number), None)
            if text is None:
                raise Refused(404, f"no deal {number} was imported")
            return _shown(next(parse_records(text)))


def _shown(record: Record) -> dict[str, Any]:
    history = DealHistory.of(record.start())
    for move in record.moves:
        history.play(move)
    if record.resigned is not None and record.game.n_seats == 2:
        history.resign(record.resigned)
    return {"names": list(record.players), "frames": frames(history)}


def _pairing(archive: Archive, number: int) -> StoredPairing:
    for pairing in archive.pairings():
        if pairing.id == number:
            return pairing
    raise Refused(404, "there is no such pairing")


def _tournament(
    archive: Archive, tournament: StoredTournament, pairings: list[StoredPairing]
) -> dict[str, Any]:
    bots = list(dict.fromkeys(bot.text for p in pairings for bot in (p.a, p.b)))
    rows = crossed(bots, [_Standing.of(archive, p) for p in pairings])
    return {
        "id": tournament.id, "name": tournament.experiment, "game": tournament.game,
        "unit": tournament.unit, "seed": tournament.seed, "bots": bots,
        "rows": [[met and met.shown() for met in row] for row in rows],
    }


@dataclass(frozen=True)
class _Standing:
    """How far a pairing is, from the side of `a`."""

    id: int
    a: str
    b: str
    result: PairingResult | None  # None as long as no set is played

    @classmethod
    def of(cls, archive: Archive, pairing: StoredPairing) -> _Standing:
        result = result_of(archive, pairing) if pairing.sets else None
        return cls(pairing.id, pairing.a.text, pairing.b.text, result)

    def reversed(self) -> _Standing:
        return _Standing(self.id, self.b, self.a, self.result and self.result.reversed())

    def shown(self) -> dict[str, Any]:
        """Points a deal with their interval over sets: value, low, high."""
        if self.result is None:
            return {"id": self.id, "a": self.a, "sets": 0, "points": None}
        points = self.result.points_per_deal
        return {
            "id": self.id, "a": self.a, "sets": self.result.sets,
            "points": [points.value, points.low, points.high],
        }
