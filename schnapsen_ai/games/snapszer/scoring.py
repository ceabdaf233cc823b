"""Snapszer: what a deal is worth, and the match from 32 down."""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record
from ...base.jit import inline, jit
from ...cards import Seat, Side, bit, count
from . import options as opt
from .state import DECLARER, DURI, FOLDED, OVER, RESIGNED, SNAPSZER

FOLD_VALUE = 6
LARGEST = 32  # a duri


@inline
def effective(state: Record, side: Side) -> int:
    """A side's points: its marriages count once it has a trick (S-b)."""
    points = np.int64(state.points[side])
    return points + state.melds[side] if state.tricks[side] > 0 else points


@inline
def scale(state: Record, loser: Seat) -> int:
    """6 from a side without a trick, 4 from one under 33, else 2."""
    if state.tricks[loser] == 0:
        return 6
    return 4 if effective(state, loser) < 33 else 2


@inline
def silent_value(state: Record) -> int:
    """All tricks in a normal game (S-f)."""
    return 6 if state.options[opt.SILENT_NO_MARRIAGE] and state.declared[DECLARER] else 16


@inline
def announced_value(state: Record) -> int:
    """Points of a snapszer or duri."""
    return 12 if state.contract == SNAPSZER else LARGEST


@jit
def finish(state: Record, ending: int, side: Side, value: int) -> None:
    """The side wins `value` points, doubled as the deal was, for each of its seats."""
    everybody = (1 << np.int64(state.n_seats)) - 1
    state.winners = 1 if side == DECLARER else everybody ^ 1
    state.value = value << np.int64(state.doublings)
    state.ending = ending
    state.phase = OVER


@jit
def fold(state: Record) -> None:
    """The declarer folds: six points to each opponent, never doubled (S-j)."""
    finish(state, FOLDED, 1, FOLD_VALUE)


@jit
def payoff(state: Record, seat: Seat) -> int:
    """Points gained, or under ``utility=zero_sum`` n times those less all that were (S-n)."""
    n = np.int64(state.n_seats)
    if seat >= n:
        return np.int64(0)
    worth = np.int64(state.value)
    winners = np.int64(state.winners)
    gained = worth if winners & bit(seat) else np.int64(0)
    if state.options[opt.RAW_POINTS]:
        return gained
    return n * gained - count(winners) * worth


@jit
def resign(state: Record, seat: Seat) -> None:
    """`seat` gives the deal up: each other seat gains the most that it could still lose."""
    everybody = (1 << np.int64(state.n_seats)) - 1
    value = 6 if seat == 0 else 16  # a normal game without a trick; all tricks
    if state.contract == SNAPSZER:
        value = 12
    elif state.contract == DURI:
        value = LARGEST
    state.winners = everybody & ~bit(seat)
    state.value = value << np.int64(state.doublings)
    state.ending = RESIGNED
    state.phase = OVER


@jit
def largest_loss(state: Record) -> int:
    """A duri: 32 points to each opponent, or by an opponent's payoff twice that of three."""
    if state.options[opt.RAW_POINTS]:
        return np.int64(LARGEST)
    return LARGEST * (np.int64(state.n_seats) - 1)
