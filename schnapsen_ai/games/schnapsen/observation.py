"""Schnapsen and Sixty-Six: the concealed state as a vector, and the facts of a View."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.jit import jit
from .knowledge import known_absent_from, known_in, played_by, unseen
from .rules import to_move, tricks_played
from .scoring import is_over

OBSERVATION_SIZE = 7 * 32 + 4 + 22


@jit
def observe(state: Any, seat: int, out: Any) -> None:
    """Write what the seat sees into `out`, uint8 of length OBSERVATION_SIZE.

    Seven planes of 32, by card id, 1 or 0: own hand; known in the other's hand; known not to be
    there; unseen; played by the seat; played by the other; must be led (a marriage's pair).
    Then the trump suit one-hot (4), and: turn-up id + 1 or 0; led card id + 1 or 0; talon left;
    points own, other; pending own, other; tricks own, other; closer (0 nobody, 1 own, 2 other);
    points and tricks of the closer's opponent at the close; phase; 1 if to move; tricks played;
    match score own, other; pack size; whether the deal is over; game points won, lost; 1 spare.
    """
    other = seat ^ 1
    planes = (
        state.hand[seat],
        known_in(state, seat, other),
        known_absent_from(state, seat, other),
        unseen(state, seat),
        played_by(state, seat),
        played_by(state, other),
        state.must_lead,
    )
    for p in range(7):
        for card in range(32):
            out[32 * p + card] = (planes[p] >> card) & 1
    at = 7 * 32
    for suit in range(4):
        out[at + suit] = 1 if suit == state.trump else 0
    at += 4
    closer = 0
    if state.closer >= 0:
        closer = 1 if state.closer == seat else 2
    over = is_over(state)
    numbers = (
        np.int64(state.turn_up) + 1,
        np.int64(state.led) + 1,
        np.int64(state.talon),
        np.int64(state.points[seat]),
        np.int64(state.points[other]),
        np.int64(state.pending[seat]),
        np.int64(state.pending[other]),
        np.int64(state.tricks[seat]),
        np.int64(state.tricks[other]),
        np.int64(closer),
        np.int64(state.close_points),
        np.int64(state.close_tricks),
        np.int64(state.phase),
        np.int64(1 if to_move(state) == seat else 0),
        tricks_played(state),
        np.int64(state.score[seat]),
        np.int64(state.score[other]),
        np.int64(state.pack_size),
        np.int64(1 if over else 0),
        np.int64(state.value if over and state.winner == seat else 0),
        np.int64(state.value if over and state.winner == other else 0),
        np.int64(0),
    )
    for i in range(22):
        out[at + i] = numbers[i]


@jit
def export(state: Any, seat: int, out: Any) -> None:
    """The numbers of VIEW_FIELDS, in order, into an int64 array."""
    out[0] = state.trump
    out[1] = state.turn_up
    out[2] = state.talon
    out[3] = state.led
    for i in range(2):
        out[4 + i] = state.points[i]
        out[6 + i] = state.tricks[i]
        out[8 + i] = state.pending[i]
        out[10 + i] = state.score[i]
    out[12] = state.closer
    out[13] = state.close_points
    out[14] = state.close_tricks
    out[15] = state.phase
    out[16] = state.must_lead


# Facts of a View beyond the hand, by name, with how many numbers each has.
VIEW_FIELDS = (
    ("trump", 1),
    ("turn_up", 1),
    ("talon_left", 1),
    ("led", 1),
    ("points", 2),
    ("tricks", 2),
    ("pending", 2),
    ("score", 2),
    ("closer", 1),
    ("close_points", 1),
    ("close_tricks", 1),
    ("phase", 1),
    ("must_lead", 1),
)
