"""Hidden cards dealt to three places, where it counts how many of some cards each of them gets.

Some facts speak of a number of cards: "at least one of these", "named from the first three".
These cards are *marked*, and what a deal counts is the product of three weights, by how many
marked cards each place gets.  Marked cards and others are two deals of their own
(`constrained_deal`) for each way to share out the marked ones.

Everywhere: `may`, `free` and `weights` are three int64, by place: the cards for which it is open,
the number of cards that it must get, and its weights (`packed`).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...base.arrays import Words
from ...base.jit import inline, jit
from ...cards import Cards, count
from .constrained_deal import Three, draw, fits, never_in, number_of, scatter, sizes_of

MOST_MARKED = 8
_BITS = 7  # of the weight of each number of marked cards, 0 to MOST_MARKED
_FIELD = (1 << _BITS) - 1


def packed(weights: Sequence[int]) -> np.int64:
    """The weights of a place by its number of marked cards, each below 128, as one int64."""
    return np.int64(sum(w << _BITS * n for n, w in enumerate(weights[: MOST_MARKED + 1])))


ALIKE = packed([1] * (MOST_MARKED + 1))  # the number makes no difference


@inline
def weight_of(weights: int, n: int) -> int:
    """What `n` marked cards weigh in a place with these weights."""
    return (weights >> _BITS * n) & _FIELD


@inline
def at_least(n: int) -> int:
    """The weights of a place that must have `n` marked cards, or more."""
    return ALIKE << _BITS * n


@inline
def with_more(weights: int, n: int) -> int:
    """The weights of a place that has `n` marked cards besides those to be dealt."""
    return weights >> _BITS * n


@inline
def weights_at(place: int, weights: int) -> Three:
    """Weights of one place; the others' numbers make no difference."""
    a = weights if place == 0 else ALIKE
    return a, weights if place == 1 else ALIKE, weights if place == 2 else ALIKE


@inline
def n_shares(marked: int) -> int:
    """In how many ways, at most, marked cards are shared out: the length of what `share` fills."""
    return (count(marked) + 1) ** 2


@jit
def share(
    cards: Cards, marked: int, may: Three, free: Three, weights: Three, ways: np.ndarray
) -> None:
    """Fill `ways` with the deals by how the marked cards are shared out, each by its weight.

    ``ways[a * (n + 1) + b]``, n being the number of marked cards, are those in which places 0 and
    1 get a and b of them; the sum is how many deals there are.
    """
    marks, others = sizes_of(cards & marked, may), sizes_of(cards & ~marked, may)
    n = count(cards & marked)
    ways[:] = 0
    for a in range(marks[0], min(n - marks[1] - marks[2] - marks[5], free[0]) + 1):
        for b in range(max(n - a - free[2], marks[1]), min(n - a, free[1]) + 1):
            c = n - a - b
            weight = weight_of(weights[0], a) * weight_of(weights[1], b)
            weight *= weight_of(weights[2], c)
            if weight > 0:
                weight *= number_of(marks, (np.int64(a), np.int64(b), c))
            if weight > 0:
                rest = free[0] - a, free[1] - b, free[2] - c
                ways[a * (n + 1) + b] = weight * number_of(others, rest)


@jit
def scatter_shared(
    cards: Cards, marked: int, may: Three, free: Three, drawn: int, rng: Words
) -> Three:
    """The cards of the three places, uniform over the deals counted in ``ways[drawn]``."""
    n = count(cards & marked)
    a, b = drawn // (n + 1), drawn % (n + 1)
    c = n - a - b
    x, y, z = scatter(cards & marked, may, (a, b, c), rng)
    rest = free[0] - a, free[1] - b, free[2] - c
    u, v, w = scatter(cards & ~marked, may, rest, rng)
    return x | u, y | v, z | w


@jit
def scatter_marked(
    cards: Cards, marked: int, may: Three, free: Three, weights: Three, rng: Words
) -> Three:
    """The cards of the three places, drawn by the weights of the deals; one must have some."""
    if not cards & marked:
        return scatter(cards, may, free, rng)
    ways = np.empty(n_shares(cards & marked), np.int64)
    share(cards, marked, may, free, weights, ways)
    return scatter_shared(cards, marked, may, free, draw(ways, rng), rng)


@jit
def rule_in(
    cards: Cards, marked: Cards, may: Three, free: Three, weights: Three, never: np.ndarray
) -> bool:
    """Take from never[p], a set for each place, the cards that a deal of some weight gives to it.

    True if there is such a deal.  For facts that are a choice of several cases call it with each.
    """
    marks, others = cards & marked, cards & ~marked
    n = count(marks)
    found = False
    for a in range(min(n, free[0]) + 1):
        for b in range(max(n - a - free[2], 0), min(n - a, free[1]) + 1):
            some = np.int64(a), np.int64(b), n - a - b
            weight = weight_of(weights[0], a) * weight_of(weights[1], b)
            if weight * weight_of(weights[2], some[2]) == 0:
                continue
            rest = free[0] - a, free[1] - b, free[2] - some[2]
            if fits(marks, may, some) and fits(others, may, rest):
                found = True
                for place in range(3):
                    out = never_in(marks, may, some, place) | never_in(others, may, rest, place)
                    never[place] &= out | ~cards
    return found
