"""Watten: the concealed state as a vector, and the facts of a View."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.jit import inline, jit
from ...cards import bit
from ..shared.trick_game import is_over, led, to_move
from . import options as opt
from .knowledge import known_absent_from, unseen
from .rules import beaten_by

OBSERVATION_SIZE = 11 * 32 + 8 + 4 + 20


@jit
def observe(state: Any, seat: int, out: Any) -> None:
    """Write what the seat sees into `out`, uint8 of length OBSERVATION_SIZE.

    Eleven planes of 32, by card id, 1 or 0: own hand; known not to be held by the next seat, by
    the partner, by the seat before; unseen; played by the seat itself, the next, the partner,
    the seat before; on the table; those that win when played now.
    Then the Schlag one-hot (8, by rank), the trump suit one-hot (4), and: led card id + 1 or 0;
    the winning card's id + 1 or 0; who played it, and who leads, and whose raise waits for an
    answer, each as seats clockwise from this one, + 1, or 0; cards on the table; whether the
    Hauptschlag still obliges; stake; who made the last accepted raise (0 nobody, 1 own team,
    2 the other); tricks own, other; score own, other; target; highest stake or 0; phase; 1 if
    to move; own place at the deal (seat); whether the deal is over; stake won.
    """
    team = seat & 1
    for i in range(OBSERVATION_SIZE):
        out[i] = 0
    table = np.int64(0)
    for i in range(state.on_table):
        table |= bit(state.table[i])
    winning = np.int64(0)
    if state.on_table > 0:
        winning = beaten_by(state, state.best)
    for p in range(11):
        if p == 0:
            plane = state.hand[seat]
        elif p < 4:
            plane = known_absent_from(state, seat, (seat + p) & 3)
        elif p == 4:
            plane = unseen(state, seat)
        elif p < 9:
            plane = state.played[(seat + p - 5) & 3]
        elif p == 9:
            plane = table
        else:
            plane = winning
        for card in range(32):
            out[32 * p + card] = (plane >> card) & 1
    at = 11 * 32
    if state.schlag >= 0:
        out[at + np.int64(state.schlag)] = 1
    if state.trump >= 0:
        out[at + 8 + np.int64(state.trump)] = 1
    at += 12
    last = np.int64(0)
    if state.last_raise >= 0:
        last = 1 if state.last_raise == team else 2
    won = is_over(state) and state.winner == team
    numbers = (
        led(state) + 1,
        np.int64(state.best) + 1,
        _relative(state.best_seat, seat),
        _relative(state.leader, seat),
        _relative(state.raiser, seat),
        np.int64(state.on_table),
        np.int64(state.forced),
        np.int64(state.stake),
        last,
        np.int64(state.tricks[team]),
        np.int64(state.tricks[team ^ 1]),
        np.int64(state.score[team]),
        np.int64(state.score[team ^ 1]),
        np.int64(state.options[opt.TARGET]),
        np.int64(state.options[opt.MAX_STAKE]),
        np.int64(state.phase),
        np.int64(1 if to_move(state) == seat else 0),
        np.int64(seat),
        np.int64(1 if is_over(state) else 0),
        np.int64(state.stake if won else 0),
    )
    for i in range(20):
        out[at + i] = numbers[i]


# Facts of a View beyond the hand, by name, with how many numbers each has.  Teams: 0 is that of
# seats 0 and 2.  -1 stands for no card, seat, team, rank or suit.
VIEW_FIELDS = (
    ("schlag", 1),
    ("trump", 1),
    ("hauptschlag", 1),
    ("obliged", 1),
    ("stake", 1),
    ("last_raise", 1),
    ("raiser", 1),
    ("leader", 1),
    ("best", 1),
    ("best_seat", 1),
    ("tricks", 2),
    ("score", 2),
    ("table", 4),
    ("phase", 1),
)


@jit
def export(state: Any, seat: int, out: Any) -> None:
    """The numbers of VIEW_FIELDS, in order, into an int64 array."""
    out[0] = state.schlag
    out[1] = state.trump
    out[2] = state.main
    out[3] = state.forced
    out[4] = state.stake
    out[5] = state.last_raise
    out[6] = state.raiser
    out[7] = state.leader
    out[8] = state.best
    out[9] = state.best_seat
    for team in range(2):
        out[10 + team] = state.tricks[team]
        out[12 + team] = state.score[team]
    for i in range(4):
        out[14 + i] = state.table[i]
    out[18] = state.phase


@inline
def _relative(who: int, seat: int) -> int:
    """A seat counted clockwise from `seat`, + 1; 0 for nobody."""
    return ((np.int64(who) - seat) & 3) + 1 if who >= 0 else np.int64(0)
