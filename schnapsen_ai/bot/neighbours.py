"""A bot of several files: the modules and packages beside its own."""

from __future__ import annotations

import contextlib
import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from ..base.files import read_bytes

Neighbours = list[tuple[Path, bytes]]  # the files that a bot imported, as they then were


@contextlib.contextmanager
def beside(folder: Path, package: str) -> Iterator[Neighbours]:
    """In here what lies in a folder can be imported, after Python's own and installed modules.

    Two bots may each have a `helper.py`: so afterwards no import finds it by that name, only the
    bot that imported it has it, and for us it is ``package.helper``, as for relative imports of
    modules of that package.  Files are added to what is yielded.  No bytecode is kept: it would
    miss a quick edit.
    """
    found: Neighbours = []
    wrote, before = sys.dont_write_bytecode, set(sys.modules)
    whole = sys.modules.setdefault(package, ModuleType(package))
    whole.__path__ = [str(folder)]
    sys.path.append(str(folder))
    sys.dont_write_bytecode = True
    importlib.invalidate_caches()
    try:
        yield found
    finally:
        sys.dont_write_bytecode = wrote
        with contextlib.suppress(ValueError):  # the bot may have changed it
            sys.path.remove(str(folder))
        new = sorted(set(sys.modules) - before - {package})
        neighbours = {top for top in new if "." not in top and _lies_in(folder, top)}
        for name in new:
            module = sys.modules[name]
            if name.partition(".")[0] in neighbours:
                del sys.modules[name]
                _renamed(module, name, f"{package}.{name}")
            elif not name.startswith(f"{package}."):
                continue
            file = getattr(module, "__file__", None)
            if isinstance(file, str) and not hasattr(module, "__source__"):
                found.append((Path(file), read_bytes(Path(file))))


def _lies_in(folder: Path, name: str) -> bool:
    """Whether a module or package stands in a folder itself."""
    module = sys.modules[name]
    file = getattr(module, "__file__", None)
    places = [file] if isinstance(file, str) else list(getattr(module, "__path__", ()))
    return bool(places) and Path(places[0]).parent in (folder, folder / name)


def _renamed(module: ModuleType, name: str, new: str) -> None:
    """Let a module and what it defines be found under another name."""
    sys.modules[new] = module
    for value in list(vars(module).values()):
        if getattr(value, "__module__", None) == name:
            with contextlib.suppress(AttributeError, TypeError):
                value.__module__ = new


def forget(package: str) -> None:
    """Import the neighbours of a package's bots anew, the next time; the bots stay."""
    for name, module in list(sys.modules.items()):
        if name.startswith(f"{package}.") and not hasattr(module, "__source__"):
            del sys.modules[name]


def unchanged(neighbours: Neighbours) -> bool:
    """Whether the files are still what they were."""
    for file, source in neighbours:
        try:
            if read_bytes(file) != source:
                return False
        except OSError:
            return False
    return True
