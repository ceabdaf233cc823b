"""What is wrong with a results file, in one line."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

#: What SQLite says of files that are as they were written.
_NOT_THE_FILE = ("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_READONLY", "SQLITE_CANTOPEN",
                 "SQLITE_PERM", "SQLITE_AUTH", "SQLITE_NOMEM", "SQLITE_INTERRUPT", "SQLITE_IOERR")


class StoreError(ValueError):
    """A results file that cannot be used; one line says why."""


class Damaged(Exception):
    """What was read is not what was written; says which part it is."""


@contextlib.contextmanager
def reading(path: Path, sets: int = 0) -> Iterator[None]:
    """Every trouble with a file as a StoreError; `sets` of this run are stored."""
    try:
        yield
    except (sqlite3.Error, Damaged) as error:
        raise StoreError(in_words(error, path, sets)) from error


@contextlib.contextmanager
def decoding(part: str) -> Iterator[None]:
    """Damaged, where what is stored cannot be understood (older files have no digests)."""
    try:
        yield
    except StoreError:
        raise
    except (ValueError, KeyError, IndexError, TypeError, OverflowError) as error:
        raise Damaged(f"{part} cannot be understood") from error


def in_words(error: sqlite3.Error | Damaged, path: Path, sets: int = 0) -> str:
    """The line for an error; `sets` of this run are stored."""
    name = getattr(error, "sqlite_errorname", None) or ""
    if name == "SQLITE_FULL" or (name.startswith("SQLITE_IOERR") and disk_is_full(path)):
        return (f"{path}: the disk is full. What was stored is safe ({sets} sets of "
                "this run): make room and give the same command again")
    if name == "SQLITE_NOTADB":
        return not_ours(path)
    if name.startswith(_NOT_THE_FILE):
        return f"{path}: {error}"
    return damaged(path, str(error))


def damaged(path: Path, what: str) -> str:
    return f"{path} is damaged ({what}): `schnapsen-ai doctor {path}` says what of it is sound"


def not_ours(path: Path) -> str:
    return f"{path} is not a results file of schnapsen-ai: name another, or a new one"


def disk_is_full(path: Path) -> bool:
    return shutil.disk_usage(path.parent).free < 1 << 20
