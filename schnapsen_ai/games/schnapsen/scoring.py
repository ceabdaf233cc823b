"""Schnapsen and Sixty-Six: claims, and how a deal ends (A6)."""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record
from ...base.jit import inline, jit
from ...cards import Seat, Side
from . import options as opt
from .state import (
    CLAIMED,
    CLOSE_FAILED,
    CLOSER_BEATEN,
    CLOSER_CLAIMED,
    DRAWN,
    FALSE_CLAIMED,
    FINAL,
    NOBODY,
    OVER,
    RAN_OUT,
    RESIGNED,
)

TARGET = 66


@inline
def mover(state: Record) -> Seat:
    """The seat to move, as an index that needs no check for negative values."""
    return np.int64(state.turn) & 1


@inline
def scale(state: Record, points: int, tricks: int) -> int:
    """3 without a trick, 2 under 33 points, else 1."""
    if tricks == 0:
        return 3
    return 2 if points < state.options[opt.SCHNEIDER_AT] else 1


@jit
def award(state: Record, winner: Seat, value: int, ending: int) -> None:
    state.winner = winner
    state.value = 1 if state.options[opt.FLAT] and value > 0 else value
    state.ending = ending
    state.phase = OVER


@jit
def claim_value(state: Record, seat: Seat) -> int:
    """Game points of a true claim by `seat` now, before `flat` (A6.2-4)."""
    other = seat ^ 1
    if state.closer == other:
        if state.options[opt.BEATEN_CLOSER_FLAT]:
            return 2
        return 3 if state.close_tricks == 0 else 2
    if state.closer == seat and not state.options[opt.CLOSE_SCORED_AT_END]:
        return scale(state, state.close_points, state.close_tricks)
    return scale(state, state.points[other], state.tricks[other])


@jit
def false_claim_value(state: Record, seat: Seat) -> int:
    """Game points that a false claim by `seat` gives the other, before `flat` (A6.1)."""
    other = seat ^ 1
    rule = state.options[opt.FALSE_CLAIM]
    if rule == opt.FLAT_TWO:
        return 2
    if rule == opt.MIRROR:
        return scale(state, state.points[other], state.tricks[other])
    tricks = np.int64(state.tricks[other])
    if state.closer == seat and not state.options[opt.CLOSER_FALSE_CLAIM_NOW]:
        tricks = np.int64(state.close_tricks)
    return 3 if tricks == 0 else 2


@jit
def claim(state: Record) -> None:
    seat = mover(state)
    if state.points[seat] < TARGET:
        award(state, seat ^ 1, false_claim_value(state, seat), FALSE_CLAIMED)
        return
    ending = CLAIMED
    if state.closer >= 0:
        ending = CLOSER_CLAIMED if state.closer == seat else CLOSER_BEATEN
    award(state, seat, claim_value(state, seat), ending)


@jit
def last_trick_won(state: Record) -> None:
    """The cards are gone: the last trick's winner may claim (B14)."""
    rule = state.options[opt.FINAL_CLAIM]
    if state.options[opt.CLAIM_AUTO]:
        run_out(state)
    elif rule == opt.OFFER:
        state.phase = FINAL
    elif rule == opt.FINAL_AUTO and state.points[mover(state)] >= TARGET:
        claim(state)
    else:
        run_out(state)


@jit
def run_out(state: Record) -> None:
    """Nobody claimed: a failed close, or the last trick (A6.5-6); `turn` took the last trick."""
    taker = mover(state)
    if state.closer >= 0:
        rule = state.options[opt.FAILED_CLOSE]
        if rule == opt.TO_LAST_TRICK:
            award(state, taker, 1, CLOSE_FAILED)
        else:
            value = 3 if rule == opt.ALWAYS_3 or state.close_tricks == 0 else 2
            award(state, 1 - state.closer, value, CLOSE_FAILED)
        return
    rule = state.options[opt.LAST_TRICK]
    if rule == opt.ONE_POINT:
        award(state, taker, 1, RAN_OUT)
        return
    winner = taker
    if rule == opt.TEN_POINTS:
        if state.points[0] == state.points[1]:
            award(state, NOBODY, 0, DRAWN)
            return
        winner = 0 if state.points[0] > state.points[1] else 1
    loser = winner ^ 1
    award(state, winner, scale(state, state.points[loser], state.tricks[loser]), RAN_OUT)


@jit
def resign(state: Record, seat: Seat) -> None:
    """`seat` gives the deal up: 3 game points to the other (A8, last paragraph)."""
    award(state, seat ^ 1, 3, RESIGNED)


@inline
def is_over(state: Record) -> bool:
    return state.phase == OVER


@inline
def payoff(state: Record, seat: Seat) -> int:
    """Game points of a seat; the other's are the negative."""
    value = np.int64(state.value)
    return value if state.winner == seat else -value


@inline
def sides_known(state: Record) -> bool:
    return True


@inline
def side(state: Record, seat: Seat) -> Side:
    return seat


@jit
def largest_loss(state: Record) -> int:
    """3 game points, 1 where every deal is worth 1: what a misbehaving bot is charged."""
    return 1 if state.options[opt.FLAT] else 3
