"""Watten: playing a move; naming, raises and the tricks.

`play` is what rollouts call and keeps no knowledge; real play also calls `knowledge.learn`.
"""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record
from ...base.jit import inline, jit
from ...cards import Card, Move, bit
from ..shared.trick_game import NOBODY, clockwise, first_of, lay, mover, take_trick
from . import options as opt
from .rules import beaten_by, team_may_raise
from .scoring import award
from .state import (
    ANSWERING,
    ASKING,
    FOLD,
    FOLDED,
    KRITISCHE,
    MAIN_CARD,
    NAMING_SUIT,
    OVER,
    PASS,
    PLAYING,
    RAISE,
    SCHLAG,
    SEE,
    THREE_TRICKS,
    TRUMP,
)

DEALER = 3


@jit
def play(state: Record, move: Move) -> None:
    """Make a legal move in place; the deal moves on by itself to the next decision."""
    if move < 32:
        _play_card(state, move)
    elif move == RAISE:
        state.raiser = state.turn
        state.turn = clockwise(state.turn)
        state.phase = ANSWERING
    elif move == SEE:
        state.stake += 1
        state.last_raise = state.raiser & 1
        state.raiser = NOBODY
        state.raised = 1
        _to_play(state)
    elif move == PASS:
        _ask(state, np.int64(state.asked))
    elif move == FOLD:  # the raiser's team gets the stake before the raise
        award(state, np.int64(state.raiser) & 1, FOLDED)
    elif move >= SCHLAG:
        state.schlag = move - SCHLAG
        state.turn = DEALER
        state.phase = NAMING_SUIT
    else:
        state.trump = move - TRUMP
        state.main = MAIN_CARD[np.int64(state.schlag) & 7, np.int64(state.trump) & 3]
        _to_play(state)
        _before_card(state)


@inline
def _to_play(state: Record) -> None:
    """A card is played by the seat whose turn it is in the trick."""
    state.turn = (np.int64(state.leader) + state.on_table) & 3
    state.phase = PLAYING


@inline
def _before_card(state: Record) -> None:
    """`turn` is to play; where one may raise out of turn, the others are asked first."""
    state.raised = 0
    if state.options[opt.AT_ANY_TIME]:
        _ask_all(state)


@jit
def _ask_all(state: Record) -> None:
    """Whoever may raise out of turn is asked, clockwise from the seat that is to play."""
    asked = np.int64(0)
    for seat in range(4):
        if seat != state.turn and team_may_raise(state, seat & 1):
            asked |= bit(seat)
    _ask(state, asked)


@inline
def _ask(state: Record, asked: int) -> None:
    """Turn to the next of these seats; with none left a card is played."""
    if asked == 0:
        _to_play(state)
        return
    seat = first_of(asked, np.int64(state.turn) + 1)
    state.phase = ASKING
    state.turn = seat
    state.asked = asked & ~bit(seat)


@inline
def _play_card(state: Record, card: Card) -> None:
    seat = mover(state)
    if state.on_table == 0:
        laid = lay(state, seat, card, True)
        if card == state.main and state.tricks[0] + state.tricks[1] == 0:
            state.forced = 1
    else:
        laid = lay(state, seat, card, beaten_by(state, state.best) & bit(card) != 0)
        if state.forced and state.options[opt.KRIT_LIFTS] and bit(card) & KRITISCHE:
            state.forced = 0
    if laid == 4:
        _end_trick(state)
        if state.phase == OVER:
            return
    else:
        state.turn = clockwise(seat)
    _before_card(state)


@inline
def _end_trick(state: Record) -> None:
    """The winner leads; three tricks win the deal."""
    winner = take_trick(state)
    state.forced = 0
    state.leader = winner
    state.tricks[winner & 1] += 1
    if state.tricks[winner & 1] == 3:
        award(state, winner & 1, THREE_TRICKS)
