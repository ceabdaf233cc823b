"""Running a net: kernels over one array that holds it all.

``blob``, float32: the sizes, the layers, then their numbers (see `pack`).  Rows of a weight are
those of an input, so that an input of 0 costs nothing: of 0/1 vectors only the ones are paid for.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base.arrays import floats_at
from ..base.jit import inline, jit, unlocked

DENSE, RELU, NORM, FORK, JOIN = range(5)
HEAD, ROW = 8, 4  # numbers at the start; for each layer

# The head: how long it is in all, layers, inputs, outputs, the widest layer.
_LENGTH, _LAYERS, _INPUTS, _OUTPUTS, _WIDTH = range(5)


def pack(layers: list[tuple[int, int, int, list[np.ndarray]]]) -> np.ndarray:
    """The blob of layers: (kind, inputs, outputs, arrays)."""
    rows, numbers = [], []
    at = HEAD + ROW * len(layers)
    for kind, before, after, arrays in layers:
        rows += [kind, before, after, at]
        numbers += [np.asarray(array, np.float32).ravel() for array in arrays]
        at += sum(array.size for array in arrays)
    width = max(max(before, after) for _, before, after, _ in layers)
    head = [at, len(layers), layers[0][1], layers[-1][2], width, 0, 0, 0]
    start = np.array(head + rows, np.int32).view(np.float32)
    return np.concatenate([start, *numbers])


@inline
def net_at(handle: float) -> np.ndarray:
    """The net of a handle (`Net.handle`), in the process that loaded it or one forked from it."""
    address = np.int64(handle)
    length = floats_at(address, HEAD).view(np.int32)[_LENGTH]
    return floats_at(address, np.int64(length))


@jit
def forward(blob: np.ndarray, x: np.ndarray, out: np.ndarray) -> None:
    """Run a net.  blob: of `net_at`.  x: [inputs], of any numbers; out: float32[outputs]."""
    sizes = blob.view(np.int32)
    here = np.empty(sizes[_WIDTH], np.float32)
    there = np.empty(sizes[_WIDTH], np.float32)
    kept = np.empty(sizes[_WIDTH], np.float32)
    run(blob, sizes, x, out, here, there, kept)


@jit
def run(
    blob: np.ndarray, sizes: np.ndarray, x: np.ndarray, out: np.ndarray, here: np.ndarray,
    there: np.ndarray, kept: np.ndarray,
) -> None:
    """`forward`, with room for three widths to work in."""
    for k in range(sizes[_INPUTS]):
        here[k] = x[k]
    for layer in range(sizes[_LAYERS]):
        at = HEAD + ROW * layer
        kind, n, m, start = sizes[at], sizes[at + 1], sizes[at + 2], sizes[at + 3]
        if kind == DENSE:
            dense(here, blob[start : start + n * m], blob[start + n * m :], n, m, there)
            here, there = there, here
        elif kind == RELU:
            for k in range(n):
                here[k] = max(here[k], np.float32(0))
        elif kind == NORM:
            norm(here, blob[start:], n)
        elif kind == FORK:
            for k in range(n):
                kept[k] = here[k]
        else:
            for k in range(n):
                here[k] += kept[k]
    for k in range(sizes[_OUTPUTS]):
        out[k] = here[k]


@inline
def dense(
    x: np.ndarray, weight: np.ndarray, bias: np.ndarray, n: int, m: int, out: np.ndarray
) -> None:
    """out = x weight + bias; weight: float32[n * m], the row of an input after the other."""
    for j in range(m):
        out[j] = bias[j]
    for i in range(n):
        value = x[i]
        if value != 0:
            row = weight[i * m : i * m + m]
            for j in range(m):
                out[j] += value * row[j]


@inline
def norm(x: np.ndarray, numbers: np.ndarray, n: int) -> None:
    """Layer norm in place; numbers: scale, shift, epsilon."""
    mean = np.float32(0)
    for k in range(n):
        mean += x[k]
    mean /= np.float32(n)
    variance = np.float32(0)
    for k in range(n):
        variance += (x[k] - mean) * (x[k] - mean)
    scale = np.float32(1) / np.sqrt(variance / np.float32(n) + numbers[2 * n])
    for k in range(n):
        x[k] = (x[k] - mean) * scale * numbers[k] + numbers[n + k]


@jit
@unlocked
def forward_many(blob: np.ndarray, x: np.ndarray, out: np.ndarray) -> None:
    """`forward` of each row."""
    sizes = blob.view(np.int32)
    here = np.empty(sizes[_WIDTH], np.float32)
    there = np.empty(sizes[_WIDTH], np.float32)
    kept = np.empty(sizes[_WIDTH], np.float32)
    for i in range(len(x)):
        run(blob, sizes, x[i], out[i], here, there, kept)


def sizes_of(blob: np.ndarray) -> tuple[Any, ...]:
    """Inputs and outputs."""
    head = blob.view(np.int32)
    return int(head[_INPUTS]), int(head[_OUTPUTS])
