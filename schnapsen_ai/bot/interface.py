"""What a bot is: the interface.

A bot is a class with one required method::

    class Greedy(sa.Bot):
        def choose(self, view):
            return max(view.legal_moves())

``__init__`` only stores keyword parameters, so that ``greedy:depth=3`` names a bot, round-trips
and travels to workers.  A fresh instance plays each deal (each match with ``unit=match``).
"""

from __future__ import annotations

import functools
import inspect
import os
from typing import TYPE_CHECKING, Any

import numpy as np

from ..base import seeds
from ..cards import Move, Seat

if TYPE_CHECKING:
    from ..deal.game import Game
    from ..deal.state import View


class BotError(ValueError):
    """A bot that cannot be used at all: unknown, does not import, bad parameter."""


class Resign(Exception):
    """Raised by `Bot.choose` to give the deal up (in a match, the match)."""


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
    #: Parameters that name files: nobody may give them from afar (the web table).
    file_parameters: tuple[str, ...] = ()
    #: Files and folders beside its own that it reads, when it plays under ``--isolate``: literals.
    files: tuple[str, ...] = ()
    #: What the bot thought at its last move, for display: {move: {"value": ..., "visits": ...}}.
    thoughts: dict[int, dict[str, float]] | None = None

    game: Game
    seat: int

    @functools.cached_property
    def rng(self) -> Any:
        """The bot's source of chance: what `begin` was given, before that fresh random bits."""
        return Randomness(int.from_bytes(os.urandom(8), "little"))

    def begin(self, game: Game, seat: Seat, rng: Any) -> None:
        """A deal begins.  `rng` has the methods of a numpy Generator."""
        self.game = game
        self.seat = seat
        self.rng = rng

    def choose(self, view: View) -> Move:
        """A legal move of `view`.  May raise `Resign`."""
        raise NotImplementedError(f"{type(self).__name__} has no choose(self, view)")

    def saw(self, seat: Seat, move: Move) -> None:
        """A seat (perhaps this one) has made a move."""

    @classmethod
    def fits(cls, game: Game) -> bool:
        """Whether the bot, as it is by default, can play a game at all."""
        return True

    @classmethod
    def parameters(cls) -> dict[str, Any]:
        """The keyword parameters of ``__init__`` with their defaults."""
        signature = inspect.signature(cls)
        return {
            name: (None if p.default is inspect.Parameter.empty else p.default)
            for name, p in signature.parameters.items()
            if p.kind in (p.KEYWORD_ONLY, p.POSITIONAL_OR_KEYWORD)
        }


# --- bots by name ---


