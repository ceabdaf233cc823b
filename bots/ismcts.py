"""Information-set Monte-Carlo tree search."""

from __future__ import annotations

import schnapsen_ai as sa
from schnapsen_ai.cards import Move, Seat
from schnapsen_ai.search import ismcts, workspace


class ISMCTS(sa.Bot):
    """One tree over information sets; the most visited move.

    iterations: lines played out for a move; time: seconds a move instead, if above 0;
    exploration: in standard deviations of the payoff; rollouts: uniform, sensible or rules;
    others: how the other seats choose in the tree, by what it has learned (tree) or as the rule
    player does (rules); slack: how likely a move is that the rule player would not have made,
    when worlds are drawn (1: all that the rules allow are alike); exact: exact values once
    everyone knows all cards.  With others=rules it bids what does best in so many play-outs of the
    rule player, else by the tree.

    ``rollouts=uniform,others=tree,slack=1`` is the search of the paper.
    """

    def __init__(
        self,
        iterations: int = 10_000,
        time: float = 0.0,
        exploration: float = 2.5,
        rollouts: str = "rules",
        others: str = "rules",
        slack: float = 0.1,
        exact: bool = True,
    ) -> None:
        self.iterations = iterations
        self.time = time
        self.exploration = exploration
        self.rollouts = rollouts
        self.others = others
        self.slack = slack
        self.exact = exact
        workspace.check(
            iterations=(self.iterations, 1), time=(self.time, 0), slack=(self.slack, 0),
            exploration=(self.exploration, 0),
        )
        ismcts.check_words(self.rollouts, self.others)

    def begin(self, game: sa.Game, seat: Seat, rng: object = None) -> None:
        super().begin(game, seat, rng)
        workspace.ready(ismcts.think, game)

    def choose(self, view: sa.View) -> Move:
        self.thoughts = ismcts.think(
            view, self.rng.words, self.iterations, self.time, self.exploration, self.rollouts,
            self.others, self.slack, self.exact,
        )
        return workspace.favourite(self.thoughts, by="visits")
