"""The games there are, by name, and where the rules of each are found.

A game of the package is a folder here; others come by an installed entry point of the group
``schnapsen_ai.games`` (one for each of its names, all to the same module), or are named by
``module:NAME`` or ``path/file.py``.  A list of names imports no game: its module compiles kernels
and is imported when it is asked for.  The package is callable, so that ``schnapsen_ai.games()``
lists the names while ``schnapsen_ai.games.schnapsen`` is the package of the rules.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import importlib
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from ..base.files import no_file, read_bytes, run_file
from ..base.nearest import hint

ENTRY_POINTS = __name__
_NAMELESS = set(" \t=[]")  # would end a name in the notation of positions


def _own() -> dict[str, str]:
    """Name -> folder, for the games of the package: read from the sources, not imported.

    Families of many presets come first: they are what most people mean.
    """
    found: dict[str, tuple[str, ...]] = {}
    for path in sorted(Path(__file__).parent.glob("*/__init__.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "NAMES":
                found[path.parent.name] = ast.literal_eval(node.value)
    folders = sorted(found, key=lambda folder: (-len(found[folder]), folder))
    return {name: folder for folder in folders for name in found[folder]}


MODULES: Mapping[str, str] = _own()
_opened: dict[str, tuple[ModuleType, str]] = {}  # games named by where they are, in this process
guests: dict[str, ModuleType] = {}  # modules of games of others that this process has met


@functools.cache
def installed() -> dict[str, Any]:
    """Entry points of games that other packages brought, by name."""
    from importlib import metadata

    found = metadata.entry_points(group=ENTRY_POINTS)
    return {e.name: e for e in found if e.name not in MODULES}


def listed() -> tuple[str, ...]:
    """The names of all games and presets: ours and installed ones."""
    return (*MODULES, *sorted(installed()))


def names() -> tuple[str, ...]:
    """What is known in this process: those listed, and files and modules opened here by `find`."""
    return (*listed(), *_opened)


def find(text: str) -> tuple[ModuleType, str]:
    """The module of a game and the name it has there; ValueError says what is wrong.

    text: a name of `names`, ``module:NAME``, ``path/file.py`` (its first name) or
    ``path/file.py:NAME``.  Such a file is run: text from data goes through `find_known`.
    """
    if text in MODULES:
        return importlib.import_module(f".{MODULES[text]}", __name__), text
    if not isinstance(text, str):
        raise _unknown(text)
    path, colon, name = text.rpartition(":") if not text.endswith(".py") else (text, "", "")
    if path.endswith(".py"):
        found = _named(_from_file(path), text, name)
    elif colon and path:
        found = _named(_loaded(text, lambda: importlib.import_module(path)), text, name)
    elif text in installed():
        return meet(_loaded(text, installed()[text].load)), text
    else:
        raise _unknown(text)
    _opened[text] = found
    meet(found[0])
    return found


def meet(module: ModuleType) -> ModuleType:
    """Note a game of others, whose words may be asked for."""
    if not is_own(module):
        guests[module.__name__] = module
    return module


def find_known(text: str) -> tuple[ModuleType, str]:
    """As `find`, for a name that comes from a file or over the network: it opens nothing new."""
    if text not in names():
        raise _unknown(text)
    return find(text)


def _unknown(text: object) -> ValueError:
    of_a_file = isinstance(text, str) and (".py" in text or ":" in text)
    say = f" (a game in a file is opened by --with-game {text})" if of_a_file else ""
    meant = hint(text, names())
    return ValueError(f"game {text!r} is not known{meant}: the games are {', '.join(names())}{say}")


def _from_file(path: str) -> ModuleType:
    if reason := no_file(Path(path)):
        raise ValueError(f"game {reason}")
    if set(path) & _NAMELESS:
        raise ValueError(f"game {path!r}: give the file a path without blanks and = [ ]")
    return _loaded(path, lambda: run_file(Path(path), _module_name(Path(path))))


def _module_name(path: Path) -> str:
    """Another one for each text of the file: what is kept of a game is kept by its name."""
    digest = hashlib.blake2b(str(path.resolve()).encode() + read_bytes(path), digest_size=8)
    return f"schnapsen_ai_game_{path.stem}_{digest.hexdigest()}"


def _loaded(text: str, load: Any) -> ModuleType:
    try:
        module = load()
    except Exception as error:
        lines = str(error).strip().splitlines() or [""]
        raise ValueError(f"game {text}: {type(error).__name__}: {lines[0]}") from error
    if not isinstance(module, ModuleType) or not hasattr(module, "NAMES"):
        raise ValueError(f"game {text}: no module of a game, which has NAMES, PRESETS, STATE ...")
    return module


def _named(module: ModuleType, text: str, name: str) -> tuple[ModuleType, str]:
    if name and name not in module.PRESETS:
        raise ValueError(f"game {text}: there is no {name}; names there: "
                         f"{', '.join(module.PRESETS)}")
    return module, name or module.NAMES[0]


def is_own(module: ModuleType) -> bool:
    """Whether a game comes with the package: it is there in every process and on every worker."""
    return module.__name__.startswith(f"{__name__}.")


class _Games(ModuleType):
    def __call__(self) -> tuple[str, ...]:
        """The names of all games and presets."""
        return listed()


sys.modules[__name__].__class__ = _Games
