"""Schnapsen and Sixty-Six: the legal moves.

Section numbers (A3, B12) are those of the rules page that `schnapsen-ai rulebook schnapsen`
prints.
"""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record
from ...base.jit import inline, jit
from ...cards import Card, Cards, Moves, Seat, bit, suit_cards
from ...tricks import strict
from ..shared.marriages import marriages
from . import options as opt
from .scoring import mover
from .state import (
    AFTER_TRICK,
    CLAIM,
    CLOSE,
    DRAW,
    END,
    EXCHANGE,
    FINAL,
    FOLLOW,
    LEAD,
    NOBODY,
    OVER,
)

_CLAIM, _CLOSE, _EXCHANGE, _END, _DRAW = 1 << CLAIM, 1 << CLOSE, 1 << EXCHANGE, 1 << END, 1 << DRAW


@inline
def is_open(state: Record) -> bool:
    """Nobody has closed and there are cards to draw (A2)."""
    return state.closer < 0 and state.talon > 0


@inline
def tricks_played(state: Record) -> int:
    return np.int64(state.tricks[0]) + state.tricks[1]


@inline
def exchange_card(state: Record) -> Card:
    """The trump that may be swapped for the turn-up: the jack, in Sixty-Six the nine."""
    return 8 * np.int64(state.trump) + (3 if state.pack_size == 20 else 2)


@inline
def to_move(state: Record) -> Seat:
    """The seat to move, or -1 when the deal is over."""
    return NOBODY if state.phase == OVER else np.int64(state.turn)


@jit
def legal(state: Record) -> Moves:
    """The set of legal moves of the seat to move; 0 when the deal is over."""
    phase = state.phase
    if phase == LEAD:
        return _legal_lead(state)
    if phase == FOLLOW:
        return _legal_follow(state)
    if phase == AFTER_TRICK:
        return _legal_after_trick(state)
    if phase == FINAL:
        return _CLAIM | _END
    return np.int64(0)


@inline
def _legal_follow(state: Record) -> Moves:
    """Any card while the talon is open, else the strict rule (A4)."""
    hand = state.hand[mover(state)]
    if is_open(state):
        if state.options[opt.EXCHANGE_ON_TURN] and _may_exchange(state):
            return hand | _EXCHANGE
        return hand
    return strict(hand, state.led, state.led, state.trump)


@inline
def _legal_lead(state: Record) -> Moves:
    """On lead (A3)."""
    options = state.options
    married = state.must_lead != 0
    moves = state.must_lead
    if not married:
        moves = state.hand[mover(state)]
        if not options[opt.MARRIAGE_AUTO] and may_marry(state):
            moves |= marriages(moves)
    if not options[opt.CLAIM_AUTO] and (married or tricks_played(state) > 0):
        moves |= _CLAIM
    if is_open(state) and not (married and options[opt.MARRIAGE_LOCKS_TURN]):
        if _may_exchange(state):
            moves |= _EXCHANGE
        if _may_close(state):
            moves |= _CLOSE
    return moves


@inline
def _legal_after_trick(state: Record) -> Moves:
    """Sixty-Six: the winner of a trick, before drawing (A8)."""
    moves = np.int64(_DRAW)
    if not state.options[opt.CLAIM_AUTO]:
        moves |= _CLAIM
    if _may_close(state):
        moves |= _CLOSE
    return moves


@inline
def _may_exchange(state: Record) -> bool:
    """Given an open talon (B1, B3)."""
    seat = mover(state)
    if not state.hand[seat] & bit(exchange_card(state)):
        return False
    if state.talon < state.options[opt.TALON_MIN_EXCHANGE]:
        return False
    return state.tricks[seat] > 0 or not state.options[opt.EXCHANGE_REQUIRES_TRICK]


@inline
def _may_close(state: Record) -> bool:
    """Given an open talon (B2, B16)."""
    if state.talon < state.options[opt.TALON_MIN_CLOSE]:
        return False
    return tricks_played(state) > 0 or state.options[opt.CLOSE_BEFORE_FIRST_TRICK] == 1


@inline
def asks_before_draw(state: Record) -> bool:
    """Whether the winner of a trick may do something before drawing, given an open talon (A8)."""
    return state.options[opt.CLOSE_BEFORE_DRAW] == 1


@inline
def may_marry(state: Record) -> bool:
    """Whether a marriage may be declared by the seat on lead (B5, B6)."""
    options = state.options
    if options[opt.MARRIAGE_REQUIRES_TRICK] and state.tricks[mover(state)] == 0:
        return False
    return options[opt.MARRIAGE_AFTER_CLOSE] == 1 or is_open(state)


# --- play ---


@inline
def next_place(state: Record) -> int:
    """The place in the pack of the next face-down card of the talon."""
    return np.int64(state.pack_size) + 1 - state.talon


# --- what generic bots may ask of a trick-taker ---


@inline
def trumps(state: Record) -> Cards:
    """The set of trump cards."""
    return suit_cards(state.trump)


@inline
def led(state: Record) -> Card:
    """The card that was led to the present trick, or -1."""
    return np.int64(state.led)


@inline
def hand(state: Record, seat: Seat) -> Cards:
    return state.hand[seat & 1]
