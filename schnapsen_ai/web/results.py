"""Results files in the browser: tournaments as they fill, and any deal of one to step through."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from .. import stats
from ..archive import Archive, Pairing, Tournament
from ..bot import BotSpec
from ..cards import card_text
from ..game import Game, load
from ..match import Pairing as Playing
from ..outcome import OUT
from ..show.course import Course
from ..show.scene import frames
from ..store import StoreError, read
from .guard import Refused

PAGE = 50  # sets listed at a time


class Results:
    """The file that the server was started with; opened anew for each question."""

    def __init__(self, path: str | None) -> None:
        self.path = None if path is None else Path(path)
        if self.path is not None:
            read(self.path).close()  # StoreError at once, not at the first click

    def _open(self) -> Archive:
        if self.path is None:
            raise Refused(404, "no_results")
        try:
            return read(self.path)
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
            tournament = found.tournament
            if not 0 <= seating < len(tournament.holders):
                raise Refused(404, "there is no such seating")
            game = load(tournament.game, **tournament.options)
            for log in archive.logs(found, set_):
                at = np.flatnonzero(
                    (log["sets"] == set_) & (log["seatings"] == seating) & (log["deals"] == deal)
                )
                if len(at):
                    return _frames(game, found, log, int(at[0]))
        return self._again(game, found, set_, seating, deal)

    def _again(
        self, game: Game, found: Pairing, set_: int, seating: int, deal: int
    ) -> dict[str, Any]:
        """Deals of built-in compiled bots follow from the secret: play the set once more."""
        specs = []
        for bot in (found.a, found.b):
            spec = BotSpec(bot.text) if bot.compiled and bot.text.split(":")[0].isalpha() else None
            if spec is None or not spec.built_in:
                raise Refused(404, "this deal was not kept move by move")
            specs.append(spec)
        if not 0 <= set_ < found.sets:
            raise Refused(404, "there is no such set")
        tournament = found.tournament
        packs = None
        if tournament.packs is not None:
            cards = np.frombuffer(tournament.packs, np.uint8)
            packs = cards.reshape(-1, len(game.pack)).tolist()
        playing = Playing(
            game, specs[0], specs[1], tournament.secret, tournament.unit, packs, keep_log=True
        )
        log = playing.play(set_, 1, move_by_move=True).log
        assert log is not None
        columns = log.columns()
        at = np.flatnonzero((columns["seatings"] == seating) & (columns["deals"] == deal))
        if not len(at):
            raise Refused(404, "there is no such deal")
        return _frames(game, found, columns, int(at[0]))


def _pairing(archive: Archive, number: int) -> Pairing:
    for pairing in archive.pairings():
        if pairing.id == number:
            return pairing
    raise Refused(404, "there is no such pairing")


def _tournament(
    archive: Archive, tournament: Tournament, pairings: list[Pairing]
) -> dict[str, Any]:
    bots = list(dict.fromkeys(bot.text for p in pairings for bot in (p.a, p.b)))
    return {
        "id": tournament.id, "name": tournament.experiment, "game": tournament.game,
        "unit": tournament.unit, "seed": tournament.seed, "bots": bots,
        "pairings": [_standing(archive, p) for p in pairings],
    }


def _standing(archive: Archive, pairing: Pairing) -> dict[str, Any]:
    """Points a deal of the first bot with their interval over sets, and its share of wins."""
    found: dict[str, Any] = {
        "id": pairing.id, "a": pairing.a.text, "b": pairing.b.text, "sets": pairing.sets,
        "deals": pairing.deals, "points": None, "wins": None,
    }
    blocks = archive.blocks(pairing)
    if not blocks:
        return found
    deals = np.concatenate([b.deals.sum(1) for b in blocks])
    points = np.concatenate([b.points[..., 0].sum(1) for b in blocks])
    wins = np.concatenate([b.wins[..., 0].sum(1) for b in blocks])
    most = max(float(np.abs(points / deals).max()), 1.0)
    for name, estimate in (
        ("points", stats.ratio(points, deals, 2 * most, -np.inf, np.inf)),
        ("wins", stats.ratio(wins, deals, 1.0, 0.0, 1.0)),
    ):
        found[name] = [float(estimate.value), float(estimate.low), float(estimate.high)]
    return found


def _frames(game: Game, pairing: Pairing, log: dict[str, np.ndarray], at: int) -> dict[str, Any]:
    """The deal number `at` of a log, move by move."""
    n, seats = len(game.pack), pairing.tournament.seats
    ends = np.cumsum(log["lengths"], dtype=np.int64)
    moves = log["moves"][ends[at] - log["lengths"][at] : ends[at]].tolist()
    match = None
    if pairing.tournament.unit == "match":
        size = game.rules.MATCH.itemsize
        record = log["contexts"].tobytes()[at * size : (at + 1) * size]
        match = np.frombuffer(record, game.rules.MATCH).copy()
    pack = " ".join(card_text(c) for c in log["packs"][at * n : (at + 1) * n].tolist())
    course = Course.of(game.deal(pack=pack, match=match))
    for move in moves:
        course.play(move)
    resigned = int(log["resigned"][at])
    if resigned >= 0 and not course.is_over and game.n_seats == 2:
        course.resign(resigned)
    holder = int(log["holders"][at])
    payoffs = log["payoffs"][at * seats : (at + 1) * seats].tolist()
    names = [
        (pairing.b if holder >> s & 1 else pairing.a).text
        for s in range(seats) if payoffs[s] != OUT
    ]
    return {"names": names, "frames": frames(course)}
