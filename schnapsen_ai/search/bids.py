"""What bids are worth: play-outs of the rule player in worlds as a seat believes in them.

A *bid* is whatever is decided where no card can be played (`playouts.plays_cards`): contracts,
trumps, doubles, whether a raise is seen.  Open cards answer such questions badly, since nobody
bids by what he cannot see, and before it is settled who plays with whom they answer none.  So each
bid is made in the same worlds, and the rule player goes on at every seat, each seeing its own
cards, to the end of the deal: the mean payoff says whether another bid is better than his.

The bids race (Maron and Moore 1994): after each round of worlds those are given up that lag
behind the best, pair by pair, by more than `CLEARLY` standard errors, so that the samples go where
the choice matters.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from ..base.arrays import Pool, Words
from ..base.jit import template
from ..cards import Move, Moves, Seat, below, bit, lowest, set_of
from ..games import contract as rules  # bound to a game by `specialise`
from ..games.hooks import worth
from .belief import WORLDS, advised, worlds_of
from .workspace import Room, Thoughts, batches

if TYPE_CHECKING:
    from ..deal.state import View

ROUND = 32  # worlds
CLEARLY = 2.5


def value_bids(
    view: View, words: np.ndarray, room: Room, playouts: int, time: float = 0.0, slack: float = 0.1
) -> Thoughts:
    """The mean payoff of each legal move (any kind), the best of them with the most visits.

    playouts: how many, over all moves; time: seconds instead, if above 0; slack: as in `belief`.
    In a match a payoff is what it does to the chance of winning the match (`hooks.worth`).
    """
    began = perf_counter()
    room.begin(view)
    bank = worlds_of(view, room.worlds, WORLDS if time > 0 else playouts, slack, words)
    play_outs = view.game.kernels(sys.modules[__name__]).play_outs
    moves = view.legal_moves()
    payoffs = np.zeros((0, 64))
    sizes = batches(1, time, began) if time > 0 else rounds(playouts, moves)
    for n in sizes:
        more = np.zeros((n, 64))
        play_outs(
            room.pool, view.seat, bank, not view.sees_all, view.in_match, set_of(moves), words, more
        )
        payoffs = np.concatenate((payoffs, more))
        room.values[moves] = payoffs[:, moves].sum(axis=0)
        room.visits[moves] = len(payoffs)
        moves[:] = still_racing(payoffs, moves)
        if len(moves) == 1:
            break
    return room.thoughts(view)


def rounds(playouts: int, moves: list[Move]) -> Iterator[int]:
    """How many worlds at a time use up the play-outs, as `moves` get fewer."""
    worlds = max(1, min(ROUND, playouts // len(moves)))
    while worlds > 0:
        playouts -= worlds * len(moves)
        yield worlds
        worlds = min(ROUND, playouts // len(moves))


def still_racing(payoffs: np.ndarray, moves: list[Move]) -> list[Move]:
    """The moves that do not clearly lag behind the best; payoffs: float[worlds, 64]."""
    n = len(payoffs)
    if n < ROUND:
        return moves
    best = max(moves, key=lambda move: payoffs[:, move].sum())
    behind = payoffs[:, [best]] - payoffs[:, moves]
    errors = behind.std(axis=0) / np.sqrt(n)
    keep = behind.mean(axis=0) <= CLEARLY * errors
    return [move for move, kept in zip(moves, keep, strict=True) if kept]


@template
def play_outs(
    pool: Pool,
    seat: Seat,
    bank: Pool,
    redeal: bool,
    in_match: bool,
    moves: Moves,
    rng: Words,
    payoffs: np.ndarray,
) -> None:
    """Play each of `moves` out in as many worlds of the concealed ``pool[0]`` as there are rows.

    ``payoffs[i, move]``: what `seat` gets in the i-th.  bank: worlds to draw from; when empty,
    each is redealt.  ``pool[1 .. 3]`` are overwritten.
    """
    state = pool[1]
    for i in range(payoffs.shape[0]):
        pool[2] = pool[0]
        if bank.shape[0]:
            pool[2] = bank[below(rng, bank.shape[0])]
        elif redeal:
            rules.redeal(pool[2], seat, rng)
        chance = rng[0]
        rest = moves
        while rest:
            bid = lowest(rest)
            rest ^= bit(bid)
            rng[0] = chance  # the same for all moves: they differ by less then
            pool[1] = pool[2]
            rules.learn(state, bid)
            rules.play(state, bid)
            while not rules.is_over(state):
                move = advised(pool, np.int64(1), rules.legal(state), rng)
                rules.learn(state, move)
                rules.play(state, move)
            payoff = rules.payoff(state, seat)
            payoffs[i, bid] = worth(state, seat, payoff) if in_match else np.float64(payoff)
