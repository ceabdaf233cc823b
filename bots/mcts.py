"""Determinized Monte-Carlo tree search."""

from __future__ import annotations

import schnapsen_ai as sa
from schnapsen_ai.cards import Move, Seat
from schnapsen_ai.search import ismcts, mcts, workspace


class MCTS(sa.Bot):
    """A tree for each sampled world; the move with the most visits over all of them.

    iterations: for a move, shared by the worlds; time: seconds a move instead, if above 0;
    exploration: in standard deviations of the payoff; rollouts: uniform, sensible or
    rules.  It bids what does best in so many play-outs of the rule player.
    """

    def __init__(
        self,
        iterations: int = 10_000,
        worlds: int = 20,
        time: float = 0.0,
        exploration: float = 2.5,
        rollouts: str = "rules",
    ) -> None:
        self.iterations = iterations
        self.worlds = worlds
        self.time = time
        self.exploration = exploration
        self.rollouts = rollouts
        workspace.check(
            iterations=(self.iterations, 1), worlds=(self.worlds, 1), time=(self.time, 0),
            exploration=(self.exploration, 0),
        )
        ismcts.check_words(self.rollouts)

    def begin(self, game: sa.Game, seat: Seat, rng: object = None) -> None:
        super().begin(game, seat, rng)
        workspace.ready(mcts.think, game)

    def choose(self, view: sa.View) -> Move:
        self.thoughts = mcts.think(
            view, self.rng.words, self.iterations, self.worlds, self.time, self.exploration,
            self.rollouts,
        )
        return workspace.favourite(self.thoughts, by="visits")
