"""schnapsen-ai: a game-AI research toolkit for Schnapsen, Sixty-Six and their relatives.

>>> import schnapsen_ai as sa
>>> game = sa.load("schnapsen")
>>> state = game.deal(seed=7)
>>> state.play(state.legal_moves()[0])

Names are loaded when first used, so that importing the package costs nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # the same names for type checkers, which do not see `__getattr__`'s
    from ._jit import template as template
    from .bot import Bot as Bot
    from .bot import CompiledBot as CompiledBot
    from .bot import Resign as Resign
    from .bot import make_bot as make_bot
    from .game import Game as Game
    from .game import load as load
    from .state import IllegalMove as IllegalMove
    from .state import State as State
    from .stats import Estimate as Estimate
    from .tournament import play_deals as play_deals
    from .view import View as View

__version__ = "0.1.0"

_HOMES = {
    "Bot": "bot",
    "CompiledBot": "bot",
    "Estimate": "stats",
    "Game": "game",
    "IllegalMove": "state",
    "Resign": "bot",
    "State": "state",
    "View": "view",
    "games": "game",
    "load": "game",
    "make_bot": "bot",
    "play_deals": "tournament",
    "template": "_jit",
}

__all__ = ["__version__", "search", *_HOMES]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        value = getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)
    elif name in ("search", "cards", "stats", "exact", "games"):
        value = importlib.import_module(f".{name}", __name__)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
