"""A bot as it is named, with its parameters: `BotSpec`, which makes fresh instances."""

from __future__ import annotations

import functools
import hashlib
import inspect
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..base.files import no_file
from ..base.nearest import hint
from ..base.numbers import whole
from .compiled import CompiledBot
from .earlier import EARLIER
from .faults import in_short
from .fork_guard import only_one_returns
from .interface import Bot, BotError
from .leftovers import cleared
from .loading import built_in_names, find_class

if TYPE_CHECKING:
    from ..deal.game import Game


class BotSpec:
    """A bot as named on a command line: ``ismcts:iterations=2000``, ``path/file.py:Class``.

    Immutable; travels to workers as its text.
    """

    def __init__(self, text: str) -> None:
        self.name, self.given = split_text(text)
        self.cls = find_class(self.name)
        _check_complete(self.cls, self.name)
        self.params = _typed_params(self.cls, self.name, self.given)
        for key in self.cls.file_parameters:
            if self.given.get(key) and (reason := no_file(Path(self.given[key]))):
                raise BotError(f"bot {self.name}: {key}: {reason}")
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
        """A hash of the file that holds the bot and of those it imports from beside it; '' where
        there is none."""
        module = sys.modules.get(self.cls.__module__)
        loaded = getattr(module, "__source__", None)
        if loaded is not None:  # what runs, whatever the file says by now
            parts = [loaded, *(source for _, source in getattr(module, "__neighbours__", ()))]
            return hashlib.blake2b(b"\0".join(parts), digest_size=8).hexdigest()
        try:
            file = inspect.getsourcefile(self.cls)
        except TypeError:
            file = None
        if file is None or not Path(file).is_file():
            return ""
        return hashlib.blake2b(Path(file).read_bytes(), digest_size=8).hexdigest()

    @property
    def sources(self) -> tuple[str, ...]:
        """`source`, and those of earlier texts of a built-in bot that played the same."""
        return (self.source, *(EARLIER.get(self.name, ()) if self.built_in else ()))

    #: Whether it plays in a process of its own (`sandbox.RemoteSpec`).
    isolated = False

    def make(self) -> Bot:
        """A fresh instance."""
        with only_one_returns():
            return self.cls(**self.params)

    def expect(self, game: Game, clock: Any) -> None:
        """This bot is about to play that game in this process."""

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


def _check_complete(cls: type[Bot], name: str) -> None:
    """BotError for a base of bots that is none itself."""
    missing = "choose(self, view)" if cls.choose is Bot.choose or inspect.isabstract(cls) else ""
    if cls.choose is CompiledBot.choose and not hasattr(cls, "policy"):
        missing = "policy"
    if missing:
        raise BotError(f"bot {name}: {cls.__name__} has no {missing}: it cannot play")


def _typed_params(cls: type[Bot], name: str, given: dict[str, str]) -> dict[str, Any]:
    known = cls.parameters()
    params = {}
    for key, text in given.items():
        if key not in known:
            names = ", ".join(known) or "none"
            raise BotError(f"{name} has no parameter {key!r}{hint(key, known)}; it has: {names}")
        params[key] = _typed(name, key, text, known[key])
    try:
        with only_one_returns(), cleared():
            cls(**params)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise BotError(f"{name} cannot be made: {in_short(error)}") from error
    return params


def _typed(name: str, key: str, text: str, default: Any) -> Any:
    """The value meant by a text, of the type of the parameter's default."""
    if isinstance(default, bool):
        if text.lower() in ("yes", "true", "on", "1"):
            return True
        if text.lower() in ("no", "false", "off", "0"):
            return False
        raise BotError(f"{name}: {key}={text} is not yes or no")
    for kind, read in ((int, whole), (float, _real)):
        if isinstance(default, kind) or default is None:
            try:
                return read(text)
            except ValueError:
                if default is not None and kind is type(default):
                    what = "a whole number" if kind is int else "a number"
                    raise BotError(f"{name}: {key}={text} is not {what}") from None
    return text


def _real(text: str) -> float:
    """Any number, infinity too."""
    if not text.isascii():
        raise ValueError
    return float(text)


def _spell(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
