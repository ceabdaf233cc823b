"""The tricks of Bauernschnapsen: leading, following, marriages.

Rule references (B-a ...) are the rows of the table in `rulebook.md`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.jit import inline
from ...cards import POINTS, QUEENS, bit, suit_cards, suit_of
from ...tricks import beats, strict
from . import options as opt
from .bidding import mover
from .scoring import SCHNAPSERS, TARGET, effective, end_contract, finish, reaches_66
from .state import (
    BETTLER,
    CLAIM,
    FAILED,
    FOLLOW,
    LEAD,
    MADE,
    MARRIAGE,
    NO_CARD,
    NOBODY,
    NORMAL,
    RAN_OUT,
)

_CLAIM = 1 << CLAIM


# --- what may be played ---


@inline
def legal_lead(state: Any) -> int:
    """Any card, or a marriage, or the claim of 66 (B-g)."""
    moves = state.must_lead
    if not moves:
        moves = state.hand[mover(state)]
        if _may_marry(state):
            moves |= _marriages(moves)
    claims = state.options[opt.NEED_CLAIM] and state.contract == NORMAL
    if claims and effective(state, state.turn & 1) >= TARGET:
        moves |= _CLAIM
    return moves


@inline
def _may_marry(state: Any) -> bool:
    """Any leader of the normal game; in the Schnapser contracts the announcer."""
    contract = state.contract
    if contract == NORMAL:
        return True
    return contract in SCHNAPSERS and state.turn == state.declarer


@inline
def _marriages(hand: int) -> int:
    """The marriage moves of a hand: queens under kings, their bits 4, 12, 20, 28 to 32..35."""
    pairs = hand & (hand >> 1) & QUEENS
    if not pairs:
        return np.int64(0)
    pairs >>= 4
    return ((pairs | pairs >> 7 | pairs >> 14 | pairs >> 21) & 15) << MARRIAGE


@inline
def legal_follow(state: Any) -> int:
    """The strict rule, for partners too (B-i, B-k)."""
    hand = state.hand[mover(state)]
    if state.options[opt.BETTLER_FREE] and state.contract == BETTLER:
        same = hand & suit_cards(suit_of(np.int64(state.table[0])))
        return same if same else hand
    return strict(hand, np.int64(state.table[0]), np.int64(state.best), np.int64(state.ruff))


# --- playing it ---


@inline
def marry(state: Any, suit: int) -> None:
    """40 in trumps, else 20; then the king or queen must be led."""
    team = np.int64(state.turn) & 1
    queen = bit(8 * suit + 4)
    state.must_lead = queen | queen << 1
    state.melds[team] += 40 if suit == state.trump else 20
    reaches_66(state, team)


@inline
def lead(state: Any, card: int) -> None:
    seat = mover(state)
    _lay(state, seat, card)
    state.must_lead = 0
    state.best = card
    state.best_seat = seat
    state.turn = _next_seat(state, seat)
    state.phase = FOLLOW


@inline
def follow(state: Any, card: int) -> None:
    seat = mover(state)
    _lay(state, seat, card)
    if beats(card, np.int64(state.best), np.int64(state.ruff)):
        state.best = card
        state.best_seat = seat
    if cards_to_come(state) > 0:
        state.turn = _next_seat(state, seat)
    else:
        _end_trick(state)


@inline
def _lay(state: Any, seat: int, card: int) -> None:
    state.hand[seat] ^= bit(card)
    state.played[seat] |= bit(card)
    state.table[np.int64(state.on_table) & 3] = card
    state.on_table += 1


@inline
def cards_to_come(state: Any) -> int:
    """How many seats have yet to play to the trick on the table."""
    return (4 if state.idle < 0 else 3) - np.int64(state.on_table)


@inline
def laid_by(state: Any, seat: int) -> int:
    """The card of a seat in the present trick, or -1: they lie in turn, up to the seat to move."""
    before = np.int64(state.turn)
    for i in range(np.int64(state.on_table)):
        before = (before - 1) & 3
        if before == state.idle:
            before = (before - 1) & 3
        if before == seat:
            return np.int64(state.table[(state.on_table - 1 - i) & 3])
    return np.int64(NO_CARD)


@inline
def _next_seat(state: Any, seat: int) -> int:
    """Clockwise, past the seat that sits out."""
    after = (seat + 1) & 3
    return (after + 1) & 3 if after == state.idle else after


@inline
def _end_trick(state: Any) -> None:
    """The winner's team gets the trick; then the deal may be decided."""
    taker = np.int64(state.best_seat) & 3
    team = taker & 1
    for i in range(4):
        if i < state.on_table:
            state.points[team] += POINTS[np.int64(state.table[i]) & 31]
        state.table[i] = NO_CARD
    state.tricks[team] += 1
    state.on_table = 0
    state.best = NO_CARD
    state.best_seat = NOBODY
    state.turn = taker
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
def _go_on(state: Any, team: int) -> None:
    """The contract stands after this trick: made, too late for a Schnapser, or still open."""
    if reaches_66(state, team):
        return
    contract = state.contract
    if contract in SCHNAPSERS:
        if state.tricks[team] == 3:
            end_contract(state, np.int64(FAILED))
    elif state.tricks[0] + state.tricks[1] == 5:
        end_contract(state, np.int64(MADE))
