"""Counting and drawing the deals that one seat cannot tell apart.

The unseen cards lie in three hidden hands, each with a number of free places and a set of cards
that it lacks.  Cards fall into classes by the hands that may hold them, so that a deal is a few
counts and products of binomials.  A hand stands for its splits into first three and last two:
ten for most hands, but of the caller's only those whose first three hold the trump that he named.
So an assignment that gives him n trumps in all weighs `SPLITS`[n].  The caller, where hidden, is
the first of the three hands.

A question is an int64 array: the unseen cards; those of them that are trumps in this sense (0
where splits do not matter); the trumps known among the caller's five cards (5 where splits do not
matter); for the three hands the free places, the lacks, and the cards dealt so far; then room to
work: six classes of cards that the first hand shares, their sizes, and how many of each it gets.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.jit import inline, jit
from ...cards import count, pick_some

CARDS, TRUMPS, SHOWN, NEED, LACKS, DEALT, CLASS, SIZE, PICK = 0, 1, 2, 3, 6, 9, 12, 18, 24
ASKED, QUESTION = 12, 30  # length of what is asked, and with the room to work

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


@jit
def _classify(question: Any) -> int:
    """Sort the cards of a settled question into classes; returns those not shared with hand 0.

    Trumps and others that hands 0 and 1 alone may hold, then hands 0 and 2, then all three.
    """
    cards, trumps = question[CARDS], question[TRUMPS]
    without_0 = cards & question[LACKS]
    with_1 = cards & question[LACKS + 2]
    with_2 = cards & question[LACKS + 1]
    shared = (with_1, with_2, cards & ~(without_0 | with_1 | with_2))
    for i in range(3):
        question[CLASS + 2 * i] = shared[i] & trumps
        question[CLASS + 2 * i + 1] = shared[i] & ~trumps
    for i in range(6):
        question[SIZE + i] = count(question[CLASS + i])
    return without_0


@inline
def _ways(question: Any, without_0: int) -> int:
    """The deals in which the first hand gets `PICK` cards of each class."""
    ways = np.int64(1)
    for i in range(6):
        ways *= choose(question[SIZE + i], question[PICK + i])
    need = question[NEED + 1]  # of hand 1, once it has what only hand 0 could have taken from it
    pool = without_0
    for i in range(2):
        need -= question[SIZE + i] - question[PICK + i]
        pool += question[SIZE + 4 + i] - question[PICK + 4 + i]
    trumps = question[SHOWN] + question[PICK] + question[PICK + 2] + question[PICK + 4]
    return ways * choose(pool, need) * SPLITS[trumps & 7]


@jit
def scan(question: Any, mark: int) -> int:
    """Go through the ways of a settled question in a fixed order; the number of deals.

    With `mark` at 0 or above it stops at the way of deal number `mark`, left in `PICK`.
    """
    without_0 = count(_classify(question))
    for i in range(5):
        question[PICK + i] = 0
    rest = question[NEED]
    total = np.int64(0)
    while True:
        if rest <= question[SIZE + 5]:
            question[PICK + 5] = rest
            total += _ways(question, without_0)
            if 0 <= mark < total:
                return total
        i = 0
        while i < 5 and (rest == 0 or question[PICK + i] == question[SIZE + i]):
            rest += question[PICK + i]
            question[PICK + i] = 0
            i += 1
        if i == 5:
            return total
        question[PICK + i] += 1
        rest -= 1


@jit
def draw(question: Any, mark: int, rng: Any) -> None:
    """Deal a settled question into its `DEALT`: the cards as deal number `mark` counts them."""
    scan(question, mark)
    first = np.int64(0)
    for i in range(6):
        first |= pick_some(question[CLASS + i], question[PICK + i], rng)
    only_1 = (question[CLASS] | question[CLASS + 1]) & ~first
    only_2 = (question[CLASS + 2] | question[CLASS + 3]) & ~first
    rest = question[CARDS] & ~(first | only_1 | only_2)
    second = pick_some(rest, question[NEED + 1] - count(only_1), rng)
    question[DEALT] |= first
    question[DEALT + 1] |= only_1 | second
    question[DEALT + 2] |= only_2 | rest & ~second
