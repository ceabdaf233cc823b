"""Deals or matches, played from outside move by move: what environments share."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Mapping
from typing import Any

import numpy as np

from ..batched.layout import Layout
from ..cards import Move, Seat
from ..deal import matches
from ..deal.game import Game, load
from ..deal.history import DealHistory
from ..deal.moves import IllegalMove
from ..show.scene import scene
from ..show.terminal import Terminal

UNITS = ("deal", "match")
RENDER_MODES = ("ansi", "human")


class Episode:
    """A deal or a match in progress, by players: each has the number of its first seat.

    to_move: the player, None when over.  rewards: what the last move brought each player: at the
    end of a deal its payoffs, at the end of a match 1 to those who won it and -1 to the others.
    A move that is not legal ends the episode: the player pays the largest loss of a deal (of a
    match 1), the others get nothing, and `illegal` is True.
    """

    def __init__(
        self,
        game: str | Game,
        options: Mapping[str, Any] | None = None,
        unit: str = "deal",
        observations: str | bool = "compact",
        max_deals: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """The arguments are those of `sa.batch`; ValueError says which of them is wrong.

        render_mode: "ansi" (`render` returns a text), "human" (it prints that) or None.
        """
        self.game = game if isinstance(game, Game) else load(game, **(options or {}))
        if isinstance(game, Game) and options:
            raise ValueError("the game is made already: give its options to load")
        if unit not in UNITS:
            raise ValueError(f"unit {unit!r} is not known: {' or '.join(UNITS)}")
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f"render_mode {render_mode!r} is not known: ansi, human or None")
        self.render_mode = render_mode
        self.unit, self.max_deals = unit, matches.most_deals(max_deals)
        self.layout = Layout(self.game, observations)
        if not self.layout.words or "oracle" in self.layout.words:
            raise ValueError(f"observations={observations!r}: say what the seat sees, no more")
        self.opening = matches.opening(self.game, max_deals)
        self.players = self.game.n_seats
        self.n_moves = 1 + max(*self.game.pack, *self.game.rules.MOVE_NAMES)
        self.seed = secrets.randbits(63)
        self.begun = self.dealt = 0  # episodes, and deals, since the seed was set

    def begin(self, seed: int | None = None) -> None:
        """The next deal or match; with a seed the first of those that it fixes.

        The deals are ``game.deal(seed, 0)``, ``game.deal(seed, 1)`` and so on.
        """
        if seed is not None:
            self.seed, self.begun, self.dealt = int(seed), 0, 0
        self.begun += 1
        self.over, self.illegal = False, False
        self.match = self.opening.copy()
        self._deal()
        self._turn()
        self._pay([0] * self.players)

    def _deal(self) -> None:
        match = self.match if self.unit == "match" else None
        self.state = self.game.deal(self.seed, self.dealt, match=match)
        self.dealt += 1
        self.movers: list[Seat] = []  # of the moves of the deal
        self.player_at = [p for p in self.match["player"][0].tolist() if p >= 0]

    # --- play ---

    def play(self, move: Move) -> None:
        """Make a move, and begin the next deal of a match where one has ended."""
        rewards, seat = [0] * self.players, self.state.to_move
        try:
            self.state.play(move)
        except IllegalMove:
            assert self.to_move is not None
            loss = int(self.game.board.largest_loss_at(self.state.record(), 0))
            rewards[self.to_move] = -loss if self.unit == "deal" else -1
            self.illegal = self.over = True
        else:
            assert seat is not None
            self.movers.append(seat)
            if self.state.is_over:
                rewards = self._end()
        self._turn()
        self._pay(rewards)

    def resign(self) -> None:
        """The player to move gives up: the deal, or the match.  ValueError with more than two."""
        given_up = self.to_move
        self.state.resign()
        lost = [-1 if p == given_up else 1 for p in range(self.players)]
        self.over = True
        self._turn()
        self._pay(list(self.state.payoffs()) if self.unit == "deal" else lost)

    def _turn(self) -> None:
        seat = None if self.over else self.state.to_move
        self.to_move = None if seat is None else self.player_at[seat]

    def _end(self) -> list[int]:
        """A deal is over: what that brings, and the next one of a match."""
        if self.unit == "deal":
            self.over = True
            return list(self.state.payoffs())
        self.game.book(self.match, self.state)
        self.over = bool(self.match["over"][0]) or self.match["deals"][0] >= self.max_deals
        if self.over:
            return matches.rewards(self.game, self.match)
        self._deal()
        return [0] * self.players

    def _pay(self, rewards: list[int]) -> None:
        self.rewards = [float(reward) for reward in rewards]

    # --- what there is to see ---

    def seat_of(self, player: int) -> Seat | None:
        """Where a player sits; None if it is out of the match."""
        return self.player_at.index(player) if player in self.player_at else None

    def seen(self, player: int) -> dict[str, np.ndarray]:
        """``observation``: uint8[layout.size], what a player sees, nothing but zeros if it is out
        of the match.  ``action_mask``: int8[n_moves], see `mask`."""
        seat = self.seat_of(player)
        if seat is None:
            vector = np.zeros(self.layout.size, np.uint8)
        else:
            vector = self.layout.of(self.state.view(seat), self.movers)
        return {"observation": vector, "action_mask": self.mask(player)}

    def mask(self, player: int) -> np.ndarray:
        """The legal moves of a player as flags, int8[n_moves]: none out of turn."""
        if player != self.to_move:
            return np.zeros(self.n_moves, np.int8)
        return flags(np.array([self.state.legal], np.uint64), self.n_moves)[0]

    def render(self, player: int | None) -> str | None:
        """Show the deal as a player sees it, or with all cards to None."""
        if self.render_mode is None:
            return None
        seat = None if player is None else self.seat_of(player)
        shown = scene(DealHistory.of(self.state), seat)
        names = [f"player {p}" for p in self.player_at]
        text = "\n".join(Terminal(sys.stdout).board(shown, names))
        if self.render_mode == "ansi":
            return text
        print(text, end="\n\n", flush=True)
        return None


def flags(sets: np.ndarray, n: int) -> np.ndarray:
    """Sets of moves, uint64[k], as flags: int8[k, n]."""
    bits = np.unpackbits(sets.astype("<u8").view(np.uint8).reshape(-1, 8), axis=1, count=n,
                         bitorder="little")
    return bits.view(np.int8)
