"""All deals that a seat cannot tell from the real one, listed with their weights.

What `redeal` draws from, where the list is short enough to go through: the talon closed or gone,
or its last cards.  The worlds differ in the other hand and, while the talon is open, in the order
of its face-down cards; nobody draws from a closed one, so its order is left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, permutations
from math import comb, factorial
from typing import Any

import numpy as np

from ...base.arrays import Pool
from ...base.jit import inline, jit
from ...cards import Seat, count, highest, members, set_of, suit_of
from .draw_history import _late_ways, _spread
from .knowledge import hidden_in_hand, unseen
from .rules import is_open


def count_worlds(pool: np.ndarray, seat: Seat) -> int:
    """How many worlds are consistent with the concealed state ``pool[0]``, at most."""
    hidden, candidates, cards, ordered = _hidden(pool, seat)
    orders = factorial(len(cards) - hidden) if ordered else 1
    return comb(len(candidates), hidden) * orders


def list_worlds(pool: np.ndarray, seat: Seat) -> tuple[np.ndarray, np.ndarray]:
    """Every world, as an array of states, and its weight: how many deals lead to it."""
    hidden, candidates, cards, ordered = _hidden(pool, seat)
    other = 1 - seat
    held = int(pool["must_hold"][0, other])
    hands = [held | set_of(chosen) for chosen in combinations(candidates, hidden)]
    ways = np.zeros(len(hands), np.int64)
    weigh(pool.copy(), seat, np.array(hands, np.int64), ways)
    places = [
        (hand, talon, n)
        for hand, n in zip(hands, ways.tolist(), strict=True)
        if n
        for talon in _talons([card for card in cards if not hand >> card & 1], ordered)
    ]
    worlds = np.repeat(pool, len(places))
    size = int(pool["pack_size"][0])
    for i, (hand, talon, _) in enumerate(places):
        worlds["hand"][i, other] = hand
        worlds["pack"][i, size - len(talon) : size] = talon
    weights = np.array([n for _, _, n in places], np.int64)
    return worlds, weights // np.gcd.reduce(weights)


def _talons(cards: list[int], ordered: bool) -> Iterable[tuple[int, ...]]:
    return permutations(cards) if ordered else [tuple(cards)]


def _hidden(pool: np.ndarray, seat: Seat) -> tuple[int, list[int], list[int], bool]:
    """How many cards of the other hand are hidden; the unseen cards that may be there; all unseen
    cards; whether their order in the talon matters."""
    found = np.zeros(4, np.int64)
    survey(pool, seat, found)
    return int(found[0]), members(found[1]), members(found[2]), bool(found[3])


@jit
def survey(pool: Pool, seat: Seat, out: np.ndarray) -> None:
    """The numbers of `_hidden`."""
    state = pool[0]
    out[2] = unseen(state, seat)
    out[1] = out[2] & ~state.cannot_hold[seat ^ 1]
    out[0] = hidden_in_hand(state, seat)
    out[3] = is_open(state)


@jit
def weigh(pool: Pool, seat: Seat, hands: np.ndarray, ways: np.ndarray) -> None:
    """How many deals (for each order of the talon) lead to each hand of the other seat.

    Up to a common factor.  Only what ``marriage=auto`` tells about *when* a king or queen came
    makes them differ.
    """
    state = pool[0]
    other = seat ^ 1
    late = state.absent[other] & unseen(state, seat) & ~state.cannot_hold[other]
    by_late = np.ones(16, np.int64)
    if late:
        _late_ways(state, other, late, hidden_in_hand(state, seat), by_late)
    for i in range(len(hands)):
        for subset in range(1 << count(late)):
            if _spread(subset, late) == late & hands[i]:
                ways[i] = by_late[subset]


@inline
def fair_key(pool: Pool, i: int) -> tuple[Any, Any]:
    """All of ``pool[i]`` that matters from here on, the talon apart: see `search.worlds`."""
    state = pool[i]
    must = suit_of(highest(state.must_lead)) + 1 if state.must_lead else np.int64(0)
    hands = np.int64(state.hand[0]) | np.int64(state.hand[1]) << 32
    table = (
        np.int64(state.points[0])
        | np.int64(state.points[1]) << 8
        | np.int64(state.pending[0]) // 20 << 16
        | np.int64(state.pending[1]) // 20 << 20
        | np.int64(state.talon) << 24
        | (np.int64(state.closer) + 1) << 28
        | np.int64(state.turn) << 30
        | np.int64(1 if state.tricks[0] else 0) << 31
        | np.int64(1 if state.tricks[1] else 0) << 32
        | np.int64(state.phase) << 33
        | (np.int64(state.led) + 1) << 36
        | (np.int64(state.turn_up) + 1) << 42
        | np.int64(must) << 48
        | np.int64(1 if state.close_tricks else 0) << 51
        | np.int64(state.close_points) << 52
    )
    return np.uint64(hands), np.uint64(table)
