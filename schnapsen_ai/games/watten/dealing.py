"""Watten: shuffling a pack and laying it out."""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record, Words
from ...base.jit import jit
from ...cards import below
from ..shared.packets import OUT, owners, packet
from ..shared.trick_game import NO_CARD, NOBODY, start
from .state import HAND_SIZE, N_SEATS, NAMING_RANK

# Three cards to each seat, then two; the rest stays out.
PACKETS = ((0, 3), (1, 3), (2, 3), (3, 3), (0, 2), (1, 2), (2, 2), (3, 2), (OUT, 12))
OWNER = owners(PACKETS)
IN_PLAY = HAND_SIZE * N_SEATS  # places of the pack that are dealt


@jit
def deal(state: Record, rng: Words, match: Record) -> None:
    """Shuffle a pack and lay it out.  Only the 20 places that are dealt need shuffling."""
    pack = state.pack
    for i in range(32):
        pack[i] = i
    for i in range(IN_PLAY):
        j = i + below(rng, 32 - i)
        card = pack[i]
        pack[i] = pack[j]
        pack[j] = card
    lay_out(state, match)


@jit
def lay_out(state: Record, match: Record) -> None:
    """Start the deal of `state.pack`: nothing named, nothing learned."""
    start(state)
    for seat in range(4):
        state.hand[seat] = packet(state.pack, 3 * seat, 3) | packet(state.pack, 12 + 2 * seat, 2)
    state.phase = NAMING_RANK
    state.leader = 0
    state.schlag = -1
    state.trump = -1
    state.main = NO_CARD
    state.forced = 0
    state.stake = 2
    state.last_raise = NOBODY
    state.raiser = NOBODY
    state.raised = 0
    state.asked = 0
    mine = np.int64(match.player[0]) & 1
    for team in range(2):
        state.tricks[team] = 0
        state.score[team] = match.score[mine ^ team]
    state.winner = NOBODY


def owner_of(state: Record) -> np.ndarray:
    """Who gets each place of the pack: a seat, or OUT."""
    return OWNER
