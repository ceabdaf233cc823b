"""What numba does in vain, left out: a third of every start and a sixth of all compiling.

Nothing here changes what is compiled.  `leave_out` is called once, before any kernel is made.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from . import cache as _first  # noqa: F401 (it imports numba with the garbage collector off)

# isort: split
from numba.core import codegen, event, targetconfig


def leave_out() -> None:
    """From now on numba goes without all that this module names."""
    _spare_scipy()
    event.install_timer = _no_timer
    targetconfig.TargetConfig.__eq__ = _same_options
    targetconfig.TargetConfig.__hash__ = _hash_options
    codegen.CPUCodeLibrary._optimize_functions = _optimize_defined


def _spare_scipy() -> None:
    """Import numba's array functions without ``scipy.linalg``.

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


@contextlib.contextmanager
def _no_timer(kind: str, callback: Any) -> Iterator[None]:
    """For each kernel on the way to the one being compiled numba times each call of LLVM."""
    yield


_equal = targetconfig.TargetConfig.__eq__


def _same_options(self: Any, other: Any) -> Any:
    """numba reads every option of both by name; mostly they are the same object."""
    same_kind = isinstance(other, targetconfig.TargetConfig)
    if self is other or (same_kind and self._values == other._values):
        return True
    return _equal(self, other)


def _hash_options(self: Any) -> int:
    """numba sorts the names of all options, whatever their values, and hashes those."""
    return len(self.options)


_optimize = codegen.CPUCodeLibrary._optimize_functions


class _Defined:
    """A module of LLVM, of which only the functions with a body are seen."""

    def __init__(self, module: Any) -> None:
        vars(self)["_module"] = module
        vars(self)["functions"] = [f for f in module.functions if not f.is_declaration]

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._module, name, value)


def _optimize_defined(self: Any, module: Any) -> None:
    """numba makes and runs the passes over a function for each that is merely named, too."""
    _optimize(self, _Defined(module))
