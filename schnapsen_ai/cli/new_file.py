"""A file to start from: what `new-bot` and `new-game` write."""

from __future__ import annotations

import importlib.util
import keyword
from pathlib import Path

from .options import UserError

MOST = 60  # letters of a name


def check_name(name: str, what: str) -> None:
    """UserError for a name that would be none in Python, or hide a module of others there."""
    fit = name.isidentifier() and name.isascii() and name[0] != "_"
    if not fit or keyword.iskeyword(name):
        raise UserError(f"{name[:MOST]!r} is no name for {what}: letters, digits and _ only, a "
                        "letter first")
    if len(name) > MOST:
        raise UserError(f"the name of {what} has {MOST} letters at the most")
    if not Path(f"{name}.py").exists() and importlib.util.find_spec(name) is not None:
        raise UserError(f"{name} is a module of Python or of a package, which a file {name}.py "
                        "would hide: choose another name")


def write_new(path: Path, text: str) -> None:
    """Write a file, never over another."""
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise UserError(f"{path} is there already: choose another name") from None
