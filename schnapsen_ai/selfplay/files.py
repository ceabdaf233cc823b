"""Shards of self-play: written whole, told apart by what they say of themselves, read again."""

from __future__ import annotations

import glob
import json
import os
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from ..base.files import replaced

Columns = Mapping[str, Sequence[np.ndarray]]  # each in pieces
_LABEL = "about"  # of an .npz: the array that holds it; of Parquet, a key of the metadata
_TABLES = ("observation", "values")  # columns of several numbers


def write(path: str, columns: Columns, label: dict[str, Any]) -> None:
    """Write a shard; it is whole or not there, whenever the process ends."""
    with replaced(Path(path)) as file:
        if path.endswith(".npz"):
            _write_npz(file, columns, label)
        else:
            _write_parquet(file, columns, label)


def _write_npz(file: BinaryIO, columns: Columns, label: dict[str, Any]) -> None:
    """As `np.savez` does, but no piece is copied."""
    with zipfile.ZipFile(file, "w") as whole:
        with whole.open(f"{_LABEL}.npy", "w") as member:
            np.lib.format.write_array(member, np.array(json.dumps(label)))
        for name, pieces in columns.items():
            first, n = pieces[0], sum(map(len, pieces))
            head = np.lib.format.header_data_from_array_1_0(first)
            with whole.open(f"{name}.npy", "w", force_zip64=True) as member:
                np.lib.format.write_array_header_1_0(
                    member, head | {"shape": (n, *first.shape[1:])}
                )
                for piece in pieces:
                    member.write(piece.data.cast("B"))


def label_of(path: str) -> dict[str, Any]:
    """What a shard says of itself.  ValueError if it is none."""
    try:
        if path.endswith(".npz"):
            with np.load(path, allow_pickle=False) as file:
                text = str(file[_LABEL])
        else:
            _, parquet = _arrow()
            text = parquet.read_schema(path).metadata[_LABEL.encode()].decode()
        label: dict[str, Any] = json.loads(text)
        return label
    except (OSError, KeyError, TypeError, EOFError, ValueError, zipfile.BadZipFile) as error:
        if "pyarrow" in str(error):
            raise
        raise ValueError(f"{path} is no shard of self-play: remove it, and the command that made "
                         "it makes it again") from None


def paths(to: str) -> list[str]:
    """The shards of a name: of ``data.npz`` data-00000.npz and so on.

    ValueError where there are none, or one before the last is missing.
    """
    stem, suffix = os.path.splitext(to)
    found = sorted(glob.glob(f"{glob.escape(stem)}-[0-9][0-9][0-9][0-9][0-9]{suffix}"))
    if not found:
        raise ValueError(f"{to}: there are no shards {stem}-00000{suffix} and so on")
    for number, path in enumerate(found):
        if path != (wanted := f"{stem}-{number:05}{suffix}"):
            raise ValueError(f"{to}: {wanted} is missing; the command that made it makes it again")
    return found


def shards(to: str) -> Iterator[dict[str, np.ndarray]]:
    """The columns of one shard after the other."""
    for path in paths(to):
        label_of(path)
        if path.endswith(".npz"):
            with np.load(path, allow_pickle=False) as file:
                yield {name: file[name] for name in file.files if name != _LABEL}
        else:
            yield _read_parquet(path)


def read(to: str) -> dict[str, np.ndarray]:
    """The columns of all shards together."""
    found = list(shards(to))
    return {name: np.concatenate([one[name] for one in found]) for name in found[0]}


# --- Parquet ---


def _arrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise ValueError(
            "Parquet needs pyarrow: pip install 'schnapsen-ai[data]', or write to a .npz"
        ) from None
    return pyarrow, parquet


def need(path: str) -> None:
    """ValueError where the format of a path cannot be written."""
    if path.endswith(".parquet"):
        _arrow()


def _write_parquet(file: BinaryIO, columns: Columns, label: dict[str, Any]) -> None:
    arrow, parquet = _arrow()
    made = {}
    for name, pieces in columns.items():
        column = np.concatenate(pieces)
        flat = arrow.array(column.ravel())
        made[name] = (
            arrow.FixedSizeListArray.from_arrays(flat, column.shape[1]) if column.ndim > 1 else flat
        )
    table = arrow.table(made).replace_schema_metadata({_LABEL: json.dumps(label)})
    parquet.write_table(table, file)


def _read_parquet(path: str) -> dict[str, np.ndarray]:
    _, parquet = _arrow()
    found = {}
    for name, column in zip((table := parquet.read_table(path)).column_names, table.columns,
                            strict=True):
        whole = column.combine_chunks()
        if name in _TABLES:
            size = whole.type.list_size
            found[name] = whole.flatten().to_numpy().reshape(-1, size)
        else:
            found[name] = whole.to_numpy()
    return found
