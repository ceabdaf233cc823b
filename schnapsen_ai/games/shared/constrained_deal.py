"""Hidden cards dealt to three places, each of which may be closed to some of them.

A *deal* gives every card a place that is open to it and fills every place.  Cards differ only by
which places are open to them, so there are at most seven classes, and the deals are counted by
how many cards of each class go where: a few dozen products of binomials at most.

Everywhere: `may` and `free` are three int64, by place: the cards for which it is open, and the
number of cards that it must get.  Facts that speak of a number of cards: see `marked_deal`.
"""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np

from ...base.arrays import Words
from ...base.jit import inline, jit
from ...cards import Cards, below, count, pick_some, uniform, word

Three = tuple[int, int, int]

_CHOOSE = np.array([[comb(n, k) for k in range(33)] for n in range(33)], dtype=np.int64)


@inline
def choose(n: int, k: int) -> int:
    """Binomial coefficient, 0 outside the triangle; n from 0 to 32."""
    return _CHOOSE[n, k] if 0 <= k <= n else np.int64(0)


@jit
def draw_below(rng: Words, n: int) -> int:
    """`below` for any n of an int64: whole multiples of it of 63 random bits."""
    if n < 1 << 32:
        return below(rng, n)
    most = np.int64(0x7FFFFFFFFFFFFFFF)
    limit = most - most % n
    mark = most
    while mark >= limit:
        mark = np.int64(word(rng) >> np.uint64(1))
    return mark % n


@jit
def draw(weights: np.ndarray, rng: Words) -> int:
    """An index, drawn by its weight (int64); the sum must be above 0."""
    total = weights.sum()
    mark = min(np.int64(uniform(rng) * total), total - 1)
    i = np.int64(0)
    while mark >= weights[i]:
        mark -= weights[i]
        i += 1
    return i


# --- which deals there are ---


@jit
def fits(cards: Cards, may: Three, free: Three) -> bool:
    """Whether there is a deal: no places have too few cards for them, or too many (Hall)."""
    m0, m1, m2 = may
    f0, f1, f2 = free
    if f0 < 0 or f1 < 0 or f2 < 0 or count(cards) != f0 + f1 + f2 or cards & ~(m0 | m1 | m2):
        return False
    if count(cards & ~(m1 | m2)) > f0 or count(cards & ~(m0 | m2)) > f1:
        return False
    if count(cards & ~(m0 | m1)) > f2 or count(cards & ~m2) > f0 + f1:
        return False
    return count(cards & ~m1) <= f0 + f2 and count(cards & ~m0) <= f1 + f2


@jit
def never_in(cards: Cards, may: Three, free: Three, place: int) -> int:
    """The cards that no deal gives to a place; there must be a deal.

    Those closed to it, and where the cards that are only for this place, or for it and one more,
    fill these places: all other cards.
    """
    p, q, r = may[place], may[(place + 1) % 3], may[(place + 2) % 3]
    room = free[place]
    never = cards & ~p
    if count(cards & ~(q | r)) == room:
        never |= cards & (q | r)
    if count(cards & ~r) == room + free[(place + 1) % 3]:
        never |= cards & r
    if count(cards & ~q) == room + free[(place + 2) % 3]:
        never |= cards & q
    return never


@jit
def sure_in(cards: Cards, may: Three, free: Three, place: int) -> Cards:
    """The cards that every deal gives to a place; there must be a deal."""
    sure = never_in(cards, may, free, (place + 1) % 3)
    return sure & never_in(cards, may, free, (place + 2) % 3)


# --- counting and drawing them ---


@inline
def sizes_of(cards: Cards, may: Three) -> tuple[int, int, int, int, int, int, int]:
    """How many cards only 0, only 1, only 2, 0 and 1, 0 and 2, 1 and 2, and all may get."""
    m0, m1, m2 = cards & may[0], cards & may[1], cards & may[2]
    return (
        count(m0 & ~(m1 | m2)),
        count(m1 & ~(m0 | m2)),
        count(m2 & ~(m0 | m1)),
        count(m0 & m1 & ~m2),
        count(m0 & m2 & ~m1),
        count(m1 & m2 & ~m0),
        count(m0 & m1 & m2),
    )


@jit
def _scan(sizes: Any, free: Three, mark: int) -> Three:
    """Go through the deals in a fixed order: (their number, -1, -1).

    With `mark` at 0 or above it stops where deal number `mark` lies: (its number among those
    alike, how many cards that 0 and 1 may get, and that 0 and 2 may get, go to 0).
    """
    only0, only1, only2, n01, n02, n12, every = sizes
    f0, f1, f2 = free[0] - only0, free[1] - only1, free[2] - only2
    total = np.int64(0)
    if f0 + f1 + f2 != n01 + n02 + n12 + every:
        return total, np.int64(-1), np.int64(-1)
    for x in range(max(n01 - f1, 0), min(n01, f0) + 1):
        for y in range(max(n02 - f2, 0), min(n02, f0 - x) + 1):
            r0 = f0 - x - y
            if r0 > every:
                continue
            ways = _CHOOSE[n01, x] * _CHOOSE[n02, y] * _CHOOSE[every, r0]
            ways *= choose(n12 + every - r0, f1 - n01 + x)
            if 0 <= mark < total + ways:
                return mark - total, np.int64(x), np.int64(y)
            total += ways
    return total, np.int64(-1), np.int64(-1)


@inline
def number_of(sizes: Any, free: Three) -> int:
    """How many deals there are; at once where no card is for two places."""
    only0, only1, only2, n01, n02, n12, every = sizes
    if n01 + n02 + n12 > 0:
        return _scan(sizes, free, np.int64(-1))[0]
    f0, f1, f2 = free[0] - only0, free[1] - only1, free[2] - only2
    if f0 < 0 or f1 < 0 or f2 < 0 or f0 + f1 + f2 != every:
        return np.int64(0)
    return _CHOOSE[every, f0] * _CHOOSE[every - f0, f1]


@jit
def deals(cards: Cards, may: Three, free: Three) -> int:
    """How many deals there are."""
    return number_of(sizes_of(cards, may), free)


@jit
def scatter(cards: Cards, may: Three, free: Three, rng: Words) -> Three:
    """The cards of the three places, uniform over the deals; there must be one."""
    m0, m1, m2 = cards & may[0], cards & may[1], cards & may[2]
    in0, in1, in2 = m0 & ~(m1 | m2), m1 & ~(m0 | m2), m2 & ~(m0 | m1)
    m01, m02, m12, every = m0 & m1 & ~m2, m0 & m2 & ~m1, m1 & m2 & ~m0, m0 & m1 & m2
    if m01 | m02 | m12:
        sizes = sizes_of(cards, may)
        mark = draw_below(rng, _scan(sizes, free, np.int64(-1))[0])
        mark, x, y = _scan(sizes, free, mark)
        z = _share_of_second(sizes, free, x, y, mark)
        part = pick_some(m01, x, rng)
        in0 |= part
        in1 |= m01 ^ part
        part = pick_some(m02, y, rng)
        in0 |= part
        in2 |= m02 ^ part
        part = pick_some(m12, z, rng)
        in1 |= part
        in2 |= m12 ^ part
    part = pick_some(every, free[0] - count(in0), rng)
    in0 |= part
    every ^= part
    part = pick_some(every, free[1] - count(in1), rng)
    return in0, in1 | part, in2 | (every ^ part)


@inline
def _share_of_second(sizes: Any, free: Three, x: int, y: int, mark: int) -> int:
    """How many cards that places 1 and 2 may get go to 1, in deal `mark` of those of `_scan`."""
    only0, only1, _, n01, n02, n12, every = sizes
    r0 = free[0] - only0 - x - y
    f1 = free[1] - only1 - n01 + x
    outer = _CHOOSE[n01, x] * _CHOOSE[n02, y] * _CHOOSE[every, r0]
    z = np.int64(-1)
    while mark >= 0:
        z += 1
        mark -= outer * _CHOOSE[n12, z] * choose(every - r0, f1 - z)
    return z
