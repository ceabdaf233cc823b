"""The folder of machine code: which it is, and what it is made from.

numba notices an edit to the file a kernel is in, but not an edit to a kernel it calls in another
file, and would then serve old rules.  So the folder is named by a hash of every source that
machine code can be made from: any edit of one starts a fresh folder.  The newest few are kept.
A folder set by the user (``NUMBA_CACHE_DIR``) is left alone.
"""

from __future__ import annotations

import functools
import gc
import hashlib
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

_collecting = gc.isenabled()
gc.disable()  # numba makes so much that lives on that the collector takes a tenth of its import
import numba  # noqa: E402

if _collecting:
    gc.enable()

PACKAGE = Path(__file__).resolve().parent.parent
COMPILED = not numba.config.DISABLE_JIT
_KEEP = 4  # cache folders of older sources that are kept
#: Packages without kernels, which may not import `base.jit` (a test says so).  All else counts.
WITHOUT_KERNELS = (
    "show", "report", "web", "cli", "stats", "store", "sandbox", "tournament", "analysis",
    "words", "doors",
)


def _source_files() -> list[str]:
    """Every file that machine code can be made from.  Plain strings: this is part of any start."""
    bots = sys.modules.get(f"{PACKAGE.name}.bots")
    folders = {str(PACKAGE), str(PACKAGE.parent / "bots")}
    if bots is not None and bots.__file__:
        folders.add(os.path.dirname(os.path.realpath(bots.__file__)))
    found = []
    for top in folders:
        for folder, inside, files in os.walk(top):
            if folder == str(PACKAGE):
                inside[:] = [name for name in inside if name not in WITHOUT_KERNELS]
            found += [os.path.join(folder, name) for name in files if name.endswith(".py")]
    return sorted(found)


def source_hash() -> str:
    """A hash of every source file with kernels or their constants, numba's and Python's version."""
    digest = hashlib.blake2b(digest_size=8)
    digest.update(f"{numba.__version__} {sys.version}".encode())
    for path in _source_files():
        with open(path, "rb") as file:
            digest.update(path.encode() + file.read())
    return digest.hexdigest()


def _writable(folder: Path) -> bool:
    """Whether it can be written to, by us alone: an index is a pickle, which others could forge."""
    try:
        for part in (folder.parent, folder):
            part.mkdir(parents=True, exist_ok=True, mode=0o700)
            _keep_private(part)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _keep_private(folder: Path) -> None:
    """OSError for a folder of somebody else; ours is closed to writing by others."""
    if not hasattr(os, "getuid"):
        return
    about = folder.lstat()
    if about.st_uid != os.getuid() or not stat.S_ISDIR(about.st_mode):
        raise PermissionError(f"{folder} is not ours")
    if about.st_mode & 0o022:
        folder.chmod(0o700)


def _choose_cache_folder() -> Path | None:
    """Point numba at this version's folder; None where the user has chosen one."""
    if os.environ.get("NUMBA_CACHE_DIR") or not COMPILED:
        return None
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    user = f"{PACKAGE.name}-{os.getuid()}" if hasattr(os, "getuid") else PACKAGE.name
    name = source_hash()
    for base in (home / PACKAGE.name, Path(tempfile.gettempdir()) / user):
        folder = base / name
        if _writable(folder):
            os.utime(folder)
            _forget_old(base, keep=folder)
            numba.config.CACHE_DIR = str(folder)
            return folder
    return None


def _forget_old(base: Path, keep: Path) -> None:
    folders = [f for f in base.iterdir() if f.is_dir() and f != keep and len(f.name) == 16]
    folders.sort(key=lambda f: f.stat().st_mtime, reverse=True)
    for folder in folders[_KEEP:]:
        shutil.rmtree(folder, ignore_errors=True)


def write_to(folder: str) -> None:
    """From now on keep machine code there: a bot may read the user's folder, not write to it."""
    numba.config.CACHE_DIR = folder


CACHE_FOLDER = _choose_cache_folder()


def source_label(function: Callable[..., Any]) -> str:
    """A word that changes when the source file of a function outside the package does."""
    return file_label(function.__code__.co_filename)


def file_label(file: str) -> str:
    """The same of a file; where it is one of a package, when any file of that package does."""
    path = Path(file).resolve()
    return "" if CACHE_FOLDER is not None and is_ours(file) else _label(path)


@functools.cache  # asked for every kernel
def is_ours(file: str) -> bool:
    """Whether a file belongs to this package, or to its bots in a checkout."""
    path = Path(file).resolve()
    return path.is_relative_to(PACKAGE) or path.is_relative_to(PACKAGE.parent / "bots")


@functools.cache
def _label(path: Path) -> str:
    top = path
    while (top.parent / "__init__.py").exists():
        top = top.parent
    digest = hashlib.blake2b(digest_size=8)
    try:
        for part in [path] if top == path else sorted(top.rglob("*.py")):
            digest.update(part.read_bytes())
    except OSError:
        return ""
    return digest.hexdigest()
