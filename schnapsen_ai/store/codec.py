"""Number arrays as compact blobs, exact to the bit.

A blob is two bytes and then the numbers: the first byte names the type (``b`` int8, ``h`` int16,
``i`` int32, ``d`` float64), the second a denominator by which whole numbers are divided (points of
a bot that holds three seats are thirds).  All numbers equal: one is kept for all.
"""

from __future__ import annotations

from typing import Any

import numpy as np

_TYPES: dict[str, np.dtype[Any]] = {
    "b": np.dtype("<i1"), "h": np.dtype("<i2"), "i": np.dtype("<i4"), "d": np.dtype("<f8")
}
_DENOMINATORS = (1, 2, 3, 6, 12)


def pack(numbers: np.ndarray) -> bytes:
    """The blob of an array of any shape, in C order."""
    flat = _without_repeats(numbers)
    if flat.dtype.kind in "iu":
        return _blob(flat, 1)
    if np.isnan(flat[:1]).any():
        return b"d\x01" + flat.astype("<f8").tobytes()
    with np.errstate(invalid="ignore"):
        for denominator in _DENOMINATORS:
            whole = np.rint(flat * denominator).astype("<i4")
            if (whole / denominator == flat).all():
                return _blob(whole, denominator)
    return b"d\x01" + flat.astype("<f8").tobytes()


def _without_repeats(numbers: np.ndarray) -> np.ndarray:
    """In one row; where all are equal, one of them."""
    if numbers.size and not any(numbers.strides):
        return np.asarray(numbers.flat[:1])
    flat = np.ascontiguousarray(numbers).ravel()
    first, last = flat[:1], flat[-1:]
    if (first == last).all() and (flat == first).all():
        return first
    nowhere = flat.dtype.kind == "f" and np.isnan(last).any() and np.isnan(flat).all()
    return first if nowhere else flat


def _blob(whole: np.ndarray, denominator: int) -> bytes:
    """Of whole numbers, in the smallest type that holds them; of large ones as they are."""
    if whole.dtype == np.int8 or not whole.size:
        return b"b" + bytes([denominator]) + whole.tobytes()
    low, high = int(whole.min()), int(whole.max())
    for kind, bits in (("b", 7), ("h", 15), ("i", 31)):
        if -(1 << bits) <= low and high < 1 << bits:
            return kind.encode() + bytes([denominator]) + whole.astype(_TYPES[kind]).tobytes()
    return b"d\x01" + whole.astype("<f8").tobytes()


def unpack(blob: bytes, shape: tuple[int, ...], dtype: type) -> np.ndarray:
    """The array of a blob.  ValueError if it holds another number of numbers."""
    flat = np.frombuffer(blob, _TYPES[chr(blob[0])], offset=2)
    size = int(np.prod(shape))
    if flat.size not in (1, size):
        raise ValueError(f"a blob holds {flat.size} numbers where {size} belong")
    numbers = flat if blob[1] == 1 else flat / blob[1]
    return np.broadcast_to(numbers, size).reshape(shape).astype(dtype)
