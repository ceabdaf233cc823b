"""A stranger's code that is imported here may put its own functions in place of others'.

What is noted is callable, and of a module that a table stands on: that a bot sets a number there,
or adds a name, is no harm to anybody.
"""

from __future__ import annotations

import builtins
import contextlib
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from .interface import BotError

PACKAGE = __package__.partition(".")[0]
_WATCHED = {"builtins", "json", "mmap", "multiprocessing", "numpy", "os", "pickle", "select",
            "signal", "socket", "sqlite3", "struct", "subprocess", "tempfile", "threading", "time",
            PACKAGE}  # fmt: skip


@contextlib.contextmanager
def nothing_replaced(bot: str) -> Iterator[None]:
    """BotError if what runs in here replaces a function or a class of others, which is put back."""
    kept = [(thing, _callables(thing)) for thing in _things()]
    always = vars(builtins)
    ours = dict(always)
    limits = _limits()
    try:
        yield
    finally:
        theirs = always.copy()
        always.update(ours)  # before any of them is called
        changed = [f"builtins.{name}" for name, value in ours.items()
                   if callable(value) and theirs.get(name) is not value]
        changed += sorted(name for thing, before in kept for name in _put_back(thing, before))
        if changed:  # whatever else went wrong may come of it
            raise BotError(f"bot {bot} replaces {changed[0]} when it is imported, which others "
                           "need: it plays in a process of its own only (--isolate)") from None
    if limits != _limits():
        raise BotError(f"bot {bot} changes the limits of its process when it is imported: it plays "
                       "in a process of its own only (--isolate)")


def _things() -> Iterator[ModuleType | type]:
    """The modules that are watched, as far as they are loaded, and our own classes."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in _WATCHED and isinstance(module, ModuleType):
            yield module
            if name.startswith(PACKAGE):
                yield from (v for v in vars(module).values()
                            if isinstance(v, type) and v.__module__ == name)


def _callables(thing: ModuleType | type) -> dict[str, Any]:
    return {name: value for name, value in vars(thing).items()
            if callable(value) or isinstance(value, property | staticmethod | classmethod)}


def _put_back(thing: ModuleType | type, before: dict[str, Any]) -> Iterator[str]:
    """The names of what was replaced, and is no more."""
    now = vars(thing)
    for name, value in before.items():
        if now.get(name) is not value:
            setattr(thing, name, value)
            yield f"{thing.__name__}.{name}"


def _limits() -> list[tuple[int, int]]:
    """Of this process, where a system has such."""
    try:
        import resource
    except ImportError:
        return []
    return [resource.getrlimit(value) for name, value in sorted(vars(resource).items())
            if name.startswith("RLIMIT_")]
