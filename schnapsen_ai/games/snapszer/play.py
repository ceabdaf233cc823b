"""Snapszer: playing a move; trump, contract, doubling and the tricks.

`play` is what rollouts call and keeps no knowledge; real play also calls `knowledge.learn`.
"""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record
from ...base.jit import inline, jit
from ...cards import PACK_24, POINTS, Card, Move, bit, count
from ...tricks import beats
from ..shared.marriages import MARRIAGE, declare
from ..shared.packets import packet
from ..shared.trick_game import all_played, lay, mover, table_points, take_trick
from . import options as opt
from .rules import TARGET, next_seat, side
from .scoring import announced_value, effective, finish, fold, scale, silent_value
from .state import (
    ALL_TRICKS,
    CONTRACT,
    DECLARER,
    DOUBLE,
    ENOUGH,
    FOLD,
    FOLLOW,
    KEPT_SILENT,
    KONTRA,
    LAST_TRICK,
    LEAD,
    NORMAL,
    OPPONENTS,
    OPPONENTS_TRICK,
    PASS,
    SAID_ENOUGH,
    SHOW,
    SHOWN,
    SNAPSZER,
    TRUMP,
)


@jit
def play(state: Record, move: Move) -> None:
    """Make a legal move in place; the deal moves on by itself to the next decision."""
    if move < 32:
        if state.phase == FOLLOW:
            _follow(state, move)
        else:
            _lead(state, move)
    elif move < PASS:
        _marry(state, move - MARRIAGE)
    elif move == PASS:
        _ask_next(state, np.int64(state.asks) & (np.int64(state.asks) - 1))
    elif move == DOUBLE:
        _double(state)
    elif move == ENOUGH:
        _enough(state)
    elif move == SHOW:
        _show(state)
    elif move < TRUMP:
        _announce(state, move)
    else:
        _name_trump(state, move - TRUMP)


# --- trump, contract and doubling ---


@inline
def _name_trump(state: Record, suit: int) -> None:
    """Any suit, held or not; then everyone is completed to eight (S-k)."""
    n = np.int64(state.n_seats)
    state.trump = suit
    for seat in range(3):
        if seat < n:
            state.hand[seat] |= packet(state.pack, 4 * (n + seat), 4)
    state.phase = CONTRACT


@inline
def _opponents(state: Record) -> int:
    """The mask of the declarer's opponents."""
    return np.int64(2) if state.n_seats == 2 else np.int64(6)


@inline
def _announce(state: Record, contract: int) -> None:
    state.contract = contract
    if contract == FOLD:  # never doubled (S-j)
        fold(state)
        return
    state.phase = KONTRA
    _ask_next(state, _opponents(state))


@inline
def _double(state: Record) -> None:
    """The opponents double first, the declarer second, the opponents third."""
    state.doublings += 1
    asks = np.int64(0)
    if state.doublings == 1:
        asks = np.int64(1)
    elif state.doublings == 2:
        asks = _opponents(state)
    _ask_next(state, asks)


@inline
def _ask_next(state: Record, asks: int) -> None:
    """Ask the lowest seat of the window, or go on to the first lead."""
    state.asks = asks
    if asks:
        state.turn = 0 if asks & 1 else 1 if asks & 2 else 2
    else:
        state.turn = 0
        state.phase = LEAD


# --- the tricks ---


@inline
def _lead(state: Record, card: Card) -> None:
    seat = mover(state)
    state.must_lead = 0
    lay(state, seat, card, True)
    state.turn = next_seat(state, seat)
    state.phase = FOLLOW


@inline
def _follow(state: Record, card: Card) -> None:
    seat = mover(state)
    laid = lay(state, seat, card, beats(card, state.best, state.trump))
    if laid < state.n_seats:
        state.turn = next_seat(state, seat)
    else:
        _trick_end(state)


@inline
def _trick_end(state: Record) -> None:
    taker = side(state, np.int64(state.best_seat))
    other_had_66 = effective(state, 1 - taker) >= TARGET
    state.points[taker] += table_points(state)
    state.tricks[taker] += 1
    winner = take_trick(state)
    state.phase = LEAD
    last = state.hand[winner] == 0
    if state.contract == NORMAL:
        if other_had_66:  # (S-e)
            finish(state, KEPT_SILENT, taker, scale(state, 1 - taker))
        elif last and state.tricks[OPPONENTS] == 0:  # (S-f)
            finish(state, ALL_TRICKS, DECLARER, silent_value(state))
        elif last:  # (S-i)
            finish(state, LAST_TRICK, taker, scale(state, 1 - taker))
    elif taker == OPPONENTS:
        finish(state, OPPONENTS_TRICK, OPPONENTS, announced_value(state))
    elif last:  # (S-h): no 66 needed
        finish(state, ALL_TRICKS, DECLARER, announced_value(state))


@jit
def _marry(state: Record, suit: int) -> None:
    """20, or 40 in trumps, pending while the side has no trick (S-b)."""
    taker = side(state, mover(state))
    value = declare(state, suit)
    state.declared[taker] = 1
    if state.tricks[taker] > 0 or not state.options[opt.MARRIAGE_VOID]:
        state.melds[taker] += value


@jit
def _enough(state: Record) -> None:
    taker = side(state, mover(state))
    if state.contract == SNAPSZER:
        finish(state, SAID_ENOUGH, DECLARER, announced_value(state))
    else:
        finish(state, SAID_ENOUGH, taker, scale(state, 1 - taker))


@jit
def _show(state: Record) -> None:
    """The remaining tricks are the declarer's.

    With two seats his opponent's cards stay hidden, so only his own are credited to him.
    """
    rest = PACK_24 & ~all_played(state) if state.n_seats == 3 else state.hand[0]
    for card in range(32):
        if rest & bit(card):
            state.points[DECLARER] += POINTS[card]
    state.tricks[DECLARER] += count(state.hand[0])
    if state.contract != NORMAL:
        finish(state, SHOWN, DECLARER, announced_value(state))
    elif state.tricks[OPPONENTS] > 0 or state.options[opt.SHOW_NO_SILENT]:
        finish(state, SHOWN, DECLARER, scale(state, OPPONENTS))
    else:  # (S-g)
        finish(state, SHOWN, DECLARER, silent_value(state))
