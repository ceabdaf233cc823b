"""The review of one decision: what `analyse` says of each move, in a process of its own."""

from __future__ import annotations

import time
from typing import Any

from ..analysis.decision import analyse
from ..analysis.rows import Analysis
from ..deal.state import State, View

SECONDS = 0.7  # that sampling worlds may take
FEW, MANY = 8, 400


def study(view: View, state: State) -> dict[str, Any]:
    """The numbers of a decision: what the seat could know, and the solver with all cards open."""
    try:
        result = _within(view)
    except ValueError:
        return {"why": "no_sides"}
    try:
        values = state.move_values()
    except ValueError:
        values = {}  # it is not settled yet who plays with whom
    rows = [
        {
            "id": row.move, "mean": round(float(row.mean), 3), "best": round(row.best_share, 3),
            "wins": round(row.wins_share, 3), "fair": row.fair_mean,
            "low": None if row.low is None else round(float(row.low), 3),
            "high": None if row.high is None else round(float(row.high), 3),
            "open": values.get(row.move),
        }
        for row in result.moves
    ]
    return {"worlds": result.worlds, "enumerated": result.enumerated, "rows": rows}


def _within(view: View) -> Analysis:
    """As many worlds as fit into the time."""
    began = time.perf_counter()
    first = analyse(view, FEW)
    if first.enumerated:
        return first
    each = (time.perf_counter() - began) / FEW
    worlds = min(MANY, int(SECONDS / each))
    return analyse(view, worlds) if worlds > 2 * FEW else first
