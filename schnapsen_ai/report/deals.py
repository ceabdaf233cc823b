"""Instructive deals for a report, and each as plain data for the stepper."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..analysis.mining import KINDS, Moments, Spot
from ..deal.history import DealHistory
from ..deal.transcript import Record
from ..show.scene import frames
from ..show.stepper import folded
from ..tournament.stored_deals import game_of, records_of
from .figures import Figures

#: Kind -> heading, and how many of each are shown for a pairing.
SHOWN = {
    "blunder": ("Given away with open cards", 2),
    "failed-close": ("A close that failed", 1),
    "fair": ("Clairvoyant and fair advice differ", 1),
    "only-move": ("One move wins", 1),
}
_FAIR_DEALS = 12  # that are searched for fair advice, which is dear


def choose(figures: Figures) -> list[Spot]:
    """The most instructive decisions of a pairing, of as many deals."""
    found: dict[str, list[Spot]] = {kind: [] for kind in SHOWN}
    for number, record in enumerate(_records(figures)):
        moments = Moments(record)
        for kind, spots in found.items():
            if kind == "fair" and number >= _FAIR_DEALS:
                continue
            spots += _found(kind, moments)
            spots.sort(key=lambda spot: spot.rank, reverse=True)
            del spots[8:]
    chosen: list[Spot] = []
    for kind, (_, most) in SHOWN.items():
        taken = {id(spot.moments) for spot in chosen}
        fresh = [spot for spot in found[kind] if id(spot.moments) not in taken]
        once = list({id(spot.moments): spot for spot in reversed(fresh)}.values())
        chosen += sorted(once, key=lambda spot: spot.rank, reverse=True)[:most]
    return chosen


def _records(figures: Figures) -> Iterator[Record]:
    for log in figures.sample:
        yield from records_of(log, figures.pairing, game_of(figures.pairing))


def _found(kind: str, moments: Moments) -> list[Spot]:
    """What one deal has of a kind; nothing where the game does not know it."""
    try:
        return list(KINDS[kind](moments))
    except ValueError:
        return []


def data(spot: Spot) -> dict[str, Any]:
    """The deal of a spot for the page's script.

    ``players``; ``names`` by seat; ``style``; ``at``, the frame of the decision; ``frames``,
    folded; ``worth``, for each decision ``moves`` ([text, value or null] of each legal move),
    ``made`` (the index of the move then made) and ``lost`` (what it gave away).
    """
    moments = spot.moments
    shown = frames(DealHistory.of(moments.record.end()))
    worth = []
    for i, move in enumerate(moments.moves):
        values = moments.of(i)
        legal = [m["id"] for m in shown[i]["moves"]]
        worth.append({
            "moves": [[moments.game.move_text(m), values.get(m)] for m in legal],
            "made": legal.index(move), "lost": moments.lost(i),
        })
    players = moments.record.players
    return {
        "players": players, "at": spot.at, "style": moments.game.rules.CARD_STYLE,
        "names": [f"seat {seat} ({who})" for seat, who in enumerate(players)],
        "frames": folded(shown), "worth": worth,
    }
