"""When a hidden hand's cards came to it: counting and sampling its past.

The hidden hand was filled through *slots*: the places of the pack that went to it, each with a
time, 0 for the first hand and t + 1 for the card drawn after trick t.  Each of its cards came
through one slot, in time for what is known of it:

* played to trick t, or its marriage declared then, or given away in an exchange: time <= t;
* under ``marriage=auto`` absent from the hand at trick t (the other half was led alone): time > t.

A way of filling the slots is one deal.  With upper limits only, the ways are a product: cards in
the order of their limits, each with the slots up to it less those taken.  Lower limits are
handled by inclusion and exclusion over the few cards that have one (at most one a suit).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.arrays import UNKNOWN, Record, Words
from ...base.jit import jit
from ...cards import Card, Cards, Seat, below, bit, count, lowest, suit_of
from ..shared.constrained_deal import choose, draw
from .rules import exchange_card, next_place, tricks_played

NO_LIMIT = 13  # a time after every draw
_TIMES = 14


@jit
def _slot_times(state: Record, seat: Seat, places: np.ndarray) -> int:
    """Fill `places` with the time of each place of the pack that went to `seat`, else -1."""
    small = state.pack_size == 20
    start = 11 if small else 13
    n = 0
    for place in range(24):
        places[place] = -1
        if place < start:
            turn_up_place = 6 if small else 12
            if place == turn_up_place:
                continue
            mine = (place // 3) % 2 == seat
            if small and place > 6:
                mine = (place >= 9) == (seat == 1)
            if mine:
                places[place] = 0
                n += 1
        elif place < next_place(state) and place < state.pack_size:
            trick = (place - start) >> 1
            winner = (np.int64(state.takers) >> trick) & 1
            if winner ^ ((place - start) & 1) == seat:
                places[place] = trick + 1
                n += 1
    return n


@jit
def _limits(state: Record, seat: Seat, limit: Any) -> int:
    """Upper limits of the seat's cards that came through slots, by card id; returns the set.

    Not among them: the first turn-up, and an exchange card that was drawn face up.
    """
    cards = state.hand[seat]
    for card in range(32):
        limit[card] = NO_LIMIT
    for trick in range(min(tricks_played(state) + 1, 12)):
        card = state.trick_cards[seat, trick]
        if card != UNKNOWN:
            cards |= bit(card)
            limit[card] = trick
    married = state.married[seat]
    while married:
        card = lowest(married)
        married &= married - 1
        first = min(limit[card], limit[card ^ 1], tricks_played(state))
        limit[card] = first
        limit[card ^ 1] = first
    face_up = state.pack[6 if state.pack_size == 20 else 12]
    cards &= ~bit(face_up)
    swap = exchange_card(state)
    if state.swap_trick[seat] >= 0:
        cards |= bit(swap)
        limit[swap] = state.swap_trick[seat]
    elif state.swap_trick[1 - seat] >= 0:
        cards &= ~bit(swap)
    return cards


@jit
def _ways(slots: np.ndarray, limits: np.ndarray) -> int:
    """Ways to fill slots, both given as counts by time; 0 if there is none."""
    free = np.int64(0)
    ways = np.int64(1)
    for time in range(_TIMES):
        free += slots[time]
        for _ in range(limits[time]):
            if free <= 0:
                return np.int64(0)
            ways *= free
            free -= 1
    return ways


@jit
def _ways_late(
    slots: np.ndarray, limits: np.ndarray, late: int, limit: Any, since: np.ndarray
) -> int:
    """Ways in which each card of `late` came after its time `since` and by its `limit`.

    `limits` counts all cards, those of `late` included, by upper limit; left unchanged.
    """
    total = np.int64(0)
    subset = late
    while True:  # every subset of `late`, the full one first
        rest = subset
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            limits[limit[card]] -= 1
            limits[min(limit[card], since[suit_of(card)])] += 1
        ways = _ways(slots, limits)
        total += -ways if count(subset) & 1 else ways
        rest = subset
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            limits[limit[card]] += 1
            limits[min(limit[card], since[suit_of(card)])] -= 1
        if subset == 0:
            return total
        subset = (subset - 1) & late


@jit
def _tally(
    state: Record, seat: Seat, slots: np.ndarray, limits: np.ndarray, limit: Any, places: np.ndarray
) -> int:
    """Count slots and upper limits by time; the seat's late cards already played or shown."""
    _slot_times(state, seat, places)
    for time in range(_TIMES):
        slots[time] = 0
        limits[time] = 0
    for place in range(24):
        if places[place] >= 0:
            slots[places[place]] += 1
    cards = _limits(state, seat, limit)
    rest = cards
    while rest:
        limits[limit[lowest(rest)]] += 1
        rest &= rest - 1
    return cards


@jit
def _late_ways(state: Record, seat: Seat, late: int, hidden: Cards, ways: np.ndarray) -> None:
    """For each subset of `late` in the hand of `seat`, the ways in which it came about.

    `hidden` counts the hidden cards of the hand.  The record is left as it was.
    """
    slots = np.zeros(_TIMES, np.int64)
    limits = np.zeros(_TIMES, np.int64)
    limit = np.zeros(32, np.int64)
    places = np.zeros(24, np.int64)
    hand = state.hand[seat]
    state.hand[seat] = state.must_hold[seat]
    cards = _tally(state, seat, slots, limits, limit, places)
    state.hand[seat] = hand
    limits[NO_LIMIT] += hidden
    past = state.absent[seat] & cards
    since = state.absent_trick[seat]
    for i in range(1 << count(late)):
        ways[i] = _ways_late(slots, limits, past | _spread(i, late), limit, since)


@jit
def choose_late(
    state: Record, seat: Seat, late: Cards, others: Cards, hidden: Cards, rng: Words
) -> Cards:
    """Which of the `late` unseen cards are in the hand of `seat`.

    `others` counts the unseen cards without a lower limit that may be there, `hidden` the hidden
    cards of the hand.  Each subset weighs the deals that lead to it.
    """
    ways = np.zeros(16, np.int64)
    _late_ways(state, seat, late, hidden, ways)
    for i in range(1 << count(late)):
        ways[i] *= choose(others, hidden - count(_spread(i, late)))
    return _spread(draw(ways, rng), late)


@jit
def settle_late(
    state: Record, seat: Seat, late: Cards, others: Cards, hidden: Cards
) -> tuple[Cards, Cards]:
    """(cards in the hand of `seat` in every deal, cards that may be in it) of late and others.

    As in `choose_late`, but `others` is the set.
    """
    ways = np.zeros(16, np.int64)
    _late_ways(state, seat, late, hidden, ways)
    sure = late | others
    possible = np.int64(0)
    for i in range(1 << count(late)):
        subset = _spread(i, late)
        rest = hidden - count(subset)
        if ways[i] > 0 and 0 <= rest <= count(others):
            sure &= subset | (others if rest == count(others) else 0)
            possible |= subset | (others if rest > 0 else 0)
    return sure, possible


@jit
def _spread(index: int, mask: Cards) -> int:
    """The subset of `mask` whose members are the bits of `index`."""
    subset = np.int64(0)
    while mask:
        low = mask & -mask
        if index & 1:
            subset |= low
        index >>= 1
        mask ^= low
    return subset


@jit
def deal_past(state: Record, seat: Seat, rng: Words) -> None:
    """Put the cards of `seat` into the places of the pack through which they came."""
    slots = np.zeros(_TIMES, np.int64)
    limits = np.zeros(_TIMES, np.int64)
    limit = np.zeros(32, np.int64)
    places = np.zeros(24, np.int64)
    cards = _tally(state, seat, slots, limits, limit, places)
    late = state.absent[seat] & cards
    since = state.absent_trick[seat]
    while late:
        card = lowest(late)
        late &= late - 1
        limits[limit[card]] -= 1
        place = _late_place(slots, limits, late, limit, since, card, places, rng)
        _put(state, card, place, places, slots)
        cards ^= bit(card)
    for time in range(_TIMES):
        rest = cards
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            if limit[card] == time:
                _put(state, card, _place_by(places, -1, time, rng), places, slots)


@jit
def _late_place(
    slots: np.ndarray,
    limits: np.ndarray,
    late: int,
    limit: Any,
    since: np.ndarray,
    card: Card,
    places: np.ndarray,
    rng: Words,
) -> int:
    """A place for a card with a lower limit, weighed by the ways that are left after it."""
    first = since[suit_of(card)] + 1
    last = min(limit[card], _TIMES - 1)
    weights = np.zeros(_TIMES, np.int64)
    for time in range(first, last + 1):
        n = slots[time]
        if n > 0:
            slots[time] -= 1
            weights[time] = n * _ways_late(slots, limits, late, limit, since)
            slots[time] += 1
    chosen = draw(weights, rng)
    return _place_by(places, chosen - 1, chosen, rng)


@jit
def _place_by(places: np.ndarray, after: int, by: Seat, rng: Words) -> int:
    """A random free place with a time of ``after < time <= by``."""
    n = 0
    for place in range(24):
        if after < places[place] <= by:
            n += 1
    skip = below(rng, n)
    for place in range(24):
        if after < places[place] <= by:
            if skip == 0:
                return place
            skip -= 1
    return -1


@jit
def _put(state: Record, card: Card, place: int, places: np.ndarray, slots: np.ndarray) -> None:
    state.pack[place] = card
    slots[places[place]] -= 1
    places[place] = -1
