"""Snapszer: the deal, trump, contract and doubling, legal moves and play.

Letters like (S-a) name the rows of the rule book's table of choices.  Rules never validate: a
caller passes only moves of `legal`.  `play` is what rollouts call and keeps no knowledge; real
play also calls `knowledge.learn`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..._jit import inline, jit
from ...cards import (
    PACK_24,
    POINTS,
    QUEENS,
    bit,
    count,
    members,
    shuffle,
    suit_cards,
    suit_of,
)
from ...tricks import beats, strict
from ..certain import certain
from . import options as opt
from .settlement import effective, finish, fold, scale, silent_value
from .state import (
    ALL_TRICKS,
    CONTRACT,
    DECLARER,
    DOUBLE,
    DURI,
    ENOUGH,
    FOLD,
    FOLLOW,
    KEPT_SILENT,
    KONTRA,
    LAST_TRICK,
    LEAD,
    MARRIAGE,
    NO_CARD,
    NO_SUIT,
    NOBODY,
    NORMAL,
    NOT_OVER,
    OPPONENTS,
    OPPONENTS_TRICK,
    OVER,
    PASS,
    SAID_ENOUGH,
    SHOW,
    SHOWN,
    SNAPSZER,
    TRUMP,
    TRUMP_CHOICE,
)

TARGET = 66
_ORDERED = np.array(members(PACK_24), dtype=np.uint8)
_ENOUGH, _SHOW = 1 << ENOUGH, 1 << SHOW
_ANSWERS = (1 << PASS) | (1 << DOUBLE)
_CONTRACTS = (1 << NORMAL) | (1 << SNAPSZER) | (1 << DURI) | (1 << FOLD)
_TRUMPS = 15 << TRUMP


# --- the deal ---


@jit
def deal(state: Any, rng: Any, match: Any) -> None:
    """Shuffle a pack and lay it out; the state's options and number of players stay."""
    for i in range(24):
        state.pack[i] = _ORDERED[i]
    shuffle(state.pack, 24, rng)
    lay_out(state, match)


@inline
def packet(pack: Any, first: int) -> int:
    """The four cards of a packet of the pack."""
    low = bit(pack[first]) | bit(pack[first + 1])
    return low | bit(pack[first + 2]) | bit(pack[first + 3])


@jit
def lay_out(state: Any, match: Any) -> None:
    """Start the deal of `state.pack`: four cards each; four more when the trump is named."""
    n = np.int64(match.seats_in_play)
    if n == 0:
        n = np.int64(state.players)  # no match has begun
    state.n_seats = n
    for seat in range(4):
        state.hand[seat] = packet(state.pack, 4 * seat) if seat < n else 0
        state.laid[seat] = 0
        state.holds[seat] = 0
        state.lacks[seat] = 0
        state.table[seat] = NO_CARD
        state.score[seat] = match.score[match.player[seat]] if seat < n else 0
    for side_ in range(2):
        state.points[side_] = 0
        state.melds[side_] = 0
        state.tricks[side_] = 0
        state.declared[side_] = 0
    state.played = 0
    state.must_lead = 0
    state.worth = 0
    state.winners = 0
    state.phase = TRUMP_CHOICE
    state.turn = 0
    state.trump = NO_SUIT
    state.contract = NO_CARD
    state.doublings = 0
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


@inline
def side(state: Any, seat: int) -> int:
    """0 for the declarer, 1 for the others."""
    return 0 if seat == 0 else 1


@jit
def legal(state: Any) -> int:
    """The set of legal moves of the seat to move; 0 when the deal is over."""
    phase = state.phase
    if phase == FOLLOW:
        return _legal_follow(state)
    if phase == LEAD:
        return _legal_lead(state)
    if phase == KONTRA:
        return np.int64(_ANSWERS)
    if phase == CONTRACT:
        return np.int64(_CONTRACTS)
    if phase == TRUMP_CHOICE:
        return np.int64(_TRUMPS)
    return np.int64(0)


@inline
def _legal_follow(state: Any) -> int:
    """The strict rule; without the duty to overtrump any trump will do (S-a)."""
    cards = state.hand[mover(state)]
    led_ = state.table[0]
    if not state.options[opt.OVERTRUMP] and not cards & suit_cards(suit_of(led_)):
        own = cards & suit_cards(state.trump)
        return own if own else cards
    return strict(cards, led_, state.best, state.trump)


@inline
def has_enough(state: Any) -> bool:
    """Whether ENOUGH is allowed to the seat on lead, who took the last trick (S-c, S-d)."""
    if state.contract == DURI or np.int64(state.tricks[0]) + state.tricks[1] == 0:
        return False
    return effective(state, side(state, mover(state))) >= TARGET


@jit
def _legal_lead(state: Any) -> int:
    seat = mover(state)
    cards = state.hand[seat]
    enough = np.int64(_ENOUGH) if has_enough(state) else np.int64(0)
    if state.must_lead:
        return enough | state.must_lead
    moves = cards | enough
    if state.contract != DURI:
        moves |= marriages(cards)
    if seat == 0 and certain(cards, PACK_24 & ~(state.played | cards), state.trump):
        moves |= _SHOW  # the declarer's only (S-m)
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
def _name_trump(state: Any, suit: int) -> None:
    """Any suit, held or not; then everyone is completed to eight (S-k)."""
    n = np.int64(state.n_seats)
    state.trump = suit
    for seat in range(3):
        if seat < n:
            state.hand[seat] |= packet(state.pack, 4 * (n + seat))
    state.phase = CONTRACT


@inline
def _opponents(state: Any) -> int:
    """The mask of the declarer's opponents."""
    return np.int64(2) if state.n_seats == 2 else np.int64(6)


@inline
def _announce(state: Any, contract: int) -> None:
    state.contract = contract
    if contract == FOLD:  # never doubled (S-j)
        fold(state)
        return
    state.phase = KONTRA
    _ask_next(state, _opponents(state))


@inline
def _double(state: Any) -> None:
    """The opponents double first, the declarer second, the opponents third."""
    state.doublings += 1
    asks = np.int64(0)
    if state.doublings == 1:
        asks = np.int64(1)
    elif state.doublings == 2:
        asks = _opponents(state)
    _ask_next(state, asks)


@inline
def _ask_next(state: Any, asks: int) -> None:
    """Ask the lowest seat of the window, or go on to the first lead."""
    state.asks = asks
    if asks:
        state.turn = 0 if asks & 1 else 1 if asks & 2 else 2
    else:
        state.turn = 0
        state.phase = LEAD


# --- the tricks ---


@inline
def _next_seat(state: Any) -> int:
    seat = mover(state) + 1
    return seat if seat < state.n_seats else np.int64(0)


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
    state.turn = _next_seat(state)
    state.phase = FOLLOW


@inline
def _follow(state: Any, card: int) -> None:
    _lay(state, card)
    if beats(card, state.best, state.trump):
        state.best = card
        state.best_seat = state.turn
    if state.on_table < state.n_seats:
        state.turn = _next_seat(state)
    else:
        _trick_end(state)


@inline
def _trick_end(state: Any) -> None:
    winner = np.int64(state.best_seat) & 3
    taker = side(state, winner)
    other_had_66 = effective(state, 1 - taker) >= TARGET
    for i in range(3):
        if i < state.n_seats:
            state.points[taker] += POINTS[np.int64(state.table[i]) & 31]
        state.table[i] = NO_CARD
    state.on_table = 0
    state.best = NO_CARD
    state.best_seat = NOBODY
    state.tricks[taker] += 1
    state.turn = winner
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


@inline
def announced_value(state: Any) -> int:
    """Points of a snapszer or duri."""
    return 12 if state.contract == SNAPSZER else 32


@jit
def _marry(state: Any, suit: int) -> None:
    """20, or 40 in trumps, pending while the side has no trick (S-b)."""
    seat = mover(state)
    taker = side(state, seat)
    king = bit(8 * suit + 5)
    state.must_lead = king | king >> 1
    state.declared[taker] = 1
    if state.tricks[taker] > 0 or not state.options[opt.MARRIAGE_VOID]:
        state.melds[taker] += 40 if suit == state.trump else 20


@jit
def _enough(state: Any) -> None:
    taker = side(state, mover(state))
    if state.contract == SNAPSZER:
        finish(state, SAID_ENOUGH, DECLARER, announced_value(state))
    else:
        finish(state, SAID_ENOUGH, taker, scale(state, 1 - taker))


@jit
def _show(state: Any) -> None:
    """The remaining tricks are the declarer's.

    With two seats his opponent's cards stay hidden, so only his own are credited to him.
    """
    rest = PACK_24 & ~np.int64(state.played) if state.n_seats == 3 else state.hand[0]
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


# --- the state, seen from outside ---


@inline
def is_over(state: Any) -> bool:
    return state.phase == OVER


@inline
def sides_known(state: Any) -> bool:
    return True


@inline
def trumps(state: Any) -> int:
    """The set of trump cards, 0 until they are named."""
    return suit_cards(state.trump) if state.trump >= 0 else np.int64(0)


@inline
def led(state: Any) -> int:
    """The card that was led to the present trick, or -1."""
    return np.int64(state.table[0])


@inline
def hand(state: Any, seat: int) -> int:
    return state.hand[seat & 3]
