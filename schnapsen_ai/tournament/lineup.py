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
from ..deal.seatings import seatings


class Lineup:
    """Two bots and a game: what playing them needs, made once and kept."""

    def __init__(self, game: Game, a: BotSpec, b: BotSpec) -> None:
        self.game = game
        self.specs = (a, b)
        self.holders = np.array(seatings(game), dtype=np.int64)
        self._desks: dict[int, np.ndarray] = {}

    def __getstate__(self) -> dict[str, Any]:
        """Without what was made here: kernels, and parameters that may be addresses."""
        made = ("arena", "policies", "params", "deciders", "blank_match")
        return {k: v for k, v in vars(self).items() if k not in made} | {"_desks": {}}

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
        return [
            np.array(bot.params_for(self.game) if isinstance(bot, CompiledBot) else [], np.float64)
            for bot in made
        ]

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
