"""A deal with all that led to it: who moved, the tricks, and every position on the way.

What a table, a replay and a terminal need beyond a `State`, which holds the present only.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..base import seeds
from ..cards import Card, Cards, Seat
from .game import Game, deal_pack
from .moves import IllegalMove, as_move
from .ruleset import Ruleset
from .state import State, View, look


@dataclass(frozen=True)
class Trick:
    """Cards in the order played, by seat; `taker` is None while open or where nobody can tell."""

    cards: tuple[tuple[int, int], ...]  # (seat, card)
    taker: int | None = None


@dataclass
class DealHistory:
    """One deal in progress or finished, from its first position.

    `log` has (seat, move) for each move made; `positions` one pool (array of length 1) for each
    moment, so that the deal can be shown at any of them, or be taken back to it.
    """

    game: Ruleset
    origin: list[int] | None
    positions: list[np.ndarray]
    log: list[tuple[int, int]] = field(default_factory=list)
    tricks: list[Trick] = field(default_factory=list)
    open_trick: list[tuple[int, int]] = field(default_factory=list)
    ending: str = ""  # how it ended where the rules do not say: "deadline"
    match: np.ndarray | None = None  # the match it is a deal of, as it stood at the start

    @classmethod
    def deal(
        cls, game: Ruleset, words: np.ndarray, match: np.ndarray | None = None
    ) -> DealHistory:
        """Shuffle and deal with the random words of a stream (`seeds.words`)."""
        pool = game.new_pool(1)
        start = game.new_match() if match is None else match.copy()
        game.board.deal_at(pool, start, words)
        origin = pool["pack"][0, : len(game.pack)].tolist()
        return cls(game, origin, [pool], match=None if match is None else start)

    @classmethod
    def of(cls, state: State) -> DealHistory:
        """The history that led to a state, where it began with a whole pack; else its present."""
        if state.origin is None:
            return cls(state.game, None, [state.record()], match=state._match)
        first = deal_pack(state.game, state.pack, state._match)
        history = cls(state.game, first.origin, [first.record()], match=state._match)
        for move in state.history:
            history.play(move)
        if state.is_over and not history.is_over:  # given up: no move says so
            history.positions[-1] = state.record()
            history._settle()
        return history

    @classmethod
    def from_position(cls, game: Game, text: str, secret: bytes) -> tuple[DealHistory, Seat]:
        """The deal that a position is of, what is hidden dealt at random; and whose view it is.

        An open deal is seen by the seat to move.  ValueError where it is over, or no position.
        """
        found = game.position(text)
        if found.is_over or found.to_move is None:
            raise ValueError("the deal is over: there is nothing to play")
        if isinstance(found, State):
            return cls.of(found), found.to_move
        rng = seeds.generator(int(seeds.words(secret, "position", 0, 1)[0]))
        return cls.of(found.redeal(rng)), found.seat

    # --- now ---

    @property
    def pool(self) -> np.ndarray:
        """The present position."""
        return self.positions[-1]

    @property
    def state(self) -> State:
        """The present as a `State` of its own."""
        return self.state_at(len(self.positions) - 1)

    @property
    def to_move(self) -> Seat | None:
        seat = int(self.game.board.to_move_at(self.pool, 0))
        return None if seat < 0 else seat

    @property
    def is_over(self) -> bool:
        return bool(self.game.board.is_over_at(self.pool, 0))

    @property
    def seats(self) -> int:
        """Seats of this deal: a match of three may go on with two."""
        return self.game.seats_of(self.pool[0])

    def payoffs(self) -> list[int]:
        """Game points by seat, of a finished deal."""
        return [int(self.game.board.payoff_at(self.pool, 0, s)) for s in range(self.seats)]

    # --- moves ---

    def play(self, move: Any) -> None:
        """Make a move of the seat to move; IllegalMove, and nothing changed, if it is not legal."""
        seat, number = self.to_move, as_move(move)
        after = self.pool.copy()
        if seat is None or number is None or not self.game.board.try_move(after, 0, number):
            raise IllegalMove(self.state._refusal(move))
        before, laid = self._hand(seat), self._laid()
        self.positions.append(after)
        self.log.append((seat, number))
        if number < 32 and before >> number & 1 and not self._hand(seat) >> number & 1:
            self._lay(seat, number, laid)
        if self.is_over:
            self._settle()

    def _lay(self, seat: Seat, card: Card, laid: Cards) -> None:
        """Note a card put on the table, which held `laid` cards before it."""
        self.open_trick.append((seat, card))
        if laid and not self._laid():  # complete: its taker has the turn, at the end as well
            self.tricks.append(Trick(tuple(self.open_trick), int(self.pool["turn"][0])))
            self.open_trick = []

    def _settle(self) -> None:
        """The deal is over: what lies on the table is the last trick, whole or not."""
        if self.open_trick:
            winner = self.game.trick(self.pool[0])[1]
            whole = len(self.open_trick) == self.seats and winner >= 0
            taker = winner if whole else None
            self.tricks.append(Trick(tuple(self.open_trick), taker))
            self.open_trick = []

    def resign(self, seat: Seat, ending: str = "") -> None:
        """Give the deal up (two seats); `ending` names another reason, such as "deadline"."""
        if self.is_over:
            raise ValueError("the deal is over: nobody can resign")
        after = self.pool.copy()
        self.game.board.resign_at(after, 0, seat)
        self.positions.append(after)
        self.ending = ending
        self._settle()

    def back_to(self, ply: int) -> None:
        """Take everything back but the first `ply` moves."""
        log, first = self.log[:ply], self.positions[0]
        self.positions, self.log, self.tricks, self.open_trick = [first], [], [], []
        self.ending = ""
        for _, move in log:
            self.play(move)

    # --- what is seen ---

    def state_at(self, ply: int) -> State:
        """All cards at a moment: `ply` counts positions, 0 is the deal."""
        pool = self.positions[ply].copy()
        return State(self.game, pool, self.origin, [m for _, m in self.log[:ply]], self.match)

    def view_at(self, ply: int, seat: Seat, sees_all: bool = False) -> View:
        """What a seat sees at a moment; with `sees_all` everything."""
        history = [m for _, m in self.log[:ply]]
        return look(
            self.game, self.positions[ply], seat, history, self.origin, sees_all, self.match
        )

    def view(self, seat: Seat, sees_all: bool = False) -> View:
        """What a seat sees now."""
        return self.view_at(len(self.positions) - 1, seat, sees_all)

    def how(self) -> str:
        """How it ended, in the words of the game or `ending`."""
        return self.ending or self.state.ending

    # --- the table ---

    def _hand(self, seat: Seat) -> int:
        return int(self.pool["hand"][0, seat])

    def _laid(self) -> int:
        """How many cards lie on the table."""
        return len(self.game.trick(self.pool[0])[0])
