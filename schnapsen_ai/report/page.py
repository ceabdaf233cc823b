"""The page of a report: sections of tables and plots, then the deals, style and script inline."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from importlib.resources import files
from typing import Any

from ..analysis.mining import Spot
from ..show import stepper
from ..show.card_faces import sprite
from ..show.templates import raw, render
from ..store.reader import Archive, StoredTournament
from . import sections
from .deals import SHOWN, data
from .figures import Figures

MOST_BYTES = 3_500_000  # of deals to step through; the rest are named with a command


def page(archive: Archive, figures: list[Figures], chosen: dict[int, list[Spot]]) -> str:
    """The whole document."""
    tournaments = {f.pairing.tournament.id: f.pairing.tournament for f in figures}
    shelf = _Shelf()
    told = [
        _tournament(t, [f for f in figures if f.pairing.tournament.id == t.id], chosen, shelf)
        for t in tournaments.values()
    ]
    own = files(__package__)
    return render(
        "schnapsen_ai.report", "page", **_head(archive, figures), tournaments=told,
        sprites=raw(shelf.sprites()), data=raw(shelf.json()) if shelf.deals else "",
        style=raw((stepper.style() if shelf.deals else "")
                  + (own / "report.css").read_text(encoding="utf-8")),
        script=raw(stepper.script() + (own / "report.js").read_text(encoding="utf-8")),
    )


def _head(archive: Archive, figures: list[Figures]) -> dict[str, Any]:
    sessions = archive.sessions()
    return {
        "file": archive.path.name,
        "deals": sum(f.result.n_deals for f in figures),
        "pairings": len(figures),
        "days": [s["started"][:10] for s in (sessions[0], sessions[-1])] if sessions else [],
        "version": sessions[-1]["versions"].get("schnapsen_ai", "") if sessions else "",
        "made": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
    }


def _tournament(
    tournament: StoredTournament, figures: list[Figures], chosen: dict[int, list[Spot]],
    shelf: _Shelf,
) -> dict[str, Any]:
    pairings = []
    for f in figures:
        deals = [_deal(spot, shelf) for spot in chosen.get(f.pairing.id, [])]
        pairings.append({"told": sections.pairing(f), "deals": deals, "why": f.why})
    return {
        "about": tournament,
        "options": ", ".join(f"{k}={v}" for k, v in tournament.options.items()),
        "pairings": pairings,
        **{draw.__name__: draw(figures) for draw in (
            sections.cross, sections.ratings, sections.endings, sections.closing,
            sections.thinking, sections.seats, sections.forfeits)},
    }


def _deal(spot: Spot, shelf: _Shelf) -> dict[str, Any]:
    """A find as an item of a list, with the moves for paper."""
    moments = spot.moments
    address = moments.record.tags.get("deal", "")
    moves = []
    for i, move in enumerate(moments.moves):
        lost = moments.lost(i)
        word = f"{moments.seats[i]} {moments.game.move_text(move)}"
        moves.append(word + (f" (−{lost})" if lost else ""))
    return {
        "kind": SHOWN[spot.kind][0], "address": address, "spot": spot, "moves": moves,
        "key": shelf.put(spot, address),
        "played": moments.game.move_text(moments.moves[spot.at]),
    }


class _Shelf:
    """The deals of a page as data, as many as it has room for, and the faces they need."""

    def __init__(self) -> None:
        self.deals: dict[str, str] = {}
        self.faces: dict[str, set[int]] = {}  # by style, the cards that are drawn
        self.room = MOST_BYTES

    def put(self, spot: Spot, address: str) -> str:
        """Keep a deal; its key, '' where there is no more room."""
        facts = data(spot)
        text = _json(facts)
        self.room -= len(text.encode())
        if self.room < 0:
            return ""
        key = f"{address.replace(':', '-')}-{spot.number}"
        self.deals[key] = text
        self.faces.setdefault(facts["style"], set()).update(spot.moments.game.pack)
        return key

    def json(self) -> str:
        """Words, and all deals by key, safe inside a script element."""
        words = _json(stepper.words("en", *self.faces))
        deals = ",".join(f"{_json(key)}:{text}" for key, text in self.deals.items())
        return f'{{"words":{words},"deals":{{{deals}}}}}'.replace("<", "\\u003c")

    def sprites(self) -> str:
        """The faces, their ids preceded by the style."""
        return "".join(sprite(style, f"{style}-", sorted(cards))
                       for style, cards in sorted(self.faces.items()))


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
