"""A game under a set of house rules: `load` makes one, its `deal` starts a deal."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any

import numpy as np

from ..base import seeds
from ..games import find, find_known, is_own, listed, meet
from ..games.shared.options import complete
from .notation import head_of, read_position
from .ruleset import Ruleset, as_text
from .state import State, View, look


def games() -> tuple[str, ...]:
    """The names of all games and presets."""
    return listed()


def load(name: str, /, **options: Any) -> Game:
    """A game by name, with house rules as keyword arguments.

    ``load("schnapsen", close_scoring="at_end")``.  A game of one's own: ``load("my_game.py")`` or
    ``load("my_package.my_game:NAME")``.  ValueError names the known games, options or values.
    """
    return made(name, *find(name), options)


def load_known(name: str, options: Mapping[str, Any]) -> Game:
    """As `load`, for a name that comes from a file or over the network: it runs no new file."""
    return made(name, *find_known(name), options)


def made(name: str, module: ModuleType, preset: str, options: Mapping[str, Any]) -> Game:
    """The game `preset` of a module, which goes by `name`."""
    meet(module)
    values = complete(module.OPTIONS, module.PRESETS[preset], options)
    return Game(name, module, values, preset)


class Game(Ruleset):
    """A game as people hold it.  Made by `load`; immutable, picklable, comparable."""

    def __reduce__(self) -> Any:
        return _load_with, (self.name, self.changed_options)

    @property
    def is_own(self) -> bool:
        """Whether the game comes with the package, and so is there in every process and worker."""
        return is_own(self.rules)

    def deal(
        self,
        seed: int | None = None,
        index: int = 0,
        pack: str | None = None,
        match: np.ndarray | None = None,
    ) -> State:
        """Start a deal: of a given pack, or deal `index` of a seed, or a random one.

        pack: cards in dealing order, ``"AS TH ..."``; ValueError says what is wrong with it.
        match: the match that the deal belongs to (see `new_match`); none: a single deal.
        """
        if pack is not None and seed is not None:
            raise ValueError("give a pack or a seed, not both")
        if pack is not None:
            return deal_pack(self, pack, match)
        if not isinstance(index, int) or index < 0:
            raise ValueError(f"index={index!r} is not a whole number from 0 on")
        pool = self.new_pool(1)
        start = self.new_match() if match is None else match.copy()
        secret = seeds.secret_of(seed)
        self.board.deal_at(pool, start, seeds.words(secret, "pack", index, 1))
        return _dealt(self, pool, None if match is None else start)

    def book(self, match: np.ndarray, state: State) -> None:
        """Enter a finished deal in its match, in place: scores, marks, who deals next, the end.

        ::

            match = game.new_match()
            while not match["over"][0]:
                state = game.deal(match=match)
                ...
                game.book(match, state)
            winners(match), match["marks"][0]   # schnapsen_ai.deal.matches.winners

        ValueError, and nothing entered, if the deal is not over or not the next one of the match.
        """
        if state.game != self:
            raise ValueError(f"the deal is of {state.game.spec}, not of {self.spec}")
        if not state.is_over:
            raise ValueError("the deal is not over: it cannot be entered yet")
        if match["over"][0]:
            raise ValueError("the match is over: no deal can be entered")
        if not state.in_match or state.match().tobytes() != match.tobytes():
            raise ValueError("the deal is not the next of this match: start it with "
                             "deal(match=match)")
        self.board.next_deal_at(match, state.record())

    def position(self, text: str) -> State | View:
        """A position from its notation (see `schnapsen_ai.deal.notation`).

        A State when all cards are given; a View when some are unknown (``??``).  ValueError says
        what is wrong.
        """
        words = as_text(text, "a position").split()
        if head := head_of(words):
            self._check_head(*head)
        placed = read_position(self, words[1:] if head else words)
        if placed.pool is not None:
            if placed.seat is None:
                return State(self, placed.pool, None, [])
            moves = list(placed.moves)
            whole: list[int] | None = None if hasattr(self.rules, "set_position") else []
            return look(self, placed.pool, placed.seat, moves, whole, False, placed.match)
        state = self.deal(pack=placed.pack, match=placed.match)
        for move in placed.moves:
            state.play(move)
        return state if placed.seat is None else state.view(placed.seat)

    def _check_head(self, name: str, options: dict[str, str]) -> None:
        """ValueError unless a position that begins with this head is one of this game."""
        if name == self.name:
            other = made(name, self.rules, self.preset, options)
        else:
            other = load_known(name, options)
        if other != self:
            raise ValueError(f"the position is of {other.spec}, not of {self.spec}")


def deal_pack(game: Ruleset, pack: str, match: np.ndarray | None = None) -> State:
    """Start a deal of a given pack: `Game.deal`, for whoever holds the rules alone."""
    pool = game.new_pool(1)
    pool["pack"][0, : len(game.pack)] = game.parse_pack(pack)
    start = game.new_match() if match is None else match.copy()
    game.board.lay_out_at(pool, start)
    return _dealt(game, pool, None if match is None else start)


def _dealt(game: Ruleset, pool: np.ndarray, match: np.ndarray | None) -> State:
    origin = pool["pack"][0, : len(game.pack)].tolist()
    return State(game, pool, origin, [], match)


def _load_with(name: str, options: dict[str, Any]) -> Game:
    return load(name, **options)
