"""Bauernschnapsen: shuffling a pack and laying it out."""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record, Words
from ...base.jit import jit
from ...cards import PACK_20, members
from ..shared.packets import owners, packet, shuffle_pack
from ..shared.trick_game import NO_CARD, NOBODY, start
from .state import CHOOSE_TRUMP, NORMAL

# Three cards to each seat, then two.  The caller's last two are places of their own, for the
# first of them may be turned up.
PACKETS = ((0, 3), (1, 3), (2, 3), (3, 3), (0, 1), (0, 1), (1, 2), (2, 2), (3, 2))
OWNER = owners(PACKETS)
_ORDERED = np.array(members(PACK_20), dtype=np.uint8)


@jit
def deal(state: Record, rng: Words, match: Record) -> None:
    """Shuffle a pack and lay it out; the options stay."""
    shuffle_pack(state, _ORDERED, rng)
    lay_out(state, match)


@jit
def lay_out(state: Record, match: Record) -> None:
    """Start the deal of `state.pack`: three cards to each seat; two more with the trump."""
    start(state)
    for seat in range(4):
        state.hand[seat] = packet(state.pack, 3 * seat, 3)
        state.said[seat] = -1
    for team in range(2):
        state.points[team] = 0
        state.melds[team] = 0
        state.tricks[team] = 0
        state.score[team] = match.score[match.player[team] & 1]
    state.must_lead = 0
    state.value = 0
    state.phase = CHOOSE_TRUMP
    state.also = NOBODY
    state.doublings = 0
    state.trump = -1
    state.turned = NO_CARD
    state.contract = NORMAL
    state.declarer = 0
    state.ruff = -1
    state.idle = NOBODY
    state.winner = NOBODY


def owner_of(state: Record) -> np.ndarray:
    """Who gets each place of the pack: a seat, or OUT."""
    return OWNER
