"""Watten (Bavarian, four seats): what is legal, and the state as seen from outside.

Teams are seats 0 and 2 against 1 and 3: the team of a seat is ``seat & 1``.  Rules never
validate: a caller passes only moves of `legal`.
"""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record
from ...base.jit import inline, jit
from ...cards import Cards, Moves, Seat, Side, suit_cards
from ..shared.trick_game import mover
from . import options as opt
from .state import (
    ANSWERING,
    ASKING,
    BEATEN_BY,
    FOLD,
    KRITISCHE,
    NAMING_RANK,
    NAMING_SUIT,
    PASS,
    PLAYING,
    RAISE,
    RANK_CARDS,
    SCHLAG,
    SEE,
    TRUMP,
)

_RAISE = 1 << RAISE
_ASKED = 1 << PASS | 1 << RAISE
_ANSWERS = 1 << SEE | 1 << FOLD
_SUITS = 15 << TRUMP
_RANKS = 255 << SCHLAG


@jit
def legal(state: Record) -> Moves:
    """The set of legal moves of the seat to move; 0 when the deal is over."""
    phase = state.phase
    if phase == PLAYING:
        cards = state.hand[mover(state)]
        if state.forced:
            obliged = cards & obliging(state)
            cards = obliged if obliged else cards
        return cards | _RAISE if may_raise(state) else cards
    if phase == ANSWERING:
        return np.int64(_ANSWERS)
    if phase == ASKING:
        return np.int64(_ASKED)
    if phase == NAMING_SUIT:
        return np.int64(_SUITS)
    if phase == NAMING_RANK:
        return _nameable(state)
    return np.int64(0)


@inline
def _nameable(state: Record) -> Moves:
    """The Schlag moves: any rank, or those in the namer's hand."""
    if not state.options[opt.SCHLAG_MUST_HOLD]:
        return np.int64(_RANKS)
    hand = state.hand[0]
    ranks = (hand | hand >> 8 | hand >> 16 | hand >> 24) & 0xFF
    return ranks << SCHLAG


@inline
def obliging(state: Record) -> int:
    """The cards that satisfy, and so oblige, when the deal opened with the Hauptschlag."""
    cards = suit_cards(state.trump) | KRITISCHE
    if state.options[opt.SCHLAG_COUNTS_AS_TRUMP]:
        cards |= np.int64(RANK_CARDS) << np.int64(state.schlag)
    return cards


@inline
def is_tense(state: Record, team: Side) -> bool:
    """Whether the team is too close to the target to raise (gespannt)."""
    return np.int64(state.score[team]) + 2 >= state.options[opt.TARGET]


@inline
def may_raise(state: Record) -> bool:
    """Whether the seat about to play may raise first."""
    return team_may_raise(state, mover(state) & 1)


@inline
def team_may_raise(state: Record, team: Side) -> bool:
    """Teams alternate; a card must be played after a raise that was seen."""
    if state.raised or state.last_raise == team or is_tense(state, team):
        return False
    limit = state.options[opt.MAX_STAKE]
    return limit == 0 or state.stake < limit


@inline
def beaten_by(state: Record, best: int) -> Cards:
    """The cards that win when played after `best`, which wins so far."""
    return BEATEN_BY[np.int64(state.schlag) & 7, np.int64(state.trump) & 3, np.int64(best) & 31]


# --- the state, seen from outside ---


@inline
def sides_known(state: Record) -> bool:
    return True


@inline
def side(state: Record, seat: Seat) -> Side:
    """Fixed partnerships: seats 0 and 2 against 1 and 3."""
    return seat & 1


@inline
def trumps(state: Record) -> Cards:
    """Kritische, Schläge and the trump suit; 0 until both are named."""
    if state.trump < 0:
        return np.int64(0)
    schlaege = np.int64(RANK_CARDS) << np.int64(state.schlag)
    return suit_cards(state.trump) | schlaege | KRITISCHE
