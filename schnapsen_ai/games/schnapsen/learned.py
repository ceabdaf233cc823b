"""Schnapsen and Sixty-Six: facts for networks, beyond the table of `observation`."""

from __future__ import annotations

import numpy as np

from ...base.arrays import UNKNOWN, Record
from ...base.jit import inline, jit
from ...cards import Card, Cards, Seat, bit
from ..shared.features import Fact
from ..shared.marriages import MARRIAGE
from .rules import tricks_played

EARLY = 5  # tricks told in their order


@inline
def _leads(state: Record, seat: Seat, trick: int) -> bool:
    """Whether the seat led a trick."""
    before = np.int64(state.takers) << 1  # seat 0 leads the first
    return (before >> trick) & 1 == seat


@jit
def led_by(state: Record, seat: Seat) -> Cards:
    """The cards that a seat led to tricks that are over."""
    cards = np.int64(0)
    for trick in range(tricks_played(state)):
        if _leads(state, seat, trick):
            cards |= bit(state.trick_cards[seat, trick])
    return cards


@jit
def early_card(state: Record, seat: Seat, place: int) -> Card:
    """Cards of the first tricks in order, one's own and the other's by turns; -1 unless over."""
    trick = place >> 1
    if trick >= tricks_played(state):
        return np.int64(-1)
    card = np.int64(state.trick_cards[seat ^ (place & 1), trick])
    return np.int64(-1) if card == UNKNOWN else card


@jit
def led_early(state: Record, seat: Seat, trick: int) -> int:
    """Whether one has led that trick."""
    return np.int64(trick < tricks_played(state) and _leads(state, seat, trick))


@jit
def swapped(state: Record, seat: Seat) -> int:
    """Whether a seat has exchanged the turn-up."""
    return np.int64(state.swap_trick[seat] >= 0)


@jit
def married(state: Record, seat: Seat) -> Cards:
    """The kings and queens of the marriages that a seat has declared."""
    return np.int64(state.married[seat])


LEARNED_FACTS = (
    Fact("led_by", "cards", "seat", led_by),
    Fact("early_card", "card", "place", early_card, n=2 * EARLY),
    Fact("led_early", "flag", "place", led_early, n=EARLY),
    Fact("swapped", "flag", "seat", swapped),
    Fact("married", "cards", "seat", married),
)
SUIT_MOVES = (MARRIAGE,)
