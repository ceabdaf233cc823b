"""The file of a net: what stands in the ``.npz``, written and read with care.

``layers``: the names of the layers in order, an array of text.  The arrays of layer k, counted
from 0, begin with ``k.``; all are of real numbers:

========  =====================================================================================
dense     ``k.weight`` [inputs, outputs] and ``k.bias`` [outputs]: x weight + bias
relu      max(x, 0)
norm      layer norm: ``k.scale`` [n], ``k.shift`` [n]; ``k.eps`` (a number; 1e-5 if not there)
fork      keeps the values here for the next ``join``
join      adds the values kept: with ``fork`` a residual block; one at a time
========  =====================================================================================

``about`` may hold text, such as JSON.  Numbers are used as float32.
"""

from __future__ import annotations

import functools
import os
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ..base.files import replaced
from . import forward
from .forward import DENSE, FORK, JOIN, NORM, RELU, pack

#: The layers there are, with the names of their arrays.
LAYERS = {
    "dense": ("weight", "bias"), "relu": (), "norm": ("scale", "shift", "eps"), "fork": (),
    "join": (),
}  # fmt: skip
_KINDS = {"dense": DENSE, "relu": RELU, "norm": NORM, "fork": FORK, "join": JOIN}
_EPS = 1e-5


class Net:
    """A net to be run.  inputs, outputs: how many numbers; about: the text of the file."""

    def __init__(self, layers: Sequence[Sequence[Any]], about: str = "") -> None:
        """layers: as for `save`.  ValueError says what is wrong with them."""
        self.layers = [_named(k, layer) for k, layer in enumerate(layers)]
        self.about = about
        self.blob = pack(list(_checked(self.layers)))
        self.inputs, self.outputs = forward.sizes_of(self.blob)

    def __call__(self, x: np.ndarray) -> np.ndarray:
        """The outputs, float32[n, outputs], of x[n, inputs]; of one row x[inputs], [outputs]."""
        rows = np.atleast_2d(x)
        if rows.ndim != 2 or rows.shape[1] != self.inputs or rows.dtype.kind not in "uifb":
            raise ValueError(
                f"the net takes {self.inputs} numbers, or rows of them, not "
                f"{np.asarray(x).dtype}{list(np.shape(x))}"
            )
        out = np.empty((len(rows), self.outputs), np.float32)
        forward.forward_many(self.blob, np.ascontiguousarray(rows), out)
        return out if np.ndim(x) == 2 else out[0]

    @property
    def handle(self) -> float:
        """What a compiled policy finds the net by: `forward.net_at`.

        It holds in this process, and in those forked from it, as long as the net is kept: `load`
        keeps what it has loaded.
        """
        return float(self.blob.ctypes.data)

    def __reduce__(self) -> Any:
        return Net, ([(name, *arrays) for name, arrays in self.layers], self.about)

    def __repr__(self) -> str:
        names = " ".join(name for name, _ in self.layers)
        return f"<Net {self.inputs} -> {self.outputs}: {names}>"


def save(path: str | os.PathLike[str], layers: Sequence[Sequence[Any]], about: str = "") -> None:
    """Write a net: each layer its name and its arrays, as ``("dense", weight, bias)``.

    ValueError, and nothing is written, if they make no net.
    """
    net = Net(layers, about)
    arrays = {
        f"{k}.{part}": np.asarray(array)
        for k, (name, given) in enumerate(net.layers)
        for part, array in zip(LAYERS[name], given, strict=False)
    }
    names = np.array([name for name, _ in net.layers])
    with replaced(Path(path)) as file:
        np.savez(file, layers=names, about=np.array(about), **arrays)  # type: ignore[arg-type]


def load(path: str | os.PathLike[str]) -> Net:
    """Read a net; the same file is read once.  ValueError says what is wrong with it."""
    stat = _stat(path)
    return _load(os.path.realpath(path), stat.st_mtime_ns, stat.st_size)


def _stat(path: str | os.PathLike[str]) -> os.stat_result:
    try:
        return Path(path).stat()
    except OSError as error:
        raise ValueError(f"net {path}: {error.strerror or error}") from None


@functools.cache  # nor is it ever forgotten: policies hold its address
def _load(path: str, changed: int, size: int) -> Net:
    try:
        if not zipfile.is_zipfile(path):
            raise zipfile.BadZipFile
        with np.load(path, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
    except (OSError, EOFError, zipfile.BadZipFile, KeyError):
        raise ValueError(f"net {path}: is no .npz file") from None
    except ValueError:
        raise ValueError(f"net {path}: holds pickled objects, which are not read") from None
    try:
        return Net(list(_layers_of(arrays)), str(arrays.get("about", "")))
    except ValueError as error:
        raise ValueError(f"net {path}: {error}") from None


def _layers_of(arrays: dict[str, np.ndarray]) -> Iterator[tuple[Any, ...]]:
    """The layers of a file, as `save` takes them."""
    names = arrays.get("layers")
    if names is None or names.dtype.kind != "U" or names.ndim != 1:
        raise ValueError("there is no array of text named layers")
    wanted = {"layers", "about"}
    for k, name in enumerate(names.tolist()):
        parts = [f"{k}.{part}" for part in LAYERS.get(name, ())]
        there = [part for part in parts if part in arrays]
        missing = [part for part in parts if part not in arrays and not part.endswith(".eps")]
        if missing:
            raise ValueError(f"layer {k}, {name}, has no {missing[0]}")
        wanted.update(there)
        yield (name, *(arrays[part] for part in there))
    if unknown := sorted(set(arrays) - wanted):
        raise ValueError(f"{unknown[0]} belongs to no layer")


# --- whether layers make a net ---


def _named(k: int, layer: Sequence[Any]) -> tuple[str, list[np.ndarray]]:
    """Name and arrays of a layer."""
    name = layer[0] if not isinstance(layer, str) else layer
    given = [] if isinstance(layer, str) else [np.asarray(array) for array in layer[1:]]
    if name not in LAYERS:
        raise ValueError(f"layer {k}, {name!r}, is not known: there are {', '.join(LAYERS)}")
    parts = LAYERS[name]
    if not len(parts) - (name == "norm") <= len(given) <= len(parts):
        raise ValueError(f"layer {k}, {name}, has {len(given)} arrays, not {', '.join(parts)}")
    for part, array in zip(parts, given, strict=False):
        if array.dtype.kind not in "fiu":
            raise ValueError(f"{k}.{part} is of {array.dtype}, not of real numbers")
        if not np.isfinite(array.astype(np.float32)).all():
            raise ValueError(f"{k}.{part} has numbers that are not finite")
    return name, given


def _checked(layers: list[tuple[str, list[np.ndarray]]]) -> Iterator[tuple[int, int, int, Any]]:
    """Kind, inputs, outputs and arrays of each layer, as `forward.pack` takes them."""
    n, kept = _first(layers), 0
    for k, (name, arrays) in enumerate(layers):
        after = n
        if name == "dense":
            weight, bias = arrays
            after = weight.shape[1] if weight.ndim == 2 else 0
            _shape(k, "weight", weight, (n, after))
            _shape(k, "bias", bias, (after,))
        elif name == "norm":
            arrays = [*arrays, np.array(_EPS)][:3]
            for part, array, shape in zip(LAYERS[name], arrays, [(n,), (n,), ()], strict=True):
                _shape(k, part, array, shape)
        elif name == "fork":
            if kept:
                raise ValueError(f"layer {k} is a fork before the last one is joined")
            kept = n
        elif name == "join":
            if kept != n:
                what = f"{kept} values are kept, {n} are here" if kept else "there was no fork"
                raise ValueError(f"layer {k} cannot join: {what}")
            kept = 0
        yield _KINDS[name], n, after, arrays
        n = after
    if kept:
        raise ValueError("the last fork is not joined")


def _first(layers: list[tuple[str, list[np.ndarray]]]) -> int:
    """How many inputs: told by the first layer that has numbers."""
    for _, arrays in layers:
        if arrays and arrays[0].ndim:
            return int(arrays[0].shape[0])
    raise ValueError("there is no layer that has numbers")


def _shape(k: int, part: str, array: np.ndarray, wanted: tuple[int, ...]) -> None:
    if array.shape != wanted or 0 in wanted:
        raise ValueError(f"{k}.{part} is of shape {list(array.shape)}, not {list(wanted)}")
