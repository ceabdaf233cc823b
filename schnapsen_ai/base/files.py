"""Reading what a user names, with errors that say what is wrong with it; writing whole files."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import BinaryIO

MOST_LINE = 1 << 16  # characters of standard input
MOST_BYTES = 1 << 28  # of a text; a million deals in words are half of it


def no_file(path: str | Path) -> str | None:
    """Why a path is no file that can be read; None if it is one."""
    if Path(path).is_dir():
        return f"{path} is a folder: name a file"
    if not Path(path).exists():
        return f"{path}: there is no such file"
    return None


def is_inside(path: str, folder: str) -> bool:
    """Whether an absolute path is a folder, or in it."""
    return path == folder or path.startswith(folder.rstrip("/") + "/")


def read_text(path: str) -> str:
    """The text of a file, ``-`` for standard input; a byte-order mark at its start is no text.

    Raises ValueError if there is no such file, if it is not text, or larger than MOST_BYTES (a
    device may have no end).
    """
    if path != "-" and (reason := no_file(path)):
        raise ValueError(reason)
    name = "standard input" if path == "-" else path
    data = _bounded(sys.stdin.buffer, name) if path == "-" else read_bytes(Path(path))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(f"{name} is not a text file: byte {error.start} is no UTF-8") from None


def read_bytes(path: Path) -> bytes:
    """A file as it is; ValueError if it is larger than MOST_BYTES."""
    with path.open("rb") as file:
        return _bounded(file, str(path))


def _bounded(file: BinaryIO, name: str) -> bytes:
    """All of a file, piece by piece: to ask for the most at once takes as much memory."""
    data = bytearray()
    while piece := file.read(1 << 16):
        data += piece
        if len(data) > MOST_BYTES:
            raise ValueError(f"{name} is longer than {MOST_BYTES >> 20} MB: it is not read")
    return bytes(data)


def input_lines(prompt: str = "") -> Iterator[str]:
    """The lines of standard input as they come, each after a prompt; ValueError for no text."""
    while True:
        if prompt:
            print(prompt, end="", flush=True)
        try:
            line = sys.stdin.readline(MOST_LINE + 1)
        except UnicodeDecodeError as error:
            raise ValueError(f"standard input is not text: {error.reason}") from None
        if len(line) > MOST_LINE:
            raise ValueError(f"standard input: a line is longer than {MOST_LINE} characters")
        if not line:
            return
        yield line


def check_can_write(path: str | Path) -> None:
    """ValueError where a file cannot be written: told before the work, not after it."""
    try:
        _try_to_write(Path(path))
    except OSError as error:
        raise ValueError(f"{path}: cannot be written ({error.strerror})") from None


def _try_to_write(path: Path) -> None:
    if path.is_dir():
        raise ValueError(f"{path} is a folder: name a file")
    if not path.parent.is_dir():
        raise ValueError(f"{path}: there is no folder {path.parent}")
    real = Path(os.path.realpath(path))  # a link to nothing yet stays
    if real.exists() and not real.is_file():
        return  # a pipe or a device
    new = not real.exists()
    real.open("ab").close()
    if new:
        real.unlink()


@contextlib.contextmanager
def replaced(path: Path) -> Iterator[BinaryIO]:
    """A file to write in place of `path`: it takes its place when whole, else nothing changes."""
    part = path.with_name(f"{path.name}.part")  # what a killed process leaves, the next one takes
    try:
        with part.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        error.filename = error.filename or str(path)  # a full disk does not say of whose file
        raise
    finally:
        part.unlink(missing_ok=True)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file that is whole, or as it was; pipes and devices as they come."""
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    with replaced(path) as file:
        file.write(data)


def run_file(path: Path, name: str) -> ModuleType:
    """A Python file as the module `name`; the one of that name, if its file has not changed.

    Not by an importer, whose bytecode cache misses a quick edit.  What the file raises is raised.
    """
    source = read_bytes(path)
    loaded = sys.modules.get(name)
    if loaded is not None and loaded.__source__ == source:
        return loaded
    module = ModuleType(name)
    module.__file__ = str(path.resolve())
    module.__source__ = source  # type: ignore[attr-defined]  # an edited file is loaded again
    sys.modules[name] = module
    try:
        exec(compile(source, module.__file__, "exec"), vars(module))
    except BaseException:
        sys.modules.pop(name)
        if loaded is not None:
            sys.modules[name] = loaded
        raise
    return module
