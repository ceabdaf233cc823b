"""Estimates and tables as plain text, the same wherever they are printed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .intervals import Estimate


def signed(e: Estimate) -> str:
    """Points a deal with their interval."""
    return f"{e.value:+.3f} [{e.low:+.3f}, {e.high:+.3f}]"


def percent(e: Estimate) -> str:
    """A rate with its interval."""
    return f"{100 * e.value:.1f} % [{100 * e.low:.1f}, {100 * e.high:.1f}]"


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """A line for each row, its columns as wide as their widest cell."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip()
            for row in rows]
