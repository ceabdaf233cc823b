"""Why a move is refused, as a browser can say it."""

from __future__ import annotations

from ..cards import Move
from ..deal.history import DealHistory
from ..deal.state import View
from ..show.scene import named_move
from ..show.why_illegal import why_not
from .guard import Refused


def refusal(view: View, history: DealHistory, move: Move, names: list[str]) -> Refused:
    """The answer to an illegal move, with what fills in its reason; `names` by seat."""
    key, found = why_not(view, move)
    found = dict(found)
    for kind in ("moves", "cards"):
        if kind in found:
            found[kind] = [named_move(history, m) for m in found[kind]]
    if found.get("seat") is not None:
        found["who"] = names[found.pop("seat")]
    return Refused(409, key, **found)
