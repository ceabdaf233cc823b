"""What of its folder a bot in a process of its own may read: one rule, `RULE`.

The files are found by whoever starts the bot, from the outside: nothing of the bot is run.
"""

from __future__ import annotations

import ast
import os
from collections.abc import Collection, Iterable, Iterator

from ..base.files import is_inside
from ..bot.interface import BotError

RULE = (
    "under --isolate a bot reads, of its folder, its own file, the modules and packages beside it, "
    "files and folders of its own name (mybot.npz, mybot/) and those its class lists in `files`; "
    "never results, packs, keys or another bot of the tournament"
)
MOST = 256  # files beside a bot that are shown to it one by one
_MODULES = (".py", ".js", ".mjs", ".cjs", ".lua", ".rb", ".pl", ".jl")  # beside one of their kind
_DATABASE = b"SQLite format 3\0"
_COMPANIONS = ("-wal", "-shm", "-journal", "-writer")  # of a database, under its name
_LONGEST = 1 << 20  # bytes of a source in which `files` is looked for


def with_companions(results: str) -> list[str]:
    """A results file and all that SQLite and its writer keep beside it."""
    return [results, *(results + suffix for suffix in (*_COMPANIONS, "-writer-journal"))]


def own_files(file: str, hidden: Collection[str] = ()) -> list[str]:
    """The paths a bot written in `file` may read, by `RULE`.  BotError if they are too many.

    hidden: absolute paths it may not read, whatever the rule says.
    """
    path = os.path.abspath(file)
    folder, name = os.path.split(path)
    kept = [path]
    for beside in sorted(os.listdir(folder)):
        if beside != name and _is_beside(folder, name, beside):
            kept.append(os.path.join(folder, beside))
    kept += (os.path.join(folder, one) for one in declared(path))
    found = list(_allowed(dict.fromkeys(kept), folder, {*hidden} - {path}))
    if len(found) > MOST:
        raise BotError(f"bot {file}: {len(found)} modules and files lie beside it, {MOST} at most "
                       "are shown to a bot under --isolate: give it a folder of its own")
    return found


def _is_beside(folder: str, name: str, other: str) -> bool:
    """Whether another name in a bot's folder is of the bot: its own name, or a module."""
    if other.split(".")[0] == name.split(".")[0] != "":
        return True
    kind = os.path.splitext(name)[1]
    if kind not in _MODULES:
        return False
    package = os.path.join(folder, other, "__init__.py")
    return other.endswith(kind) or (kind == ".py" and os.path.isfile(package))


def declared(file: str) -> list[str]:
    """What a bot's source lists in ``files = ("weights.npz", "nets")``, read but not run."""
    with open(file, "rb") as source:
        text = source.read(_LONGEST + 1)
    if not file.endswith(".py") or b"files" not in text or len(text) > _LONGEST:
        return []
    try:
        module = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []  # it will not import
    bodies = [module.body, *(node.body for node in module.body if isinstance(node, ast.ClassDef))]
    return [one for body in bodies for node in body for one in _files_of(node)]


def _files_of(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.Assign):
        targets, value = node.targets, node.value
    elif isinstance(node, ast.AnnAssign) and node.value is not None:
        targets, value = [node.target], node.value
    else:
        return []
    if not any(isinstance(t, ast.Name) and t.id == "files" for t in targets):
        return []
    listed = value.elts if isinstance(value, ast.Tuple | ast.List) else [value]
    words = [one.value for one in listed if isinstance(one, ast.Constant)]
    return [one for one in words if isinstance(one, str) and one and "\0" not in one]


def _allowed(paths: Iterable[str], folder: str, hidden: Collection[str]) -> Iterator[str]:
    """Of some paths what lies in a folder, links followed, and is nobody else's business."""
    home = os.path.realpath(folder)
    for path in paths:
        real = os.path.realpath(path)
        if real != home and is_inside(real, home):
            yield from sound(path, hidden)


def sound(path: str, hidden: Collection[str]) -> Iterator[str]:
    """A file or folder, where something in it may not be read its other parts.

    Not read are hidden paths, databases and their companions, and what is no file: pipes, devices.
    """
    if os.path.isdir(path):
        with os.scandir(path) as entries:
            inside = [entry.path for entry in entries if not entry.is_symlink()]
        parts = [part for one in sorted(inside) for part in sound(one, hidden)]
        whole = parts == sorted(inside) and not any(is_inside(h, path) for h in hidden)
        yield from [path] if whole else parts
    elif os.path.isfile(path) and not _is_hidden(path, hidden):
        yield path


def _is_hidden(path: str, hidden: Collection[str]) -> bool:
    if any(os.path.exists(h) and os.path.samefile(path, h) for h in hidden):
        return True
    if path.endswith(_COMPANIONS):
        return True
    try:
        with open(path, "rb") as file:
            return file.read(len(_DATABASE)) == _DATABASE
    except OSError:
        return True


def leave_out(paths: Iterable[str], hidden: Collection[str]) -> Iterator[str]:
    """Paths without what is hidden: a folder with something hidden in it gives way to its parts."""
    for path in paths:
        real = os.path.realpath(path)
        if not any(is_inside(h, real) for h in hidden):
            yield path
        elif real not in hidden and os.path.isdir(path):
            yield from leave_out((os.path.join(path, n) for n in sorted(os.listdir(path))), hidden)
