"""A deal as a seat sees it: `View`, the friendly object around a concealed record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .cards import members
from .records import again
from .state import State, board_text, check_seat

if TYPE_CHECKING:
    from .game import Game


def look(
    game: Game,
    pool: np.ndarray,
    seat: int,
    history: list[int],
    origin: list[int] | None,
    sees_all: bool,
    match: np.ndarray | None = None,
) -> View:
    """A View of ``pool[0]``; nothing hidden can be reached from it unless `sees_all`."""
    into = np.ndarray(1, pool.dtype, bytearray(pool.itemsize))  # quicker than `empty`
    out = np.empty(7 + 2 * game.n_seats + game.n_view_numbers, np.int64)
    game.board.look(pool, 0, seat, game.n_seats, sees_all, into, out)
    return View(game, seat, into, out.tolist(), tuple(history), origin is not None, sees_all, match)


class View:
    """What one seat sees of a deal.

    Facts of every game: `seat`, `to_move`, `is_over`, `hand`, `legal_moves()`, `trumps`, `led`,
    `unseen`, `seen`, `known(other)`, `absent(other)`, `history`, `redeal(rng)`.  The game's own
    facts are attributes too, tuples where there is one for each seat; for Schnapsen ``trump``,
    ``turn_up``, ``talon_left``, ``points``, ``tricks``, ``pending``, ``score``, ``closer``,
    ``close_points``, ``close_tricks``, ``phase``, ``must_lead`` (-1 for "none" of cards and
    seats).  Cards are ids: `Game.move_text` gives their text.
    """

    __slots__ = (
        "_facts", "_match", "_numbers", "_record", "_whole", "game", "history", "seat", "sees_all",
    )  # fmt: skip

    def __init__(
        self,
        game: Game,
        seat: int,
        record: np.ndarray,
        numbers: list[int],
        history: tuple[int, ...],
        whole: bool,
        sees_all: bool,
        match: np.ndarray | None = None,
    ) -> None:
        self.game = game
        self.seat = seat
        self.history = history
        self.sees_all = sees_all
        self._record = record
        self._numbers = numbers
        self._whole = whole
        self._match = match

    def legal_moves(self) -> list[int]:
        """Legal moves, ascending; [] out of turn."""
        return members(self._numbers[0])

    @property
    def legal(self) -> int:
        """The legal moves as a set (bits of an int)."""
        return self._numbers[0]

    @property
    def hand(self) -> list[int]:
        """Own cards, ascending."""
        return members(self._numbers[1])

    @property
    def trumps(self) -> list[int]:
        """The trump cards of the pack."""
        return members(self._numbers[2])

    @property
    def led(self) -> int | None:
        """The card led to the present trick."""
        return None if self._numbers[3] < 0 else self._numbers[3]

    @property
    def unseen(self) -> list[int]:
        """Cards whose place this seat does not know."""
        return members(self._numbers[4])

    @property
    def seen(self) -> list[int]:
        """Cards whose place, or way out of play, this seat knows."""
        hidden = self._numbers[4]
        return [c for c in self.game.pack if not hidden >> c & 1]

    @property
    def to_move(self) -> int | None:
        """The seat to move, None when over."""
        return None if self._numbers[5] < 0 else self._numbers[5]

    @property
    def is_over(self) -> bool:
        return bool(self._numbers[6])

    def known(self, other: int | None = None) -> list[int]:
        """Cards known to be in the hand of another seat (the opponent, with two seats)."""
        return members(self._numbers[7 + 2 * self._other(other)])

    def absent(self, other: int | None = None) -> list[int]:
        """Unseen cards known not to be in the hand of another seat."""
        return members(self._numbers[8 + 2 * self._other(other)])

    def _other(self, other: int | None) -> int:
        if other is None:
            if self.game.n_seats != 2:
                raise ValueError("name the seat: there are more than two")
            return 1 - self.seat
        check_seat(self.game, other)
        return other

    def __getattr__(self, name: str) -> Any:
        """The game's own facts (VIEW_FIELDS of its module)."""
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            start, n = self.game.view_places[name]
        except KeyError:
            known = ", ".join(self.game.view_places)
            raise AttributeError(
                f"a view of {self.game.name} has no {name!r}: its own facts are {known}"
            ) from None
        numbers = self._numbers[start : start + n]
        return numbers[0] if n == 1 else tuple(numbers)

    def redeal(self, rng: np.random.Generator) -> State:
        """A deal drawn uniformly from all that are consistent with what this seat has seen."""
        if self.is_over:
            raise ValueError("the deal is over: there is nothing to redeal")
        if not hasattr(rng, "integers"):
            raise ValueError(f"rng is a numpy Generator, as np.random.default_rng(1), not {rng!r}")
        pool = again(self._record)
        word = rng.integers(0, 2**64, size=1, dtype=np.uint64)
        self.game.board.redeal_at(pool, 0, self.seat, word)
        origin = pool["pack"][0, : len(self.game.pack)].tolist() if self._whole else None
        return State(self.game, pool, origin, list(self.history), self._match)

    def observation(self) -> np.ndarray:
        """The view as a vector of uint8 (its layout is the docstring of the rules' `observe`)."""
        out = np.zeros(self.game.rules.OBSERVATION_SIZE, np.uint8)
        self.game.board.observe_at(self._record, 0, self.seat, out)
        return out

    @property
    def state(self) -> State:
        """The open deal, for a bot that sees all; ValueError for every other."""
        if not self.sees_all:
            raise ValueError("only a bot with sees_all = True gets the open state")
        origin = None
        if self._whole:
            origin = self._record["pack"][0, : len(self.game.pack)].tolist()
        return State(self.game, again(self._record), origin, list(self.history), self._match)

    def record(self) -> np.ndarray:
        """A copy of the concealed record (array of length 1), for compiled code."""
        return again(self._record)

    def match(self) -> np.ndarray:
        """A copy of the match record that the deal started from (array of length 1)."""
        return self.game.new_match() if self._match is None else self._match.copy()

    @property
    def in_match(self) -> bool:
        """Whether the deal is one of a match."""
        return self._match is not None

    @property
    def whole(self) -> bool:
        """Whether `history` reaches back to the start of the deal."""
        return self._whole

    def text(self) -> str:
        """What the seat knows, in the notation that `Game.position` reads."""
        from .notation import view_text

        return view_text(self)

    def shown(self, style: str | None = None) -> str:
        """What the seat sees, for a person: cards in french, german or hungarian style."""
        return f"seen by seat {self.seat}\n{board_text(self.game, self._record[0], style)}"

    def __str__(self) -> str:
        return self.shown()

    def _repr_html_(self) -> str:
        """What the seat sees, with cards, for notebooks."""
        from .show.html import view_html

        return view_html(self)

    def __repr__(self) -> str:
        return f"<View of {self.game.spec} by seat {self.seat}: {self.text()}>"
