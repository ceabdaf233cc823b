"""Dealing hidden cards to at most three places, each of which may be closed to some cards.

Cards differ only by which places are open to them, so there are at most seven classes.  A way
to deal is counted by how many cards of each class go where: three numbers for the classes with
two open places, the rest follows.  So the draw is exact, with a few hundred products at most.
"""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np

from ...base.jit import jit
from ...cards import below, count, pick_some, word

_CHOOSE = np.array([[comb(n, k) for k in range(25)] for n in range(25)], dtype=np.int64)


@jit
def _ways(
    n01: int, n02: int, n12: int, every: int, x: int, y: int, z: int, r0: int, r1: int, r2: int
) -> int:
    """Deals in which x, y and z cards of the classes with two places go to the first of them.

    r0, r1 and r2 are the cards that each place still needs from the class open everywhere.
    """
    if r0 < 0 or r1 < 0 or r2 < 0:
        return np.int64(0)
    ways = _CHOOSE[n01, x] * _CHOOSE[n02, y] * _CHOOSE[n12, z]
    return ways * _CHOOSE[every, r0] * _CHOOSE[every - r0, r1]


@jit
def _below(rng: Any, n: int) -> int:
    """`below` for any n: whole multiples of it of 63 random bits."""
    if n < 1 << 32:
        return below(rng, n)
    most = np.int64(0x7FFFFFFFFFFFFFFF)
    limit = most - most % n
    mark = most
    while mark >= limit:
        mark = np.int64(word(rng) >> np.uint64(1))
    return mark % n


@jit
def scatter(
    cards: int, may0: int, may1: int, may2: int, n0: int, n1: int, n2: int, rng: Any
) -> tuple[int, int, int]:
    """Deal `cards` to three places of n0, n1 and n2 cards, uniformly over all ways.

    ``may0`` holds the cards for which place 0 is open, and so on.  There must be a way, and
    n0 + n1 + n2 cards.
    """
    in0 = cards & may0 & ~may1 & ~may2
    in1 = cards & may1 & ~may0 & ~may2
    in2 = cards & may2 & ~may0 & ~may1
    m01 = cards & may0 & may1 & ~may2
    m02 = cards & may0 & may2 & ~may1
    m12 = cards & may1 & may2 & ~may0
    m = cards & may0 & may1 & may2
    f0, f1, f2 = n0 - count(in0), n1 - count(in1), n2 - count(in2)
    n01, n02, n12, every = count(m01), count(m02), count(m12), count(m)
    x, y, z = 0, 0, 0
    if n01 + n02 + n12 > 0:
        total = np.int64(0)
        for i in range(n01 + 1):
            for j in range(n02 + 1):
                for k in range(n12 + 1):
                    r1, r2 = f1 - n01 + i - k, f2 - n02 + j - n12 + k
                    total += _ways(n01, n02, n12, every, i, j, k, f0 - i - j, r1, r2)
        mark = _below(rng, total)
        for i in range(n01 + 1):
            for j in range(n02 + 1):
                for k in range(n12 + 1):
                    r1, r2 = f1 - n01 + i - k, f2 - n02 + j - n12 + k
                    if mark >= 0:
                        x, y, z = i, j, k
                        mark -= _ways(n01, n02, n12, every, i, j, k, f0 - i - j, r1, r2)
    part = pick_some(m01, x, rng)
    in0 |= part
    in1 |= m01 ^ part
    part = pick_some(m02, y, rng)
    in0 |= part
    in2 |= m02 ^ part
    part = pick_some(m12, z, rng)
    in1 |= part
    in2 |= m12 ^ part
    part = pick_some(m, n0 - count(in0), rng)
    in0 |= part
    m ^= part
    part = pick_some(m, n1 - count(in1), rng)
    return in0, in1 | part, in2 | (m ^ part)


@jit
def settled(
    cards: int, may0: int, may1: int, may2: int, n0: int, n1: int, n2: int, place: int
) -> tuple[int, int]:
    """(cards surely in, cards surely not in) a place, over all ways to deal `cards`."""
    only0 = cards & may0 & ~may1 & ~may2
    only1 = cards & may1 & ~may0 & ~may2
    only2 = cards & may2 & ~may0 & ~may1
    m01 = cards & may0 & may1 & ~may2
    m02 = cards & may0 & may2 & ~may1
    m12 = cards & may1 & may2 & ~may0
    m = cards & may0 & may1 & may2
    f0, f1, f2 = n0 - count(only0), n1 - count(only1), n2 - count(only2)
    n01, n02, n12, every = count(m01), count(m02), count(m12), count(m)
    possible, missing = np.int64(0), np.int64(0)  # classes seen in the place, seen elsewhere
    for i in range(n01 + 1):
        for j in range(n02 + 1):
            for k in range(n12 + 1):
                r0, r1, r2 = f0 - i - j, f1 - n01 + i - k, f2 - n02 + j - n12 + k
                if _ways(n01, n02, n12, every, i, j, k, r0, r1, r2) == 0:
                    continue
                # how many of m01, m02, m12 and m this place gets
                a, b, c, d = i, j, 0, r0
                if place == 1:
                    a, b, c, d = n01 - i, 0, k, r1
                elif place == 2:
                    a, b, c, d = 0, n02 - j, n12 - k, r2
                possible |= (m01 if a > 0 else 0) | (m02 if b > 0 else 0)
                possible |= (m12 if c > 0 else 0) | (m if d > 0 else 0)
                missing |= (m01 if a < n01 else 0) | (m02 if b < n02 else 0)
                missing |= (m12 if c < n12 else 0) | (m if d < every else 0)
    only = only0 if place == 0 else only1 if place == 1 else only2
    return only | (possible & ~missing), cards & ~(only | possible)
