"""Schafkopf: what a hand is worth in each game, for the built-in player.

The estimates are linear in a dozen features of the dealt hand.  Their weights were fitted to
deals played to the end by copies of the built-in player: the gain of its seat in the undoubled
game, in money.
"""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record
from ...base.jit import inline, jit
from ...cards import Cards, Move, Moves, Seat, bit, count, suit_cards
from ..shared.trick_game import dealt_to
from .rules import side, suit_of_call
from .state import CALL, HEARTS, IN_WENZ, LOW, PASS, SOLO, TRUMPS, WENZ

N_FEATURES = 12
_OBERS, _UNTERS = 0x10101010, 0x08080808
_ACES, _TENS = 0x80808080, 0x40404040
_LOW = LOW * 0x01010101

# Rows of the weights: the declarer's, then the defenders', the partner's last.
IN_CALL, IN_A_WENZ, IN_SOLO, AGAINST, PARTNER = 0, 1, 2, 3, 6
WEIGHTS = np.array(
    [
        [6.1, 15.6, 15.0, 13.9, 7.8, 2.4, 0.5, 1.9, -0.1, -6.7, 5.2, 0.3],
        [-30.5, 44.3, 21.5, 11.1, 10.6, 81.0, 74.0, 16.9, 31.6, -109.7, -43.8, -39.6],
        [4.6, 87.2, 70.6, 43.7, 9.4, -14.6, -35.5, 39.1, -11.9, -112.1, 72.4, -0.4],
        [2.1, 9.9, 9.1, 7.7, 1.5, -2.0, -2.7, 0.9, -1.7, -5.4, 9.9, -1.2],
        [-3.5, 6.0, 2.9, -0.5, 2.2, 0.0, -5.9, 4.0, -5.3, -9.9, 1.2, -0.4],
        [-2.2, 6.2, 5.5, -2.9, -4.0, -6.1, -8.3, 1.9, -3.7, -4.2, 19.8, 1.2],
        [8.4, 18.5, 17.8, 15.9, 8.3, 4.6, 3.5, 1.4, 2.2, -3.7, 0.7, -1.2],
    ]
)


@inline
def _has(hand: Cards, cards: Cards) -> float:
    """How many of the cards a hand has."""
    return np.float64(count(hand & cards))


@jit
def features(hand: Cards, mode: int, leads: bool, out: np.ndarray) -> None:
    """A dealt hand in numbers, for a trump suit or for Wenz."""
    trumps = TRUMPS[mode & 7]
    plain = hand & ~trumps
    out[0] = 1.0
    out[11] = 1.0 if leads else 0.0
    out[8] = _has(plain, _ACES)
    voids, open_suits, tens = 0, 0, 0
    for suit in range(4):
        own = plain & suit_cards(suit)
        if not own:
            voids += 1
        elif not own & _ACES:
            open_suits += 1
        elif own & _TENS:
            tens += 1
    if mode == IN_WENZ:
        for i in range(4):
            out[1 + i] = _has(hand, bit(8 * i + 3))
        out[5] = out[1] + out[2] + out[3] + out[4] >= 3.0
        out[6] = tens
        out[7] = _has(plain, _TENS) - tens
        out[9] = open_suits
        out[10] = voids
        return
    for i in range(4):
        out[1 + i] = _has(hand, bit(8 * i + 4))
    out[5] = _has(hand, _UNTERS)
    out[6] = _has(hand, trumps & ~(_OBERS | _UNTERS))
    out[7] = _has(hand & trumps, _ACES | _TENS)
    out[9] = count(plain) - out[8]
    out[10] = voids - (1 if mode < IN_WENZ else 0)


@jit
def estimate(row: int, hand: Cards, mode: int, leads: bool) -> float:
    """The expected gain by a row of the weights."""
    numbers = np.zeros(N_FEATURES)
    features(hand, mode, leads, numbers)
    total = 0.0
    for i in range(N_FEATURES):
        total += WEIGHTS[row, i] * numbers[i]
    return total


@inline
def may_be_worth(row: int, hand: Cards, mode: int) -> bool:
    """Whether a declarer's hand is of the kind that the weights were fitted to."""
    trumps = hand & TRUMPS[mode & 7]
    if row == IN_CALL:
        return count(trumps) >= 4
    if row == IN_A_WENZ:
        return count(trumps) >= 2 and count(trumps | (hand & _ACES)) >= 4
    return count(trumps) >= 6 and count(trumps & (_OBERS | _UNTERS)) >= 3


@jit
def declared(row: int, hand: Cards, mode: int, leads: bool) -> float:
    """What a declarer may expect; nothing of a hand that is no such game."""
    return estimate(row, hand, mode, leads) if may_be_worth(row, hand, mode) else -1.0


@jit
def outlook(state: Record, seat: Seat) -> float:
    """What a seat may expect from the game that is played, undoubled."""
    mode = np.int64(state.mode)
    row = np.int64(IN_SOLO)
    if state.ace >= 0:
        row = np.int64(IN_CALL)
    elif mode == IN_WENZ:
        row = np.int64(IN_A_WENZ)
    if side(state, seat) == 1:
        row += AGAINST
    elif seat != state.declarer:
        row = np.int64(PARTNER)
    return estimate(row, dealt_to(state, seat), mode, seat == 0)


@jit
def best_bid(state: Record, legal: Moves) -> Move:
    """The bid with the best estimate, or to pass."""
    seat = np.int64(state.turn) & 3
    hand = state.hand[seat]
    best, best_value = np.int64(PASS), 0.0
    if legal & bit(WENZ):
        value = declared(IN_A_WENZ, hand, IN_WENZ, seat == 0)
        if value > best_value:
            best, best_value = np.int64(WENZ), value
    for suit in range(4):
        if legal & bit(SOLO + suit):
            value = declared(IN_SOLO, hand, suit, seat == 0)
            if value > best_value:
                best, best_value = np.int64(SOLO + suit), value
    call = best_call(hand, legal)
    if call > 0 and declared(IN_CALL, hand, HEARTS, seat == 0) > best_value:
        best = call
    return best


@jit
def best_call(hand: Cards, legal: Moves) -> Move:
    """The call of the shortest suit, rather one without its ten; 0 where none is legal."""
    best, best_value = np.int64(0), 100
    for call in range(CALL, SOLO):
        if call != WENZ and legal & bit(call):
            suit = suit_cards(suit_of_call(call))
            value = 2 * count(hand & suit & _LOW) + count(hand & suit & _TENS)
            if value < best_value:
                best, best_value = np.int64(call), value
    return best
