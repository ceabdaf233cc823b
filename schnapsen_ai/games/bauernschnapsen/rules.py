"""Bauernschnapsen: what is legal, and the state as seen from outside.

Rules never validate: a caller passes only moves of `legal`.  Rule references (B-a ...) are the
rows of the table in `rulebook.md`.
"""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record
from ...base.jit import inline, jit
from ...cards import Cards, Moves, Seat, Side, suit_cards, suit_of
from ...tricks import strict
from ..shared.marriages import marriages
from ..shared.trick_game import NO_CARD, clockwise, led, mover
from . import options as opt
from .bidding import legal_announce, legal_trump
from .scoring import NO_TRUMP, SCHNAPSERS, TARGET, effective
from .state import (
    ANNOUNCE,
    BETTLER,
    CHOOSE_TRUMP,
    CLAIM,
    DOUBLE,
    FOLLOW,
    KONTRA,
    LEAD,
    NORMAL,
    PASS,
)

_PASS, _DOUBLE, _CLAIM = 1 << PASS, 1 << DOUBLE, 1 << CLAIM


@jit
def legal(state: Record) -> Moves:
    """The set of legal moves of the seat to move; 0 when the deal is over."""
    phase = state.phase
    if phase == FOLLOW:
        return _legal_follow(state)
    if phase == LEAD:
        return _legal_lead(state)
    if phase == ANNOUNCE:
        return legal_announce(state)
    if phase == KONTRA:
        return np.int64(_PASS | _DOUBLE)
    if phase == CHOOSE_TRUMP:
        return legal_trump(state)
    return np.int64(0)


@inline
def _legal_lead(state: Record) -> Moves:
    """Any card, or a marriage, or the claim of 66 (B-g)."""
    moves = state.must_lead
    if not moves:
        moves = state.hand[mover(state)]
        if _may_marry(state):
            moves |= marriages(moves)
    claims = state.options[opt.NEED_CLAIM] and state.contract == NORMAL
    if claims and effective(state, state.turn & 1) >= TARGET:
        moves |= _CLAIM
    return moves


@inline
def _may_marry(state: Record) -> bool:
    """Any leader of the normal game; in the Schnapser contracts the announcer."""
    contract = state.contract
    if contract == NORMAL:
        return True
    return contract in SCHNAPSERS and state.turn == state.declarer


@inline
def _legal_follow(state: Record) -> Moves:
    """The strict rule, for partners too (B-i, B-k)."""
    cards = state.hand[mover(state)]
    if state.options[opt.BETTLER_FREE] and state.contract == BETTLER:
        same = cards & suit_cards(suit_of(led(state)))
        return same if same else cards
    return strict(cards, led(state), np.int64(state.best), np.int64(state.ruff))


# --- the seats of a trick, of which one may sit out ---


@inline
def next_seat(state: Record, seat: Seat) -> Seat:
    """Clockwise, past the seat that sits out."""
    after = clockwise(seat)
    return clockwise(after) if after == state.idle else after


@inline
def seats_in_trick(state: Record) -> int:
    return 4 if state.idle < 0 else 3


@inline
def cards_to_come(state: Record) -> int:
    """How many seats have yet to play to the trick on the table."""
    return seats_in_trick(state) - np.int64(state.on_table)


@inline
def laid_by(state: Record, seat: Seat) -> int:
    """The card of a seat in the present trick, or -1: they lie in turn, up to the seat to move."""
    before = np.int64(state.turn)
    for i in range(np.int64(state.on_table)):
        before = (before - 1) & 3
        if before == state.idle:
            before = (before - 1) & 3
        if before == seat:
            return np.int64(state.table[(state.on_table - 1 - i) & 3])
    return np.int64(NO_CARD)


# --- the state, seen from outside ---


@inline
def sides_known(state: Record) -> bool:
    """The teams are fixed."""
    return True


@inline
def side(state: Record, seat: Seat) -> Side:
    """The team of a seat."""
    return seat & 1


@inline
def trumps(state: Record) -> Cards:
    """The set of trump cards; 0 before trump is settled and in contracts without."""
    if state.trump < 0 or state.contract in NO_TRUMP:
        return np.int64(0)
    return suit_cards(np.int64(state.trump))
