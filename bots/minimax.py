"""Exact play with all cards open: what a clairvoyant would do."""

from __future__ import annotations

import schnapsen_ai as sa
from schnapsen_ai.cards import Move, Seat
from schnapsen_ai.search import mcts, pimc, workspace


class Minimax(sa.Bot):
    """Sees all cards and plays exactly.

    While an exact value is not defined (an auction, before it is settled who plays with whom) or
    would take more than a second, it plays by open-card Monte-Carlo tree search of so many
    `iterations`, in which every seat maximises its own payoff.
    """

    sees_all = True

    def __init__(self, iterations: int = 10_000) -> None:
        self.iterations = iterations
        workspace.check(iterations=(self.iterations, 1))

    def begin(self, game: sa.Game, seat: Seat, rng: object = None) -> None:
        super().begin(game, seat, rng)
        workspace.ready(pimc.think, game)
        workspace.ready(mcts.think, game)

    def choose(self, view: sa.View) -> Move:
        if not view.sees_all:
            raise ValueError("minimax sees all cards: it needs a view of the open deal")
        self.thoughts = pimc.think_open(view)
        if self.thoughts is not None:
            return workspace.favourite(self.thoughts)
        self.thoughts = mcts.think(view, self.rng.words, self.iterations)
        return workspace.favourite(self.thoughts, by="visits")
