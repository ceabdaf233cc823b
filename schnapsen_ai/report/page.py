"""The page of a report: sections of tables and plots, then the deals, style and script inline."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from html import escape
from importlib.resources import files

from ..analysis.mining import Spot
from ..show.card_faces import sprite
from ..store.reader import Archive, StoredTournament
from . import sections
from .deals import SHOWN, data
from .figures import Figures

MOST_BYTES = 3_500_000  # of deals to step through; the rest are named with a command


def page(archive: Archive, figures: list[Figures], chosen: dict[int, list[Spot]]) -> str:
    """The whole document."""
    tournaments = {f.pairing.tournament.id: f.pairing.tournament for f in figures}
    shelf = _Shelf()
    body = [_head(archive, figures)]
    for tournament in tournaments.values():
        mine = [f for f in figures if f.pairing.tournament.id == tournament.id]
        body.append(_tournament(tournament, mine, chosen, shelf, len(tournaments) > 1))
    own = files(__package__)
    style = (own / "report.css").read_text(encoding="utf-8")
    script = (own / "report.js").read_text(encoding="utf-8")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(archive.path.name)}: report</title><style>{style}</style></head><body>"
        f'<main>{"".join(body)}</main>{_DIALOG}<div class="sprites">{shelf.sprites()}</div>'
        f'<script type="application/json" id="deals">{shelf.json()}</script>'
        f"<script>{script}</script></body></html>\n"
    )


_DIALOG = """
<dialog id="replay" aria-label="A deal, move by move"><div class="bar"><b id="who"></b>
<button id="close" aria-label="Close">✕</button></div><p id="what" aria-live="polite"></p>
<div id="board"></div><div id="values"></div><p id="facts"></p>
<nav><button id="first" aria-label="First">|◀</button><button id="back" aria-label="Back">◀</button>
<input id="at" type="range" min="0" value="0" aria-label="Move"><button id="forward"
aria-label="Forward">▶</button><button id="last" aria-label="Last">▶|</button><button id="there"
>decision</button></nav></dialog>
"""


def _head(archive: Archive, figures: list[Figures]) -> str:
    deals = sum(f.result.n_deals for f in figures)
    sessions = archive.sessions()
    when = f"{sessions[0]['started'][:10]} to {sessions[-1]['started'][:10]}" if sessions else ""
    version = sessions[-1]["versions"].get("schnapsen_ai", "") if sessions else ""
    made = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    return (
        f"<header><h1>{escape(archive.path.name)}</h1><p>{deals:,} deals, {len(figures)} "
        f"{'pairing' if len(figures) == 1 else 'pairings'}, played {when}"
        f"{f' by version {escape(str(version))}' if version else ''}; report of {made}.</p>"
        '<p class="note">A <i>set</i> is one pack played in every seating, so that the luck of the '
        "cards cancels. Intervals are 95 %, over sets; win rates count a draw as half.</p></header>"
    )


def _tournament(
    tournament: StoredTournament, figures: list[Figures], chosen: dict[int, list[Spot]],
    shelf: _Shelf, several: bool,
) -> str:
    seed = "no seed" if tournament.seed is None else f"seed {tournament.seed}"
    options = ", ".join(f"{k}={v}" for k, v in tournament.options.items())
    name = tournament.experiment or tournament.game
    title = f"<h2>{escape(name)}{f' (tournament {tournament.id})' if several else ''}</h2>"
    parts = [
        f'<section>{title}<p class="note">{escape(tournament.game)}, unit: {tournament.unit}, '
        f"{seed}. <small>{escape(options)}</small></p>",
        *(draw(figures) for draw in (
            sections.cross, sections.ratings, sections.endings, sections.closing,
            sections.thinking, sections.seats, sections.forfeits)),
        "<h3>Pairing by pairing</h3>",
    ]
    for i, f in enumerate(figures):
        spots = "".join(_deal(spot, shelf) for spot in chosen.get(f.pairing.id, []))
        none = f"Deals cannot be shown: {f.why}" if f.why else "Nothing instructive was found."
        listed = (f'<h4>Instructive deals</h4><ul class="finds">{spots}</ul>' if spots else
                  f'<p class="note">{escape(none)}</p>')
        opened = " open" if i < 3 else ""
        parts.append(f"<details{opened}><summary>{sections.headline(f)}</summary>"
                     f"{sections.pairing(f)}{listed}</details>")
    return "".join(parts) + "</section>"


def _deal(spot: Spot, shelf: _Shelf) -> str:
    """A find as an item of a list, with the moves for paper."""
    moments = spot.moments
    address = moments.record.tags.get("deal", "")
    shown = shelf.put(spot, address)
    link = (f'<a href="#deal-{shown}">step through</a>' if shown else
            f"<code>schnapsen-ai replay FILE {escape(address)} --values</code>")
    moves = []
    for i, move in enumerate(moments.moves):
        lost = moments.lost(i)
        word = f"{moments.seats[i]} {moments.game.move_text(move)}"
        word += f" (−{lost})" if lost else ""
        moves.append(f"<b>{escape(word)}</b>" if i == spot.at else escape(word))
    played = moments.game.move_text(moments.moves[spot.at])
    return (
        f"<li><b>{SHOWN[spot.kind][0]}</b>: deal {escape(address)}, move {spot.number}, "
        f"{escape(spot.bot)} played {escape(played)}: {escape(spot.note)}. {link}"
        f'<p class="moves">{", ".join(moves)}</p></li>'
    )


class _Shelf:
    """The deals of a page as data, as many as it has room for, and the faces they need."""

    def __init__(self) -> None:
        self.deals: dict[str, str] = {}
        self.styles: set[str] = set()
        self.room = MOST_BYTES

    def put(self, spot: Spot, address: str) -> str:
        """Keep a deal; its key, '' where there is no more room."""
        facts = data(spot)
        text = json.dumps(facts, separators=(",", ":"), ensure_ascii=False)
        self.room -= len(text.encode())
        if self.room < 0:
            return ""
        key = f"{address.replace(':', '-')}-{spot.number}"
        self.deals[key] = text
        self.styles.add(facts["style"])
        return key

    def json(self) -> str:
        """All deals by key, safe inside a script element."""
        inside = ",".join(f"{json.dumps(key)}:{text}" for key, text in self.deals.items())
        return "{" + inside.replace("<", "\\u003c") + "}"

    def sprites(self) -> str:
        """The faces, their ids preceded by the style."""
        return "".join(
            sprite(style).replace('id="', f'id="{style}-').replace('href="#', f'href="#{style}-')
            for style in sorted(self.styles)
        )
