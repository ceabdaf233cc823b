"""The compiler: the only file that configures numba.

`jit` compiles a kernel and keeps the machine code on disk.  `template` marks an ordinary
function that is written once for all games and calls ``rules.something``; `specialise` rebinds
that one global to a game's module and compiles the copy.

The disk cache.  numba notices an edit to the file a kernel is in, but not an edit to a kernel it
calls in another file, and would then serve old rules.  So the cache folder is named by a hash of
every source that machine code is made from: any edit of one starts a fresh folder.  The newest few
folders are kept.
A folder set by the user (``NUMBA_CACHE_DIR``) is left alone.
"""

from __future__ import annotations

import gc
import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any, TypeVar

import numpy as np

_collecting = gc.isenabled()
gc.disable()  # numba makes so much that lives on that the collector takes a tenth of its import
import numba  # noqa: E402
from numba.core import event  # noqa: E402

if _collecting:
    gc.enable()

F = TypeVar("F", bound=Callable[..., Any])

PACKAGE = Path(__file__).resolve().parent
COMPILED = not numba.config.DISABLE_JIT
_KEEP = 4  # cache folders of older sources that are kept
_KERNEL_FOLDERS = ("games", "search", "bots")  # all of it is hashed; elsewhere what uses this file

if not COMPILED:  # interpreted: random words wrap around, as they do in machine code
    np.seterr(over="ignore")


def _source_files() -> list[Path]:
    bots = sys.modules.get(f"{PACKAGE.name}.bots")
    folders = {PACKAGE, PACKAGE.parent / "bots"}
    if bots is not None and bots.__file__:
        folders.add(Path(bots.__file__).resolve().parent)
    return sorted(f for folder in folders for f in folder.rglob("*.py") if _holds_kernels(f))


def _holds_kernels(path: Path) -> bool:
    if not path.is_relative_to(PACKAGE) or path.relative_to(PACKAGE).parts[0] in _KERNEL_FOLDERS:
        return True
    text = path.read_bytes()
    return b"_jit" in text or b"numba" in text


def source_hash() -> str:
    """A hash of every source file with kernels or their constants, numba's and Python's version."""
    digest = hashlib.blake2b(digest_size=8)
    digest.update(f"{numba.__version__} {sys.version}".encode())
    for path in _source_files():
        digest.update(str(path).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


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


CACHE_FOLDER = _choose_cache_folder()


def _spare_scipy() -> None:
    """Import numba's array functions without ``scipy.linalg``, a third of every start.

    numba imports it only to learn whether it is there, which our requirements answer; a kernel
    that needs it (somebody's ``np.dot``) still has numba import it.
    """
    from numba.np import linalg

    ask = linalg.ensure_blas
    linalg.ensure_blas = lambda: None
    try:
        import numba.np.arraymath  # noqa: F401
    finally:
        linalg.ensure_blas = ask


if COMPILED:
    _spare_scipy()


class _Compiling(event.Listener):  # type: ignore[misc]
    """Tells the user once, on standard error, why nothing seems to happen.

    The collector rests meanwhile: it would walk all that numba has made, again and again, for a
    tenth of the time.
    """

    said = False
    depth = 0  # a kernel is compiled while its caller is
    collecting = False

    def on_start(self, event: Any) -> None:
        if self.depth == 0:
            self.collecting = gc.isenabled()
            gc.disable()
        self.depth += 1
        if not _Compiling.said and not os.environ.get("SCHNAPSEN_AI_QUIET"):
            _Compiling.said = True
            print(
                "schnapsen-ai: compiling what is needed for the first time (up to a minute) ...",
                file=sys.stderr,
                flush=True,
            )

    def on_end(self, event: Any) -> None:
        self.depth -= 1
        if self.depth == 0 and self.collecting:
            gc.enable()


if COMPILED:
    event.register("numba:compile", _Compiling())


def jit(function: F, passed: bool = False) -> F:
    """Compile a kernel on first use and keep the machine code on disk.

    passed: it may be handed to another kernel as an argument, for which numba writes it out in a
    second form.
    """
    _refuse_second_name(function)
    return numba.njit(cache=True, no_cfunc_wrapper=not passed)(function)  # type: ignore[no-any-return]


def inline(function: F) -> F:
    """`jit` for a small or hot helper: its machine code goes into every caller."""
    _refuse_second_name(function)
    return numba.njit(cache=True, forceinline=True, no_cfunc_wrapper=True)(function)  # type: ignore


def _refuse_second_name(function: Callable[..., Any]) -> None:
    """`import bots` from a checkout would compile the same kernels under a second name."""
    module = function.__module__
    if module.split(".")[0] == "bots" and _is_ours(function):
        raise ImportError(
            f"{module} is a second name for {PACKAGE.name}.{module}: import that instead"
        )


def _is_ours(function: Callable[..., Any]) -> bool:
    path = Path(function.__code__.co_filename).resolve()
    return path.is_relative_to(PACKAGE.parent / "bots")


def jit_as(signature: Any) -> Callable[[F], F]:
    """Compile at once for one signature, so that the kernel can be passed as an argument."""

    def compile_(function: F) -> F:
        _refuse_second_name(function)
        return numba.njit(signature, cache=True)(function)  # type: ignore[no-any-return]

    return compile_


def template(function: F) -> F:
    """Mark a function that `specialise` compiles once for each game."""
    _refuse_second_name(function)
    function.__template__ = True  # type: ignore[attr-defined]
    return function


def hook(function: F) -> F:
    """Mark a template with a plain default, which a game replaces by a function of that name."""
    function.__hook__ = True  # type: ignore[attr-defined]
    return template(function)


def _is_template(value: Any) -> bool:
    return isinstance(value, FunctionType) and hasattr(value, "__template__")


_specialised: dict[tuple[str, str], SimpleNamespace] = {}


def specialise(module: ModuleType, rules: ModuleType) -> SimpleNamespace:
    """Compile every template of `module` for the game `rules`.

    Each template becomes a copy whose globals are those of its module with ``rules`` bound to
    the game.  Its qualified name carries the game's, since numba names cache files by it.
    Templates may call each other and themselves; one imported from another module is taken from
    that module's specialisation, and one that the game overrides (a name in OVERRIDES, or any
    `hook` that it defines) from the game; callers in the same module then call the game's.
    """
    key = (module.__name__, rules.__name__)
    if key in _specialised:
        return _specialised[key]
    namespace: dict[str, Any] = {**vars(module), "rules": rules}
    kernels = _specialised[key] = SimpleNamespace()
    overrides = getattr(rules, "OVERRIDES", ())
    label = rules.__name__.rsplit(".", 1)[-1]
    if PACKAGE not in Path(str(rules.__file__)).parents:  # edited without a new cache folder
        label += " " + _file_label(str(rules.__file__))
    for name, value in vars(module).items():
        if not _is_template(value):
            continue
        if name in overrides or (hasattr(value, "__hook__") and hasattr(rules, name)):
            kernel = getattr(rules, name)
        elif value.__module__ == module.__name__:
            copy = FunctionType(value.__code__, namespace, name, value.__defaults__)
            copy.__qualname__ = f"{name}[{label}]"
            copy.__module__ = module.__name__
            copy.__doc__ = value.__doc__
            kernel = jit(copy)
        else:
            kernel = getattr(specialise(sys.modules[value.__module__], rules), value.__name__)
        namespace[name] = kernel
        setattr(kernels, name, kernel)
    return kernels


def rebind(kernels: SimpleNamespace, function: F, label: str, **bound: Any) -> F:
    """Compile a further copy of a template with some of its globals bound to given kernels.

    `kernels` is the specialisation that the copy's other names come from; `label` must name what
    is bound, and its source if that is not the package's own, since the disk cache goes by it.
    """
    module = sys.modules[function.__module__]
    namespace = {**vars(module), **vars(kernels), **bound}
    copy = FunctionType(function.__code__, namespace, function.__name__, function.__defaults__)
    copy.__qualname__ = f"{function.__name__}[{label}]"
    copy.__module__ = function.__module__
    return jit(copy, passed=True)  # type: ignore[return-value]


def source_label(function: Callable[..., Any]) -> str:
    """A word that changes when the source file of a function outside the package does."""
    return _file_label(function.__code__.co_filename)


def _file_label(file: str) -> str:
    path = Path(file).resolve()
    if CACHE_FOLDER is not None and (
        PACKAGE in path.parents or PACKAGE.parent / "bots" in path.parents
    ):
        return ""
    try:
        return hashlib.blake2b(path.read_bytes(), digest_size=8).hexdigest()
    except OSError:
        return ""
