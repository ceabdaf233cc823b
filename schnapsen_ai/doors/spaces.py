"""The space of what is seen: the bytes of an observation and the mask of legal moves."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from .episode import Episode


def seen_space(episode: Episode) -> spaces.Dict:
    """Of what `Episode.seen` gives."""
    return spaces.Dict({
        "observation": spaces.Box(0, 255, (episode.layout.size,), np.uint8),
        "action_mask": spaces.Box(0, 1, (episode.n_moves,), np.int8),
    })
