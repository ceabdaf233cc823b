"""Search, written once as templates and specialised for each game: ``sa.search.ismcts`` ...

What stands below the searches is to be had here too: ``sa.search.perft``, ``sa.search.rollout``,
``sa.search.alphabeta`` and ``sa.search.arena`` are those of `schnapsen_ai.engine`.
"""

import importlib
from typing import Any

_PACKAGE = __name__.rpartition(".")[0]
_ENGINE = ("alphabeta", "arena", "perft", "rollout")


def __getattr__(name: str) -> Any:
    if name.startswith("_"):
        raise AttributeError(name)
    home = f"{_PACKAGE}.engine" if name in _ENGINE else __name__
    try:
        return importlib.import_module(f"{home}.{name}")
    except ModuleNotFoundError as error:
        if error.name != f"{home}.{name}":
            raise
        raise AttributeError(f"there is no search {name!r}") from None
