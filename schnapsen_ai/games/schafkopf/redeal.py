"""Schafkopf: dealing the unseen cards, exactly uniform over what a seat holds possible.

The unseen cards go to the three other hands.  They fall into groups by which of the three may
hold them, and every way of filling the hands from the groups is equally likely, so a deal is
drawn group by group, each split weighed by the ways that are left for the rest.

Two facts tie cards together: the caller holds a low card of his suit; and whoever first led the
called suit low has enough of it if he has the ace.  While one of them is open, the cards of that
suit are dealt first, over all the ways that satisfy both.
"""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np

from ...base.jit import inline, jit
from ...cards import PACK_32, count, pick_some, uniform
from .knowledge import ace_holder, missing, owed, size_of, unseen
from .rules import ace_bit, ace_played
from .state import LOW

_CHOOSE: Any = np.array([[comb(n, k) for k in range(33)] for n in range(33)], dtype=np.float64)


@jit
def redeal(state: Any, seat: int, rng: Any) -> None:
    """Deal the unseen cards to the other hands, in place; the pack stays wiped: see `backfill`.

    Uniform over the deals consistent with all that the seat has seen.  The other hands are
    numbered 0 to 2, clockwise; a group is named by the mask of the hands that may hold it.
    """
    cards = unseen(state, seat)
    holder = ace_holder(state, seat)
    group = np.zeros(8, np.int64)
    free = np.zeros(3, np.int64)
    given = np.zeros(3, np.int64)
    for i in range(3):
        other = (seat + 1 + i) & 3
        free[i] = size_of(state, other)
        if other == holder:
            given[i] = ace_bit(state)
            free[i] -= 1
    debt, ace, need = ties(state, seat, cards, holder)
    _sort(state, seat, cards & ~(debt | ace), free, group)
    for i in range(3):
        own = group[1 << i]
        given[i] |= own
        free[i] -= count(own)
    if debt | ace:
        _deal_tied(state, seat, (debt, ace, need), group, free, given, rng)
    _deal_pair(group, 3, 0, 1, free, given, rng)
    _deal_pair(group, 5, 0, 2, free, given, rng)
    _deal_pair(group, 6, 1, 2, free, given, rng)
    first = pick_some(group[7], free[0], rng)
    second = pick_some(group[7] & ~first, free[1], rng)
    given[0] |= first
    given[1] |= second
    given[2] |= group[7] & ~(first | second)
    for i in range(3):
        other = (seat + 1 + i) & 3
        state.hand[other] = given[i]


@inline
def _sort(state: Any, seat: int, cards: int, free: Any, group: Any) -> None:
    """Sort cards into groups."""
    lacks0 = state.cannot_hold[(seat + 1) & 3] if free[0] > 0 else np.int64(PACK_32)
    lacks1 = state.cannot_hold[(seat + 2) & 3] if free[1] > 0 else np.int64(PACK_32)
    lacks2 = state.cannot_hold[(seat + 3) & 3] if free[2] > 0 else np.int64(PACK_32)
    for mask in range(1, 8):
        held = cards
        held &= ~lacks0 if mask & 1 else lacks0
        held &= ~lacks1 if mask & 2 else lacks1
        held &= ~lacks2 if mask & 4 else lacks2
        group[mask] = held


@jit
def _ways(group: Any, a: int, b: int, c: int) -> float:
    """Ways to fill a, b and c free places of the three hands from the groups left."""
    n3, n5, n6, n7 = count(group[3]), count(group[5]), count(group[6]), count(group[7])
    if a < 0 or b < 0 or c < 0:
        return 0.0
    total = 0.0
    for i in range(n3 + 1):  # cards of the first group that go to the first of its hands
        a1 = a - i
        b1 = b - n3 + i
        if a1 < 0 or b1 < 0:
            continue
        for j in range(n5 + 1):
            a2 = a1 - j
            c2 = c - n5 + j
            if a2 < 0 or c2 < 0:
                continue
            outer = _CHOOSE[n3, i] * _CHOOSE[n5, j] * _CHOOSE[n7, a2]
            for k in range(n6 + 1):
                if b1 >= k and c2 >= n6 - k:
                    total += outer * _CHOOSE[n6, k] * _CHOOSE[n7 - a2, b1 - k]
    return total


@jit
def _deal_pair(group: Any, mask: int, x: int, y: int, free: Any, given: Any, rng: Any) -> None:
    """Deal the cards that only hands x and y may hold."""
    cards = group[mask]
    n = count(cards)
    if n == 0:
        return
    group[mask] = 0
    weights = np.zeros(9, np.float64)
    total = 0.0
    for k in range(min(n, free[x]) + 1):
        free[x] -= k
        free[y] -= n - k
        weights[k] = _CHOOSE[n, k] * _ways(group, free[0], free[1], free[2])
        free[x] += k
        free[y] += n - k
        total += weights[k]
    k = _draw(weights, total, rng)
    chosen = pick_some(cards, k, rng)
    given[x] |= chosen
    given[y] |= cards & ~chosen
    free[x] -= k
    free[y] -= n - k


@inline
def _draw(weights: Any, total: float, rng: Any) -> int:
    """An index, drawn by its weight; never one of weight 0."""
    mark = uniform(rng) * total
    last = 0
    for i in range(len(weights)):
        if weights[i] > 0:
            last = i
            mark -= weights[i]
            if mark < 0:
                break
    return last


# --- the facts that tie cards together ---


@jit
def ties(state: Any, seat: int, cards: int, holder: int) -> tuple[int, int, int]:
    """The unseen low cards and ace that are to be dealt first, and the runner's `missing`.

    (0, 0, 0) where no fact is open.
    """
    none = np.int64(0)
    debt = owed(state) & cards if state.caller != seat else none
    need = missing(state) if state.runner != seat else none
    ace = ace_bit(state)
    if need > 0 and not (ace & cards or holder == state.runner or ace_played(state)):
        need = none
    if need == 0:
        return debt, none, none
    low = (np.int64(LOW) << (8 * np.int64(state.caller_suit))) & cards
    return low, ace & cards, need


@jit
def _deal_tied(
    state: Any, seat: int, ties: Any, group: Any, free: Any, given: Any, rng: Any
) -> None:
    """Deal the cards of the called suit, each way weighed by what it leaves for the others."""
    low, ace, need = ties
    n = count(low)
    debtor = np.int64(-1) if owed(state) == 0 else (np.int64(state.caller) - seat - 1) & 3
    runner = (np.int64(state.runner) - seat - 1) & 3
    has = need > 0 and not ace  # the runner is the partner for certain
    already = np.int64(1 if has and not ace_played(state) else 0)
    weights = np.zeros(3 * 49, np.float64)
    total = 0.0
    for way in range(3 * 49):
        t, x0, x1 = way // 49, way // 7 % 7, way % 7
        x2 = n - x0 - x1
        if x2 < 0 or (not ace and t > 0):
            continue
        x = (x0, x1, x2, np.int64(0))
        t = t if ace else 3
        if debtor >= 0 and debtor < 3 and x[debtor] == 0:
            continue
        if need > 0 and (has or t == runner) and x[runner] + (1 if ace else already) < need:
            continue
        if not _allowed(state, seat, low, ace, x, t):
            continue
        ways = _CHOOSE[n, x0] * _CHOOSE[n - x0, x1]
        a, b, c = free[0] - x0, free[1] - x1, free[2] - x2
        ways *= _ways(group, a - (t == 0), b - (t == 1), c - (t == 2))
        weights[way] = ways
        total += ways
    way = _draw(weights, total, rng)
    t, x0, x1 = way // 49, way // 7 % 7, way % 7
    first = pick_some(low, x0, rng)
    second = pick_some(low & ~first, x1, rng)
    parts = (first, second, low & ~(first | second))
    for i in range(3):
        cards = parts[i] | (ace if i == t else 0)
        given[i] |= cards
        free[i] -= count(cards)


@inline
def _allowed(state: Any, seat: int, low: int, ace: int, x: Any, t: int) -> bool:
    """Whether no hand gets a card that it is known to lack."""
    for i in range(3):
        lacks = state.cannot_hold[(seat + 1 + i) & 3]
        if (x[i] > 0 and lacks & low) or (t == i and lacks & ace):
            return False
    return True
