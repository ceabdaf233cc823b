"""The one writer of a results file: its lock, and whether the place can be written to at all."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
from pathlib import Path

from .schema import StoreError


class Lock:
    """Held by the one writer of a file; the system frees it when the process dies, however.

    It is SQLite's own lock on an empty file beside the results, so that it works on every system.
    """

    def __init__(self, path: Path) -> None:
        self.path = path.with_name(path.name + "-writer")
        try:
            self._db = sqlite3.connect(self.path, isolation_level=None, timeout=0)
            self._db.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorname", "") == "SQLITE_BUSY":
                raise StoreError(
                    f"another tournament is writing to {path}: wait until it has ended, or name "
                    "another file") from error
            raise StoreError(f"{path}: cannot be written ({error})") from error

    def release(self) -> None:
        with contextlib.suppress(OSError):
            self.path.unlink()
        self._db.close()


def check_place(path: Path) -> None:
    folder = path.parent
    if not folder.is_dir():
        raise StoreError(f"{path}: there is no folder {folder}")
    if path.is_dir():
        raise StoreError(f"{path} is a folder: name a file")
    if not os.access(folder, os.W_OK, effective_ids=os.access in os.supports_effective_ids):
        raise StoreError(f"{path}: the folder {folder} cannot be written to")
    if path.exists() and not os.access(
        path, os.W_OK, effective_ids=os.access in os.supports_effective_ids
    ):
        raise StoreError(f"{path}: the file cannot be written to")


def disk_is_full(path: Path) -> bool:
    return shutil.disk_usage(path.parent).free < 1 << 20
