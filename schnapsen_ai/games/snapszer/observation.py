"""Snapszer: the concealed state as a vector and as the facts of a View."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.jit import inline, jit
from ...cards import bit
from ..shared.packets import packet
from ..shared.trick_game import to_move
from .knowledge import known_absent_from, known_in, unseen
from .rules import next_seat
from .scoring import effective
from .state import OVER

_PLANES = 11
_NUMBERS = 32
OBSERVATION_SIZE = _PLANES * 32 + 4 + _NUMBERS


@jit
def observe(state: Any, seat: int, out: Any) -> None:
    """Write what the seat sees into `out`, uint8 of length OBSERVATION_SIZE.

    Seats count from the own one, clockwise: own, left, right (with two seats there is no right).
    Eleven planes of 32, by card id, 1 or 0: own hand; known in the hand of left, of right; unseen
    and known not to be there, likewise; unseen; played by own, left, right; own first four; must
    be led (a marriage's pair).  Then the trump suit one-hot (4), and: phase; 1 if to move; the
    declarer's seat (1 own, 2 left, 3 right); contract - 39 or 0; doublings; seats of the deal;
    points of the own, the other side; declared marriages own, other; tricks own, other; effective
    points own, other (each at most 255); cards on the table, their ids + 1 or 0, in the order
    played (3); seat that wins the trick or 0; match score own, left, right; whether the deal is
    over; ending; worth; 1 if the seat won; the rest spare.
    """
    a = next_seat(state, seat)
    b = next_seat(state, a)
    if state.n_seats == 2:
        b = np.int64(3)  # nobody: all fields of seat 3 are empty
    three = b != 3
    planes = (
        state.hand[seat],
        known_in(state, seat, a),
        known_in(state, seat, b) if three else np.int64(0),
        known_absent_from(state, seat, a),
        known_absent_from(state, seat, b) if three else np.int64(0),
        unseen(state, seat),
        state.played[seat],
        state.played[a],
        state.played[b],
        packet(state.pack, 4 * seat, 4),
        state.must_lead,
    )
    for p in range(_PLANES):
        for card in range(32):
            out[32 * p + card] = (planes[p] >> card) & 1
    at = _PLANES * 32
    for suit in range(4):
        out[at + suit] = 1 if suit == state.trump else 0
    at += 4
    own = 0 if seat == 0 else 1
    out[at] = state.phase
    out[at + 1] = 1 if to_move(state) == seat else 0
    out[at + 2] = _seat_number(seat, a, np.int64(0))
    out[at + 3] = state.contract - 39 if state.contract > 0 else 0
    out[at + 4] = state.doublings
    out[at + 5] = state.n_seats
    for i in range(2):
        which = own if i == 0 else 1 - own
        out[at + 6 + i] = state.points[which]
        out[at + 8 + i] = state.melds[which]
        out[at + 10 + i] = state.tricks[which]
        out[at + 12 + i] = min(effective(state, which), 255)
    out[at + 14] = state.on_table
    for i in range(3):
        out[at + 15 + i] = np.int64(state.table[i]) + 1
    out[at + 18] = _seat_number(seat, a, np.int64(state.best_seat))
    out[at + 19] = max(state.score[seat], 0)
    out[at + 20] = max(state.score[a], 0)
    out[at + 21] = max(state.score[b], 0)
    out[at + 22] = 1 if state.phase == OVER else 0
    out[at + 23] = state.ending
    out[at + 24] = min(state.value, 255)
    out[at + 25] = 1 if np.int64(state.winners) & bit(seat) else 0
    for i in range(26, _NUMBERS):
        out[at + i] = 0


@inline
def _seat_number(seat: int, left: int, other: int) -> int:
    if other < 0:
        return 0
    return 1 if other == seat else 2 if other == left else 3


# --- the facts of a View beyond the hand ---

VIEW_FIELDS = (
    ("phase", 1),
    ("seats", 1),
    ("trump", 1),
    ("contract", 1),
    ("doublings", 1),
    ("points", 2),
    ("melds", 2),
    ("tricks", 2),
    ("table", 3),
    ("best_seat", 1),
    ("must_lead", 1),
    ("first_four", 1),
    ("score", 3),
)


@jit
def export(state: Any, seat: int, out: Any) -> None:
    """Write the numbers of VIEW_FIELDS, in order; -1 for no card, seat, suit or contract.

    Points, melds and tricks are the declarer's, then the opponents'.
    """
    out[0] = state.phase
    out[1] = state.n_seats
    out[2] = state.trump
    out[3] = state.contract
    out[4] = state.doublings
    for i in range(2):
        out[5 + i] = state.points[i]
        out[7 + i] = state.melds[i]
        out[9 + i] = state.tricks[i]
    for i in range(3):
        out[11 + i] = state.table[i]
        out[17 + i] = state.score[i]
    out[14] = state.best_seat
    out[15] = state.must_lead
    out[16] = packet(state.pack, 4 * seat, 4)
