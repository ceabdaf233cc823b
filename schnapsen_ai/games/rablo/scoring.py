"""Rabló: what a deal pays, the pot, and the match in money."""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record
from ...base.jit import inline, jit
from ...cards import Seat
from . import options as opt
from .state import OVER, PASSED_OUT, RESIGNED

ANTE = 50  # into the pot, from everybody, when all pass
LARGEST_LOSS = 900  # alone in a heart duri


@inline
def stake(state: Record) -> int:
    """The stake of the standing call with its doublings."""
    level = state.level
    amount = 50 if level == 0 else 100 if level == 1 else 150 if level == 2 else 300
    return np.int64(amount) << np.int64(state.doublings)


@inline
def _can_pay(state: Record, seat: Seat, amount: int) -> int:
    if state.options[opt.CAP_PAYMENT] and state.money[seat] < amount:
        return np.int64(state.money[seat])
    return np.int64(amount)


@jit
def pass_out(state: Record) -> None:
    """Four passes: everybody pays into the pot."""
    for seat in range(4):
        state.pay[seat] = -_can_pay(state, seat, ANTE)
    state.ending = PASSED_OUT
    state.phase = OVER


@inline
def _calling(state: Record, seat: Seat) -> bool:
    return seat == state.caller or seat == state.partner


@inline
def _due(state: Record, seat: Seat) -> int:
    """What a seat pays if its side loses (R-k)."""
    amount = stake(state)
    if seat == state.caller and seat == state.partner:
        amount *= 3
    return _can_pay(state, seat, amount)


@jit
def settled_pay(state: Record, seat: Seat, won: bool) -> int:
    """What a seat gets if the calling side wins or loses, given who is partner.

    The losers pay, the winners share that and the pot; odd units go to the first of them (R-j).
    """
    if _calling(state, seat) != won:
        return -_due(state, seat)
    paid = np.int64(0)
    winners, before = 0, 0
    for other in range(4):
        if _calling(state, other) != won:
            paid += _due(state, other)
        else:
            winners += 1
            before += 1 if other < seat else 0
    pot = np.int64(state.pot)
    odd = 1 if before < pot % winners else 0
    return paid // winners + pot // winners + odd


@jit
def finish(state: Record, ending: int, won: bool) -> None:
    """The deal is over: the calling side has won or lost."""
    for seat in range(4):
        state.pay[seat] = settled_pay(state, seat, won)
    state.ending = ending
    state.phase = OVER


@jit
def resign(state: Record, seat: Seat) -> None:
    """`seat` breaks the deal off: it alone pays, an equal share to each other; the pot stays."""
    for other in range(4):
        state.pay[other] = -LARGEST_LOSS if other == seat else LARGEST_LOSS // 3
    state.ending = RESIGNED
    state.phase = OVER


@jit
def largest_loss(state: Record) -> int:
    """900: alone in a heart duri."""
    return LARGEST_LOSS


@inline
def payoff(state: Record, seat: Seat) -> int:
    """Money won or paid by a seat, the pot included."""
    return np.int64(state.pay[seat & 3])
