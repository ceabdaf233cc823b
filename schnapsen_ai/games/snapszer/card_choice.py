"""Snapszer: how the rule player leads and follows (principles 1 to 8 of `advice`)."""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record
from ...base.jit import jit
from ...cards import POINTS, Card, Cards, Move, Moves, Seat, bit, lowest, suit_cards
from ...tricks import beats
from ..shared.lead_risk import chance_of_lead
from ..shared.marriages import MARRIAGE
from ..shared.trick_game import mover
from . import options as opt
from .knowledge import unseen
from .rules import TARGET, side
from .scoring import effective
from .state import DECLARER, ENOUGH, NORMAL, OPPONENTS, SHOW

_CARDS = 0xFFFFFFFF
_TRICK = 4.0  # card points that an average card of another seat brings


@jit
def choose_lead(state: Record, legal: Moves) -> Move:
    """The move of the seat on lead."""
    silent = state.contract == NORMAL and state.tricks[OPPONENTS] == 0
    if legal & bit(SHOW) and not (silent and state.options[opt.SHOW_NO_SILENT]):
        return SHOW
    if legal & bit(ENOUGH) and not legal & bit(SHOW):
        return ENOUGH
    seat = mover(state)
    enemy = np.empty(4, np.float64)
    _sides(state, seat, enemy)
    hidden = unseen(state, seat)
    move, best = -1, -1e9
    moves = legal & _CARDS
    while moves:
        card = lowest(moves)
        moves &= moves - 1
        worth = _worth_of_lead(state, card, seat, hidden, enemy)
        if worth > best:
            move, best = card, worth
    declare = _choose_marriage(state, legal, seat, hidden, enemy, best)
    return declare if declare >= 0 else move


@jit
def _sides(state: Record, seat: Seat, enemy: np.ndarray) -> None:
    """Who is on the other side; negative where there is no seat."""
    for other in range(4):
        enemy[other] = 1.0 if side(state, other) != side(state, seat) else 0.0
        if other >= state.n_seats:
            enemy[other] = -1.0


@jit
def _worth_of_lead(
    state: Record, card: Card, seat: Seat, hidden: Cards, enemy: np.ndarray
) -> float:
    """In a normal game card points, won less lost; else the chance to win the trick, times 100."""
    trump = np.int64(state.trump)
    chance = chance_of_lead(
        card, seat, hidden, trump, state.must_hold, state.cannot_hold, enemy, 0, 2
    )
    points = POINTS[card & 31]
    draws = card >> 3 == trump and hidden & suit_cards(trump) != 0
    if state.contract != NORMAL:
        return 100.0 * chance + (2.0 if draws else 0.0) + 0.1 * points
    others = _TRICK * (np.int64(state.n_seats) - 1)
    worth = chance * (points + others) - (1.0 - chance) * (points + others)
    if draws and seat == 0:
        worth += 4.0 if chance > 0.9 else 0.0
    return worth


@jit
def _choose_marriage(
    state: Record, legal: Moves, seat: Seat, hidden: Cards, enemy: np.ndarray, best: float
) -> Move:
    """A marriage to declare, else -1: in a normal game any that counts, the dearest first."""
    own = side(state, seat)
    if state.tricks[own] == 0 and state.options[opt.MARRIAGE_VOID]:
        return -1
    chosen, most = -1, -1e9
    for suit in range(4):
        if not legal & bit(MARRIAGE + suit):
            continue
        value = 40 if suit == state.trump else 20
        king = 8 * suit + 5
        worth = max(
            _worth_of_lead(state, king, seat, hidden, enemy),
            _worth_of_lead(state, king - 1, seat, hidden, enemy),
        )
        reached = state.tricks[own] > 0 and effective(state, own) + value >= TARGET
        if state.contract == NORMAL or reached or worth > best - 10.0:
            worth += 3.0 * value + (1000.0 if reached else 0.0)
            if worth > most:
                chosen, most = MARRIAGE + suit, worth
    return chosen


@jit
def choose_follow(state: Record, legal: Moves) -> Move:
    """The card of a seat that follows."""
    seat = mover(state)
    own = side(state, seat)
    friendly = side(state, np.int64(state.best_seat)) == own
    last = state.on_table == state.n_seats - 1
    enemy_to_come = not last and (own == DECLARER or seat + 1 == state.n_seats)
    normal = state.contract == NORMAL
    move, best = -1, -1e9
    moves = legal
    while moves:
        card = lowest(moves)
        moves &= moves - 1
        rank = card & 7
        points = POINTS[card & 31]
        trump = card >> 3 == state.trump
        if beats(card, state.best, state.trump):
            if enemy_to_come:
                worth = 100.0 + rank
            else:
                worth = 100.0 + points - (2.0 if rank == 7 else 0.0) - (12.0 if trump else 0.0)
        elif friendly and normal:
            worth = points - (4.0 if rank == 7 else 0.0) - (12.0 if trump else 0.0)
        else:
            worth = -1.0 * points - 0.1 * rank - (12.0 if trump else 0.0)
        if worth > best:
            move, best = card, worth
    return move
