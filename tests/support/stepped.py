"""What a page's stepper makes of its folded frames, written again in Python."""

from __future__ import annotations

import copy
from typing import Any


def unfolded(steps: list[Any]) -> list[dict[str, Any]]:
    """All frames, from the first and what has changed in each other."""
    frames = [steps[0]]
    for change in steps[1:]:
        frame = copy.deepcopy(frames[-1])
        frames.append(_after(frame, change))
    return frames


def _after(old: Any, change: Any) -> Any:
    if isinstance(change, list):
        return change[0]
    for key, inner in change.items():
        at = int(key) if isinstance(old, list) else key
        old[at] = _after(old[at], inner)
    return old
