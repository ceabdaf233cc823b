"""Kernels that write features: each adds those of an element, and returns how many in all.

Arguments: where they are written, how many there are, where the element's begin, its value, how
many the element has, and the order of suits.
"""

from __future__ import annotations

import numpy as np

from ..base.arrays import Record
from ..base.jit import inline, jit
from ..cards import SUIT_BYTE, Card, Cards, Seat, lowest

CARDS = 32
POINTS, STEP = 136, 6  # above: as many; a thermometer of steps

_TERNARY = np.array([sum(3**i for i in range(8) if b >> i & 1) for b in range(256)], np.int64)


@jit
def as_they_are(state: Record, seat: Seat, order: np.ndarray) -> None:
    for suit in range(4):
        order[suit] = suit


@jit
def sort_suits(trumps: Cards, mine: Cards, unseen: Cards, order: np.ndarray) -> None:
    """Trumps first, then the suits of which one holds more and higher cards."""
    keys = np.zeros(4, np.int64)
    for suit in range(4):
        keys[suit] = (mine >> 8 * suit & SUIT_BYTE) << 8 | unseen >> 8 * suit & SUIT_BYTE
        if trumps >> 8 * suit & SUIT_BYTE:
            keys[suit] |= 1 << 20
    for suit in range(4):
        place = 0
        for other in range(4):
            if keys[other] > keys[suit] or (keys[other] == keys[suit] and other < suit):
                place += 1
        order[suit] = place


@inline
def placed(card: Card, order: np.ndarray) -> int:
    return 8 * order[card >> 3] + (card & 7)


@jit
def add_cards(
    out: np.ndarray, n: int, start: int, cards: Cards, length: int, order: np.ndarray
) -> int:
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        out[n] = start + placed(card, order)
        n += 1
    return n


@jit
def add_card(
    out: np.ndarray, n: int, start: int, card: int, length: int, order: np.ndarray
) -> int:
    if 0 <= card < CARDS:
        out[n] = start + placed(card, order)
        n += 1
    return n


@jit
def add_suit(
    out: np.ndarray, n: int, start: int, suit: int, length: int, order: np.ndarray
) -> int:
    if 0 <= suit < 4:
        out[n] = start + order[suit]
        n += 1
    return n


@jit
def add_choice(
    out: np.ndarray, n: int, start: int, choice: int, length: int, order: np.ndarray
) -> int:
    if 0 <= choice < length:
        out[n] = start + choice
        n += 1
    return n


@jit
def add_number(
    out: np.ndarray, n: int, start: int, number: int, length: int, order: np.ndarray
) -> int:
    if number > 0:
        out[n] = start + min(number, length) - 1
        n += 1
    return n


@jit
def add_points(
    out: np.ndarray, n: int, start: int, points: int, length: int, order: np.ndarray
) -> int:
    points = min(max(points, 0), POINTS - 1)
    out[n] = start + points // 2
    n += 1
    for step in range(points // STEP):
        out[n] = start + POINTS // 2 + step
        n += 1
    return n


@jit
def add_size(
    out: np.ndarray, n: int, start: int, amount: int, length: int, order: np.ndarray
) -> int:
    """The number of bits of an amount."""
    bits = 0
    while amount > 0:
        amount >>= 1
        bits += 1
    if bits > 0:
        out[n] = start + min(bits, length) - 1
        n += 1
    return n


@jit
def add_patterns(
    out: np.ndarray, n: int, start: int, mine: Cards, gone: Cards, low: int, wide: int,
    order: np.ndarray,
) -> int:
    """For each suit which of `wide` ranks are mine, which are gone: one of 3**wide."""
    full = (1 << wide) - 1
    size = 3**wide
    for suit in range(4):
        held = mine >> 8 * suit + low & full
        played = gone >> 8 * suit + low & full
        out[n] = start + order[suit] * size + 2 * _TERNARY[held] + _TERNARY[played]
        n += 1
    return n


#: By name, for the source that `features` writes.
KERNELS = {
    f.__name__: f
    for f in (add_cards, add_card, add_suit, add_choice, add_number, add_points, add_size,
              add_patterns)
}  # fmt: skip
