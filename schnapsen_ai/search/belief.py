"""Worlds as a seat believes in them: redealt, and kept by how well the others' moves fit.

`redeal` is uniform over the deals that the rules allow.  People and bots do not play at random:
who held the cards for a close or a marriage would have used them.  Here a world is redealt, its
deal replayed, and at each move of another seat the game's rule player is asked what it would have
done with those cards.  A move that it would not have made halves, or whatever `slack` is, the
chance that the world is kept.  There are `TRIES` tries for each world wanted; where fewer worlds
are kept, they alone are believed in, for a raise is made with few hands and those that would not
have raised say nothing.  Below `FEW` the others are taken as they come, so against players who
are nothing like the rule player the belief falls back to the uniform one.
"""

from __future__ import annotations

import numpy as np

from ..base.arrays import Pool, Record, Words
from ..base.jit import template
from ..cards import Move, Moves, Seat, lowest, uniform
from ..games import contract as rules  # bound to a game by `specialise`

WORLDS = 512  # at most, drawn for one decision
TRIES = 16
FEW = 32  # fewer worlds would be learned by heart


@template
def advised(pool: Pool, i: int, legal: Moves, rng: Words) -> Move:
    """The rule player's move in ``pool[i]``, from what its seat sees (in ``pool[3]``)."""
    if legal & (legal - 1) == 0:
        return lowest(legal)
    pool[3] = pool[i]
    rules.conceal(pool[3], rules.to_move(pool[i]))
    return rules.advise(pool[3], legal, rng)


@template
def likely(
    pool: Pool, seat: Seat, match: Pool, moves: np.ndarray, slack: float, rng: Words
) -> bool:
    """Whether the world of ``pool[1]``, which has a whole pack, is kept; replays in ``pool[2]``."""
    state = pool[2]
    pool[2] = pool[1]
    rules.lay_out(state, match[0])
    for k in range(moves.shape[0]):
        move = moves[k]
        if (
            rules.to_move(state) != seat
            and advised(pool, np.int64(2), rules.legal(state), rng) != move
            and uniform(rng) >= slack
        ):
            return False
        rules.learn(state, move)
        rules.play(state, move)
    return True


@template
def believe(
    pool: Pool, seat: Seat, match: Record, moves: np.ndarray, slack: float, bank: Pool, rng: Words
) -> int:
    """Fill `bank` with worlds of the concealed state ``pool[0]``; returns with how many.

    moves: int64, all moves so far.  match: the record that the deal started from.
    """
    wanted = bank.shape[0]
    found = 0
    for _ in range(wanted * TRIES):
        pool[1] = pool[0]
        rules.redeal(pool[1], seat, rng)
        rules.backfill(pool[1], seat, rng)
        if likely(pool, seat, match, moves, slack, rng):
            bank[found] = pool[1]
            found += 1
            if found == wanted:
                return found
    while found < min(FEW, wanted):
        pool[1] = pool[0]
        rules.redeal(pool[1], seat, rng)
        bank[found] = pool[1]
        found += 1
    return found
