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
from typing import TYPE_CHECKING, Any

from ..base.seeds import Randomness as Randomness
from ..base.seeds import chance
from ..cards import Move, Seat

if TYPE_CHECKING:
    from ..deal.game import Game
    from ..deal.state import View


class BotError(ValueError):
    """A bot that cannot be used at all: unknown, does not import, bad parameter."""


class Resign(Exception):
    """Raised by `Bot.choose` to give the deal up (in a match, the match)."""


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
        return chance()

    def begin(self, game: Game, seat: Seat, rng: Any = None) -> None:
        """A deal begins.  `rng`: the bot's chance, by a seed, a numpy Generator or a `Randomness`;
        none: fresh random bits."""
        self.game = game
        self.seat = seat
        self.rng = chance(rng)

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


