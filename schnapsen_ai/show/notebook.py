"""Notebook display: deals, analyses and results as HTML strings with SVG cards, nothing fetched.

`State`, `View`, `Analysis` and the results of tournaments call these from ``_repr_html_``; where
there is no browser their ``str`` and ``repr`` are read instead.
"""

from __future__ import annotations

from html import escape
from typing import Any

from ..deal.history import DealHistory
from ..deal.state import State, View
from .card_faces import card_svg, suit_sign
from .scene import scene
from .words import card_name, move_name, say

_BOX = (
    "background:#2f6b46;color:#fff;border-radius:10px;padding:10px 14px;display:inline-block;"
    "font-family:sans-serif;font-size:13px;line-height:1.5"
)
_CELL = "padding:2px 10px;text-align:right;border-bottom:1px solid #ccc"


def state_html(state: State, language: str = "en") -> str:
    """All cards of a deal."""
    return scene_html(scene(DealHistory.of(state), None), language)


def view_html(view: View, language: str = "en") -> str:
    """What a seat sees."""
    history = DealHistory(view.game, None, [view.record()])
    shown = scene(history, view.seat if not view.is_over else None)
    shown["seat"] = view.seat
    return scene_html(shown, language)


def scene_html(shown: dict[str, Any], language: str = "en", card: Any = None) -> str:
    """A scene as HTML; `card(card, height)` draws a card (None: a back)."""
    style = shown["style"]

    def image(which: int | None, height: int = 84) -> str:
        if which is None:
            return card_svg(None, style, height, say(language, "hidden_card"))
        return card_svg(which, style, height, card_name(language, which, style))

    draw = card or image
    rows = [_hand_row(shown, seat, language, draw) for seat in range(shown["seats"])]
    middle = _middle(shown, language, draw)
    facts = fact_lines(shown, language)
    return (
        f'<div style="{_BOX}"><div><b>{escape(shown["game"])}</b> · '
        f"{escape(_status(shown, language))}</div>{''.join(rows)}{middle}"
        f"<div>{' · '.join(map(escape, facts))}</div></div>"
    )


def _status(shown: dict[str, Any], language: str) -> str:
    if shown["over"]:
        points = ", ".join(
            f"{say(language, 't.seat', n=s)} {p:+d}" for s, p in enumerate(shown["payoffs"] or [])
        )
        how = say(language, f"e.{shown['ending']}")
        return f"{say(language, 'ended', how=how)} {points}"
    who = say(language, "t.seat", n=shown["to_move"])
    return say(language, "turn_of", who=who)


def _hand_row(shown: dict[str, Any], seat: int, language: str, draw: Any) -> str:
    hand = shown["hands"][seat]
    mark = "▶ " if shown["to_move"] == seat else ""
    name = f"{mark}{say(language, 't.seat', n=seat)}"
    cards = [draw(c, 84) for c in hand["cards"]] + [draw(None, 84)] * hand["hidden"]
    weight = "bold" if shown["seat"] == seat else "normal"
    return (
        f'<div style="margin:6px 0"><div style="font-weight:{weight}">{escape(name)}</div>'
        f"{' '.join(cards) or '–'}</div>"
    )


def _middle(shown: dict[str, Any], language: str, draw: Any) -> str:
    parts = []
    if shown["trick"]["cards"]:
        laid = "".join(draw(c, 84) for _, c in shown["trick"]["cards"])
        parts.append(f"<div>{escape(say(language, 'on_table'))}<br>{laid}</div>")
    talon = shown["talon"]
    if talon and talon["left"]:
        up = "" if talon["closed"] or talon["up"] is None else draw(talon["up"], 84)
        label = f"{say(language, 'talon')}: {say(language, 'n_cards', n=talon['left'])}"
        if talon["closed"]:
            label += f", {say(language, 'closed')}"
        parts.append(f"<div>{escape(label)}<br>{up}{draw(None, 84)}</div>")
    return f'<div style="display:flex;gap:24px;margin:6px 0">{"".join(parts)}</div>'


def fact_lines(shown: dict[str, Any], language: str = "en") -> list[str]:
    """The facts of a scene in words, one line each."""
    return [f"{say(language, 'f.' + f['name'])}: {fact_text(f, shown, language)}"
            for f in shown["facts"]]


def fact_text(fact: dict[str, Any], shown: dict[str, Any], language: str) -> str:
    """The value of a fact in words."""
    value = fact["value"]
    if not isinstance(value, list):
        return _value(fact["kind"], value, shown, language)
    texts = [_value(fact["kind"], v, shown, language) for v in value]
    if fact["of"] == "side":
        return ", ".join(f"{say(language, f'side.{i}')} {t}" for i, t in enumerate(texts))
    return " : ".join(texts)


def _value(kind: str, value: Any, shown: dict[str, Any], language: str) -> str:
    style = shown["style"]
    if kind == "suit":
        return say(language, f"{style}.suit.{value}")
    if kind == "rank":
        return say(language, f"{style}.rank.{value}")
    if kind == "card":
        return card_name(language, value, style)
    if kind == "seat":
        return say(language, "t.seat", n=value)
    if kind == "level":
        return say(language, f"level.{value}")
    if kind == "times":
        return say(language, "times", n=value)
    if kind == "move":
        normal = value == "turn up"
        return say(language, "normal_game") if normal else move_name(language, value, style)
    return str(value)


# --- numbers ---


def table_html(rows: list[list[str]], caption: str = "") -> str:
    """A table whose first row and column are heads."""

    def line(row: list[str], head: bool) -> str:
        cells = []
        for i, text in enumerate(row):
            tag = "th" if head or i == 0 else "td"
            cells.append(f'<{tag} style="{_CELL}">{escape(text)}</{tag}>')
        return f"<tr>{''.join(cells)}</tr>"

    top = f"<caption>{escape(caption)}</caption>" if caption else ""
    body = "".join(line(row, i == 0) for i, row in enumerate(rows))
    return f'<table style="border-collapse:collapse;font-size:13px">{top}{body}</table>'


def analysis_html(result: Any) -> str:
    """The moves of an `Analysis`, best first, with small cards."""
    style = "french"
    head = ["move", "mean", "best in", "wins in"]
    head += ["fair wins", "fair points", "fair mean"] if result.fair else []
    cells = "".join(f'<th style="{_CELL}">{h}</th>' for h in head)
    lines = [f"<tr>{cells}</tr>"]
    for row in result.moves:
        move = card_svg(row.move, style, 42, row.text) if row.move < 32 else escape(row.text)
        mean = f"{row.mean:+.3f}"
        if row.low is not None:
            mean += f" [{row.low:+.3f}, {row.high:+.3f}]"
        texts = [mean, f"{row.best_share:.0%}", f"{row.wins_share:.0%}"]
        if result.fair and row.fair_wins_share is not None:
            fair = f"{row.fair_wins_share:.0%}", f"{row.fair_points:+d}", f"{row.fair_mean:+.3f}"
            texts += fair
        data = "".join(f'<td style="{_CELL}">{t}</td>' for t in texts)
        lines.append(f'<tr><td style="{_CELL}">{move}</td>{data}</tr>')
    worlds = f"{result.worlds:,} worlds {'enumerated' if result.enumerated else 'sampled'}"
    return (
        f'<div style="font-family:sans-serif"><div>{escape(result.game)}, seat {result.seat} to '
        f"move; {worlds}</div><table style=\"border-collapse:collapse;font-size:13px\">"
        f"{''.join(lines)}</table></div>"
    )


def estimate_html(estimate: Any) -> str:
    """A mean with its interval as a number and a bar."""
    return f"<span>{escape(str(estimate))} <small>({estimate.sets} sets)</small></span>"


def pairing_html(result: Any) -> str:
    """One pairing of two bots."""
    rows = [["", "value", "95 % interval"]]
    for name, e in (("win rate", result.win_rate), ("points a deal", result.points_per_deal),
                    ("matches won", result.match_wins)):
        if e is not None:
            rows.append([name, f"{e.value:.3f}", f"{e.low:.3f} to {e.high:.3f}"])
    caption = f"{result.a.text} against {result.b.text}: {result.n_deals} deals, {result.sets} sets"
    return table_html(rows, caption)


def tournament_html(result: Any) -> str:
    """The cross table of a tournament: points a deal, row against column."""
    names = [spec.text + ("*" if spec.sees_all else "") for spec in result.bots]
    rows = [["points a deal", *names]]
    for i, name in enumerate(names):
        row = [name]
        for j in range(len(names)):
            pairing = None if i == j else result.pairing(i, j)
            row.append("" if pairing is None else f"{pairing.points_per_deal.value:+.3f}")
        rows.append(row)
    return table_html(rows, f"{result.game.spec}, {result.deals} deals a pairing")


def suit_svg(suit: int, style: str = "french", size: int = 16) -> str:
    """A suit sign as an image."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10.5 -10.5 21 21" width="{size}" '
        f'height="{size}" role="img">{suit_sign(suit, style)}</svg>'
    )

