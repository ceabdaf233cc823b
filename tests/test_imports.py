"""The house has floors, imports point down, and nothing but the house lies in the yard."""

from __future__ import annotations

import ast
import fnmatch
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "schnapsen_ai"
FLOORS = [
    "_jit cards tricks wipe seeds files records processes",
    "games",
    "search exact",
    "game state view bot notation styles replay fair arena_types show record",
    "match table outcome limits isolation stats elo sprt schema writer store "
    "archive blobs analysis contracts",
    "tasks workers farm results luck retrieve shelf versions tournament experiment mining",
    "report",
    "arguments cli commands web adapters __main__",
]
FLOOR = {name: floor for floor, names in enumerate(FLOORS) for name in names.split()}
TOP_LEVEL = {"pyproject.toml", "README.md", "schnapsen_ai", "bots", "experiments", "tests"}
TOP_LEVEL |= {"notebooks", "LICENSE", "CHANGELOG.md"}


def modules() -> list[tuple[str, ...]]:
    """Every module of the package as a path of names; the package itself only forwards."""
    found = (path.relative_to(PACKAGE).with_suffix("").parts for path in PACKAGE.rglob("*.py"))
    return sorted(parts for parts in found if parts != ("__init__",))


def imports(parts: tuple[str, ...]) -> Iterator[tuple[str, bool]]:
    """(part of the package that is imported, whether when the module itself is).

    Not those for type annotations alone.
    """
    path = PACKAGE.joinpath(*parts).with_suffix(".py")
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for block in ast.walk(tree):
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING":
            block.body = []
    at_import = {id(node) for node in tree.body}
    for node in ast.walk(tree):
        for target in targets(node, parts):
            if target != "__version__":
                yield target, id(node) in at_import


def targets(node: ast.AST, parts: tuple[str, ...]) -> list[str]:
    """The parts of the package that a statement imports; parts is where it stands."""
    if isinstance(node, ast.Import):
        names = [alias.name.split(".") for alias in node.names]
        return [name[1] for name in names if name[0] == PACKAGE.name and len(name) > 1]
    if not isinstance(node, ast.ImportFrom):
        return []
    path = (node.module or "").split(".") if node.module else []
    if node.level:
        path = [*parts[: len(parts) - node.level], *path]
    elif path[0] == PACKAGE.name:
        path = path[1:]
    else:
        return []
    return [path[0]] if path else [alias.name for alias in node.names]


@pytest.mark.parametrize("parts", modules(), ids=".".join)
def test_imports_point_down(parts):
    assert parts[0] in FLOOR, f"{parts[0]} has no floor: give it one in FLOORS"
    for target, _ in imports(parts):
        assert FLOOR.get(target, 99) <= FLOOR[parts[0]], f"{'.'.join(parts)} imports {target}"


def test_no_circles_when_modules_are_imported():
    """Within a floor a module may name another, but not at import if that one needs it."""
    needs: dict[str, set[str]] = {name: set() for name in FLOOR}
    for parts in modules():
        needs[parts[0]] |= {target for target, now in imports(parts) if now} - {parts[0]}
    while needs:
        free = [name for name, others in needs.items() if not others & set(needs)]
        assert free, f"these import each other: {', '.join(sorted(needs))}"
        for name in free:
            del needs[name]


def test_bots_use_public_names_only():
    for path in (ROOT / "bots").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(PACKAGE.name):
                names = [*node.module.split("."), *(alias.name for alias in node.names)]
                private = [name for name in names if name.startswith("_")]
                assert not private, f"{path.name} imports {private}"


def test_nothing_else_at_the_top():
    ignored = [line.strip("/") for line in (ROOT / ".gitignore").read_text().split()]
    names = [path.name for path in ROOT.iterdir() if not path.name.startswith(".")]
    made = {name for name in names for pattern in ignored if fnmatch.fnmatch(name, pattern)}
    assert set(names) - made <= TOP_LEVEL
    assert {"pyproject.toml", "schnapsen_ai", "tests"} <= set(names)
