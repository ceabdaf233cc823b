"""Shared by all tests: bots written to files, and the command line as a call."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from schnapsen_ai.base.cache import COMPILED
from schnapsen_ai.games import MODULES

BOTS = '''
import schnapsen_ai as sa


class First(sa.Bot):
    """The lowest legal move."""

    def choose(self, view):
        return view.legal_moves()[0]


class Chance(sa.Bot):
    """A random legal move from its own generator."""

    def choose(self, view):
        return int(self.rng.choice(view.legal_moves()))


class Raises(sa.Bot):
    def choose(self, view):
        raise KeyError("no idea")


class Nothing(sa.Bot):
    def choose(self, view):
        return None


class Float(sa.Bot):
    def choose(self, view):
        return float(view.legal_moves()[0])


class Truth(sa.Bot):
    def choose(self, view):
        return True


class Illegal(sa.Bot):
    def choose(self, view):
        return 62


class Resigns(sa.Bot):
    def choose(self, view):
        raise sa.Resign


class RaisesInBegin(sa.Bot):
    def begin(self, game, seat, rng):
        raise RuntimeError("cannot begin")

    def choose(self, view):
        return view.legal_moves()[0]


class RaisesInSaw(sa.Bot):
    def saw(self, seat, move):
        raise RuntimeError("did not want to see that")

    def choose(self, view):
        return view.legal_moves()[0]


class Exits(sa.Bot):
    def choose(self, view):
        raise SystemExit(3)


class BadRepr(sa.Bot):
    def choose(self, view):
        class Odd:
            def __repr__(self):
                raise ValueError("no text")

        return Odd()


class Vandal(sa.Bot):
    """Changes everything of its view that can be changed, then plays on."""

    def choose(self, view):
        moves = view.legal_moves()
        for name in ("_numbers", "_record", "history", "seat"):
            try:
                value = getattr(view, name)
                if hasattr(value, "fill"):
                    value.view("u1").fill(255)
                elif isinstance(value, list):
                    value[:] = [0] * len(value)
                else:
                    setattr(view, name, None)
            except Exception:
                pass
        return moves[0]


class Watcher(sa.Bot):
    """Fails unless it is told of every move with the right seat."""

    def begin(self, game, seat, rng):
        super().begin(game, seat, rng)
        self.told = []

    def saw(self, seat, move):
        self.told.append((seat, move))

    def choose(self, view):
        assert [m for _, m in self.told] == list(view.history)
        return view.legal_moves()[0]


class Params(sa.Bot):
    def __init__(self, depth=3, weight=0.5, name="x", loud=False):
        self.depth, self.weight, self.name, self.loud = depth, weight, name, loud

    def choose(self, view):
        return view.legal_moves()[min(self.depth, len(view.legal_moves()) - 1)]
'''


@pytest.fixture(scope="session")
def bots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of bots: ``f"{bots}:First"``."""
    path = tmp_path_factory.mktemp("bots") / "some_bots.py"
    path.write_text(BOTS)
    return path


@pytest.fixture(scope="session")
def cli():
    """Call the command line in a process of its own: (exit code, stdout, stderr)."""

    def call(*args: str, stdin: str = "", cwd: Path | None = None, **env: str):
        done = subprocess.run(
            [sys.executable, "-m", "schnapsen_ai", *args],
            input=stdin,
            capture_output=True,
            text=True,
            timeout=300,
            cwd=cwd,
            env={**os.environ, "SCHNAPSEN_AI_QUIET": "1", **env},
        )
        return done.returncode, done.stdout, done.stderr

    return call


# --- what runs when, and where ---

GAME_FOLDER = re.compile(r"tests/games/(\w+)/")
DEAR_FIXTURES = re.compile("test_(record|report|web|readme)$")
USES_SCHNAPSEN = re.compile("test_(contract|search|analysis|belief|mining|show)")


def game_of(nodeid: str) -> str | None:
    """The game whose folder a test lies in, or that its parameters name; a relative first."""
    folder = GAME_FOLDER.search(nodeid)
    words = [*(folder.groups() if folder else ()), *re.findall(r"\w+", nodeid.partition("[")[2])]
    games = [MODULES[word] for word in words if word in MODULES]
    return min(games, key=lambda game: game == "schnapsen", default=None)


@pytest.hookimpl(tryfirst=True)  # before marks are asked for
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Compiled, the tests of a relative are slow: it takes half a minute to compile.

    In short they run interpreted; those marked `compiled` make machine code at all times.
    """
    for item in items if COMPILED else ():
        relative = game_of(item.nodeid) not in (None, "schnapsen")
        if relative and not item.get_closest_marker("compiled"):
            item.add_marker("slow")
    items.sort(key=lambda item: turn_of(share_of(item.nodeid)))


def turn_of(share: str) -> int:
    """Schnapsen first, by one worker, while the other begins with the relatives; then what finds
    Schnapsen compiled."""
    return 0 if share == "schnapsen" else 1 if share in MODULES.values() else 2


def share_of(nodeid: str) -> str:
    """Tests that go to one worker, so that no two compile the same: those of a game, those that
    share a dear fixture; else each goes wherever there is room."""
    stem = Path(nodeid.partition("::")[0]).stem
    game = game_of(nodeid)
    if game not in (None, "schnapsen"):
        return game
    if (game and "tests/games/" in nodeid) or USES_SCHNAPSEN.match(stem):
        return "schnapsen"
    return stem if DEAR_FIXTURES.match(stem) else nodeid


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    from xdist.scheduler import LoadScopeScheduling

    class ByGame(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return share_of(nodeid)

    if config.getvalue("dist") != "load":
        return None
    config.option.loadscopereorder = False  # the order is that of `turn_of`
    return ByGame(config, log)
