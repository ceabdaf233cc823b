"""Schafkopf: shuffling a pack and laying it out."""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record, Words
from ...base.jit import jit
from ...cards import PACK_32, members
from ..shared.packets import owners, packet, shuffle_pack
from ..shared.trick_game import NO_CARD, NOBODY, start
from .state import BIDDING, PASS

# Four cards to each seat, then four again.
PACKETS = ((0, 4), (1, 4), (2, 4), (3, 4), (0, 4), (1, 4), (2, 4), (3, 4))
OWNER = owners(PACKETS)
_ORDERED = np.array(members(PACK_32), dtype=np.uint8)


@jit
def deal(state: Record, rng: Words, match: Record) -> None:
    """Shuffle a pack into `state.pack` and lay it out; the options stay."""
    shuffle_pack(state, _ORDERED, rng)
    lay_out(state, match)


@jit
def lay_out(state: Record, match: Record) -> None:
    """Start the deal of `state.pack`: nothing bid, nothing learned."""
    start(state)
    for seat in range(4):
        state.hand[seat] = packet(state.pack, 4 * seat, 4) | packet(state.pack, 16 + 4 * seat, 4)
        state.money[seat] = match.score[np.int64(match.player[seat]) & 3]
        state.tricks[seat] = 0
        state.points[seat] = 0
    state.before_run = 0
    state.value = 0
    state.phase = BIDDING
    state.contract = PASS
    state.declarer = NOBODY
    state.mode = -1
    state.ace = NO_CARD
    state.runner = NOBODY
    state.asked = 0
    state.doublings = 0
    state.doubled[0] = 0
    state.doubled[1] = 0
    state.caller = NOBODY
    state.caller_suit = -1
    state.shown = NOBODY
    state.leader = 0
    state.done = 0


def owner_of(state: Record) -> np.ndarray:
    """Who gets each place of the pack: a seat, or OUT."""
    return OWNER
