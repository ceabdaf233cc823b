"""Schafkopf: the concealed state as a vector, and the facts of a view."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.jit import inline, jit
from ...cards import bit
from ..shared.trick_game import NOBODY, dealt_to, is_over, led, table_points, to_move
from . import options as opt
from .knowledge import ace_holder, known_absent_from, unseen
from .rules import beaten_by, trumps
from .scoring import payoff
from .state import PASS, SOLO, WENZ

OBSERVATION_SIZE = 12 * 32 + 12 + 5 + 36


@inline
def _relative(who: int, seat: int) -> int:
    """A seat counted clockwise from `seat`, + 1; 0 for nobody."""
    return ((np.int64(who) - seat) & 3) + 1 if who >= 0 else np.int64(0)


@inline
def partner_known(state: Any, seat: int) -> int:
    """The seat that was dealt the called ace, as far as `seat` knows; -1 where it does not."""
    if state.ace < 0:
        return NOBODY
    for other in range(4):
        if (dealt_to(state, other) if other == seat else state.played[other]) & bit(state.ace):
            return np.int64(other)
    return ace_holder(state, seat)


@jit
def observe(state: Any, seat: int, out: Any) -> None:
    """Write what the seat sees into `out`, uint8 of length OBSERVATION_SIZE.

    Twelve planes of 32, by card id, 1 or 0: own hand; known not to be held by the next seat, the
    one opposite, the seat before; unseen; played by the seat itself, the next, the one opposite,
    the seat before; on the table; those that win when played now; trumps.
    Then the contract one-hot (12: pass, Wenz, the calls of C S D, the solos C S H D, 3 spare),
    the called ace's suit one-hot (4, and 1 where none is called), and: led card id + 1 or 0; the
    winning card's id + 1 or 0; declarer, partner as far as known, who played the winning card,
    who leads, who first led the called suit low, who bid a call, each as seats clockwise from
    this one, + 1, or 0; cards on the table; points on the table; doublings; whether each seat
    from this one on has doubled (4); points taken (4) and tricks won (4) by each seat from this
    one on; tricks played; phase; 1 if to move; own place at the deal (seat); the five options;
    whether the deal is over; whether it was won by this seat.
    """
    for i in range(OBSERVATION_SIZE):
        out[i] = 0
    table = np.int64(0)
    for i in range(state.on_table):
        table |= bit(state.table[i])
    for p in range(12):
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
        elif p == 10:
            plane = beaten_by(state, state.best) if state.on_table > 0 else np.int64(0)
        else:
            plane = trumps(state)
        for card in range(32):
            out[32 * p + card] = (plane >> card) & 1
    at = 12 * 32
    contract = np.int64(state.contract)
    if contract == PASS:
        out[at] = 1
    elif contract >= SOLO:
        out[at + 5 + contract - SOLO] = 1
    else:
        out[at + 1 + contract - WENZ] = 1
    at += 12
    out[at + ((np.int64(state.ace) >> 3) if state.ace >= 0 else 4)] = 1
    at += 5
    people = (
        np.int64(state.declarer),
        np.int64(partner_known(state, seat)),
        np.int64(state.best_seat),
        np.int64(state.leader),
        np.int64(state.runner),
        np.int64(state.caller),
    )
    out[at] = led(state) + 1
    out[at + 1] = np.int64(state.best) + 1
    for i in range(6):
        out[at + 2 + i] = _relative(people[i], seat)
    out[at + 8] = state.on_table
    out[at + 9] = table_points(state)
    out[at + 10] = state.doublings
    at += 11
    for i in range(4):
        other = (seat + i) & 3
        out[at + i] = ((np.int64(state.doubled[0]) | state.doubled[1]) >> other) & 1
        out[at + 4 + i] = state.points[other]
        out[at + 8 + i] = state.tricks[other]
    at += 12
    out[at] = state.done
    out[at + 1] = state.phase
    out[at + 2] = 1 if to_move(state) == seat else 0
    out[at + 3] = seat
    out[at + 4] = state.options[opt.ACE_STILL_FORCED]
    out[at + 5] = state.options[opt.AT_DEAL]
    out[at + 6] = state.options[opt.ONLY_DECLARERS]
    out[at + 7] = state.options[opt.BEFORE_LEAD]
    out[at + 8] = state.options[opt.MAX_DOUBLINGS]
    if is_over(state):
        out[at + 9] = 1
        out[at + 10] = 1 if payoff(state, seat) > 0 else 0


# Facts of a View beyond the hand, by name, with how many numbers each has; -1 stands for no card
# or seat.  `partner` is the seat of the called ace as far as the viewer knows.
VIEW_FIELDS = (
    ("contract", 1),
    ("declarer", 1),
    ("called", 1),
    ("partner", 1),
    ("runner", 1),
    ("doublings", 1),
    ("doubled", 4),
    ("leader", 1),
    ("best", 1),
    ("best_seat", 1),
    ("points", 4),
    ("tricks", 4),
    ("money", 4),
    ("table", 4),
    ("phase", 1),
)


@jit
def export(state: Any, seat: int, out: Any) -> None:
    """The numbers of VIEW_FIELDS, in order, into an int64 array."""
    out[0] = state.contract
    out[1] = state.declarer
    out[2] = state.ace
    out[3] = partner_known(state, seat)
    out[4] = state.runner
    out[5] = state.doublings
    both = np.int64(state.doubled[0]) | state.doubled[1]
    out[10] = state.leader
    out[11] = state.best
    out[12] = state.best_seat
    for i in range(4):
        out[6 + i] = (both >> i) & 1
        out[13 + i] = state.points[i]
        out[17 + i] = state.tricks[i]
        out[21 + i] = state.money[i]
        out[25 + i] = state.table[i]
    out[29] = state.phase
