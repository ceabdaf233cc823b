"""Counting and drawing the deals that one seat cannot tell apart.

The unseen cards lie in three hidden hands, each with a number of free places and a set of cards
that it lacks.  Cards fall into classes by the hands that may hold them, so that a deal is a few
counts and products of binomials.  A hand stands for its splits into first three and last two:
ten for most hands, but of the caller's only those whose first three hold the trump that he named.
So an assignment that gives him n trumps in all weighs `SPLITS`[n].  The caller, where hidden, is
the first of the three hands.

A question is an int64 array of length `QUESTION`: the unseen cards; those of them that are trumps
in this sense (0 where splits do not matter); the trumps known among the caller's five cards (5
where splits do not matter); then for the three hands the free places, the lacks, and the cards
dealt so far.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..._jit import inline, jit
from ...cards import count, pick_some

CARDS, TRUMPS, SHOWN, NEED, LACKS, DEALT = 0, 1, 2, 3, 6, 9
QUESTION = 12

# Splits of a hand with n trumps into 3 and 2, a trump among the three: 10 - C(5 - n, 3).
SPLITS = np.array([0, 6, 9, 10, 10, 10, 10, 10], dtype=np.int64)


def _pascal() -> Any:
    table = np.zeros((16, 16), dtype=np.int64)
    for n in range(16):
        table[n, 0] = 1
        for k in range(1, n + 1):
            table[n, k] = table[n - 1, k - 1] + table[n - 1, k]
    return table


_CHOOSE = _pascal()


@inline
def choose(n: int, k: int) -> int:
    """Binomial coefficient, 0 outside the triangle; n at most 15."""
    return _CHOOSE[n & 15, k & 15] if 0 <= k <= n else np.int64(0)


@jit
def give(question: Any, place: int, cards: int) -> bool:
    """Put some unseen cards into the hand at `place`; False if they cannot be there."""
    if cards & (~question[CARDS] | question[LACKS + place]):
        return False
    if place == 0:
        question[SHOWN] += count(cards & question[TRUMPS])
    question[CARDS] &= ~cards
    question[TRUMPS] &= ~cards
    question[NEED + place] -= count(cards)
    question[DEALT + place] |= cards
    return question[NEED + place] >= 0


@jit
def settle(question: Any) -> bool:
    """Deal the cards that may be in one hand only; False if that cannot be."""
    may_0 = question[CARDS] & ~question[LACKS]
    may_1 = question[CARDS] & ~question[LACKS + 1]
    may_2 = question[CARDS] & ~question[LACKS + 2]
    if question[CARDS] != may_0 | may_1 | may_2:
        return False
    only = (may_0 & ~(may_1 | may_2), may_1 & ~(may_0 | may_2), may_2 & ~(may_0 | may_1))
    possible = True
    for place in range(3):
        possible &= give(question, place, only[place])
    return possible


@inline
def _shared_by(question: Any, lacking: int) -> int:
    """The cards of a settled question that the hand at place `lacking` alone cannot hold."""
    return question[CARDS] & question[LACKS + lacking]


@jit
def scan(question: Any, mark: int) -> int:
    """Go through the ways of a settled question in a fixed order.

    With `mark` below 0: the number of deals.  Else: what the deal of this number gives to the
    first hand, as six numbers of cards, the digits in base 8: trumps and others of the cards
    shared with hand 1 alone; the same with hand 2 alone; with both.
    """
    with_1, with_2 = _shared_by(question, 2), _shared_by(question, 1)
    rest = question[CARDS] & ~(with_1 | with_2)
    shared = rest & ~question[LACKS]
    trumps = question[TRUMPS]
    a, b = count(with_1 & trumps), count(with_1 & ~trumps)
    c, d = count(with_2 & trumps), count(with_2 & ~trumps)
    e, f = count(shared & trumps), count(shared & ~trumps)
    pool = count(rest)
    need, shown = question[NEED], question[SHOWN]
    total = np.int64(0)
    for i in range(min(a, need) + 1):
        for j in range(min(b, need - i) + 1):
            need_1 = question[NEED + 1] - (a - i + b - j)
            ways_1 = choose(a, i) * choose(b, j)
            if need_1 < 0:
                continue
            for k in range(min(c, need - i - j) + 1):
                for m in range(min(d, need - i - j - k) + 1):
                    both = need - i - j - k - m
                    ways_2 = ways_1 * choose(c, k) * choose(d, m)
                    ways_2 *= choose(pool - both, need_1)
                    for n in range(max(0, both - f), min(e, both) + 1):
                        splits = SPLITS[(shown + i + k + n) & 7]
                        total += ways_2 * choose(e, n) * choose(f, both - n) * splits
                        if 0 <= mark < total:
                            code = ((i * 8 + j) * 8 + k) * 8 + m
                            return (code * 8 + n) * 8 + both - n
    return total


@jit
def draw(question: Any, mark: int, rng: Any) -> None:
    """Deal a settled question into its `DEALT`: the cards as deal number `mark` counts them."""
    code = scan(question, mark)
    with_1, with_2 = _shared_by(question, 2), _shared_by(question, 1)
    rest = question[CARDS] & ~(with_1 | with_2)
    shared = rest & ~question[LACKS]
    trumps = question[TRUMPS]
    first = pick_some(shared & ~trumps, code & 7, rng)
    first |= pick_some(shared & trumps, (code >> 3) & 7, rng)
    first |= pick_some(with_2 & ~trumps, (code >> 6) & 7, rng)
    first |= pick_some(with_2 & trumps, (code >> 9) & 7, rng)
    first |= pick_some(with_1 & ~trumps, (code >> 12) & 7, rng)
    first |= pick_some(with_1 & trumps, (code >> 15) & 7, rng)
    with_1 &= ~first
    with_2 &= ~first
    rest &= ~first
    second = pick_some(rest, question[NEED + 1] - count(with_1), rng)
    question[DEALT] |= first
    question[DEALT + 1] |= with_1 | second
    question[DEALT + 2] |= with_2 | rest & ~second
