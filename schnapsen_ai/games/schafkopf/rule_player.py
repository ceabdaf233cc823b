"""The built-in rule player of Schafkopf: `advise` gives its move from a concealed state.

1. Bid the game that one's hand is expected to gain most from, if it gains: each game has a linear
   estimate from Obers, Unters, trumps, aces and short suits (`bidding`).
2. Call the ace of a short suit.
3. Double when the estimate for one's side is clearly good: Kontra as a defender, Re as declarer
   or partner.
4. Count who is a friend: certain where the cards or a doubling showed it, else the share of the
   seats that may still hold the called ace.
5. Play the card that gains most: the points of the trick times the chance to win it for one's
   side, less what the card would be worth later.  So fat goes to the partner's tricks, lean to the
   others', and high trumps are spent on tricks that matter.
6. On lead: declarers draw trumps, the more the better they are; in a call the defenders search the
   called suit and spare their trumps; a plain ace is led while its suit is likely to go round.
"""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record, Words
from ...base.jit import inline, jit
from ...cards import POINTS, Card, Cards, Move, Moves, Seat, bit, count, lowest
from ..shared.trick_game import mover, table_points
from .bid_value import best_bid, outlook
from .knowledge import ace_holder, size_of, unseen
from .observation import partner_known
from .rules import ace_bit, beaten_by, called_suit, class_of, side, trumps
from .state import BIDDING, DOUBLE, DOUBLING, PASS

_KONTRA_AT = 12.0  # expected gain, in money of an undoubled deal, from which to double
_RE_AT = 18.0
_REST = 3.5  # points that a seat still to play is expected to add


@jit
def advise(state: Record, legal: Moves, rng: Words) -> Move:
    """The move of the rule player; it draws no random words."""
    if count(legal) == 1:
        return np.int64(lowest(legal))
    if state.phase == BIDDING:
        return best_bid(state, legal)
    if state.phase == DOUBLING:
        seat = mover(state)
        needed = _KONTRA_AT if side(state, seat) == 1 else _RE_AT
        return np.int64(DOUBLE if outlook(state, seat) > needed else PASS)
    return _choose_card(state, legal)


# --- friends ---


@jit
def friendship(state: Record, seat: Seat, other: Seat) -> float:
    """The chance, as `seat` sees it, that `other` is on its side."""
    if seat == other:
        return 1.0
    if state.ace < 0:
        return 0.0 if state.declarer == seat or state.declarer == other else 1.0
    partner = partner_known(state, seat)
    if partner >= 0:
        mine = seat == state.declarer or seat == partner
        return 1.0 if mine == (other == state.declarer or other == partner) else 0.0
    chance = _partner_chance(state, seat, other)
    if seat == state.declarer:
        return chance
    return 0.0 if other == state.declarer else 1.0 - chance


@inline
def _partner_chance(state: Record, seat: Seat, other: Seat) -> float:
    """The chance that `other` holds the called ace, the holder being unknown."""
    ace = ace_bit(state)
    able = 0
    for third in range(4):
        if third != seat and not state.cannot_hold[third] & ace:
            able += 1
    return 0.0 if state.cannot_hold[other] & ace or able == 0 else 1.0 / able


# --- tricks ---


@jit
def beats_it(state: Record, hidden: Cards, other: Seat, card: Card, led: Card) -> float:
    """The chance that a hidden hand can beat `card` in a trick led with `led`."""
    cards = hidden & ~state.cannot_hold[other]
    if ace_holder(state, mover(state)) == other:
        cards |= ace_bit(state)
    n = count(cards)
    held = size_of(state, other)
    if n == 0 or held == 0:
        return 0.0
    over = cards & beaten_by(state, card)
    same = class_of(state, led)
    void = (1.0 - count(cards & same) / n) ** held
    follows = 1.0 - (1.0 - count(over & same) / n) ** held
    ruffs = void * (1.0 - (1.0 - count(over & ~same) / n) ** held)
    return min(follows + ruffs, 1.0)


@jit
def wins(state: Record, seat: Seat, hidden: Cards, card: Card) -> float:
    """The chance that the trick goes to the side of `seat` when it plays `card`."""
    first = state.on_table == 0
    led = card if first else np.int64(state.table[0])
    best, owner = np.int64(card), np.int64(seat)
    if not first and not beaten_by(state, state.best) & bit(card):
        best, owner = np.int64(state.best), np.int64(state.best_seat)
    mine = friendship(state, seat, owner)
    for laid in range(np.int64(state.on_table) + 1, 4):
        other = (np.int64(state.leader) + laid) & 3
        friend = friendship(state, seat, other)
        takes = beats_it(state, hidden, other, best, led)
        # a friend takes only what is not already ours, and not always
        mine += friend * takes * 0.7 * (1.0 - mine) - (1.0 - friend) * takes * mine
    return mine


@jit
def _choose_card(state: Record, legal: Moves) -> Move:
    seat = mover(state)
    hidden = unseen(state, seat)
    lying, to_come = np.float64(table_points(state)), _REST * (3 - state.on_table)
    best, best_value = np.int64(lowest(legal)), -10000.0
    rest = legal
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        chance = wins(state, seat, hidden, card)
        points = lying + POINTS[card] + to_come
        value = (2.0 * chance - 1.0) * points - _later(state, seat, hidden, card)
        if state.on_table == 0:
            value += _lead_bonus(state, seat, card)
        if value > best_value:
            best, best_value = np.int64(card), value
    return best


@jit
def _later(state: Record, seat: Seat, hidden: Cards, card: Card) -> float:
    """What a card would be worth in a later trick: its strength, not its points."""
    if state.done == 7:
        return 0.0
    above = count(hidden & beaten_by(state, card))
    if trumps(state) & bit(card):
        return 3.0 + 12.0 * (1.0 - above / 14.0) ** 2
    chance = (1.0 - above / max(count(hidden), 1)) ** 6
    return (4.0 + POINTS[card]) * chance


@jit
def _lead_bonus(state: Record, seat: Seat, card: Card) -> float:
    """Habits of the lead."""
    own_trumps = count(state.hand[seat] & trumps(state))
    is_trump = trumps(state) & bit(card) != 0
    if side(state, seat) == 0:
        if not is_trump:
            return 0.0
        return 3.0 * own_trumps if seat == state.declarer else 8.0
    if is_trump:
        return -8.0
    if called_suit(state) & bit(card) and ace_holder(state, seat) < 0:
        return 6.0
    return 0.0
