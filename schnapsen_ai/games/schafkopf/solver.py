"""Schafkopf: exact open-card values, by questions on what the declaring side still takes.

The result of a deal is one of six levels: lost Schwarz, as Schneider, or simply, and the same
three won.  Each level pays more to the declaring side than the one before, so a few questions
(`solver_search.takes`) find it.  With open cards a doubling window is no riddle: who wins
doubles once, the others never.

``work`` is ``(pool, table)``: three states, and ``np.zeros(EXACT_WORDS, np.uint64)``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.arrays import Record
from ...base.jit import jit
from ...cards import Seat, bit, count, lowest
from ..shared.trick_game import dealt_to, is_over
from . import options as opt
from .play import play
from .rules import doubling_side, legal, side
from .scoring import laufende, payoff
from .solver_search import takes
from .state import DOUBLING

# Points of the declaring side for levels 2 to 4; levels 1 and 5 go by tricks: one, and all.
_LEVELS = np.array([0, 0, 31, 61, 91, 0], dtype=np.int64)
_EXTRAS = np.array([-20, -10, 0, 0, 10, 20], dtype=np.int64)  # for Schneider and Schwarz
_FIRST_WON = 3


@jit
def exact_cost(state: Record) -> int:
    """Microseconds of an exact value, measured: 20 ms for 32 cards, halved by each one played."""
    cards = 0
    for seat in range(4):
        cards += count(state.hand[seat])
    return np.int64(1) << max(4, cards - 18)


@jit
def exact_value(state: Record, seat: Seat, work: Any) -> int:
    """The payoff of `seat` with best play by both sides, all cards known."""
    if is_over(state):
        return payoff(state, seat)
    won = _reaches(state, _FIRST_WON, work[1])
    level = _FIRST_WON if won else 0
    if won:
        while level < 5 and _reaches(state, level + 1, work[1]):
            level += 1
    else:
        level = _FIRST_WON - 1
        while level > 0 and not _reaches(state, level, work[1]):
            level -= 1
    return _pay(state, seat, level)


@jit
def exact_at_least(state: Record, seat: Seat, value: int, work: Any) -> bool:
    """Whether `seat` gets at least `value` with best play by both sides."""
    return exact_value(state, seat, work) >= value


@jit
def exact_moves(state: Record, work: Any, out: np.ndarray) -> int:
    """The exact payoff, for the seat to move, of each legal move; returns the legal moves."""
    pool = work[0]
    pool[0] = state
    seat = np.int64(state.turn)
    moves = np.int64(legal(state))
    rest = moves
    while rest:
        move = lowest(rest)
        rest &= rest - 1
        pool[1] = pool[0]
        play(pool[1], move)
        out[move] = exact_value(pool[1], seat, work)
    return moves


@jit
def exact_clear(work: Any) -> None:
    """Forget everything."""
    work[1][:] = 0


@jit
def _reaches(state: Record, level: int, table: np.ndarray) -> bool:
    """Whether the declaring side reaches a level."""
    points, tricks = np.int64(0), np.int64(0)
    for seat in range(4):
        if side(state, seat) == 0:
            points += state.points[seat]
            tricks += state.tricks[seat]
    if level == 1:
        return takes(state, 1 - tricks, True, table)
    if level == 5:
        return takes(state, 8 - tricks, True, table)
    return takes(state, _LEVELS[level] - points, False, table)


@jit
def _pay(state: Record, seat: Seat, level: int) -> int:
    """The payoff of a seat at a level, the doublings still to come included."""
    cards = np.int64(0)
    for other in range(4):
        if side(state, other) == 0:
            cards |= dealt_to(state, other)
    won = level >= _FIRST_WON
    value = np.int64(20) if state.ace >= 0 else np.int64(50)
    value += 10 * laufende(state, cards)
    value = value + _EXTRAS[level] if won else -(value - _EXTRAS[level])
    doublings = np.int64(state.doublings)
    if _will_double(state, 0 if won else 1):
        doublings += 1
    value <<= doublings
    if side(state, seat) == 1:
        return -value
    return 3 * value if state.ace < 0 else value


@jit
def _will_double(state: Record, winner: Seat) -> bool:
    """Whether the side that wins is still asked."""
    if state.phase == DOUBLING:
        if doubling_side(state) != winner:
            return False
        asked = np.int64(state.asked) | bit(state.turn)
        still = False
        for seat in range(4):
            still = still or (asked >> seat & 1 != 0 and side(state, seat) == winner)
        return still
    before_first = state.done == 0 and state.on_table == 0
    return winner == 1 and before_first and not state.options[opt.BEFORE_LEAD]
