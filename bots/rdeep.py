"""Random depth-limited sampling, as on the VU Amsterdam course platform."""

from __future__ import annotations

import schnapsen_ai as sa
from schnapsen_ai.cards import Move, Seat
from schnapsen_ai.search import rdeep, workspace


class RDeep(sa.Bot):
    """A few random tricks in sampled worlds, then the share of the card points.

    samples: worlds for each legal move; depth: tricks that are played at random, the present one
    counted; time: seconds a move instead of `samples`, if above 0.  It bids what does best when
    the rule player goes on.
    """

    def __init__(self, samples: int = 16, depth: int = 4, time: float = 0.0) -> None:
        self.samples = samples
        self.depth = depth
        self.time = time
        workspace.check(
            samples=(self.samples, 1), depth=(self.depth, 0), time=(self.time, 0)
        )

    def begin(self, game: sa.Game, seat: Seat, rng: object = None) -> None:
        super().begin(game, seat, rng)
        workspace.ready(rdeep.think, game)

    def choose(self, view: sa.View) -> Move:
        self.thoughts = rdeep.think(
            view, self.rng.words, self.samples, self.depth, self.time
        )
        return workspace.favourite(self.thoughts, by="visits")
