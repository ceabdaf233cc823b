"""Rabló: the deal, the auction, the doubling windows, legal moves and play.

Letters like (R-a) name the rows of the rule book's table of choices.  Rules never validate: a
caller passes only moves of `legal`.  `play` is what rollouts call and keeps no knowledge; real
play also calls `knowledge.learn`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..._jit import inline, jit
from ...cards import PACK_24, POINTS, QUEENS, bit, members, shuffle, suit_cards, suit_of
from ...tricks import beats, strict
from ..certain import certain
from . import options as opt
from .settlement import finish, pass_out
from .state import (
    ALL_TRICKS,
    BID,
    DOUBLE,
    DURI,
    ENOUGH,
    FOLLOW,
    KONTRA,
    LEAD,
    MARRIAGE,
    NAME,
    NO_CALL,
    NO_CARD,
    NO_SUIT,
    NOBODY,
    NOT_OVER,
    OPPONENTS_TRICK,
    OVER,
    PASS,
    SAID_ENOUGH,
    SHOW,
    SHOWN,
    SNAPSZER,
    TOP_LEVEL,
    TRICKS,
)

TARGET = 66
HEARTS = 2
HEART_CARDS = 0xFC << (8 * HEARTS)
_ORDERED = np.array(members(PACK_24), dtype=np.uint8)
_PASS, _DOUBLE, _ENOUGH, _SHOW = 1 << PASS, 1 << DOUBLE, 1 << ENOUGH, 1 << SHOW
_SNAPSZER, _DURI = 1 << SNAPSZER, 1 << DURI


# --- the deal ---


@jit
def deal(state: Any, rng: Any, match: Any) -> None:
    """Shuffle a pack and lay it out; the state's options stay."""
    for i in range(24):
        state.pack[i] = _ORDERED[i]
    shuffle(state.pack, 24, rng)
    lay_out(state, match)


@inline
def _packet(pack: Any, first: int) -> int:
    return bit(pack[first]) | bit(pack[first + 1]) | bit(pack[first + 2])


@jit
def lay_out(state: Any, match: Any) -> None:
    """Start the deal of `state.pack`: three cards each, then three again."""
    for seat in range(4):
        state.hand[seat] = _packet(state.pack, 3 * seat) | _packet(state.pack, 12 + 3 * seat)
        state.laid[seat] = 0
        state.holds[seat] = 0
        state.lacks[seat] = 0
        state.money[seat] = match.score[match.player[seat] & 3]
        state.pay[seat] = 0
        state.table[seat] = NO_CARD
    state.pot = match.pot
    state.played = 0
    state.must_lead = 0
    state.points = 0
    state.melds = 0
    state.tricks = 0
    state.phase = BID
    state.turn = 0
    state.caller = NOBODY
    state.partner = NOBODY
    state.level = NO_CALL
    state.called = NO_CARD
    state.naming = NO_CARD
    state.trump = NO_SUIT
    state.passes = 0
    state.passed = 0
    state.doublings = 0
    state.doublers = 0
    state.asks = 0
    state.best = NO_CARD
    state.best_seat = NOBODY
    state.on_table = 0
    state.ending = NOT_OVER


# --- legal moves ---


@inline
def mover(state: Any) -> int:
    """The seat to move, as an index that needs no check for negative values."""
    return np.int64(state.turn) & 3


@inline
def to_move(state: Any) -> int:
    """The seat to move, or -1 when the deal is over."""
    return NOBODY if state.phase == OVER else np.int64(state.turn)


@jit
def legal(state: Any) -> int:
    """The set of legal moves of the seat to move; 0 when the deal is over."""
    phase = state.phase
    if phase == FOLLOW:  # (R-d, R-o): no exemption for the partner's card
        return strict(state.hand[mover(state)], state.table[0], state.best, state.trump)
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
def _nameable(state: Any) -> int:
    """The cards whose call is strictly higher than the standing one (R-b)."""
    standing = state.level if state.naming == SNAPSZER else state.level - 2
    return np.int64(PACK_24) if standing < 0 else np.int64(HEART_CARDS)


@inline
def on_calling_side(state: Any, seat: int) -> bool:
    """By the seat's own cards, before any card is played: so also in a concealed state."""
    return seat == state.caller or state.hand[seat] & bit(state.called) != 0


@inline
def may_double(state: Any, seat: int) -> bool:
    """The others double first, the caller or his partner second, the others third (R-m, R-n).

    Everybody whose side is secret is asked; who may not double has the one move PASS.
    """
    return on_calling_side(state, seat) == (state.doublings == 1)


@inline
def is_snapszer(state: Any) -> bool:
    return state.level < 2


@inline
def team_points(state: Any) -> int:
    """The calling side's points, marriages included (R-i)."""
    points = np.int64(state.points)
    if state.tricks > 0 or not state.options[opt.MARRIAGE_NEEDS_TRICK]:
        points += state.melds
    return points


@inline
def has_enough(state: Any) -> bool:
    """Whether ENOUGH is allowed to the seat on lead (R-e, R-f, R-g, R-p)."""
    if not is_snapszer(state) or state.tricks == 0 or team_points(state) < TARGET:
        return False
    out = state.played & bit(state.called) != 0
    return out or not state.options[opt.ENOUGH_NEEDS_CALLED_CARD]


@jit
def _legal_lead(state: Any) -> int:
    hand = state.hand[mover(state)]
    moves = hand
    if has_enough(state) and not state.options[opt.AUTO_ENOUGH]:
        moves |= _ENOUGH
    if state.must_lead:
        return (moves & _ENOUGH) | state.must_lead
    if is_snapszer(state):
        moves |= marriages(hand)
    if certain(hand, PACK_24 & ~(state.played | hand), state.trump):
        moves |= _SHOW
    return moves


@inline
def marriages(cards: int) -> int:
    """The marriage moves of a hand: queens under kings, their bits 4, 12, 20, 28 to 32..35."""
    pairs = cards & (cards >> 1) & QUEENS
    if not pairs:
        return np.int64(0)
    pairs >>= 4
    return ((pairs | pairs >> 7 | pairs >> 14 | pairs >> 21) & 15) << MARRIAGE


# --- play ---


@jit
def play(state: Any, move: int) -> None:
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
def level_of(kind: int, card: int) -> int:
    """0 snapszer, 1 heart snapszer, 2 duri, 3 heart duri."""
    return (2 if kind == DURI else 0) + (1 if suit_of(card) == HEARTS else 0)


@inline
def _call(state: Any, card: int) -> None:
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
def _pass(state: Any) -> None:
    state.passes += 1
    state.passed |= bit(state.turn)
    _next_bidder(state)


@inline
def _next_bidder(state: Any) -> None:
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
    seat = (mover(state) + 1) & 3
    if state.options[opt.PASS_FINAL]:
        while np.int64(state.passed) & bit(seat):
            seat = (seat + 1) & 3
    state.turn = seat


# --- the doubling windows ---


@jit
def _open_kontra(state: Any) -> None:
    """The called card's suit is trump and its holder the secret partner."""
    state.phase = KONTRA
    state.trump = suit_of(state.called)
    card = bit(state.called)
    for seat in range(4):
        if state.hand[seat] & card:
            state.partner = seat
    state.asks = 15 ^ bit(state.caller)
    state.turn = (np.int64(state.caller) + 1) & 3


@jit
def _double(state: Any) -> None:
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
def _ask_next(state: Any) -> None:
    """Ask the next seat of the window, or go on to the first lead."""
    asks = np.int64(state.asks) & ~bit(state.turn)
    state.asks = asks
    if asks == 0:
        state.phase = LEAD
        state.turn = state.caller
        return
    seat = (mover(state) + 1) & 3
    while not asks & bit(seat):
        seat = (seat + 1) & 3
    state.turn = seat


# --- the tricks ---


@inline
def _lay(state: Any, card: int) -> None:
    state.hand[mover(state)] ^= bit(card)
    state.played |= bit(card)
    state.table[np.int64(state.on_table) & 3] = card
    state.on_table += 1


@inline
def _lead(state: Any, card: int) -> None:
    state.must_lead = 0
    _lay(state, card)
    state.best = card
    state.best_seat = state.turn
    state.turn = (mover(state) + 1) & 3
    state.phase = FOLLOW


@inline
def _follow(state: Any, card: int) -> None:
    _lay(state, card)
    if beats(card, state.best, state.trump):
        state.best = card
        state.best_seat = state.turn
    if state.on_table < 4:
        state.turn = (mover(state) + 1) & 3
    else:
        _trick_end(state)


@inline
def _trick_end(state: Any) -> None:
    """The calling side goes on; an opponent's trick ends the deal, itself not counted."""
    winner = state.best_seat
    if winner != state.caller and winner != state.partner:
        finish(state, OPPONENTS_TRICK, is_snapszer(state) and team_points(state) >= TARGET)
        return
    for i in range(4):
        state.points += POINTS[np.int64(state.table[i]) & 31]
        state.table[i] = NO_CARD
    state.on_table = 0
    state.best = NO_CARD
    state.best_seat = NOBODY
    state.tricks += 1
    state.turn = winner
    state.phase = LEAD
    if state.tricks == TRICKS:
        finish(state, ALL_TRICKS, True)
    elif state.options[opt.AUTO_ENOUGH] and has_enough(state):
        finish(state, SAID_ENOUGH, True)


@jit
def _marry(state: Any, suit: int) -> None:
    """20, or 40 in trumps; king or queen must be led next."""
    king = bit(8 * suit + 5)
    state.must_lead = king | king >> 1
    state.melds += 40 if suit == state.trump else 20
    if state.options[opt.AUTO_ENOUGH] and has_enough(state):
        finish(state, SAID_ENOUGH, True)


@jit
def _show(state: Any) -> None:
    """The remaining tricks are credited first, so 66 is always met (R-h)."""
    for card in range(32):
        if (PACK_24 & ~state.played) & bit(card):
            state.points += POINTS[card]
    state.tricks = TRICKS
    finish(state, SHOWN, True)


# --- the state, seen from outside ---


@inline
def is_over(state: Any) -> bool:
    return state.phase == OVER


@inline
def payoff(state: Any, seat: int) -> int:
    """Money won or paid by a seat, the pot included."""
    return np.int64(state.pay[seat & 3])


@inline
def sides_known(state: Any) -> bool:
    """From the end of the auction: the holder of the called card is the caller's partner."""
    return state.partner >= 0


@inline
def side(state: Any, seat: int) -> int:
    """0 for the caller and his partner, 1 for the others."""
    return 0 if seat == state.caller or seat == state.partner else 1


@inline
def trumps(state: Any) -> int:
    """The set of trump cards, 0 during the auction."""
    return suit_cards(state.trump) if state.trump >= 0 else np.int64(0)


@inline
def led(state: Any) -> int:
    """The card that was led to the present trick, or -1."""
    return np.int64(state.table[0])


@inline
def hand(state: Any, seat: int) -> int:
    return state.hand[seat & 3]
