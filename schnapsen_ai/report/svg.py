"""Plots as SVG text: few lines, no library, colours from the page's style sheet.

Classes: ``a`` and ``b`` for the two sides, ``band`` for intervals, ``axis`` for lines and labels,
``k0`` .. ``k7`` for kinds.  Sizes are in units of the view box; a page scales it to its width.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

import numpy as np

from ..show.templates import raw


def _svg(width: float, height: float, title: str, parts: Sequence[str]) -> Any:
    large = ' class="large"' if width > 400 else ""  # its labels are larger on a phone
    return raw(f'<svg viewBox="0 0 {width:g} {height:g}"{large} role="img" '
               f'aria-label="{escape(title)}" '
               f'style="max-width:{width:g}px">{"".join(parts)}</svg>')


def text(x: float, y: float, words: str, anchor: str = "start", kind: str = "axis") -> str:
    """A label."""
    return (f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" class="{kind}">'
            f"{escape(words)}</text>")


def line(x1: float, y1: float, x2: float, y2: float, kind: str = "axis") -> str:
    """A straight line."""
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def ticks(low: float, high: float, about: int = 5) -> list[float]:
    """Round numbers from `low` to `high`."""
    span = max(high - low, 1e-9)
    step = 10.0 ** np.floor(np.log10(span / about))
    step *= next(f for f in (1, 2, 5, 10) if span / (step * f) <= about)
    return [float(t) for t in np.arange(np.ceil(low / step) * step, high + step * 1e-6, step)]


def whiskers(
    title: str, rows: Sequence[tuple[str, float, float, float]], unit: str = ""
) -> Any:
    """A point with its interval for each row: (label, value, low, high)."""
    left, width, step = 190.0, 640.0, 26.0
    finite = [x for row in rows for x in row[1:] if np.isfinite(x)]
    low, high = min(finite), max(finite)
    pad = 0.05 * (high - low) or 1.0
    low, high = low - pad, high + pad
    bottom = step * len(rows) + 6

    def place(x: float) -> float:
        return left + (min(max(x, low), high) - low) / (high - low) * (width - left - 55)

    parts = []
    for t in ticks(low, high):
        parts += [line(place(t), 0, place(t), bottom, "grid"),
                  text(place(t), bottom + 14, f"{t:g}{unit}", "middle")]
    for i, (name, value, lower, upper) in enumerate(rows):
        y = step * i + step / 2 + 3
        parts += [text(left - 12, y + 4, short(name, 21), "end", "name"),
                  line(place(lower), y, place(upper), y, "whisker"),
                  f'<circle cx="{place(value):.1f}" cy="{y:.1f}" r="4.5" class="a"/>',
                  text(width - 2, y + 4, f"{value:+.0f}", "end", "name")]
    return _svg(width, bottom + 20, title, parts)


def bars(title: str, counts: Sequence[tuple[str, float, str]], total: float) -> Any:
    """Upright bars with their share: (label, count, class)."""
    width, height, top = 320.0, 150.0, 18.0
    most = max(count for _, count, _ in counts) or 1
    each = min(width / len(counts), 46.0)
    start = (width - each * len(counts)) / 2
    parts = []
    for i, (label, count, kind) in enumerate(counts):
        x, tall = start + i * each, (height - top - 20) * count / most
        middle = x + each / 2
        parts.append(f'<rect x="{x + each * .12:.1f}" y="{height - 20 - tall:.1f}" rx="2" '
                     f'width="{each * .76:.1f}" height="{tall:.1f}" class="{kind}"/>')
        parts.append(text(middle, height - 5, label, "middle"))
        share = 100 * count / total
        if count and (each > 30 or share >= 8):
            parts.append(text(middle, height - 25 - tall, f"{share:.0f}%" if share >= 1 else
                              "<1%", "middle"))
    parts.append(line(start, height - 20, start + each * len(counts), height - 20))
    return _svg(width, height, title, parts)


def shares(title: str, rows: Sequence[tuple[str, Sequence[float]]]) -> Any:
    """One bar of 100 % a row, in pieces of the classes k0, k1, ..."""
    left, width, step = 190.0, 640.0, 26.0
    parts = []
    for i, (name, counts) in enumerate(rows):
        x, whole, y = left, sum(counts) or 1, step * i
        parts.append(text(left - 12, y + 17, short(name, 21), "end", "name"))
        for kind, count in enumerate(counts):
            wide = (width - left) * count / whole
            if count:
                parts.append(f'<rect x="{x:.1f}" y="{y + 3:.1f}" width="{wide:.1f}" height="20" '
                             f'class="k{kind}"/>')
            if wide > 34:
                share = f"{100 * count / whole:.0f}%"
                parts.append(text(x + wide / 2, y + 17, share, "middle", f"on k{kind}t"))
            x += wide
    return _svg(width, step * len(rows), title, parts)


def band(
    title: str, x: np.ndarray, middle: np.ndarray, low: np.ndarray, high: np.ndarray, label: str
) -> Any:
    """A line with its interval: how an estimate settles."""
    width, height, left, bottom = 320.0, 150.0, 38.0, 130.0
    settled = slice(len(x) // 8, None)  # the first moments would dwarf the rest
    floor, roof = float(low[settled].min()), float(high[settled].max())
    floor, roof = min(floor, 0.0), max(roof, 0.0)
    span = (roof - floor) or 1.0

    def right(n: float) -> float:
        return left + n / float(x[-1]) * (width - left - 6)

    def down(v: float) -> float:
        return bottom - (min(max(v, floor), roof) - floor) / span * (bottom - 10)

    def path(values: np.ndarray) -> list[str]:
        return [f"{right(n):.1f},{down(v):.1f}"
                for n, v in zip(x.tolist(), values.tolist(), strict=True)]

    parts = []
    for t in ticks(floor, roof, 4):
        parts += [line(left, down(t), width - 6, down(t), "zero" if abs(t) < 1e-12 else "grid"),
                  text(left - 5, down(t) + 4, f"{t:g}", "end")]
    parts.append(f'<polygon points="{" ".join(path(high) + path(low)[::-1])}" class="band"/>')
    parts.append(f'<polyline points="{" ".join(path(middle))}" class="curve"/>')
    parts += [text(width - 6, height - 4, f"{x[-1]:,.0f} {label}", "end"),
              text(left, height - 4, "0")]
    return _svg(width, height, title, parts)


def short(name: str, most: int) -> str:
    """A name cut to so many letters, in the middle."""
    if len(name) <= most:
        return name
    half = (most - 1) // 2
    return f"{name[: most - 1 - half]}…{name[-half:]}"
