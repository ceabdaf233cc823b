"""What keeps compiling short: a kernel is compiled once, and for Python only if Python calls it.

numba compiles a kernel anew for each type that an argument comes in: a small int of a record, a
number written in the caller, and each such number again.  Here kernels get int64 from kernels.
And beside each kernel numba writes a second function, which unpacks Python's arguments and packs
the result: an eighth of all compiling, and most kernels are called by kernels alone.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import FunctionType
from typing import Any

from .cache import COMPILED  # first: it imports numba with the garbage collector off

# isort: split
import numba
from numba import types


def with_plain_ints(compiled: Any) -> Any:
    """A compiled function to which kernels pass every int as int64 (but uint64: random words)."""
    fold = compiled._compiler.fold_argument_types

    def fold_plain(args: Any, named: Any) -> tuple[Any, tuple[Any, ...]]:
        signature, folded = fold(args, named)
        return signature, tuple(_plain(kind) for kind in folded)

    compiled._compiler.fold_argument_types = fold_plain
    return compiled


def _plain(kind: Any) -> Any:
    if isinstance(kind, types.IntegerLiteral | types.BooleanLiteral):
        kind = kind.literal_type
    if isinstance(kind, types.Integer) and kind.bitwidth < 64:
        return types.int64
    return kind


class Kernel:
    """What `jit` makes of a function: to kernels a compiled function, to Python one as well.

    The form for Python is compiled when Python calls it first.  Its results are the same; a call
    takes somewhat longer than one of a template (`jit.specialise`), which has a single form.
    """

    def __init__(self, function: FunctionType, **options: Any) -> None:
        functools.update_wrapper(self, function)
        self.py_func = function
        self._options = {"cache": True, "no_cfunc_wrapper": True, **options}
        inner = numba.njit(no_cpython_wrapper=True, **self._options)(_renamed(function))
        self._inner = with_plain_ints(inner)
        self._numba_type_ = numba.typeof(inner)  # what kernels take it for

    def __call__(self, *args: Any, **named: Any) -> Any:
        return self._for_python(*args, **named)

    def __repr__(self) -> str:
        return f"<kernel {self.py_func.__module__}.{self.py_func.__qualname__}>"

    @functools.cached_property
    def _for_python(self) -> Callable[..., Any]:
        return numba.njit(**self._options)(self.py_func)  # type: ignore[no-any-return]


def _renamed(own: FunctionType) -> FunctionType:
    """A copy under another name, by which the disk cache tells the two forms apart."""
    copy = FunctionType(
        own.__code__, own.__globals__, own.__name__, own.__defaults__, own.__closure__
    )
    copy.__module__ = own.__module__
    copy.__qualname__ = f"{own.__qualname__}[inner]"
    return copy


def for_kernels(function: Any, **options: Any) -> Any:
    """A `Kernel`; where nothing is compiled, the function."""
    return Kernel(function, **options) if COMPILED else function
