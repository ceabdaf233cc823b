"""Rabló: the concealed state as a vector and as the facts of a View."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.jit import inline, jit
from ..shared.trick_game import to_move
from .knowledge import known_absent_from, known_in, others, partner_seen
from .rules import team_points
from .scoring import stake
from .state import OVER

_PLANES = 12
_NUMBERS = 32
OBSERVATION_SIZE = _PLANES * 32 + 4 + _NUMBERS


@jit
def observe(state: Any, seat: int, out: Any) -> None:
    """Write what the seat sees into `out`, uint8 of length OBSERVATION_SIZE.

    Seats count from the own one, clockwise: own, left, opposite, right.  Twelve planes of 32, by
    card id, 1 or 0: own hand; cards known to be in the hand of left, opposite, right; unseen
    cards known not to be there, likewise; played by own, left, opposite, right; must be led (a
    marriage's pair).  Then the trump suit one-hot (4), and: phase; 1 if to move; caller, partner
    (each seat + 1, 0 unknown or none); level + 1; called card id + 1 or 0; 1 naming a snapszer,
    2 a duri; passes in a row; seats that passed (4); doublings; seats that doubled (4); team
    points; tricks; cards on the table; their ids + 1 or 0, in the order played (4); seat that
    wins the trick + 1 or 0; pot / 50, at most 255; whether the deal is over; ending; own payment
    above, below, equal 0 as 1, 2, 0; 1 spare.
    """
    a, b, c = others(seat)
    planes = (
        state.hand[seat],
        known_in(state, seat, a),
        known_in(state, seat, b),
        known_in(state, seat, c),
        known_absent_from(state, seat, a),
        known_absent_from(state, seat, b),
        known_absent_from(state, seat, c),
        state.played[seat],
        state.played[a],
        state.played[b],
        state.played[c],
        state.must_lead,
    )
    for p in range(_PLANES):
        for card in range(32):
            out[32 * p + card] = (planes[p] >> card) & 1
    at = _PLANES * 32
    for suit in range(4):
        out[at + suit] = 1 if suit == state.trump else 0
    at += 4
    out[at] = state.phase
    out[at + 1] = 1 if to_move(state) == seat else 0
    out[at + 2] = _seat_number(seat, np.int64(state.caller))
    out[at + 3] = _seat_number(seat, partner_seen(state, seat))
    out[at + 4] = state.level + 1
    out[at + 5] = state.called + 1
    out[at + 6] = max(np.int64(state.naming) - 39, 0)
    out[at + 7] = state.passes
    out[at + 12] = state.doublings
    for i in range(4):
        out[at + 8 + i] = (np.int64(state.passed) >> ((seat + i) & 3)) & 1
        out[at + 13 + i] = (np.int64(state.doublers) >> ((seat + i) & 3)) & 1
        out[at + 20 + i] = np.int64(state.table[i]) + 1
    out[at + 17] = team_points(state)
    out[at + 18] = state.tricks
    out[at + 19] = state.on_table
    out[at + 24] = _seat_number(seat, np.int64(state.best_seat))
    out[at + 25] = min(np.int64(state.pot) // 50, 255)
    out[at + 26] = 1 if state.phase == OVER else 0
    out[at + 27] = state.ending
    pay = state.pay[seat]
    out[at + 28] = 1 if pay > 0 else 2 if pay < 0 else 0
    for i in range(29, _NUMBERS):
        out[at + i] = 0


@inline
def _seat_number(seat: int, other: int) -> int:
    return 1 + ((other - seat) & 3) if other >= 0 else np.int64(0)


# --- the facts of a View beyond the hand ---

VIEW_FIELDS = (
    ("phase", 1),
    ("caller", 1),
    ("partner", 1),
    ("level", 1),
    ("called", 1),
    ("trump", 1),
    ("stake", 1),
    ("doublings", 1),
    ("points", 1),
    ("tricks", 1),
    ("table", 4),
    ("best_seat", 1),
    ("must_lead", 1),
    ("pot", 1),
    ("money", 4),
)


@jit
def export(state: Any, seat: int, out: Any) -> None:
    """Write the numbers of VIEW_FIELDS, in order; -1 for no card, seat or suit."""
    out[0] = state.phase
    out[1] = state.caller
    out[2] = partner_seen(state, seat)
    out[3] = state.level
    out[4] = state.called
    out[5] = state.trump
    out[6] = stake(state) if state.level >= 0 else np.int64(0)
    out[7] = state.doublings
    out[8] = team_points(state)
    out[9] = state.tricks
    for i in range(4):
        out[10 + i] = state.table[i]
        out[17 + i] = state.money[i]
    out[14] = state.best_seat
    out[15] = state.must_lead
    out[16] = state.pot
