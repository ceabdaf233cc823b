"""Instructive deals for a report, and each as plain data that the page steps through."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..analysis.mining import KINDS, Moments, Spot
from ..deal.history import DealHistory
from ..deal.transcript import Record
from ..show.notebook import fact_lines
from ..show.scene import frames
from ..show.words import card_name, move_name, say
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
    """The deal of a spot, frame by frame, for the page's script.

    ``names``; ``at``, the frame of the decision; ``style``; ``frames``, each with ``h`` (hands),
    ``t`` (cards on the table, or of the last trick: [seat, card]), ``n`` (talon: cards left,
    turn-up or -1, closed), ``f`` (facts), ``w`` (what led there), ``v`` ([move, card or -1, value
    or null] of each legal move), ``p`` (the index of the move then made), ``g`` (given away).
    """
    moments = spot.moments
    history = DealHistory.of(moments.record.end())
    style = moments.game.rules.CARD_STYLE
    shown = frames(history)
    steps = []
    for i, frame in enumerate(shown):
        step: dict[str, Any] = {
            "h": [hand["cards"] for hand in frame["hands"]], "s": frame["to_move"],
            "t": frame["trick"]["cards"], "f": " · ".join(fact_lines(frame)),
            "w": _what(frame, style, i),
        }
        if not step["t"] and frame["last"]:
            step["l"] = frame["last"]["cards"]
        talon = frame["talon"]
        if talon and talon["left"]:
            up = -1 if talon["up"] is None else talon["up"]
            step["n"] = [talon["left"], up, int(talon["closed"])]
        if i < len(moments.moves):
            values = moments.of(i)
            legal = [move["id"] for move in frame["moves"]]
            step["v"] = [[moments.game.move_text(m), m if m < 32 else -1, values.get(m)]
                         for m in legal]
            step["p"], step["g"] = legal.index(moments.moves[i]), moments.lost(i)
        steps.append(step)
    return {"names": moments.record.players, "at": spot.at, "style": style, "frames": steps}


def _what(frame: dict[str, Any], style: str, i: int) -> str:
    """The move that led to a frame; the result at the end."""
    text = "The deal"
    if frame["log"]:
        seat, move = frame["log"][-1]
        name = card_name("en", move["card"], style) if "card" in move else move_name(
            "en", move["name"], style)
        text = f"{i}. seat {seat}: {name}"
    elif i:
        text = say("en", "m.resign")
    if frame["over"]:
        points = ", ".join(f"seat {s} {p:+d}" for s, p in enumerate(frame["payoffs"] or []))
        how = say("en", f"e.{frame['ending']}")
        text += f". {say('en', 'ended', how=how)} {points}"
    return text
