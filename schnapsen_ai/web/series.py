"""The matches of a table, one after the other, and the marks of all of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..base import seeds
from ..deal.game import Game
from ..deal.history import DealHistory
from ..deal.matches import cut


@dataclass(frozen=True)
class Beginning:
    """What decides the cards of a table: a secret, and the first deal where it is given."""

    secret: bytes
    position: str | None = None

    @classmethod
    def fresh(cls, position: str | None = None) -> Beginning:
        return cls(seeds.secret_of(None), position)

    def deal(self, game: Game) -> DealHistory | None:
        """The first deal; ValueError where the position is none."""
        if self.position is None:
            return None
        return DealHistory.from_position(game, self.position, self.secret)[0]


class Series:
    """The present match, and the marks of those that are over, by player or team of players."""

    def __init__(self, game: Game, secret: bytes, start: DealHistory | None = None) -> None:
        self.game, self.secret = game, secret
        self.start = start  # the first deal, where it is given
        self.begun = 0
        self.begin()
        self.marks = [0] * len(self.match["marks"][0])

    def begin(self) -> None:
        """A match begins: the pack is cut for its first dealer."""
        self.match = self.game.new_match(cut(self.game, self.secret, self.begun))
        self.begun += 1

    def deal(self, number: int, in_match: bool) -> DealHistory:
        """The deal with a number, from 0 on: the next of the match, or one of its own.

        Of single deals players are the dealer in turn.
        """
        if not in_match:
            n = self.game.n_seats
            self.match = self.game.new_match((n - 1 + number) % n)
        if number == 0 and self.start is not None:
            return self.start
        words = seeds.words(self.secret, "table pack", number, 1)
        return DealHistory.deal(self.game, words, self.match if in_match else None)

    def book(self, pool: np.ndarray) -> None:
        """A deal of the match is over."""
        self.game.board.next_deal_at(self.match, pool)
        if self.match["over"][0]:
            marks = self.match["marks"][0].tolist()
            self.marks = [m + n for m, n in zip(self.marks, marks, strict=True)]
