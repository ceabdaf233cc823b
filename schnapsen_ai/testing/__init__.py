"""Does a game keep the contract?  For whoever writes one, as scikit-learn's ``check_estimator``.

>>> from schnapsen_ai.testing import check_game
>>> check_game("my_game.py")

The first thing that is wrong is raised as `GameError`, with what it takes to see it again: the
game, the pack, the moves made, the seat.  ``tests`` of the package run the same checks, one by one
(`CHECKS`), on all its games.  It may run without a compiler (``NUMBA_DISABLE_JIT=1``): then errors
in the game itself have a plain traceback, and `size` should be small.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

from ..deal.game import Game, load, made
from . import form, knowledge, play, shell
from .case import GameError

__all__ = ["CHECKS", "GameError", "check_game"]

CHECKS: list[Callable[..., None]] = [
    check
    for module in (form, play, knowledge, shell)
    for name, check in vars(module).items()
    if name.startswith("check_")
]


def check_game(game: ModuleType | Game | str, size: float = 1.0) -> None:
    """Raise `GameError` unless a game keeps the contract.

    game: its module (all its names are checked), a `Game`, or the text that `load` takes.
    size: 1.0 plays some hundred deals a check; the deals of each are multiplied by it.
    """
    for one in _games(game):
        for check in CHECKS:
            check(one, size=size)


def _games(game: ModuleType | Game | str) -> list[Game]:
    if isinstance(game, Game):
        return [game]
    if isinstance(game, str):
        return [load(game)]
    form.check_names(game)
    return [made(name, game, name, {}) for name in game.NAMES]
