"""numba's files of machine code, checked: the damaged is compiled anew, a full disk is no error.

numba unpickles what it finds.  Here each file ends with a digest of what stands before it, which
`pickle` does not read, so that plain numba can still load the file.
"""

from __future__ import annotations

import hashlib
import pickle
import sys
from pathlib import Path
from typing import Any

from numba.core import caching

_DIGEST = 16  # bytes at the end of a file


def _sealed(data: bytes) -> bytes:
    return data + hashlib.blake2b(data, digest_size=_DIGEST).digest()


def _is_whole(data: bytes) -> bool:
    return len(data) > _DIGEST and _sealed(data[:-_DIGEST]) == data


class _CheckedFile(caching.IndexDataCacheFile):  # type: ignore[misc]
    """The index and the data files of one kernel."""

    def load(self, key: Any) -> Any:
        try:
            return super().load(key)
        except Exception:  # of another version of numba, or of what a pickle holds
            return None

    def _dump(self, obj: Any) -> bytes:
        return _sealed(super()._dump(obj))

    def _load_index(self) -> Any:
        try:
            return super()._load_index() if is_sound(Path(self._index_path)) else {}
        except Exception:
            return {}

    def _load_data(self, name: str) -> Any:
        path = Path(self._data_path(name))
        if not is_sound(path):
            raise OSError(f"{path} is damaged")  # taken for a file that is not there
        return super()._load_data(name)


def is_sound(path: Path) -> bool:
    """Whether a file of machine code, or of an index (``.nbi``), is as it was written."""
    try:
        with path.open("rb") as file:
            if path.suffix == ".nbi":
                pickle.load(file)  # the version of numba stands before what is sealed
            return _is_whole(file.read())
    except Exception:
        return False


_said: list[str] = []


def _keep(self: Any, signature: Any, data: Any) -> None:
    try:
        _save(self, signature, data)
    except OSError as error:
        if not _said:
            _said.append(str(error))
            print(
                f"schnapsen-ai: what is compiled cannot be kept in {self.cache_path} "
                f"({error.strerror or error}): it will be compiled again next time",
                file=sys.stderr,
            )


_save = caching.Cache.save_overload


_ensure = caching._CacheLocator.ensure_cache_path
_there: set[str] = set()  # folders that could be written to


def _ensure_once(self: Any) -> None:
    """numba tries each folder by a file, for each kernel anew: a tenth of a warm start."""
    path = self.get_cache_path()
    if path not in _there:
        _ensure(self)
        _there.add(path)


def check_files() -> None:
    """From now on numba's files are written and read as this module says."""
    caching.IndexDataCacheFile = _CheckedFile
    caching.Cache.save_overload = _keep
    caching._CacheLocator.ensure_cache_path = _ensure_once
