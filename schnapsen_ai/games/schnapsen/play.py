"""Schnapsen and Sixty-Six: what a move does.

Rules never validate: a caller passes only moves of `rules.legal`.  `play` is what rollouts call and
keeps no knowledge; real play also calls `knowledge.learn`.
"""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record
from ...base.jit import inline, jit
from ...cards import KINGS, POINTS, QUEENS, Card, Move, Seat, bit, suit_of
from ...tricks import beats, pair_of
from ..shared.marriages import MARRIAGE, marriage_value, pair
from . import options as opt
from .rules import asks_before_draw, exchange_card, is_open, may_marry, next_place
from .scoring import (
    TARGET,
    claim,
    last_trick_won,
    mover,
    run_out,
)
from .state import (
    AFTER_TRICK,
    CLAIM,
    CLOSE,
    DRAW,
    EXCHANGE,
    FOLLOW,
    LEAD,
    NO_CARD,
    OVER,
)


@jit
def play(state: Record, move: Move) -> None:
    """Make a legal move in place; the deal moves on by itself to the next decision."""
    if move < 32:
        if state.phase == FOLLOW:
            _follow(state, move)
        else:
            _lead(state, move)
    elif move < EXCHANGE:
        suit = move - MARRIAGE
        both = pair(suit)
        state.must_lead = both & KINGS if state.options[opt.KING_LEADS] else both
        _count_marriage(state, suit)
    elif move == EXCHANGE:
        _swap(state, mover(state))
    elif move == CLOSE:
        _close(state)
    elif move == CLAIM:
        claim(state)
    elif move == DRAW:
        _draw(state)
    else:
        run_out(state)


@inline
def declares(state: Record, card: Card) -> bool:
    """Whether leading `card` would declare a marriage if its other half is held (B23)."""
    queens = 0 if state.options[opt.KING_LEADS] else QUEENS
    return (
        state.options[opt.MARRIAGE_AUTO] == 1
        and bit(card) & (KINGS | queens) != 0
        and may_marry(state)
    )


@inline
def _lead(state: Record, card: Card) -> None:
    seat = mover(state)
    state.hand[seat] ^= bit(card)
    state.must_lead = 0
    if declares(state, card) and state.hand[seat] & pair_of(card):
        _count_marriage(state, suit_of(card))
        if state.phase == OVER:
            return
    state.led = card
    state.turn = seat ^ 1
    state.phase = FOLLOW


@jit
def _count_marriage(state: Record, suit: int) -> None:
    """20, or 40 in trumps: counted at once or pending (A3, B5)."""
    seat = mover(state)
    value = marriage_value(state, suit)
    if state.tricks[seat] == 0 or state.options[opt.COUNTS_NEXT_TRICK]:
        state.pending[seat] += value
        return
    state.points[seat] += value
    if state.options[opt.CLAIM_AUTO] and state.points[seat] >= TARGET:
        claim(state)


@inline
def _follow(state: Record, card: Card) -> None:
    """The second card: the trick ends (A5)."""
    seat = mover(state)
    led = np.int64(state.led)
    state.hand[seat] ^= bit(card)
    winner = seat if beats(card, led, state.trump) else seat ^ 1
    state.tricks[winner] += 1
    state.points[winner] += POINTS[card & 31] + POINTS[led & 31] + state.pending[winner]
    state.pending[winner] = 0
    state.led = NO_CARD
    state.turn = winner
    state.phase = LEAD
    open_ = is_open(state)
    last = not open_ and state.hand[winner] == 0
    if last and state.closer < 0 and state.options[opt.LAST_TRICK] == opt.TEN_POINTS:
        state.points[winner] += 10
    if state.options[opt.CLAIM_AUTO] and state.points[winner] >= TARGET:
        claim(state)
    elif open_:
        if asks_before_draw(state):
            state.phase = AFTER_TRICK
        else:
            _draw(state)
    elif last:
        last_trick_won(state)


@jit
def _draw(state: Record) -> None:
    """The winner draws, then the loser, who gets the turn-up last of all (A5)."""
    winner = mover(state)
    place = next_place(state)
    state.hand[winner] |= bit(state.pack[place])
    if state.talon > 2:
        state.hand[winner ^ 1] |= bit(state.pack[place + 1])
    else:
        state.hand[winner ^ 1] |= bit(state.turn_up)
        state.turn_up = NO_CARD
    state.talon -= 2
    state.phase = LEAD


@jit
def _swap(state: Record, seat: Seat) -> None:
    card = exchange_card(state)
    state.hand[seat] ^= bit(card) | bit(state.turn_up)
    state.turn_up = card


@inline
def swaps_on_close(state: Record) -> bool:
    """Whether the closer's opponent would swap at the close (A8, difference 11)."""
    other = mover(state) ^ 1
    return state.options[opt.SWAP_ON_CLOSE] == 1 and (
        state.hand[other] & bit(exchange_card(state)) != 0
    )


@jit
def _close(state: Record) -> None:
    """Close, with the snapshot of the opponent that scores it (A3)."""
    seat = mover(state)
    other = seat ^ 1
    if swaps_on_close(state):
        _swap(state, other)
    state.closer = seat
    state.close_points = state.points[other]
    state.close_tricks = state.tricks[other]
    state.phase = LEAD
