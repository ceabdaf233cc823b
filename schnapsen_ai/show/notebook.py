"""Notebook display: deals, analyses and results as HTML strings with SVG cards, nothing fetched.

`State`, `View`, `Analysis` and the results of tournaments call these from ``_repr_html_``; where
there is no browser their ``str`` and ``repr`` are read instead.
"""

from __future__ import annotations

from typing import Any

from ..deal.history import DealHistory
from ..deal.state import State, View
from ..words import card_name, say
from .card_faces import card_svg
from .fact_text import fact_lines
from .scene import scene
from .templates import macro, raw


def _html(part: str, *values: Any) -> str:
    """A macro of ``templates/notebook.html``, filled in."""
    return str(macro("schnapsen_ai.show", "notebook", part)(*values))


def state_html(state: State, language: str = "en") -> str:
    """All cards of a deal."""
    return scene_html(scene(DealHistory.of(state), None), language)


def view_html(view: View, language: str = "en") -> str:
    """What a seat sees."""
    history = DealHistory(view.game, None, [view.record()])
    shown = scene(history, view.seat if not view.is_over else None)
    shown["seat"] = view.seat
    return scene_html(shown, language)


def scene_html(shown: dict[str, Any], language: str = "en") -> str:
    """A scene as HTML."""
    style = shown["style"]

    def card(which: int | None) -> Any:
        name = say(language, "hidden_card") if which is None else card_name(language, which, style)
        return raw(card_svg(which, style, label=name))

    def text(key: str, **names: object) -> str:
        return say(language, key, **names)

    return _html("scene", shown, _status(shown, language), fact_lines(shown, language), card, text)


def _status(shown: dict[str, Any], language: str) -> str:
    if shown["over"]:
        points = ", ".join(
            f"{say(language, 't.seat', n=s)} {p:+d}" for s, p in enumerate(shown["payoffs"] or [])
        )
        how = say(language, f"e.{shown['ending']}")
        return f"{say(language, 'ended', how=how)} {points}"
    who = say(language, "t.seat", n=shown["to_move"])
    return say(language, "turn_of", who=who)


# --- numbers ---


def table_html(rows: list[list[str]], caption: str = "") -> str:
    """A table whose first row and column are heads."""
    return _html("table", rows, caption)


def analysis_html(result: Any) -> str:
    """The moves of an `Analysis`, best first, with small cards."""
    head = ["move", "mean", "best in", "wins in"]
    head += ["clairvoyant"] if result.policy else []
    head += ["fair wins", "fair points", "fair mean"] if result.fair else []
    rows = []
    for row in result.moves:
        move = raw(card_svg(row.move, "french", 42, row.text)) if row.move < 32 else row.text
        mean = f"{row.mean:+.3f}"
        if row.low is not None:
            mean += f" [{row.low:+.3f}, {row.high:+.3f}]"
        cells = [move, mean, f"{row.best_share:.0%}", f"{row.wins_share:.0%}"]
        if row.clairvoyant is not None:
            cells.append(f"{row.clairvoyant:+.3f}")
        if result.fair and row.fair_wins_share is not None:
            fair = f"{row.fair_wins_share:.0%}", f"{row.fair_points:+d}", f"{row.fair_mean:+.3f}"
            cells += fair
        rows.append(cells)
    worlds = f"{result.worlds:,} worlds {'enumerated' if result.enumerated else 'sampled'}"
    return _html("analysis", f"{result.game}, seat {result.seat} to move; {worlds}", head, rows)


def estimate_html(estimate: Any) -> str:
    """A mean with its interval as a number and a bar."""
    return _html("estimate", str(estimate), estimate.sets)


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
    for name, met in zip(names, result.cross_table().cells, strict=True):
        points = ["" if p is None else f"{p.points_per_deal.value:+.3f}" for p in met]
        rows.append([name, *points])
    return table_html(rows, f"{result.game.spec}, {result.deals} deals a pairing")
