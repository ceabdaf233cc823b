"""Schafkopf with open cards: which cards a search need try, and in which order.

All that is constant in a deal is packed into one int, its *house* (`house_of`).
"""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record
from ...base.jit import inline
from ...cards import POINTS, Card, Cards, Moves, Seat, bit, count, lowest
from ..shared.trick_game import dealt_to
from . import options as opt
from .rules import ace_bit, called_suit, side
from .state import BEATEN_BY, CLASS_OF, TRUMPS

# The constants of a deal: mode in the lowest three bits, then a bit for each seat that declares.
DECLARES = 3  # from this bit
CALLED = 1 << 7  # an ace is called
ACE = 8  # from this bit: which
ACE_FORCED = 1 << 13  # it must follow even after its holder has run away
AT_DEAL = 1 << 14  # who may run away was settled at the deal
RUNS = 1 << 15  # ... and its holder may
TRICKS = 1 << 16  # the question is about tricks

_NOTHING = np.int64(0)


def _alike(mode: int, card: Card) -> int:
    """Cards of the class of a card that are worth the same points: neighbours are equal."""
    return sum(
        1 << d for d in range(32) if CLASS_OF[mode, card] >> d & 1 and POINTS[card] == POINTS[d]
    )


_ALIKE = np.array([[_alike(m, c) for c in range(32)] for m in range(8)], dtype=np.int64)
_STRENGTH = np.array(  # by mode and card: how few cards win over it
    [[32 - int(BEATEN_BY[m, c]).bit_count() for c in range(32)] for m in range(8)], dtype=np.int64
)


@inline
def house_of(state: Record) -> int:
    """The constants of a deal: mode, sides, called ace and its house rules."""
    house = np.int64(state.mode) & 7
    for seat in range(4):
        if side(state, seat) == 0:
            house |= np.int64(1) << DECLARES + seat
    if state.ace >= 0:
        house |= CALLED | (np.int64(state.ace) & 31) << ACE
        if state.options[opt.ACE_STILL_FORCED]:
            house |= ACE_FORCED
        if state.options[opt.AT_DEAL]:
            house |= AT_DEAL
            for seat in range(4):
                held = dealt_to(state, seat) & called_suit(state)
                if held & ace_bit(state) and count(held) >= 4:
                    house |= RUNS
    return house


@inline
def may_play(hand: Cards, laid: Cards, led_class: int, ran: int, house: int) -> int:
    """The legal cards; the same as `rules.legal`."""
    choice = hand
    if laid > 0:
        choice = hand & led_class
        choice = choice if choice else hand
    if not house & CALLED:
        return choice
    ace = bit(house >> ACE & 31)
    if not hand & ace:
        return choice
    if laid == 0:
        if ran:
            return choice
        suit = np.int64(0xE7) << (house >> ACE & 24)
        runs = house & RUNS != 0 if house & AT_DEAL else count(hand & suit) >= 4
        return choice if runs else hand & ~(suit ^ ace)
    if led_class & ace:
        return choice if ran and not house & ACE_FORCED else ace
    return choice if ran or hand == ace else choice & ~ace


@inline
def distinct(moves: Moves, others: int, house: int) -> Moves:
    """Of cards worth the same between which no other hand has one, the lowest."""
    mode = house & 7
    kept = moves
    rest = moves
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        alike = CLASS_OF[mode, card] if house & TRICKS else _ALIKE[mode, card]
        alike &= moves & ~bit(card)
        beats = BEATEN_BY[mode, card]
        while alike:
            lower = lowest(alike)
            alike &= alike - 1
            over = BEATEN_BY[mode, lower]
            if over & bit(card) and not over & ~beats & others:
                kept &= ~bit(card)
                alike = np.int64(0)
    return kept


@inline
def _can_beat(hand: Cards, led_class: int, beating: int) -> bool:
    """Whether a hand that still follows may play one of the beating cards."""
    same = hand & led_class
    return (same if same else hand) & beating != 0


@inline
def _worth(
    card: Card,
    hands: np.ndarray,
    seat: Seat,
    laid: Cards,
    led_class: int,
    best: int,
    best_seat: Seat,
    weight: int,
    house: int,
) -> int:
    """How early to try a card: sure winners of much, then points to a sure partner, then little."""
    mode = house & 7
    mine = house >> (DECLARES + seat) & 1
    points = POINTS[card & 31]
    trump = TRUMPS[mode] & bit(card) != 0
    wins = laid == 0 or BEATEN_BY[mode, best & 31] & bit(card) != 0
    led_class = CLASS_OF[mode, card & 31] if laid == 0 else led_class
    top = card if wins else best
    ours = True if wins else house >> (DECLARES + best_seat) & 1 == mine
    beating = BEATEN_BY[mode, top & 31]
    foe, friend = False, False
    for i in range(1, 4 - laid):
        other = (seat + i) & 3
        if _can_beat(hands[other], led_class, beating):
            if house >> (DECLARES + other) & 1 == mine:
                friend = True
            else:
                foe = True
    if house & TRICKS:
        base = 200 if ours and not foe else 150 if ours or friend else 100
        return base - _STRENGTH[mode, card & 31]
    if ours and not foe:
        return 200 + points + (weight >> 5) - (8 if trump and wins and laid > 0 else 0)
    if ours:
        return (110 if wins else 100) - points + (10 if friend else 0)
    if friend:
        return 120 + points
    return 60 - 2 * points - (6 if trump else 0)


@inline
def put_in_order(
    moves: Moves, tried: int, hands: np.ndarray, seat: Seat, laid: Cards, led_class: int, best: int,
    best_seat: Seat, weight: int, house: int, at: int, table: np.ndarray,
) -> int:
    """Write the cards to ``table[at:]`` by their worth, the best last; returns how many.

    The card that was best when the position was searched before, `tried`, comes first of all.
    """
    n = _NOTHING
    single = moves & (moves - 1) == 0
    while moves:
        card = lowest(moves)
        moves &= moves - 1
        value = _NOTHING
        if not single:
            if card == tried:
                value = np.int64(1000)
            else:
                value = _worth(card, hands, seat, laid, led_class, best, best_seat, weight, house)
        item = np.uint64((value + 500) << 5 | card)
        i = n
        while i > 0 and table[at + i - 1] > item:
            table[at + i] = table[at + i - 1]
            i -= 1
        table[at + i] = item
        n += 1
    return n


@inline
def runs_away(card: Card, hand: Cards, laid: Cards, ran: int, house: int) -> int:
    """Whether the holder of the called ace has run away once `hand` has led or laid this card."""
    if laid == 0 and house & CALLED:
        ace = house >> ACE & 31
        suit = CLASS_OF[house & 7, ace]
        if hand & bit(ace) and card != ace and suit & bit(card):
            return np.int64(1)
    return ran
