"""Schafkopf (Bavarian, called ace): dealing, legal moves, bidding, doubling and play.

The declaring side is side 0.  In a call it is the declarer and the seat that was dealt the called
ace.  Rules never validate: a caller passes only moves of `legal`.  `play` is what rollouts call
and keeps no knowledge; real play also calls `knowledge.learn`.  The settlement is in `score`.

Every seat whose side is secret is asked in a doubling window, if only to pass, so that the moves
are the same whoever the partner is.  Not asked is who is openly on the wrong side: the declarer
and earlier doublers of the other side (in Wenz and solo all sides are open).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.jit import inline, jit
from ...cards import POINTS, bit, count, shuffle
from ..shared.trick_game import all_played, dealt_to
from . import options as opt
from .scoring import finish
from .state import (
    BEATEN_BY,
    BIDDING,
    CALL,
    CLASS_OF,
    DOUBLE,
    DOUBLING,
    HEARTS,
    IN_WENZ,
    LOW,
    NO_CARD,
    NOBODY,
    NOT_OVER,
    OVER,
    PASS,
    PLAIN,
    PLAYING,
    SOLO,
    TRUMPS,
    VOID,
    WENZ,
)

_PASS = 1 << PASS
_MAY_DOUBLE = 1 << PASS | 1 << DOUBLE
_WENZ = 1 << WENZ
_SOLOS = 15 << SOLO


# --- the deal ---


@jit
def deal(state: Any, rng: Any, match: Any) -> None:
    """Shuffle a pack into `state.pack` and lay it out; the options stay."""
    for i in range(32):
        state.pack[i] = i
    shuffle(state.pack, 32, rng)
    lay_out(state, match)


@jit
def lay_out(state: Any, match: Any) -> None:
    """Start the deal of `state.pack`: 4 cards to each seat, twice; nothing learned."""
    pack = state.pack
    for seat in range(4):
        cards = np.int64(0)
        for place in range(4 * seat, 4 * seat + 4):
            cards |= bit(pack[place]) | bit(pack[place + 16])
        state.hand[seat] = cards
        state.played[seat] = 0
        state.cannot_hold[seat] = 0
        state.money[seat] = match.score[np.int64(match.player[seat]) & 3]
        state.table[seat] = NO_CARD
        state.tricks[seat] = 0
        state.points[seat] = 0
    state.before_run = 0
    state.value = 0
    state.phase = BIDDING
    state.turn = 0
    state.contract = PASS
    state.declarer = NOBODY
    state.mode = -1
    state.ace = NO_CARD
    state.runner = NOBODY
    state.asked = 0
    state.doublings = 0
    state.doubled[0] = 0
    state.doubled[1] = 0
    state.caller = NOBODY
    state.caller_suit = -1
    state.shown = NOBODY
    state.leader = 0
    state.on_table = 0
    state.best = NO_CARD
    state.best_seat = NOBODY
    state.in_trick = 0
    state.done = 0
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
    if phase == PLAYING:
        return _legal_lead(state) if state.on_table == 0 else _legal_follow(state)
    if phase == DOUBLING:
        own = side(state, mover(state))
        return np.int64(_MAY_DOUBLE if own == doubling_side(state) else _PASS)
    if phase == BIDDING:
        return _legal_bids(state)
    return np.int64(0)


@inline
def _legal_bids(state: Any) -> int:
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
def _callable(hand: int) -> int:
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
def ace_bit(state: Any) -> int:
    """The called ace as a set; empty where none is called."""
    return bit(state.ace) if state.ace >= 0 else np.int64(0)


@inline
def called_suit(state: Any) -> int:
    """All plain cards of the called suit, the ace included; empty where no ace is called."""
    return np.int64(PLAIN) << (np.int64(state.ace) & 24) if state.ace >= 0 else np.int64(0)


@inline
def class_of(state: Any, card: int) -> int:
    """The cards that count as one suit with `card`."""
    return CLASS_OF[np.int64(state.mode) & 7, np.int64(card) & 31]


@inline
def beaten_by(state: Any, best: int) -> int:
    """The cards that win when played after `best`, which wins so far."""
    return BEATEN_BY[np.int64(state.mode) & 7, np.int64(best) & 31]


@inline
def _legal_lead(state: Any) -> int:
    """Any card; who holds the called ace leads its suit with the ace, or runs away."""
    seat = mover(state)
    hand = state.hand[seat]
    ace = ace_bit(state)
    if not hand & ace or state.runner == seat:
        return hand
    suit = called_suit(state)
    held = dealt_to(state, seat) if state.options[opt.AT_DEAL] else hand
    return hand if count(held & suit) >= 4 else hand & ~(suit ^ ace)


@inline
def _legal_follow(state: Any) -> int:
    """Follow the class led, else anything; the called ace has duties of its own."""
    seat = mover(state)
    hand = state.hand[seat]
    led_class = class_of(state, state.table[0])
    choice = hand & led_class
    choice = choice if choice else hand
    ace = ace_bit(state)
    if not hand & ace:
        return choice
    ran = state.runner == seat
    if led_class & ace:  # searched
        return choice if ran and not state.options[opt.ACE_STILL_FORCED] else ace
    return choice if ran or hand == ace else choice & ~ace


# --- play ---


@jit
def play(state: Any, move: int) -> None:
    """Make a legal move in place; the deal moves on by itself to the next decision."""
    phase = state.phase
    if phase == PLAYING:
        _play_card(state, move)
    elif phase == DOUBLING:
        _answer(state, move)
    else:
        _bid(state, move)


@inline
def _bid(state: Any, move: int) -> None:
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


@inline
def suit_of_call(move: int) -> int:
    """The suit of a call: C S D."""
    return 3 if move == CALL + 2 else move - CALL


# --- doubling ---


@inline
def doubling_side(state: Any) -> int:
    """Kontra is the defenders', Re the declaring side's, and so on in turn."""
    return 0 if state.doublings & 1 else 1


@inline
def open_window(state: Any, start: int) -> None:
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
def _ask(state: Any, asked: int, start: int) -> None:
    """Turn to the first seat of the mask, clockwise from `start`."""
    seat = start & 3
    while not (asked >> seat) & 1:
        seat = (seat + 1) & 3
    state.turn = seat
    state.asked = asked & ~(np.int64(1) << seat)


@inline
def _answer(state: Any, move: int) -> None:
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
def ace_played(state: Any) -> bool:
    """Whether the called ace is out; False where none is called."""
    return all_played(state) & ace_bit(state) != 0


@inline
def runs(state: Any, card: int) -> bool:
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
def _play_card(state: Any, card: int) -> None:
    seat = mover(state)
    laid = np.int64(state.on_table) & 3
    state.in_trick += POINTS[np.int64(card) & 31]
    state.table[laid] = card
    if laid == 0:
        if runs(state, card):
            state.runner = seat
        state.best = card
        state.best_seat = seat
    elif beaten_by(state, state.best) & bit(card):
        state.best = card
        state.best_seat = seat
    state.hand[seat] ^= bit(card)
    state.played[seat] |= bit(card)
    if laid == 3:
        _end_trick(state)
        return
    state.on_table = laid + 1
    state.turn = (seat + 1) & 3
    if laid == 0 and state.done == 0 and not state.options[opt.BEFORE_LEAD]:
        open_window(state, 0)


@inline
def _end_trick(state: Any) -> None:
    """The winner takes the points and leads; all eight tricks are played."""
    winner = np.int64(state.best_seat) & 3
    state.points[winner] += state.in_trick
    state.tricks[winner] += 1
    state.in_trick = 0
    state.on_table = 0
    state.best = NO_CARD
    state.best_seat = NOBODY
    state.leader = winner
    state.turn = winner
    state.done += 1
    if state.done == 8:
        finish(state)


@inline
def is_over(state: Any) -> bool:
    return state.phase == OVER


@inline
def payoff(state: Any, seat: int) -> int:
    """Money of a seat in a finished deal; a single declarer pays or gets three times."""
    if state.ending == VOID:
        return np.int64(0)
    value = np.int64(state.value) if side(state, seat) == 1 else -np.int64(state.value)
    if state.ace < 0 and seat == state.declarer:
        value *= 3
    return value


@inline
def sides_known(state: Any) -> bool:
    """From the end of the auction the cards settle the sides; never in a void deal."""
    return state.mode >= 0


@inline
def side(state: Any, seat: int) -> int:
    """0 for the declarer and whoever was dealt the called ace, else 1."""
    if seat == state.declarer or dealt_to(state, seat) & ace_bit(state):
        return np.int64(0)
    return np.int64(1)


@inline
def largest_loss(state: Any) -> int:
    """A solo without a trump, Schwarz: what a misbehaving bot is charged."""
    return 3 * 210


# --- what generic bots may ask of a trick-taker ---


@inline
def trumps(state: Any) -> int:
    """The set of trump cards; 0 before the end of the auction."""
    return TRUMPS[np.int64(state.mode) & 7] if state.mode >= 0 else np.int64(0)


@inline
def led(state: Any) -> int:
    """The card that was led to the present trick, or -1."""
    return np.int64(state.table[0]) if state.on_table > 0 else np.int64(NO_CARD)


@inline
def hand(state: Any, seat: int) -> int:
    return state.hand[seat & 3]


# --- the match ---


# --- what searches may ask ---


@jit
def card_points(state: Any, seat: int) -> int:
    """Card points that the side of `seat` has taken so far; -1 before the sides are known."""
    if not sides_known(state):
        return np.int64(-1)
    total = np.int64(0)
    for other in range(4):
        if side(state, other) == side(state, seat):
            total += state.points[other]
    return total
