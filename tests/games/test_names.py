"""What is a game's stays in its folder: names of games, numbers and names of moves, record fields.

Other code goes by the contract: `NAMES`, `ROLES`, `FACTS`, `trick`, `talon` ...
"""

from __future__ import annotations

import ast
import functools
import importlib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import schnapsen_ai
from schnapsen_ai.games import MODULES

pytestmark = pytest.mark.interpreted

PACKAGE = Path(schnapsen_ai.__file__).resolve().parent
BOTS = PACKAGE.parent / "bots"
#: Where a game is named all the same: what is played unless another is asked for, and the options
#: under which the solver of that game is measured.
NAMED = {
    "cli/options.py", "cli/bench_figures.py", "tournament/experiment.py", "tournament/runner.py",
    "batched/environment.py", "doors/gymnasium.py", "doors/pettingzoo.py", "doors/vector.py",
    "doors/openspiel/endgames.py",
}  # fmt: skip
#: What speaks of one game by its nature: the door to a platform that has no other.
OF_ONE_GAME = ("doors/course",)
#: Fields that the contract names.
CONTRACT = {"options", "pack", "ending", "turn", "hand"}
MATCH = {"player", "score", "over", "winner", "marks", "deals"}
#: Fields whose name is also a word for something else out there, and for what.
OTHERWISE = {
    "absent": "View.absent", "also": "further parts of results", "asked": "decisions of a bot",
    "best": "the best move",
    "called": "a function", "contract": "a row of bid counts", "done": "a task",
    "forced": "the only move", "led": "the contract's kernel, View.led", "level": "a kind of fact",
    "money": "a kind of fact", "n_seats": "Ruleset.n_seats", "on_table": "a key of words",
    "passed": "a check", "passes": "Roles.passes", "pending": "output of a process",
    "phase": "of a web table", "played": "the move that was played", "players": "who sits there",
    "points": "results, a kind of fact", "raised": "an error", "runner": "the face of a module",
    "said": "a message", "shown": "for a person", "table": "of numbers, of the web",
    "talon": "of a scene",
    "tricks": "of a history", "value": "of an option, of a node", "winners": "of a match",
}  # fmt: skip
#: Names of moves that are also other words.
WORDS = {
    "draw": "a drawn deal", "end": "of a message, of a line", "fold": "a folded table",
    "show": "a folder",
    "close": "by name: what a results file knows of the moves of its game",
}  # fmt: skip
#: Folders that speak of moves.  (Elsewhere 36 may be a width in a drawing.)
OF_MOVES = {"bots", "analysis", "deal", "show/scene.py", "show/why_illegal.py", "show/terminal.py"}
#: Numbers there that are no moves.
NUMBERS = {
    "bots/expert.py": {40},  # how many are solved
    "analysis/decision.py": {50},  # worlds at a time
    "analysis/bids.py": {50},  # worlds at a time
    "analysis/best_defence.py": {50},  # pairs of outcomes, an estimate
    "analysis/mining.py": {40},  # a shift: less than any value
}


def games() -> list[ModuleType]:
    return [importlib.import_module(f"schnapsen_ai.games.{m}") for m in set(MODULES.values())]


@functools.cache
def files() -> list[tuple[str, ast.Module]]:
    """Everything but the games and the tables of words, by its place in the package."""
    found = []
    for path in [*PACKAGE.rglob("*.py"), *BOTS.glob("*.py")]:
        bot = path.parent == BOTS
        place = f"bots/{path.name}" if bot else path.relative_to(PACKAGE).as_posix()
        if not place.startswith(("games/", "words/", *OF_ONE_GAME)):
            found.append((place, ast.parse(path.read_text(encoding="utf-8"))))
    return found


def texts(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every string of a module that is one whole name, docstrings are not."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def test_no_game_is_named_outside_the_games() -> None:
    names = {*MODULES, *MODULES.values()}
    for place, tree in files():
        for line, text in texts(tree):
            assert text not in names or place in NAMED, f"{place}:{line} names {text}"
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                parts = node.module.split(".")
                assert not ("games" in parts and set(parts) & set(MODULES.values())), (
                    f"{place}:{node.lineno} imports {node.module}"
                )


def test_no_field_of_a_record_is_named_outside_the_games() -> None:
    fields = {name for game in games() for name in game.STATE.names} - CONTRACT - MATCH
    fields -= set(OTHERWISE)
    assert {"must_hold", "closer", "best_seat", "trump", "declarer"} <= fields
    for place, tree in files():
        for line, text in texts(tree):
            assert text not in fields, f"{place}:{line} names the field {text}"
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute):
                assert node.attr not in fields, f"{place}:{node.lineno} names {node.attr}"


def test_no_move_is_named_or_numbered_outside_the_games() -> None:
    names = {text for game in games() for text in game.MOVE_NAMES.values()} - set(WORDS)
    ids = {move for game in games() for move in game.MOVE_NAMES} - {32}  # moves below are cards
    assert {"pass", "claim", "exchange"} <= names and {36, 37, 38, 56} <= ids
    for place, tree in files():
        for line, text in texts(tree):
            assert text not in names, f"{place}:{line} names the move {text}"
        if place in OF_MOVES or place.split("/")[0] in OF_MOVES:
            for node in ast.walk(tree):
                if isinstance(node, ast.Constant) and type(node.value) is int:
                    free = node.value in NUMBERS.get(place, ())
                    assert free or node.value not in ids, f"{place}:{node.lineno}: {node.value}"
