"""Bauernschnapsen: playing a move; the bidding is in `bidding`.

`play` is what rollouts call and keeps no knowledge; real play also calls `knowledge.learn`.
Rule references (B-a ...) are the rows of the table in `rulebook.md`.
"""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record
from ...base.jit import inline, jit
from ...cards import Card, Move, Side
from ...tricks import beats
from ..shared.marriages import MARRIAGE, declare
from ..shared.trick_game import lay, mover, table_points, take_trick
from .bidding import announce, answer, settle_trump
from .rules import next_seat, seats_in_trick
from .scoring import SCHNAPSERS, claim, end_contract, finish, reaches_66
from .state import (
    ANNOUNCE,
    BETTLER,
    CLAIM,
    FAILED,
    FOLLOW,
    KONTRA,
    LEAD,
    MADE,
    NORMAL,
    PASS,
    RAN_OUT,
)


@jit
def play(state: Record, move: Move) -> None:
    """Make a legal move in place; the deal moves on by itself to the next decision."""
    phase = state.phase
    if move < 32:
        if phase == FOLLOW:
            _follow(state, move)
        else:
            _lead(state, move)
    elif phase == ANNOUNCE:
        announce(state, move)
    elif phase == KONTRA:
        answer(state, move)
    elif move < PASS:
        _marry(state, move - MARRIAGE)
    elif move == CLAIM:
        claim(state)
    else:
        settle_trump(state, move)


@inline
def _marry(state: Record, suit: int) -> None:
    team = np.int64(state.turn) & 1
    state.melds[team] += declare(state, suit)
    reaches_66(state, team)


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
    laid = lay(state, seat, card, beats(card, np.int64(state.best), np.int64(state.ruff)))
    if laid < seats_in_trick(state):
        state.turn = next_seat(state, seat)
    else:
        _end_trick(state)


@inline
def _end_trick(state: Record) -> None:
    """The winner's team gets the trick; then the deal may be decided."""
    points = table_points(state)
    taker = take_trick(state)
    team = taker & 1
    state.points[team] += points
    state.tricks[team] += 1
    state.phase = LEAD
    contract = state.contract
    if contract == NORMAL:
        if not reaches_66(state, team) and state.tricks[0] + state.tricks[1] == 5:
            finish(state, team, np.int64(1), np.int64(RAN_OUT))  # B-n: whatever tricks and points
    elif (taker == state.declarer) == (contract == BETTLER):
        end_contract(state, np.int64(FAILED))  # not his trick, or in a Bettler his
    else:
        _go_on(state, team)


@inline
def _go_on(state: Record, team: Side) -> None:
    """The contract stands after this trick: made, too late for a Schnapser, or still open."""
    if reaches_66(state, team):
        return
    contract = state.contract
    if contract in SCHNAPSERS:
        if state.tricks[team] == 3:
            end_contract(state, np.int64(FAILED))
    elif state.tricks[0] + state.tricks[1] == 5:
        end_contract(state, np.int64(MADE))
