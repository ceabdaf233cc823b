"""Where a check stands, and walks through the positions of a game."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np

from ..base.jit import template
from ..cards import Seat
from ..deal.game import Game
from ..deal.ruleset import Ruleset
from ..deal.state import State
from ..games import contract as rules  # bound to a game by `specialise`
from ..games.hooks import bounds, distinct, exact_cost, sensible


class GameError(AssertionError):
    """A game does not keep the contract: what is wrong, and how to see it again."""


class Case:
    """What a check looks at just now."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.state: State | None = None
        self.seat: int | None = None

    def expect(self, holds: object, what: str) -> None:
        """GameError unless something holds; `what` says what does not."""
        if not holds:
            raise GameError(f"{self.game.spec}: {what}{self._again()}")

    def _again(self) -> str:
        if self.state is None:
            return ""
        deal = f"load({self.game.name!r}).deal(pack={self.state.pack!r})"
        seat = "" if self.seat is None else f", seen by seat {self.seat}"
        return f"\n  {deal}, after the moves {self.state.history}{seat}"

    @contextlib.contextmanager
    def trying(self, what: str) -> Iterator[None]:
        """Whatever the game raises meanwhile becomes a GameError."""
        try:
            yield
        except GameError:
            raise
        except Exception as error:
            text = f"{what}: {type(error).__name__}: {error}"
            raise GameError(f"{self.game.spec}: {text}{self._again()}") from error


def decisions(
    case: Case, deals: int, seed: int = 0, narrow: Callable[[State], list[int]] | None = None
) -> Iterator[State]:
    """Every decision of some random deals, and their ends; cards are played more often than words.

    narrow: the moves to choose from, the legal ones unless given.
    """
    chance = random.Random(seed)
    for k in range(deals):
        case.state = case.seat = None
        with case.trying(f"deal(seed={seed}, index={k})"):
            state = case.game.deal(seed=seed, index=k)
        case.state = state
        while not _over(case, state):
            yield state
            case.seat = None
            moves = narrow(state) if narrow else state.legal_moves()
            case.expect(moves, "there is no legal move, yet the deal is not over")
            cards = [m for m in moves if m < 32]
            move = chance.choice(cards if cards and chance.random() < 0.85 else moves)
            with case.trying(f"the move {move}"):
                state.play(move)
            most = case.game.rules.MAX_PLIES
            case.expect(len(state.history) <= most, f"more moves than MAX_PLIES = {most}")
        yield state


def _over(case: Case, state: State) -> bool:
    with case.trying("is_over, to_move, legal"):
        over, seat = state.is_over, state.to_move
        case.expect(over == (seat is None), f"is_over is {over}, but to_move says {seat}")
        case.expect(seat is None or seat < case.game.n_seats, f"seat {seat} is to move")
    return over


def times(deals: int, size: float) -> int:
    """How many deals a check of that many plays at a size."""
    return max(1, round(deals * size))


def seats_of(state: State, size: float) -> range:
    """The seats whose view a check looks at: all, at a small size the one to move and the next."""
    n = state.game.n_seats
    if size >= 1:
        return range(n)
    first = state.to_move or 0
    return range(first, first + 2) if first + 2 <= n else range(n - 2, n)


# --- what is asked of a game by kernels ---


@template
def redeal_only(pool: Any, i: int, seat: Seat, rng: Any) -> None:
    rules.redeal(pool[i], seat, rng)


@template
def hand_at(pool: Any, i: int, seat: Seat) -> int:
    return rules.hand(pool[i], seat)


@template
def bounds_at(pool: Any, i: int, seat: Seat) -> tuple[int, int]:
    return bounds(pool[i], seat)


@template
def distinct_at(pool: Any, i: int) -> int:
    """The moves an exact search tries; all while the sides are unknown."""
    moves = rules.legal(pool[i])
    return distinct(pool[i], moves) if rules.sides_known(pool[i]) else moves


@template
def sensible_at(pool: Any, i: int) -> int:
    return sensible(pool[i], rules.legal(pool[i]))


@template
def cost_at(pool: Any, i: int) -> int:
    return exact_cost(pool[i])


@template
def side_at(pool: Any, i: int, seat: Seat) -> int:
    return rules.side(pool[i], seat) if rules.sides_known(pool[i]) else -1


def kernels(game: Ruleset) -> SimpleNamespace:
    from . import case

    return game.kernels(case)


def hands(game: Ruleset, pool: np.ndarray) -> list[int]:
    """The cards of all seats, as far as a record holds them."""
    return [int(kernels(game).hand_at(pool, 0, s)) for s in range(game.n_seats)]


def concealed(state: State, seat: Seat) -> np.ndarray:
    """The record as a seat sees it."""
    pool = state.record()
    state.game.board.conceal_at(pool, 0, seat)
    return pool
