"""Results files in the browser: tournaments as they fill, and any deal of one to step through."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ..bot.loading import built_in_names
from ..deal.history import DealHistory
from ..show.scene import frames
from ..store.errors import StoreError
from ..store.reader import Archive, StoredPairing, StoredTournament, read
from ..tournament.stored_deals import Address, find, result_of
from .guard import Refused

PAGE = 50  # sets listed at a time


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
    return {
        "id": tournament.id, "name": tournament.experiment, "game": tournament.game,
        "unit": tournament.unit, "seed": tournament.seed, "bots": bots,
        "pairings": [_standing(archive, p) for p in pairings],
    }


def _standing(archive: Archive, pairing: StoredPairing) -> dict[str, Any]:
    """Points a deal of the first bot with their interval over sets, and its share of wins."""
    found: dict[str, Any] = {
        "id": pairing.id, "a": pairing.a.text, "b": pairing.b.text, "sets": pairing.sets,
        "deals": pairing.deals, "points": None, "wins": None,
    }
    if pairing.sets:
        result = result_of(archive, pairing)
        for name, e in (("points", result.points_per_deal), ("wins", result.win_rate)):
            found[name] = [e.value, e.low, e.high]
    return found
