"""What lies open to everybody at the table: the scene for who has no seat and may see no hand."""

from __future__ import annotations

from typing import Any

from ..deal.history import DealHistory
from .scene import scene


def public(history: DealHistory) -> dict[str, Any]:
    """The deal as all its seats see it, with the keys of `scene`: what one alone sees is not there.

    A fact stands here only where every seat sees the same.
    """
    seen = [scene(history, seat) for seat in range(history.seats)]
    own = [{fact["name"]: fact for fact in view["facts"]} for view in seen]
    common = [f for f in seen[0]["facts"] if all(o.get(f["name"]) == f for o in own)]
    hidden = [{"cards": [], "hidden": len(v["hand"]) + v["hands"][s]["hidden"]}
              for s, v in enumerate(seen)]
    trumps = seen[0]["trumps"] if all(v["trumps"] == seen[0]["trumps"] for v in seen) else []
    return seen[0] | {
        "seat": None, "hand": [], "hands": hidden, "moves": [], "extra": [], "facts": common,
        "known": [], "unseen": [], "trumps": trumps,
    }
