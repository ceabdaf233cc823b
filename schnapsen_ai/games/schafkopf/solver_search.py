"""Schafkopf with open cards: can the declaring side still take so much?

The question of alpha-beta search in a form that fits the game.  It asks for card points, or for
tricks (Schwarz), where a card has no points and more of them are equal.  What was taken before
does not matter for what can still be taken: the table keeps bounds on that for each position
between two tricks (Kupferschmid and Helmert 2006 did so for Skat), and one entry serves every
question about the deal.

A question is what the four hands are, where the trick on the table stands, and the constants of
the deal packed into one int (`house_of`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.jit import inline, jit
from ...cards import POINTS, bit, count, lowest
from ..shared.open_cards import key_of
from ..shared.trick_game import NO_CARD, dealt_to, table_points
from . import options as opt
from .rules import ace_bit, called_suit, side
from .state import BEATEN_BY, CLASS_OF, TRUMPS

# The table: the number of nodes searched; the cards of a node in the order in which they are
# tried, eight for each ply; entries of three words: the key (two), and card, lower, upper bound.
NODES = 0
ORDER = 8
FIRST_ENTRY = ORDER + 8 * 33
ENTRIES = 1 << 17
EXACT_WORDS = FIRST_ENTRY + 3 * ENTRIES

NO_MOVE = 63
_NOTHING = np.int64(0)
_ONE = np.int64(1)
_HIGH = np.int64(4095)
_TRICKS = 1 << 16  # of a house: the question is about tricks


def _alike(mode: int, card: int) -> int:
    """Cards of the class of a card that are worth the same points: neighbours are equal."""
    return sum(
        1 << d for d in range(32) if CLASS_OF[mode, card] >> d & 1 and POINTS[card] == POINTS[d]
    )


_ALIKE = np.array([[_alike(m, c) for c in range(32)] for m in range(8)], dtype=np.int64)
_STRENGTH = np.array(  # by mode and card: how few cards win over it
    [[32 - int(BEATEN_BY[m, c]).bit_count() for c in range(32)] for m in range(8)], dtype=np.int64
)


@inline
def house_of(state: Any) -> int:
    """The constants of a deal: mode, sides, called ace and its house rules."""
    house = np.int64(state.mode) & 7
    for seat in range(4):
        if side(state, seat) == 0:
            house |= np.int64(8) << seat
    if state.ace >= 0:
        house |= 1 << 7 | (np.int64(state.ace) & 31) << 8
        if state.options[opt.ACE_STILL_FORCED]:
            house |= 1 << 13
        if state.options[opt.AT_DEAL]:
            house |= 1 << 14
            for seat in range(4):
                held = dealt_to(state, seat) & called_suit(state)
                if held & ace_bit(state) and count(held) >= 4:
                    house |= 1 << 15
    return house


@inline
def _may(hand: int, laid: int, led_class: int, ran: int, house: int) -> int:
    """The legal cards; the same as `rules.legal`."""
    choice = hand
    if laid > 0:
        choice = hand & led_class
        choice = choice if choice else hand
    if not house & 128:
        return choice
    ace = bit(house >> 8 & 31)
    if not hand & ace:
        return choice
    if laid == 0:
        if ran:
            return choice
        suit = np.int64(0xE7) << (house >> 8 & 24)
        runs = house & 1 << 15 != 0 if house & 1 << 14 else count(hand & suit) >= 4
        return choice if runs else hand & ~(suit ^ ace)
    if led_class & ace:
        return choice if ran and not house & 1 << 13 else ace
    return choice if ran or hand == ace else choice & ~ace


@inline
def _distinct(moves: int, others: int, house: int) -> int:
    """Of cards worth the same between which no other hand has one, the lowest."""
    mode = house & 7
    kept = moves
    rest = moves
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        alike = CLASS_OF[mode, card] if house & _TRICKS else _ALIKE[mode, card]
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
def _can_beat(hand: int, led_class: int, beating: int) -> bool:
    """Whether a hand that still follows may play one of the beating cards."""
    same = hand & led_class
    return (same if same else hand) & beating != 0


@inline
def _worth(
    card: int, hands: Any, seat: int, laid: int, led_class: int, best: int, best_seat: int,
    weight: int, house: int,
) -> int:
    """How early to try a card: sure winners of much, then points to a sure partner, then little."""
    mode = house & 7
    mine = house >> (3 + seat) & 1
    points = POINTS[card & 31]
    trump = TRUMPS[mode] & bit(card) != 0
    wins = laid == 0 or BEATEN_BY[mode, best & 31] & bit(card) != 0
    led_class = CLASS_OF[mode, card & 31] if laid == 0 else led_class
    top = card if wins else best
    ours = True if wins else house >> (3 + best_seat) & 1 == mine
    beating = BEATEN_BY[mode, top & 31]
    foe, friend = False, False
    for i in range(1, 4 - laid):
        other = (seat + i) & 3
        if _can_beat(hands[other], led_class, beating):
            if house >> (3 + other) & 1 == mine:
                friend = True
            else:
                foe = True
    if house & _TRICKS:
        base = 200 if ours and not foe else 150 if ours or friend else 100
        return base - _STRENGTH[mode, card & 31]
    if ours and not foe:
        return 200 + points + (weight >> 5) - (8 if trump and wins and laid > 0 else 0)
    if ours:
        return (110 if wins else 100) - points + (10 if friend else 0)
    if friend:
        return 120 + points
    return 60 - 2 * points - (6 if trump else 0)


@jit
def ask(
    h0: int, h1: int, h2: int, h3: int, seat: int, laid: int, led: int, best: int, best_seat: int,
    weight: int, left: int, need: int, ran: int, house: int, table: Any,
) -> int:
    """Does the declaring side still take `need`?  The answer is a bound, as in alpha-beta.

    laid: cards on the table, `led` the first and `best` the winning one, of `weight` points; left:
    points (or tricks) that are still to be taken, those included.  ran: whether the holder of the
    called ace has run away.
    """
    table[NODES] += np.uint64(1)
    mode = house & 7
    hands = (h0, h1, h2, h3)
    led_class = _NOTHING
    slot = _NOTHING
    low, high = _NOTHING, left
    a, b = np.uint64(0), np.uint64(0)
    tried = np.int64(NO_MOVE)
    if laid == 0:
        if need <= 0:
            return _NOTHING
        if need > left:
            return left
        a, b = key_of(hands, house << 8 | ran << 4 | seat)
        slot = FIRST_ENTRY + 3 * np.int64(b % np.uint64(ENTRIES))
        if table[slot] == a and table[slot + 1] == b:
            known = np.int64(table[slot + 2])
            tried = known & 63
            low = known >> 8 & 4095
            high = known >> 20 & 4095
            if low >= need:
                return low
            if high < need:
                return high
    else:
        led_class = CLASS_OF[mode, led & 31]

    hand = h0 if seat == 0 else h1 if seat == 1 else h2 if seat == 2 else h3
    others = (h0 | h1 | h2 | h3) & ~hand
    moves = _may(hand, laid, led_class, ran, house)
    if moves & (moves - 1):
        moves = _distinct(moves, others if laid == 0 else others | bit(best & 31), house)
    mine = house >> (3 + seat) & 1
    n = _NOTHING
    at = ORDER + 8 * (32 - count(h0 | h1 | h2 | h3) & 31)
    single = moves & (moves - 1) == 0
    rest = moves
    while rest:  # insertion by worth, the best last
        card = lowest(rest)
        rest &= rest - 1
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

    result = -np.int64(1) if mine else _HIGH
    while n > 0:
        n -= 1
        card = np.int64(table[at + n]) & 31
        gone = ~bit(card)
        n0 = h0 & gone
        n1 = h1 & gone
        n2 = h2 & gone
        n3 = h3 & gone
        now = weight if house & _TRICKS else weight + POINTS[card]
        top, top_seat = best, best_seat
        if laid == 0 or BEATEN_BY[mode, best & 31] & bit(card):
            top, top_seat = card, seat
        if laid == 3:
            now = _ONE if house & _TRICKS else now
            gain = now if house >> (3 + top_seat) & 1 else _NOTHING
            value = gain + ask(
                n0, n1, n2, n3, top_seat, _NOTHING, _NOTHING, _NOTHING, _NOTHING, _NOTHING,
                left - now, need - gain, ran, house, table,
            )
        else:
            runs = ran
            if laid == 0 and house & 128:
                ace = house >> 8 & 31
                if hand & bit(ace) and card != ace and CLASS_OF[mode, ace] & bit(card):
                    runs = np.int64(1)
            value = np.int64(
                ask(
                    n0, n1, n2, n3, (seat + 1) & 3, laid + 1, card if laid == 0 else led, top,
                    top_seat, now, left, need, runs, house, table,
                )
            )
        if mine:
            if value > result:
                result = value
                tried = card
            if result >= need:
                break
        else:
            if value < result:
                result = value
                tried = card
            if result < need:
                break

    if laid == 0:
        if result >= need:
            low = max(low, result)
        else:
            high = min(high, result)
        table[slot] = a
        table[slot + 1] = b
        table[slot + 2] = np.uint64(tried | low << 8 | high << 20)
    return result


@jit
def takes(state: Any, need: int, tricks: bool, table: Any) -> bool:
    """Whether the declaring side takes so many more points, or tricks, in the play.

    Doubling windows are passed over.
    """
    house = house_of(state)
    weight = table_points(state)
    left = weight
    for seat in range(4):
        cards = state.hand[seat]
        while cards:
            left += POINTS[lowest(cards)]
            cards &= cards - 1
    if tricks:
        house |= _TRICKS
        weight = _NOTHING
        left = 8 - np.int64(state.done)
    ran = np.int64(0)
    if state.runner >= 0 and dealt_to(state, np.int64(state.runner)) & ace_bit(state):
        ran = np.int64(1)
    if need <= 0 or need > left:
        return need <= 0
    laid = np.int64(state.on_table)
    led = np.int64(state.table[0]) if laid > 0 else _NOTHING
    best = np.int64(state.best) if state.best != NO_CARD else _NOTHING
    seat = (np.int64(state.leader) + laid) & 3
    return ask(
        state.hand[0], state.hand[1], state.hand[2], state.hand[3], seat, laid, led, best,
        np.int64(state.best_seat) & 3, weight, left, np.int64(need), ran, house, table,
    ) >= need
