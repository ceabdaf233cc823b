"""The sections of a report: what its templates are told of a tournament's pairings."""

from __future__ import annotations

import math
import re
from collections import Counter
from typing import Any

import numpy as np

from ..show.templates import raw
from ..stats import elo
from ..stats.elo import Meeting
from ..stats.intervals import Estimate
from ..stats.text import percent, signed
from ..store.reader import StoredBot
from ..tournament.result import UNEVEN, cross_table
from . import svg
from .figures import Closing, Figures, Times, convergence

Row = list[Any]  # cells: text, or markup
Section = dict[str, Any]


def name(bot: StoredBot) -> str:
    """A bot's name without the folders of its file, marked if it sees all cards."""
    text = re.sub(r"^.*/(?=[^/]*\.py)", "", bot.text)
    return text + ("*" if bot.sees_all else "")


def bots_of(figures: list[Figures]) -> list[StoredBot]:
    """The bots of a tournament, the best by mean points first."""
    found = {b.id: b for f in figures for b in (f.pairing.a, f.pairing.b)}
    points: dict[int, list[float]] = {i: [] for i in found}
    for f in figures:
        value = f.result.points_per_deal.value
        points[f.pairing.a.id].append(value)
        points[f.pairing.b.id].append(f.result.reversed().points_per_deal.value)
    return sorted(found.values(), key=lambda b: -float(np.mean(points[b.id])))


# --- of the whole tournament ---


def _with_half(e: Estimate) -> Any:
    """A figure and half its interval, of which two digits are shown (2 to 4 places)."""
    half = (e.high - e.low) / 2
    places = min(4, max(2, 1 - math.floor(math.log10(half)))) if half > 0 else 2
    return raw(f"{e.value:+.{places}f}<small>±{half:.{places}f}</small>")


def cross(figures: list[Figures]) -> Section:
    """Points a deal, row against column, with how much they are of the most (`weight`)."""
    bots = bots_of(figures)
    crossed = cross_table(bots, [f.result for f in figures])
    found = [p.points_per_deal.value for row in crossed.cells for p in row if p is not None]
    most = max(map(abs, found)) or 1.0
    rows = []
    for bot, met, mean in zip(bots, crossed.cells, crossed.means, strict=True):
        cells: list[Section | None] = []
        for result in met:
            if result is None:
                cells.append(None)
                continue
            e = result.points_per_deal
            cells.append({
                "kind": "plus" if e.value > 0 else "minus", "weight": abs(e.value) / most,
                "won": percent(result.win_rate), "figure": _with_half(e),
            })
        shown = "" if mean is None else f"{mean:+.2f}"
        rows.append({"bot": name(bot), "cells": cells, "mean": shown})
    even = "" if all(f.result.mirrored for f in figures) else UNEVEN
    return {"rows": rows, "seers": any(b.sees_all for b in bots), "uneven": even}


def ratings(figures: list[Figures]) -> Section | None:
    """Bradley-Terry ratings of three bots or more."""
    bots = bots_of(figures)
    at = {bot.id: i for i, bot in enumerate(bots)}
    meetings = [Meeting(at[f.pairing.a.id], at[f.pairing.b.id], *f.result.scores)
                for f in figures if f.pairing.a.id != f.pairing.b.id]
    if len(bots) < 3:
        return None
    try:
        rated = elo.bradley_terry(len(bots), meetings)
    except ValueError:
        return None
    order = sorted(range(len(bots)), key=lambda i: -rated[i].value)
    rows = [(name(bots[i]), rated[i].value, rated[i].low, rated[i].high) for i in order]
    return {
        "plot": svg.whiskers("ratings with intervals", rows),
        "rows": [[who, f"{value:+.0f}", f"[{low:+.0f}, {high:+.0f}]"]
                 for who, value, low, high in rows],
    }


def endings(figures: list[Figures]) -> Section:
    """How deals ended, pairing by pairing."""
    total: Counter[str] = Counter()
    for f in figures:
        total.update(f.endings)
    names = [ending for ending, _ in total.most_common()]
    rows = [(f"{name(f.pairing.a)} – {name(f.pairing.b)}", [f.endings[n] for n in names])
            for f in figures]
    return {
        "names": names, "plot": svg.shares("endings by pairing", rows),
        "rows": [[who, *[f"{n:,}" for n in counts]] for who, counts in rows],
    }


def closing(figures: list[Figures]) -> Section | None:
    """How often each bot closed, after how many tricks, and what came of it."""
    rows: list[Row] = []
    bars: list[tuple[str, list[float]]] = []
    for f in figures:
        for bot, other, made in _sides(f, f.closing or ()):
            rows.append([
                raw("{} <small>against {}</small>").format(name(bot), name(other)),
                f"{100 * made.closes / max(made.deals, 1):.1f} %", f"{made.closes:,}",
                f"{100 * made.won / made.closes:.0f} %" if made.closes else "–",
                f"{made.mean:+.2f} ± {made.half:.2f}" if made.closes > 1 else "–",
            ])
            if made.closes:
                bars.append((f"{name(bot)} – {name(other)}", made.after.tolist()))
    if not rows:
        return None
    return {
        "rows": rows, "plot": svg.shares("when the talon was closed", bars),
        "names": [f"after {i} tricks" if i != 1 else "after 1 trick" for i in range(5)],
        "sampled": min((f.sampled for f in figures if f.sampled), default=0),
    }


def _sides(
    f: Figures, both: tuple[Closing, ...]
) -> list[tuple[StoredBot, StoredBot, Closing]]:
    a, b = f.pairing.a, f.pairing.b
    return list(zip((a, b), (b, a), both, strict=False))


def thinking(figures: list[Figures]) -> Section:
    """Thinking time by bot, all its pairings together."""
    rows = []
    for bot in bots_of(figures):
        times, seconds, deals = Times(), 0.0, 0
        for f in figures:
            for i, player in enumerate((f.pairing.a, f.pairing.b)):
                if player.id == bot.id:
                    times.bins += f.times[i].bins
                    times.seconds += f.times[i].seconds
                    times.longest = max(times.longest, f.times[i].longest)
                    seconds += f.result.seconds[i]
                    deals += f.result.n_deals
        moves = ["–"] * 5
        if times.moves:
            moves = [clock(times.seconds / times.moves),
                     *(clock(times.quantile(p)) for p in (0.5, 0.9, 0.99)), clock(times.longest)]
        rows.append([name(bot), clock(seconds / max(deals, 1)), *moves])
    return {"rows": rows}


def clock(seconds: float) -> str:
    """A duration in the unit that suits it."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size or unit == "µs":
            return f"{seconds / size:.3g} {unit}"
    raise AssertionError


def seats(figures: list[Figures]) -> Section:
    """What it is worth to lead to the first trick."""
    return {"rows": [[f"{name(f.pairing.a)} – {name(f.pairing.b)}", signed(f.forehand)]
                     for f in figures if f.forehand is not None]}


def forfeits(figures: list[Figures]) -> Section:
    """What bots did wrong, by kind."""
    counts: Counter[tuple[str, str]] = Counter()
    first: dict[tuple[str, str], str] = {}
    for f in figures:
        for fault in f.result.faults:
            bot = (f.pairing.a, f.pairing.b)[fault.bot]
            key = name(bot), fault.what
            counts[key] += 1
            first.setdefault(
                key, f"{f.pairing.id}:{fault.set}:{fault.seating}:{fault.deal}")
    return {"rows": [[bot, f"{n:,}", what, first[bot, what]]
                     for (bot, what), n in counts.most_common(30)]}


# --- of one pairing ---


def pairing(f: Figures) -> Section:
    """Estimates, the distribution of points, and how the mean settled."""
    r = f.result
    rows = [["points a deal", signed(r.points_per_deal)], ["win rate", percent(r.win_rate)]]
    if r.match_wins is not None:
        rows.append(["matches won", percent(r.match_wins)])
    if r.marks is not None:
        against = " / ".join(f"{e.value:.2f} [{e.low:.2f}, {e.high:.2f}]" for e in r.marks)
        rows.append(["marks a match against each", against])
    if math.isfinite(r.elo.value):
        rows.append(["Elo difference", f"{r.elo.value:+.0f} [{r.elo.low:+.0f}, {r.elo.high:+.0f}]"])
    rows.append(["played", f"{r.n_deals:,} deals, {r.sets:,} sets"])
    return {
        "a": name(f.pairing.a), "b": name(f.pairing.b), "rows": rows,
        "points": signed(r.points_per_deal), "won": percent(r.win_rate),
        "distribution": svg.bars("distribution of points", _points(f), sum(f.points.values())),
        "settling": svg.band("convergence", *convergence(r), "deals"),
    }


def _points(f: Figures) -> list[tuple[str, float, str]]:
    """Counts of game points in order, at most 15 bars."""
    values = sorted(f.points)
    if len(values) <= 15:
        return [(f"{v:+g}" if v else "0", f.points[v], "a" if v > 0 else "b" if v < 0 else "draw")
                for v in values]
    edges = np.linspace(values[0], values[-1], 12)
    sums = np.histogram(values, edges, weights=[f.points[v] for v in values])[0]
    middles = (edges[:-1] + edges[1:]) / 2
    return [(f"{m:+.1f}", float(n), "a" if m > 0 else "b")
            for m, n in zip(middles.tolist(), sums.tolist(), strict=True)]
