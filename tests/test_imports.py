"""The house: each room imports only rooms that stand before it, and no files go in circles.

Imports made late, inside a function, or for types alone count like all others.
"""

from __future__ import annotations

import ast
import fnmatch
import functools
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "schnapsen_ai"
#: From the ground up.
ROOMS = [
    "_version", "base", "cards", "card_text", "tricks", "display", "stats", "store", "net",
    "games", "words", "engine", "deal", "learn", "search", "show", "bot", "batched", "sandbox",
    "tournament", "selfplay", "analysis", "doors", "report", "web", "cli", "testing", "__main__",
]
TOP_LEVEL = {"pyproject.toml", "README.md", "schnapsen_ai", "bots", "experiments", "tests"}
TOP_LEVEL |= {"notebooks", "LICENSE", "CHANGELOG.md", "CITATION.cff", "docs"}

Parts = tuple[str, ...]


@functools.cache
def modules() -> dict[Parts, Path]:
    """Every module of the package by its path of names; a package goes by its own name.

    Not the package's own `__init__`, which only forwards.
    """
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        parts = parts[:-1] if parts[-1] == "__init__" else parts
        if parts:
            found[parts] = path
    return found


@functools.cache
def imports(parts: Parts) -> tuple[Parts, ...]:
    """The modules of the package that a module imports, wherever and for whatever."""
    path = modules()[parts]
    package = parts if path.name == "__init__.py" else parts[:-1]
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return tuple(t for node in ast.walk(tree) for t in targets(node, package) if t and t != parts)


def targets(node: ast.AST, package: Parts) -> Iterator[Parts]:
    """What a statement imports of the package; `package` is where it stands."""
    if isinstance(node, ast.Import):
        names = [tuple(alias.name.split(".")) for alias in node.names]
        yield from (name[1:] for name in names if name[0] == PACKAGE.name)
    if not isinstance(node, ast.ImportFrom):
        return
    path = tuple((node.module or "").split(".")) if node.module else ()
    if node.level:
        path = package[: len(package) - node.level + 1] + path
    elif path[0] == PACKAGE.name:
        path = path[1:]
    else:
        return
    for alias in node.names:
        inner = (*path, alias.name)
        yield inner if inner in modules() else path


@pytest.mark.parametrize("parts", modules(), ids=".".join)
def test_a_room_imports_only_what_stands_before_it(parts):
    assert parts[0] in ROOMS, f"{parts[0]} is no room of ROOMS"
    for target in imports(parts):
        assert ROOMS.index(target[0]) <= ROOMS.index(parts[0]), (
            f"{'.'.join(parts)} imports {'.'.join(target)}"
        )


def test_no_circles_of_files():
    needs = {parts: set(imports(parts)) for parts in modules()}
    while needs:
        free = [parts for parts, others in needs.items() if not others & set(needs)]
        assert free, f"these import each other: {sorted('.'.join(p) for p in needs)}"
        for parts in free:
            del needs[parts]


def test_games_know_no_other_game():
    games = {parts[1] for parts in modules() if parts[0] == "games" and len(parts) > 2} - {"shared"}
    for parts in modules():
        if parts[0] == "games" and len(parts) > 1:
            allowed = {parts[1]} if parts[1] in games else set()
            named = {t[1] for t in imports(parts) if t[0] == "games" and len(t) > 1} & games
            assert named <= allowed, f"{'.'.join(parts)} imports {named - allowed}"


def test_numba_is_asked_in_few_places():
    allowed = {("cards",), ("bot", "compiled")}
    for parts, path in modules().items():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = [a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names]
        names += [n.module or "" for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)]
        if any(name.split(".")[0] == "numba" for name in names):
            assert parts[0] == "base" or parts in allowed, f"{'.'.join(parts)} imports numba"


def test_no_star_imports():
    for path in [*PACKAGE.rglob("*.py"), *(ROOT / "bots").glob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                assert all(alias.name != "*" for alias in node.names), f"{path}: import *"


def test_bots_use_public_names_only():
    for path in (ROOT / "bots").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(PACKAGE.name):
                names = [*node.module.split("."), *(alias.name for alias in node.names)]
                private = [name for name in names if name.startswith("_")]
                assert not private, f"{path.name} imports {private}"


def test_only_deal_reaches_into_state_and_view():
    """`record()`, `origin` and `numbers` are there for all others."""
    tree = ast.parse((PACKAGE / "deal" / "state.py").read_text(encoding="utf-8"))
    slots = [
        ast.literal_eval(node.value) for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__slots__"
    ]
    private = {name for names in slots for name in names if name.startswith("_")}
    assert {"_pool", "_record", "_origin"} <= private
    paths = {path for parts, path in modules().items() if parts[0] != "deal"}
    for path in paths | set((ROOT / "bots").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr in private:
                own = isinstance(node.value, ast.Name) and node.value.id == "self"
                assert own, f"{path.name}, line {node.lineno}: {node.attr}"


def test_the_folders_without_kernels_import_no_compiler():
    """They are left out of the name of the folder of machine code, so that they may be edited."""
    from schnapsen_ai.base.cache import WITHOUT_KERNELS

    for parts in modules():
        if parts[0] in WITHOUT_KERNELS:
            assert ("base", "jit") not in imports(parts), f"{'.'.join(parts)} imports base.jit"


LONG_FILES = {
    "deal/state.py": "State and View make each other",
}
LONG_FUNCTIONS = {
    "search of games/schnapsen/solver/open_search.py": "one recursion; drawn above it",
    "race of games/schnapsen/solver/closed_search.py": "one recursion, its state in locals",
    "search of games/schnapsen/rule_player/endgame_search.py": "one recursion, no memory",
    "ask of games/schafkopf/solver_search.py": "one recursion, its state in locals",
}


def test_files_and_functions_are_short():
    """At most 300 lines a file and 60 a function, but for those that say why."""
    files, functions = set(), set()
    for path in [*PACKAGE.rglob("*.py"), *(ROOT / "bots").glob("*.py")]:
        name = path.relative_to(PACKAGE if path.is_relative_to(PACKAGE) else ROOT).as_posix()
        text = path.read_text(encoding="utf-8")
        if len(text.splitlines()) > 300:
            files.add(name)
        for node in ast.walk(ast.parse(text)):
            a_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            if a_function and node.end_lineno - node.lineno >= 60:
                functions.add(f"{node.name} of {name}")
    assert files == set(LONG_FILES)
    assert functions == set(LONG_FUNCTIONS)


def test_every_folder_is_packaged():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    named = set(project["tool"]["setuptools"]["packages"])
    folders = {path.parent.relative_to(ROOT) for path in PACKAGE.rglob("*.py")}
    assert named == {".".join(folder.parts) for folder in folders} | {f"{PACKAGE.name}.bots"}


def test_nothing_else_at_the_top():
    ignored = [line.strip("/") for line in (ROOT / ".gitignore").read_text().split()]
    names = [path.name for path in ROOT.iterdir() if not path.name.startswith(".")]
    made = {name for name in names for pattern in ignored if fnmatch.fnmatch(name, pattern)}
    assert set(names) - made <= TOP_LEVEL
    assert {"pyproject.toml", "schnapsen_ai", "tests"} <= set(names)


def test_no_file_outside_its_folder_names_a_game():
    """But the usual game, where none is asked for, what `bench` always measured, and examples."""
    from schnapsen_ai.games import MODULES

    names = {*MODULES, *MODULES.values()} - {"schnapsen"}
    allowed = {("cli", "bench_figures"): {"schnapsen_auto_claim"},
               ("cli", "examples"): names,
               ("doors", "course"): {"vu"}, ("doors", "course_table"): {"vu"}}  # their one game
    own = {("games", game) for game in MODULES.values()}
    own |= {("words", language) for language in ("english", "german", "hungarian")}
    paths = {parts: path for parts, path in modules().items() if parts[:2] not in own}
    paths |= {("bots", path.stem): path for path in (ROOT / "bots").glob("*.py")}
    for parts, path in paths.items():
        words = set(re.findall(r"\w+", code_of(path)))
        assert words & names <= allowed.get(parts, set()), f"{path} names {words & names}"


def code_of(path: Path) -> str:
    """The source without comments and docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        first = body[0] if isinstance(body := getattr(node, "body", None), list) and body else None
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
            body[0] = ast.Pass()
    return ast.unparse(tree)
