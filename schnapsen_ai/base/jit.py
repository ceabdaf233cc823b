"""The compiler: the only file that configures numba.

`jit` compiles a kernel and keeps the machine code on disk.  `template` marks an ordinary
function that is written once for all games and calls ``rules.something``; `specialise` rebinds
that one global to a game's module and compiles the copy.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any, TypeVar

from .cache import (  # first: it imports numba with the garbage collector off
    COMPILED,
    PACKAGE,
    file_label,
    is_ours,
    source_label,
)

# isort: split
import numba
import numpy as np
from numba.core import event

from . import frugal
from .kept_code import check_files
from .kernel import for_kernels, with_plain_ints

unroll = numba.literal_unroll  # over the names of a record's fields, say
F = TypeVar("F", bound=Callable[..., Any])

if not COMPILED:  # interpreted: random words wrap around, as they do in machine code
    np.seterr(over="ignore")


if COMPILED:
    frugal.leave_out()
    check_files()


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


def jit(function: F) -> F:
    """Compile a kernel on first use and keep the machine code on disk.

    It is made for other kernels; Python may call it too (`kernel.Kernel`).
    """
    _name(function)
    return for_kernels(function, **_asked(function))  # type: ignore[no-any-return]


def unlocked(function: F) -> F:
    """Mark a kernel (below `jit` or `template`) during which other threads of Python run.

    Giving the lock away and taking it again costs a tenth of a microsecond a call.
    """
    function.__asked__ = {"nogil": True}  # type: ignore[attr-defined]
    return function


def inexact(function: F) -> F:
    """Mark a kernel (below `jit`) that may add up floats in any order, several at a time."""
    function.__asked__ = {"fastmath": True}  # type: ignore[attr-defined]
    return function


def inlined(function: F) -> F:
    """Mark a template (below `template`) whose machine code goes into every caller."""
    function.__asked__ = {"forceinline": True}  # type: ignore[attr-defined]
    return function


def inline(function: F) -> F:
    """`jit` for a small or hot helper: its machine code goes into every caller."""
    return jit(inlined(function))


def _for_python(function: F, asked: dict[str, Any], passed: bool = False) -> F:
    """Compile a kernel that Python calls, on first use, as its marks ask.

    passed: it may be handed to another kernel as an argument, for which numba writes it out in a
    second form.
    """
    _name(function)
    compiled = numba.njit(cache=True, no_cfunc_wrapper=not passed, **asked)(function)
    return with_plain_ints(compiled) if COMPILED else compiled  # type: ignore[no-any-return]


def _name(function: Callable[..., Any]) -> None:
    """Have the name of a kernel outside the package tell its sources: the disk cache goes by it.

    numba looks at the kernel's own file, not at those of the kernels that it calls.
    """
    _refuse_second_name(function)
    if not is_ours(function.__code__.co_filename):
        function.__qualname__ += f"[{source_label(function)}]"


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


def template(function: F) -> F:
    """Mark a function that `specialise` compiles once for each game."""
    _refuse_second_name(function)
    function.__template__ = True  # type: ignore[attr-defined]
    return function


def _asked(function: Callable[..., Any]) -> dict[str, Any]:
    """What the marks of a kernel ask numba for."""
    return getattr(function, "__asked__", {})


def hook(function: F) -> F:
    """Mark a template with a plain default, which a game replaces by a function of that name."""
    function.__hook__ = True  # type: ignore[attr-defined]
    return template(function)


def derived(make: Callable[[ModuleType], Any]) -> Callable[[F], F]:
    """Mark a template whose kernel is made for each game by `make`, of the game's module."""

    def mark(function: F) -> F:
        function.__make__ = make  # type: ignore[attr-defined]
        return template(function)

    return mark


def _is_template(value: Any) -> bool:
    return isinstance(value, FunctionType) and hasattr(value, "__template__")


def label_of(rules: ModuleType) -> str:
    """A game in the names of kernels; with its source where that may be edited under the cache."""
    name = rules.__name__.rsplit(".", 1)[-1]
    file = Path(str(rules.__file__)).resolve()
    return name if is_ours(str(file)) else f"{name} {file_label(str(file))}"


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
    label = label_of(rules)
    for name, value in vars(module).items():
        if not _is_template(value):
            continue
        if name in overrides or (hasattr(value, "__hook__") and hasattr(rules, name)):
            kernel = getattr(rules, name)
        elif value.__module__ == module.__name__ and hasattr(value, "__make__"):
            kernel = value.__make__(rules)
        elif value.__module__ == module.__name__:
            copy = FunctionType(value.__code__, namespace, name, value.__defaults__)
            copy.__qualname__ = f"{name}[{label}]"
            copy.__module__ = module.__name__
            copy.__doc__ = value.__doc__
            kernel = _for_python(copy, _asked(value))
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
    return _for_python(copy, _asked(function), passed=True)  # type: ignore[return-value]


