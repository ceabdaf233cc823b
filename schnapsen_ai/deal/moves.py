"""Moves and seats as a caller gives them, checked; and a position in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from ..card_text import Style
from ..cards import Move
from .ruleset import Ruleset


class IllegalMove(ValueError):
    """A move that is not legal now; the state is as it was."""


class NamedMove(int):
    """The number of a move, which shows its text beside it: ``13 (KS)``.  Else a plain int."""

    text: str

    def __new__(cls, number: int, text: str) -> NamedMove:
        move = super().__new__(cls, number)
        object.__setattr__(move, "text", text)
        return move

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a move cannot be changed")

    def __repr__(self) -> str:
        return f"{int(self)} ({self.text})"

    __str__ = int.__repr__

    def __reduce__(self) -> tuple[type[int], tuple[int]]:
        return int, (int(self),)


def named(game: Ruleset, moves: Iterable[Move]) -> list[Move]:
    """Moves as numbers that show their texts."""
    texts = game.move_texts
    return [NamedMove(m, texts[m]) if m in texts else m for m in moves]


def check_seat(game: Ruleset, seat: object) -> None:
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


def board_text(game: Ruleset, record: Any, style: str | None = None) -> str:
    """A position for a person, several lines."""
    style = style or game.style
    return "\n".join(game.rules.describe(record, Style(style)))
