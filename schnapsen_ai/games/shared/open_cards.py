"""What exact searches of open-card play share: equal cards, and keys of positions."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.jit import inline, jit
from ...cards import Cards, Moves, bit, highest, lowest, suit_cards, suit_of

NO_BOUND = (1 << 27) - 1  # no payoff reaches it

_MIX_1 = np.uint64(0x9E3779B97F4A7C15)
_MIX_2 = np.uint64(0xC2B2AE3D27D4EB4F)
_S29 = np.uint64(29)
_S32 = np.uint64(32)


@jit
def one_of_neighbours(moves: Moves, live: Cards) -> int:
    """The lowest of each run of cards of `moves` between which no card is left of the others.

    live: all cards still in hands or on the table.  Where only the order within a suit counts
    (tricks, not points) cards of one run are worth the same.
    """
    kept = np.int64(0)
    rest = moves
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        lower = live & suit_cards(suit_of(card)) & (bit(card) - 1)
        if lower == 0 or not moves & bit(highest(lower)):
            kept |= bit(card)
    return kept


@inline
def key_of(hands: np.ndarray, facts: np.ndarray) -> tuple[Any, Any]:
    """A 128-bit key of four hands and one more int64; never (0, 0)."""
    first = np.uint64(hands[0] | hands[1] << 32)
    second = np.uint64(hands[2] | hands[3] << 32)
    third = np.uint64(facts)
    a = (first ^ third * _MIX_2) * _MIX_1
    a ^= a >> _S29
    a = (a ^ second) * _MIX_2
    a ^= a >> _S32
    b = (second + third * _MIX_1) * _MIX_2
    b ^= b >> _S32
    b = (b + first) * _MIX_1
    b ^= b >> _S29
    return a | np.uint64(1), b
