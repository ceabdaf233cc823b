"""Schnapsen and Sixty-Six: shuffling a pack and laying it out (A1)."""

from __future__ import annotations

import numpy as np

from ...base.arrays import UNKNOWN, Record, Words
from ...base.jit import jit
from ...cards import PACK_20, PACK_24, members, suit_of
from ..shared.packets import DRAWN, packet, shuffle_pack
from .state import LEAD, MAX_TRICKS, NO_CARD, NOBODY, NOT_OVER

# Three cards each, the turn-up, two each, the talon; or three each twice, the turn-up, the talon.
_OWNER_20 = np.array([0] * 3 + [1] * 3 + [DRAWN] + [0] * 2 + [1] * 2 + [DRAWN] * 9)
_OWNER_24 = np.array(([0] * 3 + [1] * 3) * 2 + [DRAWN] * 12)
_ORDERED_20 = np.array(members(PACK_20), dtype=np.uint8)
_ORDERED_24 = np.array(members(PACK_24), dtype=np.uint8)


def owner_of(state: Record) -> np.ndarray:
    """Who is dealt each place of the pack, DRAWN for turn-up and talon."""
    return _OWNER_20 if state.pack_size == 20 else _OWNER_24


@jit
def deal(state: Record, rng: Words, match: Record) -> None:
    """Shuffle a pack and lay it out (A1); the state's options and pack size stay."""
    shuffle_pack(state, _ORDERED_20 if state.pack_size == 20 else _ORDERED_24, rng)
    lay_out(state, match)


@jit
def lay_out(state: Record, match: Record) -> None:
    """Start the deal of `state.pack`: hands, turn-up and talon (A1)."""
    pack = state.pack
    state.hand[0] = packet(pack, 0, 3)
    state.hand[1] = packet(pack, 3, 3)
    if state.pack_size == 20:
        state.hand[0] |= packet(pack, 7, 2)
        state.hand[1] |= packet(pack, 9, 2)
        state.turn_up = pack[6]
        state.talon = 10
    else:
        state.hand[0] |= packet(pack, 6, 3)
        state.hand[1] |= packet(pack, 9, 3)
        state.turn_up = pack[12]
        state.talon = 12
    state.trump = suit_of(state.turn_up)
    state.must_lead = 0
    for seat in range(2):
        state.points[seat] = 0
        state.pending[seat] = 0
        state.tricks[seat] = 0
        state.score[seat] = match.score[match.player[seat]]
    state.close_points = 0
    state.close_tricks = 0
    state.phase = LEAD
    state.turn = 0
    state.led = NO_CARD
    state.closer = NOBODY
    state.winner = NOBODY
    state.value = 0
    state.ending = NOT_OVER
    _forget(state)


@jit
def _forget(state: Record) -> None:
    """Nothing has been learned yet."""
    state.takers = 0
    for seat in range(2):
        state.must_hold[seat] = 0
        state.cannot_hold[seat] = 0
        state.married[seat] = 0
        state.absent[seat] = 0
        state.swap_trick[seat] = -1
        for trick in range(MAX_TRICKS):
            state.trick_cards[seat, trick] = UNKNOWN
