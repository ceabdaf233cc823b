"""A kernel is compiled once however its ints come, and for Python only where Python calls it."""

from __future__ import annotations

import inspect

import numba
import numpy as np
import pytest

from schnapsen_ai.base import jit
from schnapsen_ai.base.cache import COMPILED
from schnapsen_ai.base.kernel import Kernel

pytestmark = pytest.mark.skipif(not COMPILED, reason="about the compiler")


@jit.jit
def half(n: int, up: bool = False) -> int:
    """Half of it."""
    return (n + 1) // 2 if up else n // 2


@jit.jit
def down(n: int) -> int:
    return 0 if n <= 0 else 1 + down(half(n))


@numba.njit
def asked(small: np.ndarray) -> int:
    return half(7) + half(9) + half(small[0]) + half(small[0], up=True) + down(5) + down(small[0])


def test_kernels_pass_every_int_as_one():
    assert asked(np.array([5], np.int8)) == 3 + 4 + 2 + 3 + 3 + 3
    assert len(half._inner.signatures) == 2  # with its default and without
    assert len(down._inner.signatures) == 1


def test_python_calls_a_kernel_by_a_form_of_its_own():
    """numba would call an address that is not there."""
    assert isinstance(half, Kernel)
    assert (half(8), half(n=9, up=True), half(np.int8(4))) == (4, 5, 2)
    assert (half.__name__, half.__doc__) == ("half", "Half of it.")
    assert list(inspect.signature(half).parameters) == ["n", "up"]
    with pytest.raises(TypeError):
        half()


def test_random_words_stay_what_they_are():
    @jit.jit
    def high(word):
        return word >> np.uint64(63)

    @jit.jit
    def of_two(words):
        return high(words[0]) + high(words[1])

    assert of_two(np.array([2**63, 1], np.uint64)) == 1
