"""Schnapsen and Sixty-Six: the legal moves, and what a move does.

Section numbers (A3, B12) are those of the rules page that `schnapsen-ai rulebook schnapsen`
prints.  Rules never validate: a caller passes only moves of `legal`.  `play` is what rollouts
call and keeps no knowledge; real play also calls `knowledge.learn`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..._jit import inline, jit
from ...cards import KINGS, POINTS, QUEENS, bit, suit_cards, suit_of
from ...tricks import beats, pair_of, strict
from . import options as opt
from .dealing import deal, lay_out
from .match import begin_match, next_deal
from .scoring import (
    TARGET,
    claim,
    claim_value,
    false_claim_value,
    is_over,
    largest_loss,
    last_trick_won,
    mover,
    payoff,
    resign,
    run_out,
    scale,
    side,
    sides_known,
)
from .state import (
    AFTER_TRICK,
    CLAIM,
    CLOSE,
    DRAW,
    END,
    EXCHANGE,
    FINAL,
    FOLLOW,
    LEAD,
    MARRIAGE,
    NO_CARD,
    NOBODY,
    OVER,
)

__all__ = [
    "TARGET", "begin_match", "claim_value", "deal", "declares", "exchange_card",
    "false_claim_value", "hand", "is_open", "is_over", "largest_loss", "lay_out", "led", "legal",
    "may_marry", "mover", "next_deal", "next_place", "payoff", "play", "resign", "scale", "side",
    "sides_known", "swaps_on_close", "to_move", "tricks_played", "trumps",
]

_CLAIM, _CLOSE, _EXCHANGE, _END, _DRAW = 1 << CLAIM, 1 << CLOSE, 1 << EXCHANGE, 1 << END, 1 << DRAW


@inline
def is_open(state: Any) -> bool:
    """Nobody has closed and there are cards to draw (A2)."""
    return state.closer < 0 and state.talon > 0


@inline
def tricks_played(state: Any) -> int:
    return np.int64(state.tricks[0]) + state.tricks[1]


@inline
def exchange_card(state: Any) -> int:
    """The trump that may be swapped for the turn-up: the jack, in Sixty-Six the nine."""
    return 8 * np.int64(state.trump) + (3 if state.pack_size == 20 else 2)


@inline
def to_move(state: Any) -> int:
    """The seat to move, or -1 when the deal is over."""
    return NOBODY if state.phase == OVER else np.int64(state.turn)


@jit
def legal(state: Any) -> int:
    """The set of legal moves of the seat to move; 0 when the deal is over."""
    phase = state.phase
    if phase == LEAD:
        return _legal_lead(state)
    if phase == FOLLOW:
        return _legal_follow(state)
    if phase == AFTER_TRICK:
        return _legal_after_trick(state)
    if phase == FINAL:
        return _CLAIM | _END
    return np.int64(0)


@inline
def _legal_follow(state: Any) -> int:
    """Any card while the talon is open, else the strict rule (A4)."""
    hand = state.hand[mover(state)]
    if is_open(state):
        if state.options[opt.EXCHANGE_ON_TURN] and _may_exchange(state):
            return hand | _EXCHANGE
        return hand
    return strict(hand, state.led, state.led, state.trump)


@inline
def _legal_lead(state: Any) -> int:
    """On lead (A3)."""
    options = state.options
    married = state.must_lead != 0
    moves = state.must_lead
    if not married:
        moves = state.hand[mover(state)]
        if not options[opt.MARRIAGE_AUTO] and may_marry(state):
            moves |= _marriages(moves)
    if not options[opt.CLAIM_AUTO] and (married or tricks_played(state) > 0):
        moves |= _CLAIM
    if is_open(state) and not (married and options[opt.MARRIAGE_LOCKS_TURN]):
        if _may_exchange(state):
            moves |= _EXCHANGE
        if _may_close(state):
            moves |= _CLOSE
    return moves


@inline
def _legal_after_trick(state: Any) -> int:
    """Sixty-Six: the winner of a trick, before drawing (A8)."""
    moves = np.int64(_DRAW)
    if not state.options[opt.CLAIM_AUTO]:
        moves |= _CLAIM
    if _may_close(state):
        moves |= _CLOSE
    return moves


@inline
def _may_exchange(state: Any) -> bool:
    """Given an open talon (B1, B3)."""
    seat = mover(state)
    if not state.hand[seat] & bit(exchange_card(state)):
        return False
    if state.talon < state.options[opt.TALON_MIN_EXCHANGE]:
        return False
    return state.tricks[seat] > 0 or not state.options[opt.EXCHANGE_REQUIRES_TRICK]


@inline
def _may_close(state: Any) -> bool:
    """Given an open talon (B2, B16)."""
    if state.talon < state.options[opt.TALON_MIN_CLOSE]:
        return False
    return tricks_played(state) > 0 or state.options[opt.CLOSE_BEFORE_FIRST_TRICK] == 1


@inline
def may_marry(state: Any) -> bool:
    """Whether a marriage may be declared by the seat on lead (B5, B6)."""
    options = state.options
    if options[opt.MARRIAGE_REQUIRES_TRICK] and state.tricks[mover(state)] == 0:
        return False
    return options[opt.MARRIAGE_AFTER_CLOSE] == 1 or is_open(state)


@inline
def _marriages(hand: int) -> int:
    """The marriage moves of a hand: queens under kings, their bits 4, 12, 20, 28 to 32..35."""
    pairs = hand & (hand >> 1) & QUEENS
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
    elif move < EXCHANGE:
        suit = move - MARRIAGE
        king = bit(8 * suit + 5)
        state.must_lead = king if state.options[opt.KING_LEADS] else king | king >> 1
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
def declares(state: Any, card: int) -> bool:
    """Whether leading `card` would declare a marriage if its other half is held (B23)."""
    queens = 0 if state.options[opt.KING_LEADS] else QUEENS
    return (
        state.options[opt.MARRIAGE_AUTO] == 1
        and bit(card) & (KINGS | queens) != 0
        and may_marry(state)
    )


@inline
def _lead(state: Any, card: int) -> None:
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
def _count_marriage(state: Any, suit: int) -> None:
    """20, or 40 in trumps: counted at once or pending (A3, B5)."""
    seat = mover(state)
    value = 40 if suit == state.trump else 20
    if state.tricks[seat] == 0 or state.options[opt.COUNTS_NEXT_TRICK]:
        state.pending[seat] += value
        return
    state.points[seat] += value
    if state.options[opt.CLAIM_AUTO] and state.points[seat] >= TARGET:
        claim(state)


@inline
def _follow(state: Any, card: int) -> None:
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
        if state.options[opt.CLOSE_BEFORE_DRAW]:
            state.phase = AFTER_TRICK
        else:
            _draw(state)
    elif last:
        last_trick_won(state)


@inline
def next_place(state: Any) -> int:
    """The place in the pack of the next face-down card of the talon."""
    return np.int64(state.pack_size) + 1 - state.talon


@jit
def _draw(state: Any) -> None:
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
def _swap(state: Any, seat: int) -> None:
    card = exchange_card(state)
    state.hand[seat] ^= bit(card) | bit(state.turn_up)
    state.turn_up = card


@inline
def swaps_on_close(state: Any) -> bool:
    """Whether the closer's opponent would swap at the close (A8, difference 11)."""
    other = mover(state) ^ 1
    return state.options[opt.SWAP_ON_CLOSE] == 1 and (
        state.hand[other] & bit(exchange_card(state)) != 0
    )


@jit
def _close(state: Any) -> None:
    """Close, with the snapshot of the opponent that scores it (A3)."""
    seat = mover(state)
    other = seat ^ 1
    if swaps_on_close(state):
        _swap(state, other)
    state.closer = seat
    state.close_points = state.points[other]
    state.close_tricks = state.tricks[other]
    state.phase = LEAD


# --- what generic bots may ask of a trick-taker ---


@inline
def trumps(state: Any) -> int:
    """The set of trump cards."""
    return suit_cards(state.trump)


@inline
def led(state: Any) -> int:
    """The card that was led to the present trick, or -1."""
    return np.int64(state.led)


@inline
def hand(state: Any, seat: int) -> int:
    return state.hand[seat & 1]
