"""Rabló: playing a move; the auction, the doubling windows and the tricks.

`play` is what rollouts call and keeps no knowledge; real play also calls `knowledge.learn`.
"""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record
from ...base.jit import inline, jit
from ...cards import PACK_24, POINTS, Card, Move, bit, suit_of
from ...tricks import beats
from ..shared.marriages import MARRIAGE, declare
from ..shared.trick_game import (
    NO_CARD,
    all_played,
    clockwise,
    first_of,
    lay,
    mover,
    table_points,
    take_trick,
)
from . import options as opt
from .rules import TARGET, has_enough, is_snapszer, level_of, side, team_points
from .scoring import finish, pass_out
from .state import (
    ALL_TRICKS,
    BID,
    DOUBLE,
    ENOUGH,
    FOLLOW,
    KONTRA,
    LEAD,
    NAME,
    OPPONENTS_TRICK,
    PASS,
    SAID_ENOUGH,
    SHOW,
    SHOWN,
    TOP_LEVEL,
    TRICKS,
)


@jit
def play(state: Record, move: Move) -> None:
    """Make a legal move in place; the deal moves on by itself to the next decision."""
    if move < 32:
        if state.phase == FOLLOW:
            _follow(state, move)
        elif state.phase == LEAD:
            _lead(state, move)
        else:
            _call(state, move)
    elif move < PASS:
        _marry(state, move - MARRIAGE)
    elif move == PASS:
        if state.phase == BID:
            _pass(state)
        else:
            _ask_next(state)
    elif move == DOUBLE:
        _double(state)
    elif move == ENOUGH:
        finish(state, SAID_ENOUGH, True)
    elif move == SHOW:
        _show(state)
    else:
        state.naming = move
        state.phase = NAME


# --- the auction ---


@inline
def _call(state: Record, card: Card) -> None:
    state.level = level_of(state.naming, card)
    state.called = card
    state.caller = state.turn
    state.naming = NO_CARD
    state.passes = 0
    if state.level == TOP_LEVEL:  # (R-c): nothing is higher
        _open_kontra(state)
    else:
        state.phase = BID
        _next_bidder(state)


@inline
def _pass(state: Record) -> None:
    state.passes += 1
    state.passed |= bit(state.turn)
    _next_bidder(state)


@inline
def _next_bidder(state: Record) -> None:
    """Three passes in a row after a call, or four at the start, end the auction (R-a)."""
    called = state.caller >= 0
    if state.options[opt.PASS_FINAL]:
        silent = np.int64(state.passed)
        if called:
            silent |= bit(state.caller)
        ended = silent == 15
    else:
        ended = state.passes == (3 if called else 4)
    if ended:
        if called:
            _open_kontra(state)
        else:
            pass_out(state)
        return
    bidders = ~np.int64(state.passed) if state.options[opt.PASS_FINAL] else np.int64(15)
    state.turn = first_of(bidders, state.turn + 1)


# --- the doubling windows ---


@jit
def _open_kontra(state: Record) -> None:
    """The called card's suit is trump and its holder the secret partner."""
    state.phase = KONTRA
    state.trump = suit_of(state.called)
    card = bit(state.called)
    for seat in range(4):
        if state.hand[seat] & card:
            state.partner = seat
    state.asks = 15 ^ bit(state.caller)
    state.turn = clockwise(state.caller)


@jit
def _double(state: Record) -> None:
    """The window closes; all but those publicly on the doubler's side are asked next."""
    own = bit(state.turn)
    callers_side = state.doublings == 1  # kontra and szubkontra are the others'
    state.doublings += 1
    state.doublers |= own
    if callers_side:
        own |= bit(state.caller)
    elif state.doublings == 3:
        own = np.int64(15)  # the last doubling
    state.asks = 15 & ~own
    _ask_next(state)


@inline
def _ask_next(state: Record) -> None:
    """Ask the next seat of the window, or go on to the first lead."""
    asks = np.int64(state.asks) & ~bit(state.turn)
    state.asks = asks
    if asks == 0:
        state.phase = LEAD
        state.turn = state.caller
        return
    state.turn = first_of(asks, state.turn + 1)


# --- the tricks ---


@inline
def _lead(state: Record, card: Card) -> None:
    seat = mover(state)
    state.must_lead = 0
    lay(state, seat, card, True)
    state.turn = clockwise(seat)
    state.phase = FOLLOW


@inline
def _follow(state: Record, card: Card) -> None:
    seat = mover(state)
    if lay(state, seat, card, beats(card, state.best, state.trump)) < 4:
        state.turn = clockwise(seat)
    else:
        _trick_end(state)


@inline
def _trick_end(state: Record) -> None:
    """The calling side goes on; an opponent's trick ends the deal, itself not counted."""
    if side(state, np.int64(state.best_seat)) == 1:
        finish(state, OPPONENTS_TRICK, is_snapszer(state) and team_points(state) >= TARGET)
        return
    state.points += table_points(state)
    take_trick(state)
    state.tricks += 1
    state.phase = LEAD
    if state.tricks == TRICKS:
        finish(state, ALL_TRICKS, True)
    elif state.options[opt.AUTO_ENOUGH] and has_enough(state):
        finish(state, SAID_ENOUGH, True)


@jit
def _marry(state: Record, suit: int) -> None:
    """20, or 40 in trumps; king or queen must be led next."""
    state.melds += declare(state, suit)
    if state.options[opt.AUTO_ENOUGH] and has_enough(state):
        finish(state, SAID_ENOUGH, True)


@jit
def _show(state: Record) -> None:
    """The remaining tricks are credited first, so 66 is always met (R-h)."""
    for card in range(32):
        if (PACK_24 & ~all_played(state)) & bit(card):
            state.points += POINTS[card]
    state.tricks = TRICKS
    finish(state, SHOWN, True)
