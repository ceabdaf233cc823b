"""What the searches share on Python's side: room to work in, and a clock.

Each search module has ``think(view, words, ...)``, which returns the thoughts of a bot:
``{move: {"value": mean payoff of the seat to move, "visits": n}}``.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from ..cards import Move
from ..deal.exact import solver_of
from ..engine import playouts
from .belief import WORLDS
from .tree import new_tree

if TYPE_CHECKING:
    from ..deal.game import Game
    from ..deal.state import View

Thoughts = dict[int, dict[str, float]]
DEALS = 20  # looked through for a bid and a card to compile a search by
MOST_NODES = 1 << 20  # of one tree: 32 MB, touched as it grows


class Room:
    """The arrays in which the searches of one game work: made once a process, kept for all deals.

    Nothing that is left in them changes a move.
    """

    def __init__(self, game: Game) -> None:
        self.worlds = game.new_pool(4 + WORLDS)
        self.pool = self.worlds[:4]
        self.path = np.zeros(game.rules.MAX_PLIES + 1, np.int64)
        self.steady = np.zeros(game.rules.MAX_PLIES + 1)
        self.payoffs = np.zeros(8)
        self.values = np.zeros(64)
        self.visits = np.zeros(64, np.int64)
        self.out = np.zeros(64, np.int64)
        self.work = solver_of(game).work
        self.tree, self.numbers = new_tree(0)

    def begin(self, view: View) -> None:
        """A decision: the concealed state to ``pool[0]``, nothing counted yet."""
        self.pool[0] = view.record()[0]
        self.values[:] = 0
        self.visits[:] = 0

    def plot(self, iterations: int) -> Any:
        """Arrays for a tree of so many iterations (0: as many as there is room for)."""
        nodes = min(4 * iterations + 64, MOST_NODES) if iterations else MOST_NODES
        if len(self.tree) < nodes:
            self.tree, self.numbers = new_tree(nodes)
        return self.tree[:nodes], self.numbers, self.path, self.steady, self.payoffs

    def thoughts(self, view: View) -> Thoughts:
        """The means of what was counted, of the moves that were tried."""
        return {
            move: {"value": float(self.values[move] / n), "visits": n}
            for move in view.legal_moves()
            if (n := int(self.visits[move]))
        }


_rooms: dict[str, Room] = {}


def room_for(game: Game) -> Room:
    """The process's room of a game."""
    if game.spec not in _rooms:
        _rooms[game.spec] = Room(game)
    return _rooms[game.spec]


def forced(view: View) -> Thoughts | None:
    """The thoughts where there is one legal move: nothing to search."""
    moves = view.legal_moves()
    return {moves[0]: {"value": 0.0, "visits": 0}} if len(moves) == 1 else None


def batches(most: int, seconds: float, began: float | None = None) -> Iterator[int]:
    """Sizes of the batches in which to do `most` pieces of work.

    With `seconds` above 0, instead as many as fit: each batch takes about half of what is left,
    so that the end is met within one piece.  `began` is when the clock started, if before now.
    """
    if seconds <= 0:
        yield most
        return
    start = perf_counter()
    late = 0.0 if began is None else start - began
    done, size = 0, 1
    while True:
        yield size
        done += size
        spent = max(perf_counter() - start, 1e-9)
        left = seconds - late - spent
        if left < 0.01 * seconds:
            return
        size = max(1, int(min(done / spent * left / 2, 10 * size, 1e9)))


MOST = 1e15  # of any parameter: kernels count in 64 bits


def check(**least: tuple[float, float]) -> None:
    """ValueError unless each number (of a parameter, with the least it may be) is one."""
    for name, (value, low) in least.items():
        if not low <= value <= MOST:
            raise ValueError(f"{name}={value:g} is not a number from {low:g} to {MOST:g}")


def favourite(thoughts: Thoughts, by: str = "value") -> Move:
    """The best move by value, or by visits; of equal ones the better by the other, the lowest."""
    other = "visits" if by == "value" else "value"
    return max(sorted(thoughts), key=lambda m: (thoughts[m][by], thoughts[m][other]))


def is_bid(view: View) -> bool:
    """Whether no card can be played: then the searches value moves as `bids` does."""
    return not view.game.kernels(playouts).plays_cards(view.record(), 0)


@functools.cache
def ready(think: Callable[..., Thoughts], game: Game) -> None:
    """Compile a search for a game now, bids and cards, so that no time limit pays for it."""
    chance = random.Random(0)
    kinds = {True, False}
    for index in range(DEALS):
        state = game.deal(seed=0, index=index)
        while kinds and not state.is_over:
            moves = state.legal_moves()
            view = state.view(state.to_move)
            if state.history and len(moves) > 1 and is_bid(view) in kinds:  # beliefs need a past
                kinds.remove(is_bid(view))
                think(view, np.zeros(1, np.uint64), 1)
            state.play(chance.choice(moves))
