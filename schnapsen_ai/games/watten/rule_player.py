"""The built-in rule player of Watten: `advise` gives its move from a concealed state.

1. Name the rank held most often; among equals the one of which fewest are left to the others,
   then the one that is weakest as a plain card.
2. Name the suit of a Schlag held, which makes it the Hauptschlag; else the longest, highest suit.
3. Before each card, weigh the deal: cards that few unseen ones beat, tricks won and lost, and how
   the trick on the table stands.  Raise with a good chance, and more readily when the others
   would go out anyway.
4. See a raise unless the deal is nearly lost; never fold the match away.
5. Play the card with the best chance to win the trick for the team, less what it is worth later:
   cheaply when the partner wins, the lowest when nothing helps, all the strength there is once
   the others need a single trick.
"""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record, Words
from ...base.jit import inline, jit
from ...cards import Card, Cards, Move, Moves, Seat, Side, bit, count, lowest, suit_cards
from ..shared.trick_game import mover
from . import options as opt
from .knowledge import size_of, unseen
from .rules import beaten_by
from .state import (
    ANSWERING,
    ASKING,
    FOLD,
    KRITISCHE,
    MAIN_CARD,
    NAMING_RANK,
    NAMING_SUIT,
    PASS,
    RAISE,
    RANK_CARDS,
    SCHLAG,
    SEE,
    STRENGTH,
    TRUMP,
)

_NATURAL = np.array([0, 1, 2, 4, 5, 6, 3, 7], dtype=np.int64)  # by rank, low to high
_THRIFT = 0.55  # what a card's later use counts against winning the trick now
_RAISE_AT = 0.62
_SEE_MARGIN = 0.06  # a raise says something of the raiser's cards

# Chance of the team to win the deal: logistic in hand strength, tricks won, tricks lost, chance to
# win the trick on the table.  Fitted to deals between copies of this player.
_CONSTANT, _PER_STRENGTH, _PER_WON, _PER_LOST, _PER_TABLE = -1.3, 1.56, 1.04, -0.72, 0.99


@jit
def advise(state: Record, legal: Moves, rng: Words) -> Move:
    """The move of the rule player; it draws no random words."""
    if state.phase == NAMING_RANK:
        return _name_rank(state, legal)
    if state.phase == NAMING_SUIT:
        return _name_suit(state)
    if state.phase == ANSWERING:
        return SEE if _sees(state) else FOLD
    if legal & bit(RAISE):
        if chance(state) >= _RAISE_AT:
            return RAISE
        legal &= ~bit(RAISE)
    if state.phase == ASKING:
        return PASS
    return _choose_card(state, legal)


@jit
def _name_rank(state: Record, legal: Moves) -> Move:
    hand = state.hand[0]
    best, best_value = np.int64(0), -1000.0
    for rank in range(8):
        if not legal & bit(SCHLAG + rank):
            continue
        schlaege = (np.int64(RANK_CARDS) << rank) & ~KRITISCHE
        held = count(schlaege & hand)
        value = 10.0 * held - 2.0 * (count(schlaege) - held) - 0.1 * _NATURAL[rank]
        if value > best_value:
            best, best_value = np.int64(SCHLAG + rank), value
    return best


@jit
def _name_suit(state: Record) -> Move:
    hand = state.hand[3]
    best, best_value = np.int64(0), -1.0
    for suit in range(4):
        value = 0.0
        cards = hand & suit_cards(suit) & ~KRITISCHE
        while cards:
            value += 2.0 + 0.1 * _NATURAL[lowest(cards) & 7]
            cards &= cards - 1
        main = MAIN_CARD[np.int64(state.schlag) & 7, suit]
        if main >= 0 and hand & bit(main):
            value += 6.0
        elif main < 0:
            value += 0.5  # nobody has the Hauptschlag
        if value > best_value:
            best, best_value = np.int64(TRUMP + suit), value
    return best


# --- raises ---


@jit
def _sees(state: Record) -> bool:
    """Whether to see: folding costs the stake, seeing wins or loses one more."""
    seat = mover(state)
    stake = np.float64(state.stake)
    if np.int64(state.score[(seat & 1) ^ 1]) + state.stake >= state.options[opt.TARGET]:
        return True
    return chance(state) > 1.0 / (2.0 * (stake + 1.0)) + _SEE_MARGIN


@jit
def strength(state: Record, seat: Seat) -> float:
    """Tricks that the seat's cards may win: each by the unseen cards that would beat it."""
    hidden = unseen(state, seat)
    total = 0.0
    cards = state.hand[seat]
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        total += _worth(state, hidden, card)
    return total


@jit
def chance(state: Record) -> float:
    """The chance of the seat to move to win the deal with its partner."""
    seat = mover(state)
    team = seat & 1
    table = 0.5
    if state.on_table > 0:
        mine = (np.int64(state.best_seat) & 1) == team
        kept = holds(state, seat, np.int64(state.best), np.int64(state.best_seat) & 1)
        table = kept if mine else 1.0 - kept
    z = _CONSTANT + _PER_STRENGTH * strength(state, seat) + _PER_TABLE * table
    z += _PER_WON * state.tricks[team] + _PER_LOST * state.tricks[team ^ 1]
    return 1.0 / (1.0 + np.exp(-z))


# --- cards ---


@inline
def _worth(state: Record, hidden: Cards, card: Card) -> float:
    """How good a card is to lead later: the chance that ten unseen cards do not beat it."""
    n = count(hidden)
    over = count(hidden & beaten_by(state, card))
    return (1.0 - over / max(n, 1)) ** 10


@jit
def holds(state: Record, seat: Seat, card: Card, team: Side) -> float:
    """The chance that no opponent of `team` who is still to play beats `card`.

    `seat` is the one to move; it does not count itself.
    """
    hidden = unseen(state, seat)
    over = beaten_by(state, card)
    kept = 1.0
    for laid in range(np.int64(state.on_table) + 1, 4):
        other = (np.int64(state.leader) + laid) & 3
        if other & 1 != team:
            kept *= _misses(state, hidden, over, other)
    return kept


@inline
def _misses(state: Record, hidden: Cards, over: int, other: Seat) -> float:
    """The chance that a hand has none of the cards `over`."""
    possible = hidden & ~state.cannot_hold[other]
    n = max(count(possible), 1)
    return (1.0 - count(possible & over) / n) ** size_of(state, other)


@jit
def _choose_card(state: Record, legal: Moves) -> Move:
    seat = mover(state)
    team = seat & 1
    hidden = unseen(state, seat)
    thrift = _THRIFT
    if state.tricks[team ^ 1] == 2:
        thrift = 0.05  # this trick or none
    best, best_value = np.int64(lowest(legal)), -1000.0
    rest = legal
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        worth = _worth(state, hidden, card)
        value = _wins(state, seat, team, hidden, card) - thrift * worth
        value -= (
            0.001
            * STRENGTH[np.int64(state.schlag) & 7, np.int64(state.trump) & 3, np.int64(card) & 31]
        )
        if value > best_value:
            best, best_value = np.int64(card), value
    return best


@jit
def _wins(state: Record, seat: Seat, team: Side, hidden: Cards, card: Card) -> float:
    """The chance that the team wins the trick when the seat plays `card`."""
    if state.on_table == 0 or beaten_by(state, state.best) & bit(card):
        kept = holds(state, seat, card, team)
        if state.on_table < 2:  # the partner may still take it over
            partner = (seat + 2) & 3
            kept += (
                (1.0 - kept) * 0.4 * (1.0 - _misses(state, hidden, beaten_by(state, card), partner))
            )
        return kept
    owner = np.int64(state.best_seat) & 1
    if owner == team:
        return holds(state, seat, np.int64(state.best), team)
    if state.on_table < 2:
        partner = (seat + 2) & 3
        return 0.7 * (1.0 - _misses(state, hidden, beaten_by(state, state.best), partner))
    return 0.0
