"""The one writer of a results file: its lock, and whether the place can be written to at all."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

from .errors import StoreError

_held: set[int] = set()  # descriptors of this process


class Lock:
    """Held by the one writer of a file; the system frees it when the process dies, however.

    It is a lock on an empty file beside the results, which goes when the writer does.  Whoever
    comes meanwhile may have opened that very file and get its lock after it is gone: so a lock
    counts only if its file is still the one that has the name.
    """

    def __init__(self, path: Path) -> None:
        self.path = path.with_name(path.name + "-writer")
        while True:
            try:
                self._file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o666)
            except OSError as error:
                raise StoreError(f"{path}: cannot be written ({error.strerror})") from error
            if not _taken(self._file):
                os.close(self._file)
                raise StoreError(
                    f"another tournament is writing to {path}: wait until it has ended, or name "
                    "another file")
            if _has_name(self._file, self.path):
                _held.add(self._file)
                return
            os.close(self._file)

    def release(self) -> None:
        """Give it up: first the name, then the lock."""
        with contextlib.suppress(OSError):  # refused by systems on which an open file keeps it
            self.path.unlink()
        _held.discard(self._file)
        os.close(self._file)


if sys.platform == "win32":
    import msvcrt

    def _taken(file: int) -> bool:
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _taken(file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True


def _has_name(file: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file), path.stat())
    except FileNotFoundError:
        return False


def _let_go() -> None:
    """A worker, which may outlive its parent for a moment, does not hold what the parent held."""
    for file in _held:
        with contextlib.suppress(OSError):
            os.close(file)
    _held.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_let_go)


def check_place(path: Path) -> None:
    """StoreError where no file can be written."""
    folder = path.parent
    if not folder.is_dir():
        raise StoreError(f"{path}: there is no folder {folder}")
    if path.is_dir():
        raise StoreError(f"{path} is a folder: name a file")
    if path.exists() and not path.is_file():
        raise StoreError(f"{path} is no ordinary file: name another")
    if not os.access(folder, os.W_OK, effective_ids=os.access in os.supports_effective_ids):
        raise StoreError(f"{path}: the folder {folder} cannot be written to")
    if path.exists() and not os.access(
        path, os.W_OK, effective_ids=os.access in os.supports_effective_ids
    ):
        raise StoreError(f"{path}: the file cannot be written to")
