"""A deal as a person or a program holds it: `State`, with all cards, and `View`, what a seat sees.

Friendly objects around one record of the game's dtype.  Each makes the other (`State.view`,
`View.redeal`), so they share a file.  Here moves are validated: rules themselves never do.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import display
from ..base.arrays import again
from ..base.nearest import hint
from ..base.seeds import chance
from ..card_text import card_text
from ..cards import Card, Move, Moves, Seat, members
from ..engine import perft
from . import exact
from .facts import Facts
from .moves import IllegalMove, as_move, board_text, check_seat, named
from .notation import state_text, view_text
from .ruleset import Ruleset


class State:
    """One deal with all cards known.  Made by `Game.deal`, `Game.position` or `View.redeal`."""

    __slots__ = ("_history", "_match", "_origin", "_pool", "game")

    def __init__(
        self,
        game: Ruleset,
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
    def to_move(self) -> Seat | None:
        """The seat to move, None when over."""
        seat = self.game.board.to_move_at(self._pool, 0)
        return None if seat < 0 else int(seat)

    def legal_moves(self) -> list[Move]:
        """Legal moves, ascending, each a number that shows its text; [] when over."""
        return named(self.game, members(self.legal))

    @property
    def legal(self) -> Moves:
        """The legal moves as a set (bits of an int)."""
        return int(self.game.board.legal_at(self._pool, 0))

    def play(self, move: Move | str) -> None:
        """Make a move in place, by number or by text (``"KS"``, ``"marriage H"``).

        IllegalMove, and nothing changed, if it is not legal.
        """
        number = self._meant(move) if isinstance(move, str) else as_move(move)
        if number is None or not self.game.board.try_move(self._pool, 0, number):
            raise IllegalMove(self._refusal(move))
        self._history.append(number)

    def _meant(self, text: str) -> Move:
        try:
            return self.game.parse_move(text)
        except ValueError as error:
            raise IllegalMove(str(error)) from None

    def _refusal(self, move: object) -> str:
        number = self._meant(move) if isinstance(move, str) else as_move(move)
        try:
            text = repr(move) if number is None else self.game.move_text(number)
        except ValueError:
            text = repr(move)
        if self.is_over:
            return f"{text} is not legal: the deal is over"
        legal = ", ".join(self.game.move_text(m) for m in self.legal_moves())
        return f"{text} is not legal for seat {self.to_move}: legal are {legal}"

    def resign(self, seat: Seat | None = None) -> None:
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
    def history(self) -> list[Move]:
        """The moves made so far."""
        return named(self.game, self._history)

    @property
    def origin(self) -> list[int] | None:
        """The ids of the pack in dealing order; None where play began from a position."""
        return None if self._origin is None else list(self._origin)

    def match(self) -> np.ndarray:
        """A copy of the match record that the deal started from (array of length 1)."""
        return self.game.new_match() if self._match is None else self._match.copy()

    @property
    def in_match(self) -> bool:
        """Whether the deal is one of a match."""
        return self._match is not None

    def record(self) -> np.ndarray:
        """A copy of the record (array of length 1), for compiled code."""
        return again(self._pool)

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
        return state_text(self.game, self._pool, self._origin, self._history)

    def shown(self, style: str | None = None) -> str:
        """The deal for a person: cards in french, german or hungarian style (the game's own)."""
        return board_text(self.game, self._pool[0], style)

    def __str__(self) -> str:
        return self.shown()

    def _repr_html_(self) -> str:
        """The deal with its cards, for notebooks."""
        return display.html("state", self)

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

    def view(self, seat: Seat) -> View:
        """The deal as a seat sees it."""
        check_seat(self.game, seat)
        return look(
            self.game, self._pool, seat, self._history, self._origin, False, self._match
        )

    # --- counting and solving ---

    def perft(self, depth: int) -> int:
        """Sequences of exactly `depth` moves from here."""
        if depth < 0:
            raise ValueError("depth is at least 0")
        pool = np.repeat(self._pool, depth + 1)
        return int(self.game.kernels(perft).perft(pool, 0, depth))

    def value(self, seat: Seat = 0) -> int:
        """Exact open-card payoff of a seat with best play by both sides.

        ValueError before the sides are known.
        """
        check_seat(self.game, seat)
        return exact.value(self.game, self._pool, seat)

    def move_values(self) -> dict[int, int]:
        """Each legal move with the exact payoff that it gives the seat to move."""
        return exact.move_values(self.game, self._pool)


def look(
    game: Ruleset,
    pool: np.ndarray,
    seat: Seat,
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


class View(Facts):
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
        game: Ruleset,
        seat: Seat,
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

    def legal_moves(self) -> list[Move]:
        """Legal moves, ascending, each a number that shows its text; [] out of turn."""
        return named(self.game, members(self._numbers[0]))

    @property
    def legal(self) -> Moves:
        """The legal moves as a set (bits of an int)."""
        return self._numbers[0]

    @property
    def hand(self) -> list[Card]:
        """Own cards, ascending."""
        return members(self._numbers[1])

    @property
    def trumps(self) -> list[Card]:
        """The trump cards of the pack."""
        return members(self._numbers[2])

    @property
    def led(self) -> Card | None:
        """The card led to the present trick."""
        return None if self._numbers[3] < 0 else self._numbers[3]

    @property
    def unseen(self) -> list[Card]:
        """Cards whose place this seat does not know."""
        return members(self._numbers[4])

    @property
    def seen(self) -> list[Card]:
        """Cards whose place, or way out of play, this seat knows."""
        hidden = self._numbers[4]
        return [c for c in self.game.pack if not hidden >> c & 1]

    @property
    def to_move(self) -> Seat | None:
        """The seat to move, None when over."""
        return None if self._numbers[5] < 0 else self._numbers[5]

    @property
    def is_over(self) -> bool:
        return bool(self._numbers[6])

    def known(self, other: Seat | None = None) -> list[Card]:
        """Cards known to be in the hand of another seat (the opponent, with two seats)."""
        return members(self._numbers[7 + 2 * self._other(other)])

    def absent(self, other: Seat | None = None) -> list[Card]:
        """Unseen cards known not to be in the hand of another seat."""
        return members(self._numbers[8 + 2 * self._other(other)])

    def _other(self, other: Seat | None) -> int:
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
            meant = hint(name, dir(self))
            raise AttributeError(
                f"a view of {self.game.name} has no {name!r}{meant}: its own facts are {known}"
            ) from None
        numbers = self._numbers[start : start + n]
        return numbers[0] if n == 1 else tuple(numbers)

    def __dir__(self) -> list[str]:
        """With the game's own facts, for whoever presses TAB."""
        return sorted({*super().__dir__(), *self.game.view_places})

    def redeal(self, rng: np.random.Generator | int | None = None) -> State:
        """A deal drawn uniformly from all that are consistent with what this seat has seen.

        rng: a numpy Generator, a bot's `rng`, a seed, or nothing for fresh random bits.
        """
        if self.is_over:
            raise ValueError("the deal is over: there is nothing to redeal")
        source: Any = rng if hasattr(rng, "integers") else chance(rng)
        pool = again(self._record)
        word = source.integers(0, 2**64, size=1, dtype=np.uint64)
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

    def record(self, n: int = 1) -> np.ndarray:
        """`n` copies of the concealed record, as an array, for compiled code."""
        return again(self._record, n)

    @property
    def numbers(self) -> list[int]:
        """All facts as numbers, in the order in which `engine.step.look` writes them."""
        return list(self._numbers)

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
        known = self._numbers[7 : 7 + 2 * self.game.n_seats : 2]
        return view_text(
            self.game, self._record, self.seat, self.history, self._match, known
        )

    def shown(self, style: str | None = None) -> str:
        """What the seat sees, for a person: cards in french, german or hungarian style."""
        return f"seen by seat {self.seat}\n{board_text(self.game, self._record[0], style)}"

    def __str__(self) -> str:
        return self.shown()

    def _repr_html_(self) -> str:
        """What the seat sees, with cards, for notebooks."""
        return display.html("view", self)

    def __repr__(self) -> str:
        return f"<View of {self.game.spec} by seat {self.seat}: {self.text()}>"
