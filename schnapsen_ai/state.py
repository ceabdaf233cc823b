"""A deal as a person or a program holds it: `State`, with all cards.

A friendly object around one record of the game's dtype, as is `view.View`, what a seat sees of it.
Here moves are validated: rules themselves never do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .cards import card_text, members
from .records import again
from .styles import Style

if TYPE_CHECKING:
    from .game import Game
    from .view import View


class IllegalMove(ValueError):
    """A move that is not legal now; the state is as it was."""


class State:
    """One deal with all cards known.  Made by `Game.deal`, `Game.position` or `View.redeal`."""

    __slots__ = ("_history", "_match", "_origin", "_pool", "game")

    def __init__(
        self,
        game: Game,
        pool: np.ndarray,
        origin: list[int] | None,
        history: list[int],
        match: np.ndarray | None = None,
    ) -> None:
        self.game = game
        self._pool = pool
        self._origin = origin  # the pack, or None where play began from a position
        self._history = history
        self._match = match  # the match it is a deal of, as it stood at the start

    # --- play ---

    @property
    def to_move(self) -> int | None:
        """The seat to move, None when over."""
        seat = self.game.board.to_move_at(self._pool, 0)
        return None if seat < 0 else int(seat)

    def legal_moves(self) -> list[int]:
        """Legal moves, ascending; [] when over."""
        return members(self.game.board.legal_at(self._pool, 0))

    def play(self, move: int) -> None:
        """Make a move in place.  IllegalMove, and nothing changed, if it is not legal."""
        number = as_move(move)
        if number is None or not self.game.board.try_move(self._pool, 0, number):
            raise IllegalMove(self._refusal(move))
        self._history.append(number)

    def _refusal(self, move: object) -> str:
        number = as_move(move)
        try:
            text = repr(move) if number is None else self.game.move_text(number)
        except ValueError:
            text = repr(move)
        if self.is_over:
            return f"{text} is not legal: the deal is over"
        legal = ", ".join(self.game.move_text(m) for m in self.legal_moves())
        return f"{text} is not legal for seat {self.to_move}: legal are {legal}"

    def resign(self, seat: int | None = None) -> None:
        """Give the deal up, the seat to move unless another is named (two-seat games)."""
        seat = self.to_move if seat is None else seat
        if seat is None or self.is_over:
            raise ValueError("the deal is over: nobody can resign")
        if self.game.n_seats != 2:
            raise ValueError("only a deal of two seats can be resigned")
        check_seat(self.game, seat)
        self.game.board.resign_at(self._pool, 0, seat)

    @property
    def is_over(self) -> bool:
        return bool(self.game.board.is_over_at(self._pool, 0))

    def payoffs(self) -> tuple[int, ...]:
        """Game points by seat; ValueError before the end."""
        if not self.is_over:
            raise ValueError("the deal is not over: it has no payoffs yet")
        return tuple(
            int(self.game.board.payoff_at(self._pool, 0, s)) for s in range(self.game.n_seats)
        )

    @property
    def ending(self) -> str:
        """How the deal ended, in words; "not over" before."""
        return str(self.game.rules.ENDINGS[int(self._pool["ending"][0])])

    @property
    def history(self) -> list[int]:
        """The moves made so far."""
        return list(self._history)

    def copy(self) -> State:
        """An independent copy."""
        return State(
            self.game, again(self._pool), self._origin, list(self._history), self._match
        )

    # --- text ---

    @property
    def pack(self) -> str:
        """The pack in dealing order: ``game.deal(pack=s.pack)`` and the history reproduce this.

        ValueError where play began from a position whose past is not known.
        """
        if self._origin is None:
            raise ValueError("this state began as a position: the order of its pack is not known")
        return " ".join(card_text(c) for c in self._origin)

    def text(self) -> str:
        """The position in the notation that `Game.position` reads (see `notation`)."""
        from .notation import state_text

        return state_text(self)

    def shown(self, style: str | None = None) -> str:
        """The deal for a person: cards in french, german or hungarian style (the game's own)."""
        return board_text(self.game, self._pool[0], style)

    def __str__(self) -> str:
        return self.shown()

    def _repr_html_(self) -> str:
        """The deal with its cards, for notebooks."""
        from .show.html import state_html

        return state_html(self)

    def __repr__(self) -> str:
        return f"<State of {self.game.spec}: {self.text()}>"

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, State)
            and self.game == other.game
            and self._pool.tobytes() == other._pool.tobytes()
        )

    __hash__ = None  # type: ignore[assignment]

    # --- what a seat sees ---

    def view(self, seat: int) -> View:
        """The deal as a seat sees it."""
        from .view import look

        check_seat(self.game, seat)
        return look(
            self.game, self._pool, seat, self._history, self._origin, False, self._match
        )

    # --- counting and solving ---

    def perft(self, depth: int) -> int:
        """Sequences of exactly `depth` moves from here."""
        from .search import perft

        if depth < 0:
            raise ValueError("depth is at least 0")
        pool = np.repeat(self._pool, depth + 1)
        return int(self.game.kernels(perft).perft(pool, 0, depth))

    def value(self, seat: int = 0) -> int:
        """Exact open-card payoff of a seat with best play by both sides.

        ValueError before the sides are known.
        """
        from .exact import value

        check_seat(self.game, seat)
        return value(self.game, self._pool, seat)

    def move_values(self) -> dict[int, int]:
        """Each legal move with the exact payoff that it gives the seat to move."""
        from .exact import move_values

        return move_values(self.game, self._pool)


def check_seat(game: Game, seat: object) -> None:
    """ValueError unless it is the number of a seat."""
    whole = isinstance(seat, int | np.integer) and not isinstance(seat, bool)
    if not whole or not 0 <= int(seat) < game.n_seats:  # type: ignore[call-overload]
        raise ValueError(f"seat {seat!r} is not in 0..{game.n_seats - 1}")


def as_move(move: object) -> int | None:
    """A move as a plain int; None for what is no int (bool, float, None, text)."""
    if type(move) is int:
        return move if 0 <= move <= 62 else None
    if isinstance(move, bool | np.bool_) or not isinstance(move, int | np.integer):
        return None
    number = int(move)
    return number if 0 <= number <= 62 else None


def board_text(game: Game, record: Any, style: str | None = None) -> str:
    """A position for a person, several lines."""
    style = style or game.style
    return "\n".join(game.rules.describe(record, Style(style)))
