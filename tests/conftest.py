"""Shared by all tests: bots written to files, and the command line as a call."""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from schnapsen_ai.base.cache import COMPILED
from schnapsen_ai.cli.main import main
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


os.environ["SCHNAPSEN_AI_QUIET"] = "1"  # tests read what a command says: no word of compiling
Said = tuple[int, str, str]  # exit code, standard output, standard error


@pytest.fixture(scope="session")
def cli() -> Callable[..., Said]:
    """Call the command line in this process, which has compiled what it needs."""

    def call(*args: str, stdin: str = "", cwd: Path | str = ".") -> Said:
        given = io.TextIOWrapper(io.BytesIO(stdin.encode()))
        out, err = io.StringIO(), io.StringIO()
        with (
            contextlib.chdir(cwd), mock.patch("sys.stdin", given),
            contextlib.redirect_stdout(out), contextlib.redirect_stderr(err),
        ):  # fmt: skip
            try:
                code = main(args)
            except SystemExit as end:  # of the parser of arguments
                code = int(end.code or 0)
        return code, out.getvalue(), err.getvalue()

    return call


@pytest.fixture(scope="session")
def process() -> Callable[..., Said]:
    """Call the command line in a process of its own, with other environment variables."""

    def call(*args: str, stdin: str = "", cwd: Path | None = None, **env: str) -> Said:
        done = subprocess.run(
            [sys.executable, "-m", "schnapsen_ai", *args],
            input=stdin,
            capture_output=True,
            text=True,
            timeout=300,
            cwd=cwd,
            env={**os.environ, **env},
        )
        return done.returncode, done.stdout, done.stderr

    return call


# --- what runs when, and where ---

GAME_FOLDER = re.compile(r"tests/games/(\w+)/")
DEAR_FIXTURES = re.compile("test_(record|report|web|readme)$")
WITHOUT_SCHNAPSEN = re.compile("test_(jit|kept_code|imports)[.]py")
USES_SCHNAPSEN = re.compile("test_(contract|search|analysis|belief|bids|tree|mining|show)")


def game_of(nodeid: str) -> str | None:
    """The game whose folder a test lies in, or that its parameters name; a relative first."""
    folder = GAME_FOLDER.search(nodeid)
    words = [*(folder.groups() if folder else ()), *re.findall(r"\w+", nodeid.partition("[")[2])]
    games = [game for word in words if (game := MODULES.get(word, word)) in MODULES.values()]
    return min(games, key=lambda game: game == "schnapsen", default=None)


@pytest.hookimpl(tryfirst=True)  # before marks are asked for
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Compiled, what has run interpreted is slow, and so is a relative: half a minute to compile.

    But for what is marked `compiled`: it makes machine code at all times.  And where a whole file
    is `interpreted`, its slow and full tests are not: the run at every save leaves them out.
    """
    if config.option.markexpr == "interpreted":
        dear = [item for item in items if any(map(item.get_closest_marker, ("slow", "full")))]
        config.hook.pytest_deselected(items=dear)
        items[:] = [item for item in items if item not in dear]
    for item in items if COMPILED else ():
        relative = game_of(item.nodeid) not in (None, "schnapsen")
        interpreted = item.get_closest_marker("interpreted")
        if (relative or interpreted) and not item.get_closest_marker("compiled"):
            item.add_marker("slow")
    items.sort(key=lambda item: turn_of(share_of(item.nodeid)))


def turn_of(share: str) -> int:
    """Schnapsen first, by one worker, while the other begins with what does without; then what
    finds Schnapsen compiled."""
    if share == "schnapsen":
        return 0
    return 1 if share in MODULES.values() or WITHOUT_SCHNAPSEN.search(share) else 2


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
