"""Schafkopf (Bavarian, called ace): what is legal, and the state as seen from outside.

The declaring side is side 0.  In a call it is the declarer and the seat that was dealt the called
ace.  Rules never validate: a caller passes only moves of `legal`.

Every seat whose side is secret is asked in a doubling window, if only to pass, so that the moves
are the same whoever the partner is.  Not asked is who is openly on the wrong side: the declarer
and earlier doublers of the other side (in Wenz and solo all sides are open).
"""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record
from ...base.jit import inline, jit
from ...cards import Card, Cards, Move, Moves, Seat, Side, bit, count
from ..shared.trick_game import all_played, dealt_to, led, mover
from . import options as opt
from .state import (
    BEATEN_BY,
    BIDDING,
    CALL,
    CLASS_OF,
    DOUBLE,
    DOUBLING,
    LOW,
    PASS,
    PLAIN,
    PLAYING,
    SOLO,
    TRUMPS,
    WENZ,
)

_PASS = 1 << PASS
_MAY_DOUBLE = 1 << PASS | 1 << DOUBLE
_WENZ = 1 << WENZ
_SOLOS = 15 << SOLO


@jit
def legal(state: Record) -> Moves:
    """The set of legal moves of the seat to move; 0 when the deal is over."""
    phase = state.phase
    if phase == PLAYING:
        return _legal_lead(state) if state.on_table == 0 else _legal_follow(state)
    if phase == DOUBLING:
        own = side(state, mover(state))
        return np.int64(_MAY_DOUBLE if own == doubling_side(state) else _PASS)
    if phase == BIDDING:
        return _legal_bids(state)
    return np.int64(0)


@inline
def _legal_bids(state: Record) -> Moves:
    """Pass, or a contract of a strictly higher class: call < Wenz < solo."""
    standing = state.contract
    if standing >= SOLO:
        return np.int64(_PASS)
    if standing == WENZ:
        return np.int64(_PASS | _SOLOS)
    moves = np.int64(_PASS | _SOLOS | _WENZ)
    if standing == PASS:
        moves |= _callable(state.hand[mover(state)])
    return moves


@inline
def _callable(hand: Cards) -> Moves:
    """The calls of a hand: of a suit C S D with a low card of it, but without its ace."""
    moves = np.int64(0)
    if hand & LOW and not hand & 0x80:
        moves |= bit(CALL)
    if hand & (LOW << 8) and not hand & 0x8000:
        moves |= bit(CALL + 1)
    if hand & (LOW << 24) and not hand & 0x80000000:
        moves |= bit(CALL + 2)
    return moves


@inline
def _legal_lead(state: Record) -> Moves:
    """Any card; who holds the called ace leads its suit with the ace, or runs away."""
    seat = mover(state)
    cards = state.hand[seat]
    ace = ace_bit(state)
    if not cards & ace or state.runner == seat:
        return cards
    suit = called_suit(state)
    held = dealt_to(state, seat) if state.options[opt.AT_DEAL] else cards
    return cards if count(held & suit) >= 4 else cards & ~(suit ^ ace)


@inline
def _legal_follow(state: Record) -> Moves:
    """Follow the class led, else anything; the called ace has duties of its own."""
    seat = mover(state)
    cards = state.hand[seat]
    led_class = class_of(state, led(state))
    choice = cards & led_class
    choice = choice if choice else cards
    ace = ace_bit(state)
    if not cards & ace:
        return choice
    ran = state.runner == seat
    if led_class & ace:  # searched
        return choice if ran and not state.options[opt.ACE_STILL_FORCED] else ace
    return choice if ran or cards == ace else choice & ~ace


# --- the called ace, and who beats whom ---


@inline
def ace_bit(state: Record) -> int:
    """The called ace as a set; empty where none is called."""
    return bit(state.ace) if state.ace >= 0 else np.int64(0)


@inline
def called_suit(state: Record) -> int:
    """All plain cards of the called suit, the ace included; empty where no ace is called."""
    return np.int64(PLAIN) << (np.int64(state.ace) & 24) if state.ace >= 0 else np.int64(0)


@inline
def ace_played(state: Record) -> bool:
    """Whether the called ace is out; False where none is called."""
    return all_played(state) & ace_bit(state) != 0


@inline
def runs(state: Record, card: Card) -> bool:
    """Whether leading `card` is the first low lead of the called suit, its ace not played.

    Who leads so and holds the ace has run away; who does not, has searched for it.
    """
    return (
        state.ace >= 0
        and state.runner < 0
        and card != state.ace
        and called_suit(state) & bit(card) != 0
        and not ace_played(state)
    )


@inline
def suit_of_call(move: Move) -> int:
    """The suit of a call: C S D."""
    return 3 if move == CALL + 2 else move - CALL


@inline
def class_of(state: Record, card: Card) -> int:
    """The cards that count as one suit with `card`."""
    return CLASS_OF[np.int64(state.mode) & 7, np.int64(card) & 31]


@inline
def beaten_by(state: Record, best: int) -> Cards:
    """The cards that win when played after `best`, which wins so far."""
    return BEATEN_BY[np.int64(state.mode) & 7, np.int64(best) & 31]


# --- the sides ---


@inline
def sides_known(state: Record) -> bool:
    """From the end of the auction the cards settle the sides; never in a void deal."""
    return state.mode >= 0


@inline
def side(state: Record, seat: Seat) -> Side:
    """0 for the declarer and whoever was dealt the called ace, else 1."""
    if seat == state.declarer or dealt_to(state, seat) & ace_bit(state):
        return np.int64(0)
    return np.int64(1)


@inline
def doubling_side(state: Record) -> Side:
    """Kontra is the defenders', Re the declaring side's, and so on in turn."""
    return 0 if state.doublings & 1 else 1


@inline
def trumps(state: Record) -> Cards:
    """The set of trump cards; 0 before the end of the auction."""
    return TRUMPS[np.int64(state.mode) & 7] if state.mode >= 0 else np.int64(0)
