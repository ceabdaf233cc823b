"""Bots by name: built in, ``module:Class``, ``path/file.py[:Class]``, an installed entry point."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from ..base.files import no_file, run_file
from ..base.nearest import hint
from .faults import in_short
from .fork_guard import only_one_returns
from .interface import Bot, BotError
from .leftovers import cleared, strangers
from .neighbours import beside, forget, unchanged

BUILT_IN = (
    "random", "shy", "bully", "greedy", "rules", "rdeep", "pimc", "mcts", "ismcts", "net", "expert",
    "minimax",
)
PACKAGE = __package__.rpartition(".")[0]
ENTRY_POINTS = f"{PACKAGE}.bots"


def find_class(name: str) -> type[Bot]:
    """The class of a bot's name: built in, ``module:Class``, ``file.py[:Class]``, entry point."""
    if name in built_in_names():
        return _only_bot(importlib.import_module(f"{PACKAGE}.bots.{name}"), name)
    strangers.add(name)
    with only_one_returns(), cleared():
        return _find_class(name)


def _find_class(name: str) -> type[Bot]:
    path, colon, attribute = name.rpartition(":")
    if name.endswith(".py"):
        path, attribute = name, ""
    if path.endswith(".py"):
        return _from_module(_load_file(path), name, attribute)
    if colon and "/" in path:  # a folder in the working directory may be a package
        raise BotError(f"bot {name}: a bot is in a Python file: path/file.py:Class")
    if colon:
        try:
            module = importlib.import_module(path)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise BotError(f"bot {name}: cannot import {path}: {in_short(error)}") from error
        return _from_module(module, name, attribute)
    return _from_entry_point(name)


def built_in_names() -> tuple[str, ...]:
    """The bots that come with the package."""
    return BUILT_IN


def entry_points() -> dict[str, Any]:
    """Bots installed by other packages, by name."""
    from importlib import metadata

    return {e.name: e for e in metadata.entry_points(group=ENTRY_POINTS)}


def _from_entry_point(name: str) -> type[Bot]:
    found = entry_points()
    if name not in found:
        known = [*built_in_names(), *sorted(found)]
        raise BotError(
            f"bot {name!r} is not known{hint(name, known)}: built in are {', '.join(known)}; "
            "others are named "
            "module:Class or path/file.py:Class"
        )
    try:
        cls = found[name].load()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise BotError(f"bot {name}: its entry point does not load: {in_short(error)}") from error
    return _checked(cls, name)


def _load_file(path: str) -> ModuleType:
    file = Path(path)
    if reason := no_file(file):
        raise BotError(f"bot {reason}")
    folder = file.resolve().parent
    package = "schnapsen_ai_user_" + _word(str(folder))
    name = f"{package}.{_word(file.stem)}"
    loaded = sys.modules.get(name)
    if loaded is not None and not unchanged(loaded.__neighbours__):
        forget(package)
        del sys.modules[name]
    try:
        with beside(folder, package) as neighbours:
            module = run_file(file, name)
        if module is not loaded:
            module.__neighbours__ = neighbours  # type: ignore[attr-defined]
        return module
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise BotError(f"bot {path}: does not import: {in_short(error)}") from error


def _word(text: str) -> str:
    """A text as part of a module's name."""
    return "".join(c if c.isalnum() else "_" for c in text)


def _from_module(module: ModuleType, name: str, attribute: str) -> type[Bot]:
    if not attribute:
        return _only_bot(module, name)
    if not hasattr(module, attribute):
        found = ", ".join(c.__name__ for c in _bots_in(module)) or "none"
        raise BotError(f"bot {name}: there is no class {attribute}; bots there: {found}")
    return _checked(getattr(module, attribute), name)


def _bots_in(module: ModuleType) -> list[type[Bot]]:
    return [
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, Bot)
        and value.__module__ == module.__name__
    ]


def _only_bot(module: ModuleType, name: str) -> type[Bot]:
    bots = _bots_in(module)
    if len(bots) != 1:
        found = ", ".join(c.__name__ for c in bots) or "no class derived from schnapsen_ai.Bot"
        raise BotError(f"bot {name}: name the class, as in {name}:Class; found {found}")
    return bots[0]


def _checked(cls: Any, name: str) -> type[Bot]:
    if not (isinstance(cls, type) and issubclass(cls, Bot)):
        raise BotError(f"bot {name}: not a class derived from schnapsen_ai.Bot")
    return cls
