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
    flat = np.ascontiguousarray(numbers).ravel()
    if flat.size and ((flat == flat[0]).all() or np.isnan(flat).all()):
        flat = flat[:1]
    for denominator in _DENOMINATORS:
        for kind in "bhi":
            whole = _whole(flat, denominator, _TYPES[kind])
            if whole is not None:
                return kind.encode() + bytes([denominator]) + whole.tobytes()
    return b"d\x01" + flat.astype("<f8").tobytes()


def _whole(flat: np.ndarray, denominator: int, dtype: np.dtype[Any]) -> np.ndarray | None:
    """The multiples as whole numbers, None where that would change anything."""
    with np.errstate(invalid="ignore"):
        if denominator == 1:
            whole = flat.astype(dtype)
            same = whole == flat
        else:
            whole = np.rint(flat * denominator).astype(dtype)
            same = whole / denominator == flat
    return whole if same.all() else None


def unpack(blob: bytes, shape: tuple[int, ...], dtype: type) -> np.ndarray:
    """The array of a blob.  ValueError if it holds another number of numbers."""
    flat = np.frombuffer(blob, _TYPES[chr(blob[0])], offset=2)
    size = int(np.prod(shape))
    if flat.size not in (1, size):
        raise ValueError(f"a blob holds {flat.size} numbers where {size} belong")
    numbers = flat if blob[1] == 1 else flat / blob[1]
    return np.broadcast_to(numbers, size).reshape(shape).astype(dtype)
