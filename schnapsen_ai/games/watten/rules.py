"""Watten (Bavarian, four seats): dealing, naming, play, raises and the end of a deal.

Teams are seats 0 and 2 against 1 and 3: the team of a seat is ``seat & 1``.  Rules never
validate: a caller passes only moves of `legal`.  `play` is what rollouts call and keeps no
knowledge; real play also calls `knowledge.learn`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.jit import inline, jit
from ...cards import below, bit, suit_cards
from . import options as opt
from .state import (
    ANSWERING,
    BEATEN_BY,
    FOLD,
    FOLDED,
    HAND_SIZE,
    KRITISCHE,
    MAIN_CARD,
    NAMING_RANK,
    NAMING_SUIT,
    NO_CARD,
    NOBODY,
    NOT_OVER,
    OVER,
    PLAYING,
    RAISE,
    RANK_CARDS,
    SCHLAG,
    SEE,
    THREE_TRICKS,
    TRUMP,
)

DEALER = 3
IN_PLAY = 20  # places of the pack that are dealt; the other 12 cards stay out
_RAISE = 1 << RAISE
_ANSWERS = 1 << SEE | 1 << FOLD
_SUITS = 15 << TRUMP
_RANKS = 255 << SCHLAG


# --- the deal ---


@jit
def deal(state: Any, rng: Any, match: Any) -> None:
    """Shuffle a pack and lay it out.  Only the 20 places that are dealt need shuffling."""
    pack = state.pack
    for i in range(32):
        pack[i] = i
    for i in range(IN_PLAY):
        j = i + below(rng, 32 - i)
        card = pack[i]
        pack[i] = pack[j]
        pack[j] = card
    lay_out(state, match)


@jit
def lay_out(state: Any, match: Any) -> None:
    """Start the deal of `state.pack`: 3 cards to each seat, then 2; nothing learned."""
    pack = state.pack
    for seat in range(4):
        cards = bit(pack[3 * seat]) | bit(pack[3 * seat + 1]) | bit(pack[3 * seat + 2])
        cards |= bit(pack[12 + 2 * seat]) | bit(pack[13 + 2 * seat])
        state.hand[seat] = cards
        state.played[seat] = 0
        state.cannot_hold[seat] = 0
        state.table[seat] = NO_CARD
    state.phase = NAMING_RANK
    state.turn = 0
    state.leader = 0
    state.on_table = 0
    state.best = NO_CARD
    state.best_seat = NOBODY
    state.schlag = -1
    state.trump = -1
    state.main = NO_CARD
    state.forced = 0
    state.stake = 2
    state.last_raise = NOBODY
    state.raiser = NOBODY
    mine = np.int64(match.player[0]) & 1
    for team in range(2):
        state.tricks[team] = 0
        state.score[team] = match.score[mine ^ team]
    state.winner = NOBODY
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
        cards = state.hand[mover(state)]
        if state.forced:
            obliged = cards & obliging(state)
            cards = obliged if obliged else cards
        return cards | _RAISE if may_raise(state) else cards
    if phase == ANSWERING:
        return np.int64(_ANSWERS)
    if phase == NAMING_SUIT:
        return np.int64(_SUITS)
    if phase == NAMING_RANK:
        return _nameable(state)
    return np.int64(0)


@inline
def _nameable(state: Any) -> int:
    """The Schlag moves: any rank, or those in the namer's hand."""
    if not state.options[opt.SCHLAG_MUST_HOLD]:
        return np.int64(_RANKS)
    hand = state.hand[0]
    ranks = (hand | hand >> 8 | hand >> 16 | hand >> 24) & 0xFF
    return ranks << SCHLAG


@inline
def obliging(state: Any) -> int:
    """The cards that satisfy, and so oblige, when the deal opened with the Hauptschlag."""
    cards = suit_cards(state.trump) | KRITISCHE
    if state.options[opt.SCHLAG_COUNTS_AS_TRUMP]:
        cards |= np.int64(RANK_CARDS) << np.int64(state.schlag)
    return cards


@inline
def is_tense(state: Any, team: int) -> bool:
    """Whether the team is too close to the target to raise (gespannt)."""
    return np.int64(state.score[team]) + 2 >= state.options[opt.TARGET]


@inline
def may_raise(state: Any) -> bool:
    """Whether the seat about to play may raise first: teams alternate."""
    team = mover(state) & 1
    if state.last_raise == team or is_tense(state, team):
        return False
    limit = state.options[opt.MAX_STAKE]
    return limit == 0 or state.stake < limit


# --- play ---


@jit
def play(state: Any, move: int) -> None:
    """Make a legal move in place; the deal moves on by itself to the next decision."""
    if move < 32:
        _play_card(state, move)
    elif move == RAISE:
        state.raiser = state.turn
        state.turn = (mover(state) + 1) & 3
        state.phase = ANSWERING
    elif move == SEE:
        state.stake += 1
        state.last_raise = state.raiser & 1
        state.turn = state.raiser
        state.raiser = NOBODY
        state.phase = PLAYING
    elif move == FOLD:  # the raiser's team gets the stake before the raise
        _award(state, np.int64(state.raiser) & 1, FOLDED)
    elif move >= SCHLAG:
        state.schlag = move - SCHLAG
        state.turn = DEALER
        state.phase = NAMING_SUIT
    else:
        state.trump = move - TRUMP
        state.main = MAIN_CARD[np.int64(state.schlag) & 7, np.int64(state.trump) & 3]
        state.turn = 0
        state.phase = PLAYING


@inline
def beaten_by(state: Any, best: int) -> int:
    """The cards that win when played after `best`, which wins so far."""
    return BEATEN_BY[np.int64(state.schlag) & 7, np.int64(state.trump) & 3, np.int64(best) & 31]


@inline
def _play_card(state: Any, card: int) -> None:
    seat = mover(state)
    laid = np.int64(state.on_table) & 3
    state.hand[seat] ^= bit(card)
    state.played[seat] |= bit(card)
    state.table[laid] = card
    if laid == 0:
        state.best = card
        state.best_seat = seat
        if card == state.main and state.tricks[0] + state.tricks[1] == 0:
            state.forced = 1
    else:
        if beaten_by(state, state.best) & bit(card):
            state.best = card
            state.best_seat = seat
        if state.forced and state.options[opt.KRIT_LIFTS] and bit(card) & KRITISCHE:
            state.forced = 0
        if laid == 3:
            _end_trick(state)
            return
    state.on_table = laid + 1
    state.turn = (seat + 1) & 3


@inline
def _end_trick(state: Any) -> None:
    """The winner leads; three tricks win the deal."""
    winner = np.int64(state.best_seat)
    state.forced = 0
    state.on_table = 0
    state.best = NO_CARD
    state.best_seat = NOBODY
    state.leader = winner
    state.turn = winner
    state.tricks[winner & 1] += 1
    if state.tricks[winner & 1] == 3:
        _award(state, winner & 1, THREE_TRICKS)


@inline
def _award(state: Any, team: int, ending: int) -> None:
    state.winner = team
    state.ending = ending
    state.phase = OVER


@inline
def is_over(state: Any) -> bool:
    return state.phase == OVER


@inline
def payoff(state: Any, seat: int) -> int:
    """The stake: won by both seats of the winning team, lost by the others."""
    stake = np.int64(state.stake)
    return stake if state.winner == seat & 1 else -stake


@inline
def sides_known(state: Any) -> bool:
    return True


@inline
def side(state: Any, seat: int) -> int:
    """Fixed partnerships: seats 0 and 2 against 1 and 3."""
    return seat & 1


@inline
def largest_loss(state: Any) -> int:
    """The stake of a deal without raises: what a misbehaving bot is charged."""
    return 2


# --- what generic bots may ask of a trick-taker ---


@inline
def trumps(state: Any) -> int:
    """Kritische, Schläge and the trump suit; 0 until both are named."""
    if state.trump < 0:
        return np.int64(0)
    schlaege = np.int64(RANK_CARDS) << np.int64(state.schlag)
    return suit_cards(state.trump) | schlaege | KRITISCHE


@inline
def led(state: Any) -> int:
    """The card that was led to the present trick, or -1."""
    return np.int64(state.table[0]) if state.on_table > 0 else np.int64(NO_CARD)


@inline
def hand(state: Any, seat: int) -> int:
    return state.hand[seat & 3]


# --- the match ---


assert HAND_SIZE * 4 == IN_PLAY
