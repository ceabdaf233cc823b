"""What came of playing: results of consecutive sets, and what bots did wrong on the way."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np


@dataclass(frozen=True)
class Fault:
    """What a bot did wrong, where."""

    set: int
    seating: int
    deal: int
    seat: int
    bot: int  # 0 for A, 1 for B
    what: str  # one line
    detail: str = ""  # a traceback


@dataclass
class Block:
    """Consecutive sets of a pairing, played: results by set and seating."""

    start: int
    points: np.ndarray  # payoffs of A and B, summed over the deals (mean over the seats held)
    wins: np.ndarray  # deals won by A and by B, a draw as half
    deals: np.ndarray
    matches: np.ndarray  # 1 if A won the match, 0 if not, 0.5 if nobody did
    endings: np.ndarray  # how the last deal ended
    faults: list[Fault] = field(default_factory=list)
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])  # thinking, A and B
    asked: list[int] = field(default_factory=lambda: [0, 0])  # decisions timed
    penalties: list[int] = field(default_factory=lambda: [0, 0])  # charged beside the payoffs

    @property
    def sets(self) -> int:
        return len(self.points)
