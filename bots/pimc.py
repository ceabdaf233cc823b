"""Perfect-information Monte Carlo."""

from __future__ import annotations

import schnapsen_ai as sa
from schnapsen_ai.cards import Move, Seat
from schnapsen_ai.search import pimc, workspace


class PIMC(sa.Bot):
    """Solves sampled worlds with open cards; the move with the best mean.

    worlds: how many for a move; time: seconds a move instead, if above 0.  It bids what does best
    when the rule player goes on, at every seat, in worlds that fit the bidding.
    """

    def __init__(self, worlds: int = 30, time: float = 0.0) -> None:
        self.worlds = worlds
        self.time = time
        workspace.check(worlds=(self.worlds, 1), time=(self.time, 0))

    def begin(self, game: sa.Game, seat: Seat, rng: object = None) -> None:
        super().begin(game, seat, rng)
        workspace.ready(pimc.think, game)

    def choose(self, view: sa.View) -> Move:
        self.thoughts = pimc.think(view, self.rng.words, self.worlds, self.time)
        return workspace.favourite(self.thoughts, by="visits")
