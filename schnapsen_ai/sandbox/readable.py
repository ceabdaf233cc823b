"""The paths that a bot's process may read: its own, the interpreter's, the system's libraries."""

from __future__ import annotations

import contextlib
import functools
import importlib
import importlib.util
import os
import shlex
import sys
import sysconfig
from collections.abc import Collection, Sequence

from ..base import cache, seeds
from ..base.files import is_inside
from .own_files import leave_out, own_files, sound

COMMAND = "cmd:"  # begins the name of a bot that is a program


def readable(name: str, command: Sequence[str] | None, hidden: Collection[str]) -> tuple[str, ...]:
    """What the process of a bot may read, by its name and, of a program, the words it is run by.

    hidden: absolute paths that are kept from it, wherever they lie, but for its own files.
    """
    files = _words(command) if command is not None else files_of(name)
    own = {f(file) for file in files for f in (os.path.abspath, os.path.realpath)}
    kept_from = {*hidden, os.path.realpath(seeds.key_path())} - own
    if files or command is not None:
        paths = [path for file in files for path in own_files(file, kept_from)]
    else:
        paths = _of_module(name, kept_from)
    return _outermost([*leave_out((*common_paths(), *paths), kept_from)])


def _outermost(paths: list[str]) -> tuple[str, ...]:
    """Those that exist and lie in no other, sorted; and what they lead to if they are links."""
    paths += [os.path.realpath(path) for path in paths if os.path.islink(path)]
    kept: list[str] = []
    for path in sorted({os.path.abspath(p) for p in paths if os.path.exists(p)}):
        if not any(is_inside(path, other) for other in kept):
            kept.append(path)
    return tuple(kept)


def files_of(name: str) -> list[str]:
    """The files that a bot's name names."""
    if name.startswith(COMMAND):
        with contextlib.suppress(ValueError):
            return _words(shlex.split(name.removeprefix(COMMAND)))
    path = name if name.endswith(".py") else name.rpartition(":")[0]
    return [path] if path.endswith(".py") and os.path.isfile(path) else []


def _words(command: Sequence[str]) -> list[str]:
    """The words of a command that are files, but programs of the system."""
    system = common_paths()
    return [word for word in command if os.path.isfile(word)
            and not any(is_inside(os.path.abspath(word), path) for path in system)]


def _of_module(name: str, hidden: Collection[str]) -> list[str]:
    """The files of a bot that is in an installed module, or in one of the working folder."""
    top = name.partition(":")[0].partition(".")[0]
    try:
        found = importlib.util.find_spec(top)
    except (ImportError, ValueError):
        return []
    if found is None:
        return []
    folders = list(found.submodule_search_locations or [])
    if folders:
        return [path for folder in folders for path in sound(folder, hidden)]
    return own_files(found.origin, hidden) if found.origin else []


@functools.cache
def common_paths() -> tuple[str, ...]:
    """The interpreter, the system's libraries, this package, its compiled code."""
    bots = importlib.import_module(f"{cache.PACKAGE.name}.bots")
    return (
        "/usr", "/lib", "/lib64", "/bin", "/etc/ld.so.cache", "/etc/localtime",
        "/etc/ssl/openssl.cnf",  # without it node gives up
        "/dev/null", "/dev/zero", "/dev/random", "/dev/urandom",
        *_python_paths(), str(cache.PACKAGE), *bots.__path__,
        *([] if cache.CACHE_FOLDER is None else [str(cache.CACHE_FOLDER)]),
    )  # fmt: skip


def _python_paths() -> list[str]:
    """Programs and libraries of this Python; no folder above them, which may be the user's own."""
    prefixes = {sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix}
    names = ("bin", "lib", "lib64", "pyvenv.cfg")
    paths = [os.path.join(prefix, name) for prefix in sorted(prefixes) for name in names]
    paths += [sysconfig.get_path(n) for n in ("stdlib", "platstdlib", "purelib", "platlib")]
    packages = ("site-packages", "dist-packages")
    return paths + [path for path in sys.path if os.path.basename(path) in packages]
