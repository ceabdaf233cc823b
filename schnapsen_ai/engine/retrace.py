"""Going through a deal of which only one seat's cards are known, as that seat saw it."""

from __future__ import annotations

import numpy as np

from ..base.arrays import Pool, Words
from ..base.jit import template
from ..cards import Move, Seat
from ..games import contract as rules  # bound to a game by `specialise`


@template
def retrace(
    pool: Pool, seat: Seat, move: Move, ends: bool, told: np.ndarray, tries: int, rng: Words
) -> bool:
    """Make a move in ``pool[0]``, what `seat` sees, as the seat sees it made.

    What the seat sees then is the same in every deal that fits; so one is drawn in which the move
    is legal, the deal `ends` with it or not, and nobody is seen to hold cards that are not
    ``told[other]`` (-1: nothing told).  False after `tries` draws without one.  ``pool[1]`` is room
    for the draws.
    """
    for _ in range(tries):
        pool[1] = pool[0]
        rules.redeal(pool[1], seat, rng)
        if rules.legal(pool[1]) >> move & 1:
            rules.learn(pool[1], move)
            rules.play(pool[1], move)
            rules.conceal(pool[1], seat)
            if rules.is_over(pool[1]) == ends and agrees(pool, 1, seat, told):
                pool[0] = pool[1]
                return True
    return False


@template
def agrees(pool: Pool, i: int, seat: Seat, told: np.ndarray) -> bool:
    """Whether the other seats hold nothing that `seat` sees and that is not ``told[other]``."""
    for other in range(len(told)):
        if other == seat or told[other] < 0:
            continue
        if rules.known_in(pool[i], seat, other) & ~told[other]:
            return False
    return True
