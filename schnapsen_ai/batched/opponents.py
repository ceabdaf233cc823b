"""Bots that play inside the loop of a batch: those with a compiled policy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..base.jit import label_of, rebind
from ..bot.compiled import CompiledBot, fixed_to, new_desks, policy_of
from ..bot.spec import BotSpec
from ..deal.game import Game
from ..engine.arena import DESK
from . import kernels

MOST_PLAYERS = 4


class Opponents:
    """Who plays for whom; a player has the number of the seat that it begins in."""

    def __init__(self, game: Game, given: Mapping[int, str | BotSpec] | None) -> None:
        self.specs = {
            _player(game, player): _spec(bot) for player, bot in sorted((given or {}).items())
        }
        if len(self.specs) == game.n_seats:
            raise ValueError(f"opponents for all {game.n_seats} seats: no seat is left to play for")
        self.players = sum(1 << player for player in self.specs)
        self.open = sum(1 << player for player, spec in self.specs.items() if spec.sees_all)
        made = [policy_of(game, spec.cls.policy) for spec in self.specs.values()]  # type: ignore[attr-defined]
        by_player = dict(zip(self.specs, made, strict=True))
        #: By player, as the kernels take them: None without opponents, else anyone for a learner.
        self.policies: tuple[Any, ...] = tuple(
            by_player.get(p, made[0] if made else None) for p in range(MOST_PLAYERS)
        )

    def kernels(self, game: Game, tables: kernels.Tables) -> tuple[Any, Any]:
        """`begin` and `step`: where there are policies, compiled for any such."""
        if not self.specs:
            made = game.kernels(kernels)
            return made.begin, made.step
        return _against(game, tables, self.policies)

    def desks(self, game: Game, n: int) -> np.ndarray:
        """A desk for each player of n deals: arena.DESK[n, players], or [n, 0]."""
        if not self.specs:
            return np.zeros((n, 0), DESK)
        params = [np.zeros(0)] * game.n_seats
        for player, spec in self.specs.items():
            bot = spec.make()
            assert isinstance(bot, CompiledBot)
            params[player] = np.array(bot.params(), np.float64)
        desks = np.zeros((n, game.n_seats), DESK)
        desks[:] = new_desks(params)
        return desks


_made: dict[str, tuple[Any, Any]] = {}


def _against(game: Game, tables: kernels.Tables, policies: tuple[Any, ...]) -> tuple[Any, Any]:
    key = game.rules.__name__
    if key not in _made:
        label, made = f"{label_of(game.rules)} against policies", game.kernels(kernels)
        begin = rebind(made, kernels.begin, label, rules=game.rules)
        step = rebind(made, kernels.step, label, rules=game.rules)
        _made[key] = (
            fixed_to(begin, game, (tables, *policies)),
            fixed_to(step, game, (tables, tables.mask, *policies)),
        )
    return _made[key]


def _player(game: Game, player: object) -> int:
    if isinstance(player, bool) or not isinstance(player, int | np.integer):
        raise ValueError(f"opponents={{{player!r}: ...}}: write the number of a seat")
    if not 0 <= player < game.n_seats:
        raise ValueError(f"opponents={{{player}: ...}}: the seats are 0 to {game.n_seats - 1}")
    return int(player)


def _spec(bot: str | BotSpec) -> BotSpec:
    spec = BotSpec(bot) if isinstance(bot, str) else bot
    if not isinstance(spec, BotSpec):
        raise ValueError(f"{bot!r} is not the name of a bot: write one as on the command line")
    if not spec.compiled:
        raise ValueError(
            f"{spec.text} has no compiled policy, which an opponent inside the loop needs: "
            "play its moves from outside"
        )
    return spec
