"""Rabló: how the rule player leads and follows (principles 1 to 7 of `advice`)."""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record
from ...base.jit import jit
from ...cards import POINTS, Card, Cards, Move, Moves, Seat, bit, count, lowest, suit_cards
from ...tricks import beats
from ..shared.lead_risk import chance_of_lead
from ..shared.marriages import MARRIAGE
from ..shared.trick_game import all_played, mover
from . import options as opt
from .knowledge import partner_seen, unseen
from .rules import TARGET, team_points
from .state import ENOUGH, SHOW

_CARDS = 0xFFFFFFFF


@jit
def choose_lead(state: Record, legal: Moves) -> Move:
    """The move of the seat on lead."""
    if legal & bit(ENOUGH):
        return ENOUGH
    if legal & bit(SHOW):
        return SHOW
    seat = mover(state)
    enemy = np.empty(4, np.float64)
    friends = _sides(state, seat, enemy)
    hidden = unseen(state, seat)
    move, best = -1, -1.0
    moves = legal & _CARDS
    while moves:
        card = lowest(moves)
        moves &= moves - 1
        worth = _worth_of_lead(state, card, seat, hidden, enemy, friends)
        if worth > best:
            move, best = card, worth
    declare = _choose_marriage(state, legal, seat, hidden, enemy, friends, best)
    return declare if declare >= 0 else move


@jit
def _sides(state: Record, seat: Seat, enemy: np.ndarray) -> int:
    """How likely each seat is an enemy of the leader; the set of cards surely with a friend."""
    partner = partner_seen(state, seat)
    friends = np.int64(0)
    for other in range(4):
        enemy[other] = 1.0
        if partner < 0:
            enemy[other] = 2 / 3  # of three seats one is the partner
        elif other == state.caller or other == partner:
            enemy[other] = 0.0
    if partner < 0 or partner != seat:
        friends = bit(state.called) & ~(all_played(state) | state.hand[seat])
    return friends


@jit
def _worth_of_lead(
    state: Record, card: Card, seat: Seat, hidden: Cards, enemy: np.ndarray, friends: int
) -> float:
    """The chance to keep the lead, with a little for drawing trumps and for points."""
    trump = np.int64(state.trump)
    chance = chance_of_lead(
        card, seat, hidden, trump, state.must_hold, state.cannot_hold, enemy, friends, 3
    )
    trumps = suit_cards(trump)
    if card >> 3 == trump and hidden & trumps & ~friends:
        chance += 0.02
    return chance + 0.001 * POINTS[card & 31]


@jit
def _choose_marriage(
    state: Record,
    legal: Moves,
    seat: Seat,
    hidden: Cards,
    enemy: np.ndarray,
    friends: int,
    best: float,
) -> Move:
    """A marriage that brings 66, or whose card is about as safe as the best lead; else -1."""
    chosen, most = -1, -1.0
    counts = state.tricks > 0 or not state.options[opt.MARRIAGE_NEEDS_TRICK]
    for suit in range(4):
        if not legal & bit(MARRIAGE + suit):
            continue
        value = 40 if suit == state.trump else 20
        king = 8 * suit + 5
        chance = max(
            _worth_of_lead(state, king, seat, hidden, enemy, friends),
            _worth_of_lead(state, king - 1, seat, hidden, enemy, friends),
        )
        reached = counts and team_points(state) + value >= TARGET
        if reached or chance >= best - 0.1:
            worth = chance + 0.01 * value + (2.0 if reached else 0.0)
            if worth > most:
                chosen, most = MARRIAGE + suit, worth
    return chosen


@jit
def choose_follow(state: Record, legal: Moves) -> Move:
    """The card of a seat that follows.

    An opponent's trick ends the deal: the calling side plays as if its partner held the trick
    where it cannot know, the others as if their enemies did.
    """
    seat = mover(state)
    partner = partner_seen(state, seat)
    calling = seat == state.caller or seat == partner
    holder = np.int64(state.best_seat)
    friendly = calling and (holder == state.caller or partner < 0 or holder == partner)
    last = state.on_table == 3
    move, best = -1, -1e9
    moves = legal
    while moves:
        card = lowest(moves)
        moves &= moves - 1
        rank = card & 7
        points = POINTS[card & 31]
        trump = card >> 3 == state.trump
        if beats(card, state.best, state.trump):
            worth = 100.0 + (points if last and calling else rank)
            if last and rank == 7:
                worth -= 2.0  # the ace may win another trick
        elif friendly:
            worth = points - (4.0 if rank == 7 else 0.0) - (6.0 if trump else 0.0)
        else:
            worth = -1.0 * points - 0.1 * rank - (5.0 if trump else 0.0)
            if count(state.hand[seat] & suit_cards(card >> 3)) == 2 and rank < 6:
                worth -= 1.0  # it may guard a higher card
        if worth > best:
            move, best = card, worth
    return move
