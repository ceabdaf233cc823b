"""Rabló: what is legal, and the state as seen from outside.

Letters like (R-a) name choices that the rule book explains.  Rules never validate: a caller
passes only moves of `legal`.
"""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record
from ...base.jit import inline, jit
from ...cards import PACK_24, Card, Cards, Moves, Seat, Side, bit, suit_cards, suit_of
from ...tricks import strict
from ..shared.marriages import marriages
from ..shared.sure_tricks import certain
from ..shared.trick_game import all_played, led, mover
from . import options as opt
from .state import BID, DOUBLE, DURI, ENOUGH, FOLLOW, KONTRA, LEAD, NAME, PASS, SHOW, SNAPSZER

TARGET = 66
HEARTS = 2
HEART_CARDS = 0xFC << (8 * HEARTS)
_PASS, _DOUBLE, _ENOUGH, _SHOW = 1 << PASS, 1 << DOUBLE, 1 << ENOUGH, 1 << SHOW
_SNAPSZER, _DURI = 1 << SNAPSZER, 1 << DURI


@jit
def legal(state: Record) -> Moves:
    """The set of legal moves of the seat to move; 0 when the deal is over."""
    phase = state.phase
    if phase == FOLLOW:  # (R-d, R-o): no exemption for the partner's card
        return strict(state.hand[mover(state)], led(state), state.best, state.trump)
    if phase == LEAD:
        return _legal_lead(state)
    if phase == BID:
        moves = np.int64(_PASS)
        if state.level < 1:
            moves |= _SNAPSZER
        return moves | _DURI
    if phase == NAME:
        return _nameable(state)
    if phase == KONTRA:
        return np.int64(_PASS | _DOUBLE) if may_double(state, mover(state)) else np.int64(_PASS)
    return np.int64(0)


@inline
def _nameable(state: Record) -> Moves:
    """The cards whose call is strictly higher than the standing one (R-b)."""
    standing = state.level if state.naming == SNAPSZER else state.level - 2
    return np.int64(PACK_24) if standing < 0 else np.int64(HEART_CARDS)


@inline
def level_of(kind: int, card: Card) -> int:
    """0 snapszer, 1 heart snapszer, 2 duri, 3 heart duri."""
    return (2 if kind == DURI else 0) + (1 if suit_of(card) == HEARTS else 0)


@inline
def on_calling_side(state: Record, seat: Seat) -> bool:
    """By the seat's own cards, before any card is played: so also in a concealed state."""
    return seat == state.caller or state.hand[seat] & bit(state.called) != 0


@inline
def may_double(state: Record, seat: Seat) -> bool:
    """The others double first, the caller or his partner second, the others third (R-m, R-n).

    Everybody whose side is secret is asked; who may not double has the one move PASS.
    """
    return on_calling_side(state, seat) == (state.doublings == 1)


@inline
def is_snapszer(state: Record) -> bool:
    return state.level < 2


@inline
def team_points(state: Record) -> int:
    """The calling side's points, marriages included (R-i)."""
    points = np.int64(state.points)
    if state.tricks > 0 or not state.options[opt.MARRIAGE_NEEDS_TRICK]:
        points += state.melds
    return points


@inline
def has_enough(state: Record) -> bool:
    """Whether ENOUGH is allowed to the seat on lead (R-e, R-f, R-g, R-p)."""
    if not is_snapszer(state) or state.tricks == 0 or team_points(state) < TARGET:
        return False
    out = all_played(state) & bit(state.called) != 0
    return out or not state.options[opt.ENOUGH_NEEDS_CALLED_CARD]


@jit
def _legal_lead(state: Record) -> Moves:
    hand = state.hand[mover(state)]
    moves = hand
    if has_enough(state) and not state.options[opt.AUTO_ENOUGH]:
        moves |= _ENOUGH
    if state.must_lead:
        return (moves & _ENOUGH) | state.must_lead
    if is_snapszer(state):
        moves |= marriages(hand)
    if certain(hand, PACK_24 & ~(all_played(state) | hand), state.trump):
        moves |= _SHOW
    return moves


# --- the state, seen from outside ---


@inline
def sides_known(state: Record) -> bool:
    """From the end of the auction: the holder of the called card is the caller's partner."""
    return state.partner >= 0


@inline
def side(state: Record, seat: Seat) -> Side:
    """0 for the caller and his partner, 1 for the others."""
    return 0 if seat == state.caller or seat == state.partner else 1


@inline
def trumps(state: Record) -> Cards:
    """The set of trump cards, 0 during the auction."""
    return suit_cards(state.trump) if state.trump >= 0 else np.int64(0)
