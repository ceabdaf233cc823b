"""Schnapsen and Sixty-Six: dealing, legal moves, play, claims and the end of a deal.

Section numbers (A3, B12) are those of the rules page that `schnapsen-ai rulebook schnapsen`
prints.  Rules never validate: a caller passes only moves of `legal`.  `play` is what rollouts
call and keeps no knowledge; real play also calls `knowledge.learn`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..._jit import inline, jit
from ...cards import KINGS, PACK_20, POINTS, QUEENS, bit, members, shuffle, suit_cards, suit_of
from ...tricks import beats, pair_of, strict
from . import options as opt
from .state import (
    AFTER_TRICK,
    CLAIM,
    CLAIMED,
    CLOSE,
    CLOSE_FAILED,
    CLOSER_BEATEN,
    CLOSER_CLAIMED,
    DRAW,
    DRAWN,
    END,
    EXCHANGE,
    FALSE_CLAIMED,
    FINAL,
    FOLLOW,
    LEAD,
    MARRIAGE,
    MAX_TRICKS,
    NO_CARD,
    NOBODY,
    NOT_OVER,
    OVER,
    RAN_OUT,
    RESIGNED,
    UNKNOWN,
)

TARGET = 66
_ORDERED_20 = np.array(members(PACK_20), dtype=np.uint8)
_ORDERED_24 = np.array(members(PACK_20 | 0x04040404), dtype=np.uint8)
_CLAIM, _CLOSE, _EXCHANGE, _END, _DRAW = 1 << CLAIM, 1 << CLOSE, 1 << EXCHANGE, 1 << END, 1 << DRAW


# --- the deal ---


@jit
def deal(state: Any, rng: Any, match: Any) -> None:
    """Shuffle a pack and lay it out (A1); the state's options and pack size stay."""
    size = np.int64(state.pack_size)
    if size == 20:
        for i in range(20):
            state.pack[i] = _ORDERED_20[i]
    else:
        for i in range(24):
            state.pack[i] = _ORDERED_24[i]
    shuffle(state.pack, size, rng)
    lay_out(state, match)


@inline
def _places(pack: Any, first: int, n: int) -> int:
    cards = np.int64(0)
    for i in range(first, first + n):
        cards |= bit(pack[i])
    return cards


@jit
def lay_out(state: Any, match: Any) -> None:
    """Start the deal of `state.pack`: hands, turn-up and talon (A1)."""
    pack = state.pack
    state.hand[0] = _places(pack, 0, 3)
    state.hand[1] = _places(pack, 3, 3)
    if state.pack_size == 20:
        state.hand[0] |= _places(pack, 7, 2)
        state.hand[1] |= _places(pack, 9, 2)
        state.turn_up = pack[6]
        state.talon = 10
    else:
        state.hand[0] |= _places(pack, 6, 3)
        state.hand[1] |= _places(pack, 9, 3)
        state.turn_up = pack[12]
        state.talon = 12
    state.trump = suit_of(state.turn_up)
    state.must_lead = 0
    for seat in range(2):
        state.points[seat] = 0
        state.pending[seat] = 0
        state.tricks[seat] = 0
        state.score[seat] = match.score[match.player[seat]]
    state.close_points = 0
    state.close_tricks = 0
    state.phase = LEAD
    state.turn = 0
    state.led = NO_CARD
    state.closer = NOBODY
    state.winner = NOBODY
    state.value = 0
    state.ending = NOT_OVER
    _forget(state)


@jit
def _forget(state: Any) -> None:
    """Nothing has been learned yet."""
    state.takers = 0
    for seat in range(2):
        state.holds[seat] = 0
        state.lacks[seat] = 0
        state.married[seat] = 0
        state.absent[seat] = 0
        state.swap_trick[seat] = -1
        for trick in range(MAX_TRICKS):
            state.played[seat, trick] = UNKNOWN


# --- legal moves ---


@inline
def mover(state: Any) -> int:
    """The seat to move, as an index that needs no check for negative values."""
    return np.int64(state.turn) & 1


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
        _claim(state)
    elif move == DRAW:
        _draw(state)
    else:
        _run_out(state)


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
        _claim(state)


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
        _claim(state)
    elif open_:
        if state.options[opt.CLOSE_BEFORE_DRAW]:
            state.phase = AFTER_TRICK
        else:
            _draw(state)
    elif last:
        _last_trick_won(state)


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


# --- the end of a deal (A6) ---


@inline
def scale(state: Any, points: int, tricks: int) -> int:
    """3 without a trick, 2 under 33 points, else 1."""
    if tricks == 0:
        return 3
    return 2 if points < state.options[opt.SCHNEIDER_AT] else 1


@jit
def _award(state: Any, winner: int, value: int, ending: int) -> None:
    state.winner = winner
    state.value = 1 if state.options[opt.FLAT] and value > 0 else value
    state.ending = ending
    state.phase = OVER


@jit
def claim_value(state: Any, seat: int) -> int:
    """Game points of a true claim by `seat` now, before `flat` (A6.2-4)."""
    other = seat ^ 1
    if state.closer == other:
        if state.options[opt.BEATEN_CLOSER_FLAT]:
            return 2
        return 3 if state.close_tricks == 0 else 2
    if state.closer == seat and not state.options[opt.CLOSE_SCORED_AT_END]:
        return scale(state, state.close_points, state.close_tricks)
    return scale(state, state.points[other], state.tricks[other])


@jit
def false_claim_value(state: Any, seat: int) -> int:
    """Game points that a false claim by `seat` gives the other, before `flat` (A6.1)."""
    other = seat ^ 1
    rule = state.options[opt.FALSE_CLAIM]
    if rule == opt.FLAT_TWO:
        return 2
    if rule == opt.MIRROR:
        return scale(state, state.points[other], state.tricks[other])
    tricks = np.int64(state.tricks[other])
    if state.closer == seat and not state.options[opt.CLOSER_FALSE_CLAIM_NOW]:
        tricks = np.int64(state.close_tricks)
    return 3 if tricks == 0 else 2


@jit
def _claim(state: Any) -> None:
    seat = mover(state)
    if state.points[seat] < TARGET:
        _award(state, seat ^ 1, false_claim_value(state, seat), FALSE_CLAIMED)
        return
    ending = CLAIMED
    if state.closer >= 0:
        ending = CLOSER_CLAIMED if state.closer == seat else CLOSER_BEATEN
    _award(state, seat, claim_value(state, seat), ending)


@jit
def _last_trick_won(state: Any) -> None:
    """The cards are gone: the last trick's winner may claim (B14)."""
    rule = state.options[opt.FINAL_CLAIM]
    if state.options[opt.CLAIM_AUTO]:
        _run_out(state)
    elif rule == opt.OFFER:
        state.phase = FINAL
    elif rule == opt.FINAL_AUTO and state.points[mover(state)] >= TARGET:
        _claim(state)
    else:
        _run_out(state)


@jit
def _run_out(state: Any) -> None:
    """Nobody claimed: a failed close, or the last trick (A6.5-6); `turn` took the last trick."""
    taker = mover(state)
    if state.closer >= 0:
        rule = state.options[opt.FAILED_CLOSE]
        if rule == opt.TO_LAST_TRICK:
            _award(state, taker, 1, CLOSE_FAILED)
        else:
            value = 3 if rule == opt.ALWAYS_3 or state.close_tricks == 0 else 2
            _award(state, 1 - state.closer, value, CLOSE_FAILED)
        return
    rule = state.options[opt.LAST_TRICK]
    if rule == opt.ONE_POINT:
        _award(state, taker, 1, RAN_OUT)
        return
    winner = taker
    if rule == opt.TEN_POINTS:
        if state.points[0] == state.points[1]:
            _award(state, NOBODY, 0, DRAWN)
            return
        winner = 0 if state.points[0] > state.points[1] else 1
    loser = winner ^ 1
    _award(state, winner, scale(state, state.points[loser], state.tricks[loser]), RAN_OUT)


@jit
def resign(state: Any, seat: int) -> None:
    """`seat` gives the deal up: 3 game points to the other (A8, last paragraph)."""
    _award(state, seat ^ 1, 3, RESIGNED)


@inline
def is_over(state: Any) -> bool:
    return state.phase == OVER


@inline
def payoff(state: Any, seat: int) -> int:
    """Game points of a seat; the other's are the negative."""
    value = np.int64(state.value)
    return value if state.winner == seat else -value


@inline
def sides_known(state: Any) -> bool:
    return True


@inline
def side(state: Any, seat: int) -> int:
    return seat


# --- what generic bots may ask of a trick-taker ---


@inline
def trumps(state: Any) -> int:
    """The set of trump cards."""
    return suit_cards(state.trump)


@inline
def led(state: Any) -> int:
    """The card that was led to the present trick, or -1."""
    return np.int64(state.led)


# --- the match (A7) ---


@jit
def begin_match(match: Any, state: Any, first_dealer: int) -> None:
    """A new match of two players under the state's options."""
    for player in range(2):
        match.score[player] = state.options[opt.MATCH_POINTS]
        match.marks[player] = 0
    match.player[0] = 1 - first_dealer
    match.player[1] = first_dealer
    match.over = 0
    match.winner = NOBODY
    match.deals = 0


@jit
def next_deal(match: Any, state: Any) -> None:
    """Book a finished deal: scores, Bummerl, and who deals next."""
    match.deals += 1
    if state.winner < 0:
        return  # drawn: the same dealer deals again
    winner = np.int64(match.player[state.winner])
    loser = winner ^ 1
    untouched = match.score[loser] == state.options[opt.MATCH_POINTS]
    match.score[winner] -= state.value
    if state.ending == RESIGNED or match.score[winner] <= 0:
        match.over = 1
        match.winner = winner
        double = state.options[opt.SCHNEIDER_BUMMERL] and untouched and state.ending != RESIGNED
        match.marks[loser] += 2 if double else 1
    dealer = winner if state.options[opt.WINNER_DEALS] else np.int64(match.player[0])
    match.player[0] = 1 - dealer
    match.player[1] = dealer


@jit
def largest_loss(state: Any) -> int:
    """3 game points, 1 where every deal is worth 1: what a misbehaving bot is charged."""
    return 1 if state.options[opt.FLAT] else 3


@inline
def hand(state: Any, seat: int) -> int:
    return state.hand[seat & 1]
