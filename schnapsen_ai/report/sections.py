"""The sections of a report, each a piece of HTML from the figures of a tournament's pairings."""

from __future__ import annotations

import math
import re
from collections import Counter
from html import escape

import numpy as np

from ..stats import elo
from ..stats.elo import Meeting
from ..stats.intervals import Estimate
from ..stats.text import percent, signed
from ..store.reader import StoredBot
from ..tournament.result import UNEVEN
from . import svg
from .figures import Closing, Figures, Times, convergence

Row = list[str]


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


def table(head: Row, rows: list[Row], kind: str = "") -> str:
    """A table; cells are HTML, the first of a row its head."""
    top = "".join(f'<th scope="col">{cell}</th>' for cell in head)
    body = "".join(
        f'<tr><th scope="row">{row[0]}</th>{"".join(f"<td>{cell}</td>" for cell in row[1:])}</tr>'
        for row in rows
    )
    return (f'<div class="wide"><table class="{kind}"><thead><tr>{top}</tr></thead>'
            f"<tbody>{body}</tbody></table></div>")


# --- of the whole tournament ---


def _with_half(e: Estimate) -> str:
    """A figure and half its interval, of which two digits are shown (2 to 4 places)."""
    half = (e.high - e.low) / 2
    places = min(4, max(2, 1 - math.floor(math.log10(half)))) if half > 0 else 2
    return f"{e.value:+.{places}f}<small>±{half:.{places}f}</small>"


def cross(figures: list[Figures]) -> str:
    """Points a deal, row against column, shaded by how much."""
    bots = bots_of(figures)
    met = {}
    for f in figures:
        met[f.pairing.a.id, f.pairing.b.id] = f.result
        if f.pairing.a.id != f.pairing.b.id:
            met[f.pairing.b.id, f.pairing.a.id] = f.result.reversed()
    most = max(abs(r.points_per_deal.value) for r in met.values()) or 1.0
    rows = []
    for i, bot in enumerate(bots):
        cells, values = [], []
        for other in bots:
            result = met.get((bot.id, other.id))
            if result is None:
                cells.append("")
                continue
            e = result.points_per_deal
            values.append(e.value)
            shade = "plus" if e.value > 0 else "minus"
            cells.append(
                f'<span class="cell {shade}" style="--w:{abs(e.value) / most:.2f}" '
                f'title="{percent(result.win_rate)} won">{_with_half(e)}</span>')
        mean = f"{np.mean(values):+.2f}" if values else ""
        rows.append([f"{i + 1} {escape(name(bot))}", *cells, mean])
    star = "; * sees all cards" if any(b.sees_all for b in bots) else ""
    even = "" if all(f.result.mirrored for f in figures) else f" ({UNEVEN})"
    return ("<h3>Cross table</h3>"
            + table(["bot", *[str(i + 1) for i in range(len(bots))], "mean"], rows, "cross")
            + f'<p class="note">Game points a deal of the row against the column{star}{even}.</p>')


def ratings(figures: list[Figures]) -> str:
    """Bradley-Terry ratings of three bots or more."""
    bots = bots_of(figures)
    at = {bot.id: i for i, bot in enumerate(bots)}
    meetings = [Meeting(at[f.pairing.a.id], at[f.pairing.b.id], *f.result.scores)
                for f in figures if f.pairing.a.id != f.pairing.b.id]
    if len(bots) < 3:
        return ""
    try:
        rated = elo.bradley_terry(len(bots), meetings)
    except ValueError:
        return ""
    order = sorted(range(len(bots)), key=lambda i: -rated[i].value)
    rows = [(name(bots[i]), rated[i].value, rated[i].low, rated[i].high) for i in order]
    listed = table(["bot", "Elo", "95 %"], [
        [escape(who), f"{value:+.0f}", f"[{low:+.0f}, {high:+.0f}]"]
        for who, value, low, high in rows])
    return (f"<h3>Ratings</h3>{svg.whiskers('ratings with intervals', rows)}{listed}"
            '<p class="note">Bradley-Terry, from deals (matches with unit=match) won; their mean '
            "is 0.</p>")


def endings(figures: list[Figures]) -> str:
    """How deals ended, pairing by pairing."""
    total: Counter[str] = Counter()
    for f in figures:
        total.update(f.endings)
    names = [ending for ending, _ in total.most_common()]
    rows = [(f"{name(f.pairing.a)} – {name(f.pairing.b)}", [f.endings[n] for n in names])
            for f in figures]
    return (f"<h3>How deals ended</h3>{legend(names)}{svg.shares('endings by pairing', rows)}"
            + table(["pairing", *map(escape, names)],
                    [[escape(who), *[f"{n:,}" for n in counts]] for who, counts in rows], "fold"))


def legend(names: list[str]) -> str:
    """Colours of kinds."""
    return '<p class="legend">' + " ".join(
        f'<span><i class="k{i}"></i>{escape(n)}</span>' for i, n in enumerate(names)) + "</p>"


def closing(figures: list[Figures]) -> str:
    """How often each bot closed, after how many tricks, and what came of it."""
    rows: list[Row] = []
    bars: list[tuple[str, list[float]]] = []
    for f in figures:
        for bot, other, made in _sides(f, f.closing or ()):
            rows.append([
                f"{escape(name(bot))} <small>against {escape(name(other))}</small>",
                f"{100 * made.closes / max(made.deals, 1):.1f} %", f"{made.closes:,}",
                f"{100 * made.won / made.closes:.0f} %" if made.closes else "–",
                f"{made.mean:+.2f} ± {made.half:.2f}" if made.closes > 1 else "–",
            ])
            if made.closes:
                bars.append((f"{name(bot)} – {name(other)}", made.after.tolist()))
    if not rows:
        return ""
    sampled = [f for f in figures if f.sampled]
    note = (f" Of pairings that kept no moves the first {min(f.sampled for f in sampled):,} "
            "or more deals were played again for this." if sampled else "")
    when = legend([f"after {i} tricks" if i != 1 else "after 1 trick" for i in range(5)])
    return ("<h3>Closing the talon</h3>"
            + table(["bot", "of its deals", "closes", "won", "points a closed deal"], rows)
            + f"<h4>When</h4>{when}{svg.shares('when the talon was closed', bars)}"
            + '<p class="note">Points are of the closer, with a 95 % interval over single deals: '
            f"who closes chooses good cards, so compare bots, not closing with not closing.{note}"
            "</p>")


def _sides(f: Figures, both: tuple[Closing, ...]) -> list[tuple[StoredBot, StoredBot, Closing]]:
    a, b = f.pairing.a, f.pairing.b
    return list(zip((a, b), (b, a), both, strict=False))


def thinking(figures: list[Figures]) -> str:
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
        each = f"{clock(seconds / max(deals, 1))}"
        moves = ["–"] * 5
        if times.moves:
            moves = [clock(times.seconds / times.moves),
                     *(clock(times.quantile(p)) for p in (0.5, 0.9, 0.99)), clock(times.longest)]
        rows.append([escape(name(bot)), each, *moves])
    return ("<h3>Thinking time</h3>"
            + table(["bot", "a deal", "a move", "median", "90 %", "99 %", "longest"], rows)
            + '<p class="note">Compiled bots that play in one loop are not timed move by move: '
            "the time of a deal is shared by both.</p>")


def clock(seconds: float) -> str:
    """A duration in the unit that suits it."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size or unit == "µs":
            return f"{seconds / size:.3g} {unit}"
    raise AssertionError


def seats(figures: list[Figures]) -> str:
    """What it is worth to lead to the first trick."""
    rows = [[f"{escape(name(f.pairing.a))} – {escape(name(f.pairing.b))}", signed(f.forehand)]
            for f in figures if f.forehand is not None]
    if not rows:
        return ""
    return ("<h3>The dealer's seat</h3>" + table(["pairing", "points a deal of forehand"], rows)
            + '<p class="note">Both bots have each seat once in a set, so this is the seat alone; '
            "the dealer gets the negative.</p>")


def forfeits(figures: list[Figures]) -> str:
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
    if not counts:
        return "<h3>Forfeits</h3><p>None: every bot kept to the rules in every deal.</p>"
    rows = [[escape(bot), f"{n:,}", escape(what), first[bot, what]]
            for (bot, what), n in counts.most_common(30)]
    return "<h3>Forfeits</h3>" + table(["bot", "times", "what", "first in deal"], rows)


# --- of one pairing ---


def headline(f: Figures) -> str:
    """One line: who, and how it went."""
    return (f"<b>{escape(name(f.pairing.a))}</b> against <b>{escape(name(f.pairing.b))}</b>: "
            f"{signed(f.result.points_per_deal)} points a deal, {percent(f.result.win_rate)} won")


def pairing(f: Figures) -> str:
    """Estimates, the distribution of points, and how the mean settled."""
    r = f.result
    rows = [["points a deal", signed(r.points_per_deal)], ["win rate", percent(r.win_rate)]]
    if r.match_wins is not None:
        rows.append(["matches won", percent(r.match_wins)])
    if math.isfinite(r.elo.value):
        rows.append(["Elo difference", f"{r.elo.value:+.0f} [{r.elo.low:+.0f}, {r.elo.high:+.0f}]"])
    rows.append(["played", f"{r.n_deals:,} deals, {r.sets:,} sets"])
    a = escape(name(f.pairing.a))
    plots = (
        f"<figure>{svg.bars('distribution of points', _points(f), sum(f.points.values()))}"
        f"<figcaption>Game points of {a} in a deal</figcaption></figure>"
        f"<figure>{svg.band('convergence', *convergence(r), 'deals')}"
        f"<figcaption>Points a deal of {a} so far, with the interval</figcaption></figure>"
    )
    return f'<div class="plots">{table(["", "value"], rows)}{plots}</div>'


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
