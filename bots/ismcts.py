"""Information-set Monte-Carlo tree search."""

from __future__ import annotations

import schnapsen_ai as sa
from schnapsen_ai.search import ismcts, thinking


class ISMCTS(sa.Bot):
    """One tree over information sets; the most visited move.

    iterations: worlds drawn for a move; time: seconds a move instead, if above 0; exploration:
    in standard deviations of the payoff; rollouts: uniform or sensible; exact: exact
    values once everyone knows all cards.
    """

    def __init__(
        self,
        iterations: int = 10_000,
        time: float = 0.0,
        exploration: float = 2.5,
        rollouts: str = "sensible",
        exact: bool = False,
    ) -> None:
        self.iterations = iterations
        self.time = time
        self.exploration = exploration
        self.rollouts = rollouts
        self.exact = exact

    def begin(self, game: sa.Game, seat: int, rng: object) -> None:
        super().begin(game, seat, rng)
        thinking.ready(ismcts.think, game)

    def choose(self, view: sa.View) -> int:
        self.thoughts = ismcts.think(
            view, self.rng.words, self.iterations, self.time, self.exploration, self.rollouts,
            self.exact,
        )
        return thinking.favourite(self.thoughts, by="visits")
