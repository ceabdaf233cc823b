"""Arrays of records: copied by their bytes, and places of a pack hidden eight bytes at a time.

numpy copies records field by field, which takes ten times as long as `again`.

What a seat sees is made at every decision of every deal, so a loop over the places, byte by byte,
is felt: it took a quarter of the time of a deal between two random players.
"""

from __future__ import annotations

import ctypes
from typing import Any, TypeAlias

from .cache import COMPILED  # first: it imports numba with the garbage collector off

# isort: split

import numba
import numpy as np
from llvmlite import ir
from numba.extending import intrinsic, overload

from .jit import inline

#: One record of a game: a deal, a match (numba types kernels; to mypy its fields are anything).
Record: TypeAlias = Any
Pool: TypeAlias = np.ndarray  # an array of records
Words: TypeAlias = np.ndarray  # random words, uint64

UNKNOWN = 255  # a place whose card is not known
# For each set of eight places a word with UNKNOWN in the bytes of the set and else 0, in the
# byte order of this machine.
_WORDS = (
    np.array([[UNKNOWN * (s >> i & 1) for i in range(8)] for s in range(256)], dtype=np.uint8)
    .view(np.uint64)
    .ravel()
)


_FLAGS = _WORDS & np.uint64(0x0101010101010101)  # the same with 1 in the bytes of the set


def again(records: np.ndarray, n: int = 1) -> np.ndarray:
    """`n` copies of an array of records, one after the other, as one array of its own."""
    return np.ndarray(n * len(records), records.dtype, bytearray(records.tobytes() * n))


@intrinsic  # type: ignore[untyped-decorator]
def _or_machine_word(context: Any, array: Any, index: Any, word: Any) -> Any:
    def build(target: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = target.make_array(signature.args[0])(target, builder, args[0]).data
        word_type = ir.IntType(64)
        place = builder.gep(builder.bitcast(data, word_type.as_pointer()), [args[1]])
        old = builder.load(place, align=1)  # records are packed: nothing is aligned
        builder.store(builder.or_(old, args[2]), place, align=1)
        return target.get_dummy_value()

    return numba.types.void(array, numba.types.int64, numba.types.uint64), build


def _or_word(array: Any, index: int, word: Any) -> None:
    array[8 * index : 8 * index + 8].view(np.uint64)[0] |= word


@intrinsic  # type: ignore[untyped-decorator]
def _put_machine_word(context: Any, array: Any, start: Any, word: Any) -> Any:
    def build(target: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = target.make_array(signature.args[0])(target, builder, args[0]).data
        place = builder.bitcast(builder.gep(data, [args[1]]), ir.IntType(64).as_pointer())
        builder.store(args[2], place, align=1)
        return target.get_dummy_value()

    return numba.types.void(array, numba.types.int64, numba.types.uint64), build


def _put_word(array: Any, start: int, word: Any) -> None:
    array[start : start + 8].view(np.uint64)[0] = word


@intrinsic  # type: ignore[untyped-decorator]
def _without_counter(context: Any, value: Any) -> Any:
    def build(target: Any, builder: Any, signature: Any, args: Any) -> Any:
        return strip(target, builder, value, args[0])

    def strip(target: Any, builder: Any, kind: Any, value: Any) -> Any:
        if isinstance(kind, numba.types.Array):
            made = target.make_array(kind)(target, builder, value)
            made.meminfo = made.meminfo.type(None)
            return made._getvalue()
        if isinstance(kind, numba.types.BaseTuple):
            parts = [strip(target, builder, inner, builder.extract_value(value, i))
                     for i, inner in enumerate(kind)]
            return target.make_tuple(builder, kind, parts)
        assert isinstance(kind, numba.types.Number | numba.types.Boolean), kind
        return value

    return value(value), build


def _as_it_is(value: Any) -> Any:
    return value


if COMPILED:
    _or_word = _or_machine_word
    _put_word = _put_machine_word
    _as_it_is = _without_counter


@inline
def uncounted(value: Any) -> Any:
    """The same array or tuple of arrays, of which a kernel counts no references.

    Whoever calls the kernel holds them.  numba counts, with a locked addition, wherever an array
    is taken out of a tuple, sliced or handed on: in loops over deals it took a third of the time.
    """
    return _as_it_is(value)


@inline
def wipe(pack: Any, places: int) -> None:
    """Make a set of places (bit i for place i) of a pack UNKNOWN.

    pack: uint8[n], contiguous, n a multiple of 8.
    """
    for i in range(len(pack) >> 3):
        _or_word(pack, i, _WORDS[places >> 8 * i & 255])


@inline
def put_flags(out: Any, start: int, cards: int) -> None:
    """Write a set of 0..31 as 32 flags from `start` on; out: uint8, contiguous."""
    for i in range(4):
        _put_word(out, start + 8 * i, _FLAGS[cards >> 8 * i & 255])


@inline
def put_digits(out: Any, start: int, byte: int) -> None:
    """Write a byte as 8 flags from `start` on, the lowest digit first; out: uint8, contiguous."""
    _put_word(out, start, _FLAGS[byte])


# --- arrays by their address ---


@intrinsic  # type: ignore[untyped-decorator]
def _pointer(context: Any, address: Any) -> Any:
    def build(target: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.inttoptr(args[0], ir.IntType(8).as_pointer())

    return numba.types.voidptr(numba.types.int64), build


def floats_at(address: int, n: int) -> Any:
    """The float32[n] at an address, which must be that of an array that is kept."""
    pointer = ctypes.cast(int(address), ctypes.POINTER(ctypes.c_float))
    return np.ctypeslib.as_array(pointer, (int(n),))


@overload(floats_at)
def _floats_at(address, n):  # type: ignore[no-untyped-def]
    return lambda address, n: numba.carray(_pointer(address), (n,), np.float32)
