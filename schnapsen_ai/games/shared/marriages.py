"""King and queen of a suit: who may declare them, and what they count."""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record
from ...base.jit import inline
from ...cards import QUEENS, Cards, Moves, bit

MARRIAGE = 32  # 32..35: the moves that declare the marriage in C S H D
MARRIAGES = 15 << MARRIAGE  # as a set
MARRIAGE_NAMES = {MARRIAGE + suit: f"marriage {letter}" for suit, letter in enumerate("CSHD")}


@inline
def marriages(cards: Cards) -> Moves:
    """The marriage moves of a hand: queens under kings, their bits 4, 12, 20, 28 to 32..35."""
    pairs = cards & (cards >> 1) & QUEENS
    if not pairs:
        return np.int64(0)
    pairs >>= 4
    return ((pairs | pairs >> 7 | pairs >> 14 | pairs >> 21) & 15) << MARRIAGE


@inline
def pair(suit: int) -> int:
    """The king and the queen of a suit."""
    queen = bit(8 * suit + 4)
    return queen | queen << 1


@inline
def marriage_value(state: Record, suit: int) -> int:
    """What a marriage counts: 40 in trumps, else 20."""
    return np.int64(40) if suit == state.trump else np.int64(20)


@inline
def declare(state: Record, suit: int) -> int:
    """The pair must be led next; what it counts."""
    state.must_lead = pair(suit)
    return marriage_value(state, suit)
