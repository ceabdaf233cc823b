"""Schafkopf with open cards: can the declaring side still take so much?

The question of alpha-beta search in a form that fits the game.  It asks for card points, or for
tricks (Schwarz), where a card has no points and more of them are equal.  What was taken before
does not matter for what can still be taken: the table keeps bounds on that for each position
between two tricks (Kupferschmid and Helmert 2006 did so for Skat), and one entry serves every
question about the deal.

A question is what the four hands are, where the trick on the table stands, and the constants of
the deal packed into one int (`solver_moves.house_of`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.arrays import Record
from ...base.jit import inline, jit
from ...cards import POINTS, Card, Cards, Seat, bit, count, lowest
from ..shared.open_cards import key_of
from ..shared.trick_game import NO_CARD, dealt_to, table_points
from .rules import ace_bit
from .solver_moves import (
    DECLARES,
    TRICKS,
    distinct,
    house_of,
    may_play,
    put_in_order,
    runs_away,
)
from .state import BEATEN_BY, CLASS_OF

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


@inline
def _without(hands: np.ndarray, card: Card) -> Any:
    gone = ~bit(card)
    return hands[0] & gone, hands[1] & gone, hands[2] & gone, hands[3] & gone


@jit
def ask(
    h0: int,
    h1: int,
    h2: int,
    h3: int,
    seat: Seat,
    laid: Cards,
    led: Card,
    best: int,
    best_seat: Seat,
    weight: int,
    left: int,
    need: int,
    ran: int,
    house: int,
    table: np.ndarray,
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
    all_cards = h0 | h1 | h2 | h3
    moves = may_play(hand, laid, led_class, ran, house)
    if moves & (moves - 1):
        others = all_cards & ~hand
        moves = distinct(moves, others if laid == 0 else others | bit(best & 31), house)
    at = ORDER + 8 * (32 - count(all_cards) & 31)
    n = put_in_order(
        moves, tried, hands, seat, laid, led_class, best, best_seat, weight, house, at, table
    )
    mine = house >> (DECLARES + seat) & 1
    result = -np.int64(1) if mine else _HIGH
    while n > 0:
        n -= 1
        card = np.int64(table[at + n]) & 31
        n0, n1, n2, n3 = _without(hands, card)
        now = weight if house & TRICKS else weight + POINTS[card]
        top, top_seat = best, best_seat
        if laid == 0 or BEATEN_BY[mode, best & 31] & bit(card):
            top, top_seat = card, seat
        if laid == 3:
            now = _ONE if house & TRICKS else now
            gain = now if house >> (DECLARES + top_seat) & 1 else _NOTHING
            value = gain + ask(
                n0, n1, n2, n3, top_seat, _NOTHING, _NOTHING, _NOTHING, _NOTHING, _NOTHING,
                left - now, need - gain, ran, house, table,
            )
        else:
            runs = runs_away(card, hand, laid, ran, house)
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
def takes(state: Record, need: int, tricks: bool, table: np.ndarray) -> bool:
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
        house |= TRICKS
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
