"""schnapsen-ai: a game-AI research toolkit for Schnapsen, Sixty-Six and their relatives.

>>> import schnapsen_ai as sa
>>> game = sa.load("schnapsen")
>>> state = game.deal(seed=7)
>>> state.play(state.legal_moves()[0])

Names are loaded when first used, so that importing the package costs nothing.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from typing import TYPE_CHECKING, Any

from ._version import __version__

if TYPE_CHECKING:  # the same names for type checkers, which do not see `__getattr__`'s
    from .base.jit import template as template
    from .base.seeds import Randomness as Randomness
    from .batched.environment import batch as batch
    from .bot.compiled import CompiledBot as CompiledBot
    from .bot.interface import Bot as Bot
    from .bot.interface import Resign as Resign
    from .bot.spec import make_bot as make_bot
    from .deal.game import Game as Game
    from .deal.game import load as load
    from .deal.moves import IllegalMove as IllegalMove
    from .deal.state import State as State
    from .deal.state import View as View
    from .stats.intervals import Estimate as Estimate
    from .tournament.runner import play_deals as play_deals


_HOMES = {
    "Bot": "bot.interface",
    "CompiledBot": "bot.compiled",
    "Estimate": "stats.intervals",
    "Game": "deal.game",
    "IllegalMove": "deal.moves",
    "Randomness": "base.seeds",
    "Resign": "bot.interface",
    "State": "deal.state",
    "View": "deal.state",
    "batch": "batched.environment",
    "games": "deal.game",
    "load": "deal.game",
    "make_bot": "bot.spec",
    "play_deals": "tournament.runner",
    "template": "base.jit",
}

__all__ = ["__version__", "net", "search", *_HOMES]


def _bots_of_a_checkout(here: str) -> None:
    """Where this package runs from its checkout, its bots lie beside it and not in it."""
    beside = os.path.join(os.path.dirname(here), "bots")
    file = os.path.join(beside, "__init__.py")
    if os.path.exists(os.path.join(here, "bots")) or not os.path.exists(file):
        return
    spec = importlib.util.spec_from_file_location(
        f"{__name__}.bots", file, submodule_search_locations=[beside]
    )
    assert spec is not None and spec.loader is not None
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)


_bots_of_a_checkout(os.path.dirname(os.path.abspath(__file__)))


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        value = getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)
    elif name in ("search", "cards", "card_text", "stats", "games", "net"):
        value = importlib.import_module(f".{name}", __name__)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
