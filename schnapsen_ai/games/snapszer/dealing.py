"""Snapszer: shuffling a pack and laying it out."""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record, Words
from ...base.jit import jit
from ...cards import PACK_24, members
from ..shared.packets import OUT, owners, packet, shuffle_pack
from ..shared.trick_game import start
from .state import NO_SUIT, TRUMP_CHOICE

# Four cards to each seat before the trump is named and four after it; with two seats 8 stay out.
PACKETS_2 = ((0, 4), (1, 4), (0, 4), (1, 4), (OUT, 8))
PACKETS_3 = ((0, 4), (1, 4), (2, 4), (0, 4), (1, 4), (2, 4))
OWNER_2, OWNER_3 = owners(PACKETS_2), owners(PACKETS_3)
_ORDERED = np.array(members(PACK_24), dtype=np.uint8)


@jit
def deal(state: Record, rng: Words, match: Record) -> None:
    """Shuffle a pack and lay it out; the state's options and number of players stay."""
    shuffle_pack(state, _ORDERED, rng)
    lay_out(state, match)


@jit
def lay_out(state: Record, match: Record) -> None:
    """Start the deal of `state.pack`: four cards each; four more when the trump is named."""
    start(state)
    n = np.int64(match.seats_in_play)
    if n == 0:
        n = np.int64(state.players)  # no match has begun
    state.n_seats = n
    for seat in range(4):
        state.hand[seat] = packet(state.pack, 4 * seat, 4) if seat < n else 0
        state.score[seat] = match.score[match.player[seat]] if seat < n else 0
    for side in range(2):
        state.points[side] = 0
        state.melds[side] = 0
        state.tricks[side] = 0
        state.declared[side] = 0
    state.must_lead = 0
    state.value = 0
    state.winners = 0
    state.phase = TRUMP_CHOICE
    state.trump = NO_SUIT
    state.contract = -1
    state.doublings = 0
    state.asks = 0


def owner_of(state: Record) -> np.ndarray:
    """Who gets each place of the pack: a seat, or OUT."""
    return OWNER_2 if state.n_seats == 2 else OWNER_3
