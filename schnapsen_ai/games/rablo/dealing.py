"""Rabló: shuffling a pack and laying it out."""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record, Words
from ...base.jit import jit
from ...cards import PACK_24, members
from ..shared.packets import owners, packet, shuffle_pack
from ..shared.trick_game import NO_CARD, NOBODY, start
from .state import BID, NO_CALL, NO_SUIT

# Three cards to each seat, then three again.
PACKETS = ((0, 3), (1, 3), (2, 3), (3, 3), (0, 3), (1, 3), (2, 3), (3, 3))
OWNER = owners(PACKETS)
_ORDERED = np.array(members(PACK_24), dtype=np.uint8)


@jit
def deal(state: Record, rng: Words, match: Record) -> None:
    """Shuffle a pack and lay it out; the state's options stay."""
    shuffle_pack(state, _ORDERED, rng)
    lay_out(state, match)


@jit
def lay_out(state: Record, match: Record) -> None:
    """Start the deal of `state.pack`."""
    start(state)
    for seat in range(4):
        state.hand[seat] = packet(state.pack, 3 * seat, 3) | packet(state.pack, 12 + 3 * seat, 3)
        state.money[seat] = match.score[match.player[seat] & 3]
        state.pay[seat] = 0
    state.pot = match.pot
    state.must_lead = 0
    state.points = 0
    state.melds = 0
    state.tricks = 0
    state.phase = BID
    state.caller = NOBODY
    state.partner = NOBODY
    state.level = NO_CALL
    state.called = NO_CARD
    state.naming = NO_CARD
    state.trump = NO_SUIT
    state.passes = 0
    state.passed = 0
    state.doublings = 0
    state.doublers = 0
    state.asks = 0


def owner_of(state: Record) -> np.ndarray:
    """Who gets each place of the pack: a seat, or OUT."""
    return OWNER
