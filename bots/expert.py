"""A trained network inside a shallow search."""

from __future__ import annotations

import schnapsen_ai as sa
from schnapsen_ai.cards import Move, Seat
from schnapsen_ai.learn.player import has_player
from schnapsen_ai.search import lookahead, workspace
from schnapsen_ai.search.belief import WORLDS


class Expert(sa.Bot):
    """Looks some choices ahead with a trained network, in worlds weighed by the others' play, and
    takes the mean of that with open-card values.

    file: a network from ``train`` (default: the one that comes with the game); lines: played for
    a move, over all moves; worlds: believed in; solved: worlds with open-card values; time: seconds
    a move instead of lines, if above 0; share: of the open-card values in the mean; depth: own
    choices that a line goes past before the network says what it is worth.
    """

    file_parameters = ("file",)

    def __init__(
        self,
        file: str = "",
        lines: int = 1000,
        worlds: int = 512,
        solved: int = 40,
        time: float = 0.0,
        share: float = 0.5,
        depth: int = 1,
    ) -> None:
        self.file, self.time, self.share = file, time, share
        self.budget = lookahead.Budget(worlds, lines, solved, depth)
        workspace.check(lines=(lines, 1), worlds=(worlds, 1), solved=(solved, 0), time=(time, 0),
                        depth=(depth, 0))
        if worlds > WORLDS:
            raise ValueError(f"worlds={worlds}: at most {WORLDS} are believed in")
        if not 0 <= share <= 1:
            raise ValueError(f"share={share:g} is not a number from 0 to 1")

    @classmethod
    def fits(cls, game: sa.Game) -> bool:
        return has_player(game)

    def begin(self, game: sa.Game, seat: Seat, rng: object = None) -> None:
        super().begin(game, seat, rng)
        self.seer = lookahead.seer_of(game, self.file)

    def choose(self, view: sa.View) -> Move:
        self.thoughts = lookahead.think(
            view, self.seer, self.rng.words, self.budget, lookahead.Temper(), self.share, self.time
        )
        return workspace.favourite(self.thoughts)
