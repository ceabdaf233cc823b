"""Snapszer: what is legal, and the state as seen from outside.

Letters like (S-a) name choices that the rule book explains.  Rules never validate: a caller
passes only moves of `legal`.
"""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record
from ...base.jit import inline, jit
from ...cards import PACK_24, Cards, Moves, Seat, Side, suit_cards, suit_of
from ...tricks import strict
from ..shared.marriages import marriages
from ..shared.sure_tricks import certain
from ..shared.trick_game import all_played, led, mover
from . import options as opt
from .scoring import effective
from .state import (
    CONTRACT,
    DOUBLE,
    DURI,
    ENOUGH,
    FOLD,
    FOLLOW,
    KONTRA,
    LEAD,
    NORMAL,
    PASS,
    SHOW,
    SNAPSZER,
    TRUMP,
    TRUMP_CHOICE,
)

TARGET = 66
_ENOUGH, _SHOW = 1 << ENOUGH, 1 << SHOW
_ANSWERS = (1 << PASS) | (1 << DOUBLE)
_CONTRACTS = (1 << NORMAL) | (1 << SNAPSZER) | (1 << DURI) | (1 << FOLD)
_TRUMPS = 15 << TRUMP


@inline
def next_seat(state: Record, seat: Seat) -> Seat:
    return seat + 1 if seat + 1 < state.n_seats else np.int64(0)


@inline
def side(state: Record, seat: Seat) -> Side:
    """0 for the declarer, 1 for the others."""
    return 0 if seat == 0 else 1


@jit
def legal(state: Record) -> Moves:
    """The set of legal moves of the seat to move; 0 when the deal is over."""
    phase = state.phase
    if phase == FOLLOW:
        return _legal_follow(state)
    if phase == LEAD:
        return _legal_lead(state)
    if phase == KONTRA:
        return np.int64(_ANSWERS)
    if phase == CONTRACT:
        return np.int64(_CONTRACTS)
    if phase == TRUMP_CHOICE:
        return np.int64(_TRUMPS)
    return np.int64(0)


@inline
def _legal_follow(state: Record) -> Moves:
    """The strict rule; without the duty to overtrump any trump will do (S-a)."""
    cards = state.hand[mover(state)]
    if not state.options[opt.OVERTRUMP] and not cards & suit_cards(suit_of(led(state))):
        own = cards & suit_cards(state.trump)
        return own if own else cards
    return strict(cards, led(state), state.best, state.trump)


@inline
def has_enough(state: Record) -> bool:
    """Whether ENOUGH is allowed to the seat on lead, who took the last trick (S-c, S-d)."""
    if state.contract == DURI or np.int64(state.tricks[0]) + state.tricks[1] == 0:
        return False
    return effective(state, side(state, mover(state))) >= TARGET


@jit
def _legal_lead(state: Record) -> Moves:
    seat = mover(state)
    cards = state.hand[seat]
    enough = np.int64(_ENOUGH) if has_enough(state) else np.int64(0)
    if state.must_lead:
        return enough | state.must_lead
    moves = cards | enough
    if state.contract != DURI:
        moves |= marriages(cards)
    if seat == 0 and certain(cards, PACK_24 & ~(all_played(state) | cards), state.trump):
        moves |= _SHOW  # the declarer's only (S-m)
    return moves


# --- the state, seen from outside ---


@inline
def sides_known(state: Record) -> bool:
    return True


@inline
def trumps(state: Record) -> Cards:
    """The set of trump cards, 0 until they are named."""
    return suit_cards(state.trump) if state.trump >= 0 else np.int64(0)
