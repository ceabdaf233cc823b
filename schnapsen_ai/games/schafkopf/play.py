"""Schafkopf: playing a move; the auction, the doubling windows and the tricks.

`play` is what rollouts call and keeps no knowledge; real play also calls `knowledge.learn`.
"""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record
from ...base.jit import inline, jit
from ...cards import Card, Move, bit
from ..shared.trick_game import clockwise, first_of, lay, mover, table_points, take_trick
from . import options as opt
from .rules import beaten_by, doubling_side, runs, suit_of_call
from .scoring import finish
from .state import (
    DOUBLE,
    DOUBLING,
    HEARTS,
    IN_WENZ,
    OVER,
    PASS,
    PLAYING,
    SOLO,
    VOID,
    WENZ,
)


@jit
def play(state: Record, move: Move) -> None:
    """Make a legal move in place; the deal moves on by itself to the next decision."""
    phase = state.phase
    if phase == PLAYING:
        _play_card(state, move)
    elif phase == DOUBLING:
        _answer(state, move)
    else:
        _bid(state, move)


# --- the auction ---


@inline
def _bid(state: Record, move: Move) -> None:
    """Each seat speaks once; four passes void the deal."""
    seat = mover(state)
    if move != PASS:
        state.contract = move
        state.declarer = seat
    if seat < 3:
        state.turn = seat + 1
        return
    if state.declarer < 0:
        state.phase = OVER
        state.ending = VOID
        return
    contract = np.int64(state.contract)
    if contract >= SOLO:
        state.mode = contract - SOLO
    elif contract == WENZ:
        state.mode = IN_WENZ
    else:
        state.mode = HEARTS
        state.ace = 8 * suit_of_call(contract) + 7
    state.turn = 0
    state.phase = PLAYING
    if state.options[opt.BEFORE_LEAD]:
        open_window(state, 0)


# --- doubling ---


@inline
def open_window(state: Record, start: int) -> None:
    """Ask for the next doubling, clockwise from seat `start`."""
    declarer = np.int64(1) << (np.int64(state.declarer) & 3)
    if doubling_side(state) == 1:
        asked = 15 & ~(declarer | state.doubled[0])
    elif state.ace >= 0:
        asked = 15 & ~np.int64(state.doubled[1])
    else:
        asked = declarer
    state.phase = DOUBLING
    _ask(state, asked, start)


@inline
def _ask(state: Record, asked: int, start: int) -> None:
    """Turn to the first seat of the mask, clockwise from `start`."""
    seat = first_of(asked, start)
    state.turn = seat
    state.asked = asked & ~(np.int64(1) << seat)


@inline
def _answer(state: Record, move: Move) -> None:
    seat = mover(state)
    if move == DOUBLE:
        state.doubled[doubling_side(state)] |= np.int64(1) << seat
        state.doublings += 1
        state.asked = 0
        if state.doublings < state.options[opt.MAX_DOUBLINGS]:
            open_window(state, seat + 1)
            return
    if state.asked:
        _ask(state, np.int64(state.asked), seat + 1)
    else:
        state.phase = PLAYING
        state.turn = (state.leader + state.on_table) & 3


# --- tricks ---


@inline
def _play_card(state: Record, card: Card) -> None:
    seat = mover(state)
    if state.on_table == 0:
        if runs(state, card):
            state.runner = seat
        laid = lay(state, seat, card, True)
    else:
        laid = lay(state, seat, card, beaten_by(state, state.best) & bit(card) != 0)
    if laid == 4:
        _end_trick(state)
        return
    state.turn = clockwise(seat)
    if laid == 1 and state.done == 0 and not state.options[opt.BEFORE_LEAD]:
        open_window(state, 0)


@inline
def _end_trick(state: Record) -> None:
    """The winner takes the points and leads; all eight tricks are played."""
    points = table_points(state)
    winner = take_trick(state)
    state.points[winner] += points
    state.tricks[winner] += 1
    state.leader = winner
    state.done += 1
    if state.done == 8:
        finish(state)
