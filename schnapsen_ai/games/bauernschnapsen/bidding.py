"""The bidding of Bauernschnapsen: trump, announcements, doubles.

Rule references (B-a ...) are the rows of the table in `rulebook.md`.
"""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record
from ...base.jit import inline, jit
from ...cards import Cards, Move, Moves, Seat, bit, lowest, suit_cards, suit_of
from ..shared.packets import packet
from ..shared.trick_game import NOBODY, clockwise, mover
from . import options as opt
from .scoring import CALLER_LEADS, JUST_SHOWN, NO_TRUMP, VALUES, contract_value, finish
from .state import (
    ANNOUNCE,
    BAUERN,
    BETTLER,
    DOUBLE,
    GANG,
    HERREN,
    KBAUER,
    KONTRA,
    KSCHNAPSER,
    LEAD,
    NAME_TRUMP,
    NORMAL,
    PASS,
    RING,
    SCHNAPSER,
    SHOWN,
    TURN_UP,
)

_PASS, _TURN_UP = 1 << PASS, 1 << TURN_UP
_RING, _HERREN, _BAUERN = 1 << RING, 1 << HERREN, 1 << BAUERN


def _higher(contract: int) -> int:
    standing = VALUES[contract - NORMAL]
    return sum(1 << (NORMAL + i) for i in range(1, 9) if VALUES[i] > standing)


# By standing contract: the announcements worth more (B-b).
_HIGHER = np.array([_higher(c) for c in range(NORMAL, HERREN + 1)], dtype=np.int64)
# By team: what any of its seats may announce, the shown contracts aside (B-e).
_ANYONE = 1 << BETTLER | 1 << GANG
_ENTITLED = np.array(
    [_ANYONE | 1 << SCHNAPSER | _BAUERN, _ANYONE | 1 << KSCHNAPSER | 1 << KBAUER],
    dtype=np.int64,
)


# --- trump ---


@jit
def legal_trump(state: Record) -> Moves:
    """A suit of the caller's first three cards (B-c), or the fourth card turned up (B-d)."""
    moves = np.int64(_TURN_UP)
    for suit in range(4):
        if state.options[opt.TRUMP_ANY] or state.hand[0] & suit_cards(suit):
            moves |= bit(NAME_TRUMP + suit)
    return moves


@jit
def settle_trump(state: Record, move: Move) -> None:
    """The suit is named or turned up, and everybody gets two more cards."""
    pack = state.pack
    if move == TURN_UP:
        state.turned = pack[12]
        state.trump = suit_of(np.int64(pack[12]))
    else:
        state.trump = move - NAME_TRUMP
    for seat in range(4):
        state.hand[seat] |= packet(pack, 12 + 2 * seat, 2)
    state.phase = ANNOUNCE


# --- announcements ---


@inline
def one_suit(hand: Cards) -> bool:
    """Whether all cards of a non-empty hand are of one suit."""
    return hand & ~suit_cards(suit_of(lowest(hand))) == 0


@inline
def legal_announce(state: Record) -> Moves:
    """Everybody speaks once, strictly above the standing contract (B-a, B-b)."""
    seat = mover(state)
    hand = state.hand[seat]
    moves = _ENTITLED[seat & 1]
    if seat == 2 and state.options[opt.BAUERN_CALLER_ONLY]:
        moves &= ~_BAUERN
    if one_suit(hand):
        moves |= _RING
        if seat == 0 and hand & suit_cards(np.int64(state.trump)):
            moves |= _HERREN
    return moves & _HIGHER[np.int64(state.contract) - NORMAL] | _PASS


@inline
def announce(state: Record, move: Move) -> None:
    """Always four turns, whatever has been said (B-a)."""
    seat = mover(state)
    state.said[seat] = move
    if move != PASS:
        state.contract = move
        state.declarer = seat
    if seat < 3:
        state.turn = seat + 1
    else:
        _end_auction(state)


@inline
def _end_auction(state: Record) -> None:
    """A shown contract ends the deal (B-l); else the doubles begin (B-j)."""
    declarer = np.int64(state.declarer)
    if state.contract in JUST_SHOWN:
        state.turn = declarer
        finish(state, declarer & 1, contract_value(state), np.int64(SHOWN))
        return
    state.phase = KONTRA
    _ask_others(state, declarer)


# --- doubles ---


@inline
def _ask_others(state: Record, seat: Seat) -> None:
    """The two seats of the other team, from the left of this seat."""
    state.turn = clockwise(seat)
    state.also = (seat + 3) & 3


@inline
def answer(state: Record, move: Move) -> None:
    """The first double opens the window of the other team; three at most."""
    if move == DOUBLE:
        state.doublings += 1
        if state.doublings < 3:
            _ask_others(state, mover(state))
            return
    elif state.also >= 0:
        state.turn = state.also
        state.also = NOBODY
        return
    _begin_play(state)


@inline
def _begin_play(state: Record) -> None:
    """The announcer leads; in the normal game and against Kontra- the caller (B-f)."""
    contract = state.contract
    state.also = NOBODY
    state.phase = LEAD
    caller_leads = contract in CALLER_LEADS
    state.turn = 0 if caller_leads else state.declarer
    state.ruff = -1 if contract in NO_TRUMP else state.trump
    if contract == BETTLER:
        state.idle = (np.int64(state.declarer) + 2) & 3
