"""Schnapsen's answers to the hooks of `schnapsen_ai.search.hooks`."""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record
from ...base.jit import inline, jit
from ...cards import Moves, Seat
from .scoring import TARGET, claim_value, false_claim_value, mover
from .state import CLAIM, CLOSE

_CLAIM, _CLOSE = 1 << CLAIM, 1 << CLOSE


@inline
def sensible(state: Record, moves: Moves) -> Moves:
    """No random closes; a claim when it is true and only then, or where giving up is cheaper.

    Giving up is cheaper than losing for who was closed on without a trick, once he leads.
    """
    moves &= ~_CLOSE
    if moves & _CLAIM == 0:
        return moves
    seat = mover(state)
    if state.points[seat] >= TARGET:
        return np.int64(_CLAIM)
    if state.closer == seat ^ 1 and false_claim_value(state, seat) < claim_value(state, seat ^ 1):
        return moves
    return moves & ~_CLAIM


@inline
def all_seen(state: Record) -> bool:
    """The talon is gone: what one does not hold or has not seen, the other holds."""
    return state.talon == 0


@jit
def exact_cost(state: Record) -> int:
    """Microseconds, from a few with the talon closed or gone to a thousand at the deal."""
    if state.closer >= 0 or state.talon == 0:
        return np.int64(2)
    talon = np.int64(state.talon)
    return talon * talon * talon


@inline
def card_points(state: Record, seat: Seat) -> int:
    """Points of tricks and counted marriages."""
    return np.int64(state.points[seat])
