"""Dealing by packets: who gets which places of the pack.

A game lists its packets in the dealing order, each as (seat, cards); `OUT` stays out of play.
"""

from __future__ import annotations

import numpy as np

from ...base.arrays import UNKNOWN, Record, Words
from ...base.jit import inline, jit
from ...cards import Cards, Seat, bit, lowest, shuffle

OUT = 4
DRAWN = 5  # in `owner_of`: dealt to nobody at first, and drawn or looked at later

Packets = tuple[tuple[int, int], ...]


def sizes(packets: Packets) -> tuple[int, ...]:
    """The contract's ``packets``: cards of each packet, in the dealing order."""
    return tuple(cards for _, cards in packets)


def owners(packets: Packets) -> np.ndarray:
    """Who gets each place of the pack: a seat, or OUT."""
    return np.array([seat for seat, cards in packets for _ in range(cards)], dtype=np.int64)


@jit
def shuffle_pack(state: Record, cards: np.ndarray, rng: Words) -> None:
    """Put the cards of a pack (an array) into ``state.pack`` and shuffle them."""
    for i in range(len(cards)):
        state.pack[i] = cards[i]
    shuffle(state.pack, len(cards), rng)


@inline
def packet(pack: np.ndarray, first: int, cards: Cards) -> int:
    """The set of cards in some places of the pack."""
    found = np.int64(0)
    for i in range(first, first + cards):
        found |= bit(pack[i])
    return found


@inline
def put(pack: np.ndarray, first: int, cards: Cards) -> None:
    """Lay a set of cards into places of the pack, the lowest first."""
    place = first
    while cards:
        pack[place] = lowest(cards)
        cards &= cards - 1
        place += 1


@inline
def wipe_pack(state: Record, seat: Seat, owner: np.ndarray, dealt: int) -> None:
    """Wipe the places that a seat has not seen: those of others, and all but the first `dealt`."""
    for place in range(len(owner)):
        if owner[place] != seat or place >= dealt:
            state.pack[place] = UNKNOWN
