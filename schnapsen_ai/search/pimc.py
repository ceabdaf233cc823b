"""Perfect-information Monte Carlo: sample worlds, solve each with open cards, take the mean.

It reasons as if everyone saw all cards from the next move on, so it overrates what the opponent
knows and sees no use in hiding or probing.  Bids are therefore valued otherwise, by play-outs of
the rule player (`bids`); so is a card where an exact value is not defined yet (sides unknown) or
would cost too much.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from ..base.arrays import Pool, Record, Words
from ..base.jit import template
from ..cards import Seat, bit, lowest, members
from ..deal.exact import solver_of
from ..engine.alphabeta import exact_moves
from ..games import contract as rules  # bound to a game by `specialise`
from ..games.hooks import exact_cost
from .bids import value_bids
from .workspace import Thoughts, batches, forced, is_bid, room_for

if TYPE_CHECKING:
    from ..deal.state import View

PLAYOUTS = 16  # of a bid for each world that would be solved


def think(
    view: View, words: np.ndarray, worlds: int = 30, time: float = 0.0, dear: int = 100_000
) -> Thoughts:
    """The mean exact payoff of each move over sampled worlds, or over `time` seconds if above 0.

    dear: microseconds from which an exact value costs too much.  The best move is that of the
    most visits and then of the best mean, since bids are not all valued in as many worlds.
    """
    if alone := forced(view):
        return alone
    room = room_for(view.game)
    room.begin(view)
    kernels = view.game.kernels(sys.modules[__name__])
    if time > 0:
        dear = min(dear, int(time * 100_000))
    if is_bid(view) or not kernels.solvable_in_some(room.pool, view.seat, dear, words):
        playouts = PLAYOUTS * worlds * len(view.legal_moves())
        return value_bids(view, words, room, playouts, time)
    if kernels.all_placed(room.pool, view.seat):
        worlds, time = 1, 0.0
    for n in batches(worlds, time):
        kernels.solve_worlds(
            room.pool, view.seat, n, words, room.work, room.values, room.visits, room.out
        )
    return room.thoughts(view)


def think_open(view: View, dear: int = 1_000_000) -> Thoughts | None:
    """The exact payoff of each move of an open state; None where that is undefined or dear."""
    if alone := forced(view):
        return alone
    room = room_for(view.game)
    room.begin(view)
    kernels = view.game.kernels(sys.modules[__name__])
    if not kernels.solvable_at(room.pool, 0, dear):
        return None
    moves = solver_of(view.game).kernels.exact_moves_at(room.pool, 0, room.work, room.out)
    return {m: {"value": float(room.out[m]), "visits": 1} for m in members(moves)}


@template
def all_placed(pool: Pool, seat: Seat) -> bool:
    """Whether the seat knows where every card is: then there is one world."""
    state = pool[0]
    hidden = rules.unseen(state, seat)
    for other in range(rules.N_SEATS):
        if other != seat:
            hidden &= ~rules.known_in(state, seat, other)
    return hidden == 0


@template
def solve_worlds(
    pool: Pool,
    seat: Seat,
    worlds: int,
    rng: Words,
    work: Any,
    values: np.ndarray,
    visits: np.ndarray,
    out: np.ndarray,
) -> None:
    """Add the payoffs of each move in sampled worlds of the concealed ``pool[0]``."""
    for _ in range(worlds):
        pool[1] = pool[0]
        rules.redeal(pool[1], seat, rng)
        moves = exact_moves(pool[1], work, out)
        while moves:
            move = lowest(moves)
            moves ^= bit(move)
            values[move] += out[move]
            visits[move] += 1


@template
def solvable(state: Record, dear: int) -> bool:
    """Whether an exact value is defined and costs less than `dear` microseconds."""
    return rules.sides_known(state) and exact_cost(state) < dear


@template
def solvable_at(pool: Pool, i: int, dear: int) -> bool:
    return solvable(pool[i], dear)


@template
def solvable_in_some(pool: Pool, seat: Seat, dear: int, rng: Words) -> bool:
    """Whether a world of the concealed ``pool[0]`` is solvable: then all are."""
    pool[1] = pool[0]
    rules.redeal(pool[1], seat, rng)
    return solvable(pool[1], dear)
