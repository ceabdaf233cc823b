"""Bots: the interface, compiled policies, and bots by name.

A bot is a class with one required method::

    class Greedy(sa.Bot):
        def choose(self, view):
            return max(view.legal_moves())

``__init__`` only stores keyword parameters, so that ``greedy:depth=3`` names a bot, round-trips
and travels to workers.  A fresh instance plays each deal (each match with ``unit=match``).
"""

from __future__ import annotations

import functools
import hashlib
import importlib
import importlib.util
import inspect
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from . import seeds
from .files import no_file
from .processes import only_one_returns
from .records import again

if TYPE_CHECKING:
    from .game import Game
    from .view import View

BUILT_IN = (
    "random", "shy", "bully", "greedy", "rules", "rdeep", "pimc", "mcts", "ismcts", "minimax",
)
ENTRY_POINTS = "schnapsen_ai.bots"


class Resign(Exception):
    """Raised by `Bot.choose` to give the deal up (in a match, the match)."""


class BotError(ValueError):
    """A bot that cannot be used at all: unknown, does not import, bad parameter."""


class Randomness:
    """A bot's random numbers: a numpy Generator made when first used; `words` for kernels.

    Made from one word that leads back neither to the seed nor to the pack.
    """

    def __init__(self, word: Any) -> None:
        self.words = np.array([word], dtype=np.uint64)
        self._generator: np.random.Generator | None = None

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if self._generator is None:
            self._generator = seeds.generator(self.words[0])
        return getattr(self._generator, name)


class Bot:
    """The base of every bot.  Only `choose` is required."""

    #: True: gets the open state (``view.state``); marked in every result.
    sees_all: bool = False
    #: What the bot thought at its last move, for display: {move: {"value": ..., "visits": ...}}.
    thoughts: dict[int, dict[str, float]] | None = None

    game: Game
    seat: int

    @functools.cached_property
    def rng(self) -> Any:
        """The bot's source of chance: what `begin` was given, before that fresh random bits."""
        return Randomness(int.from_bytes(os.urandom(8), "little"))

    def begin(self, game: Game, seat: int, rng: Any) -> None:
        """A deal begins.  `rng` has the methods of a numpy Generator."""
        self.game = game
        self.seat = seat
        self.rng = rng

    def choose(self, view: View) -> int:
        """A legal move of `view`.  May raise `Resign`."""
        raise NotImplementedError(f"{type(self).__name__} has no choose(self, view)")

    def saw(self, seat: int, move: int) -> None:
        """A seat (perhaps this one) has made a move."""

    @classmethod
    def parameters(cls) -> dict[str, Any]:
        """The keyword parameters of ``__init__`` with their defaults."""
        signature = inspect.signature(cls)
        return {
            name: (None if p.default is inspect.Parameter.empty else p.default)
            for name, p in signature.parameters.items()
            if p.kind in (p.KEYWORD_ONLY, p.POSITIONAL_OR_KEYWORD)
        }


class CompiledBot(Bot):
    """A bot whose policy is a compiled function, the same for all games.

    ``policy`` is a template (`schnapsen_ai.template`) of the form
    ``policy(state, seat, legal, rng, params, scratch) -> move``: the concealed record (open if
    the bot sees all), the seat, the set of legal moves, a uint64[1] of random words for
    `cards.pick`, the parameters as float64, and int64[64] that is zero when the deal begins.
    When all bots of a pairing are compiled, whole deals run in one compiled loop.
    """

    policy: Callable[..., Any]

    def params(self) -> list[float]:
        """The numbers that the policy gets as `params`."""
        return []

    def begin(self, game: Game, seat: int, rng: Any) -> None:
        super().begin(game, seat, rng)
        from .arena_types import new_desks

        self._desks = new_desks([np.array(self.params(), dtype=np.float64)] * game.n_seats)

    def choose(self, view: View) -> int:
        from .arena_types import decider_of

        if view.to_move != view.seat:
            raise ValueError(f"seat {view.seat} is not to move")
        if "game" not in vars(self):  # asked for a single move
            self.begin(view.game, view.seat, self.rng)
        pool = again(view._record, 2)
        desk = self._desks[self.seat]
        desk["word"] = self.rng.words
        move = decider_of(self.game, type(self).policy)(pool, True, self._desks)
        self.rng.words[:] = desk["word"]
        return int(move)


# --- bots by name ---


class BotSpec:
    """A bot as named on a command line: ``ismcts:iterations=2000``, ``path/file.py:Class``.

    Immutable; travels to workers as its text.
    """

    def __init__(self, text: str) -> None:
        self.name, self.given = split_text(text)
        self.cls = find_class(self.name)
        self.params = _typed_params(self.cls, self.name, self.given)
        shown = ",".join(f"{k}={_spell(v)}" for k, v in self.params.items())
        self.text = f"{self.name}:{shown}" if shown else self.name

    @property
    def sees_all(self) -> bool:
        return bool(self.cls.sees_all)

    @functools.cached_property
    def listens(self) -> bool:
        """Whether the bot is told every move, by `saw`."""
        return self.cls.saw is not Bot.saw

    @functools.cached_property
    def hears_the_end(self) -> bool:
        """Whether the bot is told how a deal came out; only programs can ask for that."""
        return False

    @property
    def built_in(self) -> bool:
        """Whether the bot comes with the package."""
        return self.name in built_in_names()

    @property
    def compiled(self) -> bool:
        """Whether deals may run in the compiled loop: a policy, and no methods of its own."""
        return issubclass(self.cls, CompiledBot) and (
            self.cls.choose is CompiledBot.choose
            and self.cls.begin is CompiledBot.begin
            and self.cls.saw is Bot.saw
        )

    @property
    def source(self) -> str:
        """A hash of the file that holds the bot, '' where there is none."""
        loaded = getattr(sys.modules.get(self.cls.__module__), "__source__", None)
        if loaded is not None:  # what runs, whatever the file says by now
            return hashlib.blake2b(loaded, digest_size=8).hexdigest()
        try:
            file = inspect.getsourcefile(self.cls)
        except TypeError:
            file = None
        if file is None or not Path(file).is_file():
            return ""
        return hashlib.blake2b(Path(file).read_bytes(), digest_size=8).hexdigest()

    #: Whether it plays in a process of its own (`isolate.RemoteSpec`).
    isolated = False

    def make(self) -> Bot:
        """A fresh instance."""
        with only_one_returns():
            return self.cls(**self.params)

    def expect(self, game: Game, clock: Any) -> None:
        """This bot is about to play that game in this process."""

    def make_at(self, place: tuple[Any, ...], clock: Any) -> Bot:
        """A fresh instance for a place at the table: (pairing, seating, player)."""
        return self.make()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BotSpec) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __reduce__(self) -> Any:
        return BotSpec, (self.text,)

    def __repr__(self) -> str:
        return f"BotSpec({self.text!r})"


def make_bot(text: str) -> Bot:
    """A bot by name, with parameters: ``make_bot("pimc:worlds=100")``.  BotError if none."""
    return BotSpec(text).make()


def split_text(text: str) -> tuple[str, dict[str, str]]:
    """Name and parameters of a bot's text."""
    head, colon, tail = text.rpartition(":")
    if not colon or "=" not in tail:
        return text, {}
    params: dict[str, str] = {}
    for item in tail.split(","):
        key, equals, value = item.partition("=")
        if not equals or not key:
            raise BotError(f"{text}: {item!r} is not a parameter; write name=value,name=value")
        if key in params:
            raise BotError(f"{text}: the parameter {key} is given twice")
        params[key] = value
    return head, params


def _typed_params(cls: type[Bot], name: str, given: dict[str, str]) -> dict[str, Any]:
    known = cls.parameters()
    params = {}
    for key, text in given.items():
        if key not in known:
            names = ", ".join(known) or "none"
            raise BotError(f"{name} has no parameter {key!r}; it has: {names}")
        params[key] = _typed(name, key, text, known[key])
    try:
        with only_one_returns():
            cls(**params)
    except Exception as error:
        raise BotError(f"{name} cannot be made: {error}") from error
    return params


def _typed(name: str, key: str, text: str, default: Any) -> Any:
    """The value meant by a text, of the type of the parameter's default."""
    if isinstance(default, bool):
        if text.lower() in ("yes", "true", "on", "1"):
            return True
        if text.lower() in ("no", "false", "off", "0"):
            return False
        raise BotError(f"{name}: {key}={text} is not yes or no")
    for kind in (int, float):
        if isinstance(default, kind) or default is None:
            try:
                return kind(text)
            except ValueError:
                if default is not None and kind is type(default):
                    what = "a whole number" if kind is int else "a number"
                    raise BotError(f"{name}: {key}={text} is not {what}") from None
    return text


def _spell(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def find_class(name: str) -> type[Bot]:
    """The class of a bot's name: built in, ``module:Class``, ``file.py[:Class]``, entry point."""
    with only_one_returns():
        return _find_class(name)


def _find_class(name: str) -> type[Bot]:
    if name in built_in_names():
        return _only_bot(importlib.import_module(f"{__package__}.bots.{name}"), name)
    path, colon, attribute = name.rpartition(":")
    if name.endswith(".py"):
        path, attribute = name, ""
    if path.endswith(".py"):
        return _from_module(_load_file(path), name, attribute)
    if colon and "/" in path:  # a folder in the working directory may be a package
        raise BotError(f"bot {name}: a bot is in a Python file: path/file.py:Class")
    if colon:
        try:
            module = importlib.import_module(path)
        except Exception as error:
            raise BotError(f"bot {name}: cannot import {path}: {_reason(error)}") from error
        return _from_module(module, name, attribute)
    return _from_entry_point(name)


def built_in_names() -> tuple[str, ...]:
    """The bots that come with the package."""
    return BUILT_IN


def entry_points() -> dict[str, Any]:
    """Bots installed by other packages, by name."""
    from importlib import metadata

    return {e.name: e for e in metadata.entry_points(group=ENTRY_POINTS)}


def _from_entry_point(name: str) -> type[Bot]:
    found = entry_points()
    if name not in found:
        known = ", ".join([*built_in_names(), *sorted(found)])
        raise BotError(
            f"bot {name!r} is not known: built in are {known}; others are named "
            "module:Class or path/file.py:Class"
        )
    try:
        cls = found[name].load()
    except Exception as error:
        raise BotError(f"bot {name}: its entry point does not load: {_reason(error)}") from error
    return _checked(cls, name)


def _load_file(path: str) -> ModuleType:
    file = Path(path)
    if reason := no_file(file):
        raise BotError(f"bot {reason}")
    name = "schnapsen_ai_user_" + "".join(c if c.isalnum() else "_" for c in str(file.resolve()))
    source = file.read_bytes()
    loaded = sys.modules.get(name)
    if loaded is not None and loaded.__source__ == source:
        return loaded
    module = ModuleType(name)
    module.__file__ = str(file.resolve())
    module.__source__ = source  # type: ignore[attr-defined]  # an edited file is loaded again
    sys.modules[name] = module
    try:  # not by an importer: its bytecode cache misses a quick edit
        exec(compile(source, module.__file__, "exec"), vars(module))
    except BaseException as error:
        sys.modules.pop(name)
        if loaded is not None:
            sys.modules[name] = loaded
        if isinstance(error, KeyboardInterrupt):
            raise
        raise BotError(f"bot {path}: does not import: {_reason(error)}") from error
    return module


def _from_module(module: ModuleType, name: str, attribute: str) -> type[Bot]:
    if not attribute:
        return _only_bot(module, name)
    if not hasattr(module, attribute):
        found = ", ".join(c.__name__ for c in _bots_in(module)) or "none"
        raise BotError(f"bot {name}: there is no class {attribute}; bots there: {found}")
    return _checked(getattr(module, attribute), name)


def _bots_in(module: ModuleType) -> list[type[Bot]]:
    return [
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, Bot)
        and value.__module__ == module.__name__
    ]


def _only_bot(module: ModuleType, name: str) -> type[Bot]:
    bots = _bots_in(module)
    if len(bots) != 1:
        found = ", ".join(c.__name__ for c in bots) or "no class derived from schnapsen_ai.Bot"
        raise BotError(f"bot {name}: name the class, as in {name}:Class; found {found}")
    return bots[0]


def _checked(cls: Any, name: str) -> type[Bot]:
    if not (isinstance(cls, type) and issubclass(cls, Bot)):
        raise BotError(f"bot {name}: not a class derived from schnapsen_ai.Bot")
    return cls


def _reason(error: BaseException) -> str:
    text = str(error).strip().splitlines()
    return f"{type(error).__name__}: {text[0]}" if text else type(error).__name__
