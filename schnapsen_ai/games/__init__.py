"""The games there are, by name, and the module that holds each game's rules.

Only names here: a game's module compiles kernels and is imported when it is asked for.
The package is callable, so that ``schnapsen_ai.games()`` lists the names while
``schnapsen_ai.games.schnapsen`` is the package of the rules.
"""

import sys
from types import ModuleType

MODULES = {
    "schnapsen": "schnapsen",
    "schnapsen_hard": "schnapsen",
    "snaps_bosnian": "schnapsen",
    "playmore": "schnapsen",
    "schnapsen_auto_claim": "schnapsen",
    "vu": "schnapsen",
    "sixty_six": "schnapsen",
    "snapszer2": "snapszer",
    "snapszer3": "snapszer",
    "bauernschnapsen": "bauernschnapsen",
    "rablo": "rablo",
    "watten": "watten",
    "schafkopf": "schafkopf",
}


class _Games(ModuleType):
    def __call__(self) -> tuple[str, ...]:
        """The names of all games and presets."""
        return tuple(MODULES)


sys.modules[__name__].__class__ = _Games
