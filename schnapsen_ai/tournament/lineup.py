"""Who plays whom, and who sits where: two bots of a game with their kernels and parameters."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from ..base.arrays import again
from ..bot import compiled
from ..bot.compiled import CompiledBot
from ..bot.spec import BotSpec
from ..deal.game import Game


def seatings(game: Game) -> list[int]:
    """The seatings of a set, each the set of seats that B holds.

    Two seats and fixed partnerships: both ways; three seats or free partnerships: all six.
    """
    n = game.n_seats
    if n == 2:
        return [0b10, 0b01]
    if n == 4 and game.rules.FIXED_PARTNERS:
        return [0b1010, 0b0101]
    if n == 4:
        return [m for m in range(16) if m.bit_count() == 2]
    return list(range(1, 2**n - 1))


class Lineup:
    """Two bots and a game: what playing them needs, made once and kept."""

    def __init__(self, game: Game, a: BotSpec, b: BotSpec) -> None:
        self.game = game
        self.specs = (a, b)
        self.holders = np.array(seatings(game), dtype=np.int64)
        self._desks: dict[int, np.ndarray] = {}

    @functools.cached_property
    def arena(self) -> Any:
        return compiled.arena_of(self.game)

    @property
    def compiled(self) -> bool:
        return all(spec.compiled for spec in self.specs)

    @property
    def trusted(self) -> bool:
        """Whether both bots come with the package."""
        return all(spec.built_in for spec in self.specs)

    @functools.cached_property
    def policies(self) -> list[Any]:
        """Compiled policies of A and B, when both have one."""
        return [
            compiled.policy_of(self.game, spec.cls.policy)  # type: ignore[attr-defined]
            for spec in self.specs
        ]

    @functools.cached_property
    def params(self) -> list[np.ndarray]:
        """The parameters of A and B as their policies get them."""
        made = [spec.make() if spec.compiled else None for spec in self.specs]
        numbers = [bot.params() if isinstance(bot, CompiledBot) else [] for bot in made]
        return [np.array(n, dtype=np.float64) for n in numbers]

    @functools.cached_property
    def deciders(self) -> list[Any]:
        """For each bot the kernel that decides for it, None for a bot in Python."""
        return [
            compiled.decider_of(self.game, spec.cls.policy)  # type: ignore[attr-defined]
            if spec.compiled
            else None
            for spec in self.specs
        ]

    @functools.cached_property
    def blank_match(self) -> np.ndarray:
        """The match record of a single deal."""
        return self.game.new_match()

    def desks(self, holder: int) -> np.ndarray:
        """A desk for each seat where B holds the seats of `holder`."""
        if holder not in self._desks:
            self._desks[holder] = compiled.new_desks(
                [self.params[holder >> seat & 1] for seat in range(self.game.n_seats)]
            )
        return again(self._desks[holder])

    @functools.cached_property
    def open_(self) -> int:
        """Bit 0 if A sees all, bit 1 if B does."""
        return sum(1 << i for i, spec in enumerate(self.specs) if spec.sees_all)
