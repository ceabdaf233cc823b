"""Watten: what searches may know of it (see `schnapsen_ai.search.hooks`).

With open cards a raise changes nothing: the team that wins the tricks gets the stake if the other
folds, more if it sees; the team that loses them would only lose more.  So exact searches leave
raises out, and a deal is worth the stake to one side or the other.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.arrays import Pool, Record
from ...base.jit import jit
from ...cards import Card, Cards, Moves, Seat, bit, count, lowest
from ..shared.open_cards import key_of
from .rules import beaten_by
from .scoring import payoff
from .state import ANSWERING, ASKING, KRITISCHE, OVER, PASS, PLAYING, RANK_CARDS

_CARDS = 0xFFFFFFFF


@jit
def bounds(state: Record, seat: Seat) -> tuple[int, int]:
    """The stake, or one more while a raise waits for its answer."""
    if state.phase == OVER:
        return payoff(state, seat), payoff(state, seat)
    if state.phase < PLAYING:
        return np.int64(-2), np.int64(2)
    stake = np.int64(state.stake)
    if state.phase == ANSWERING:
        stake += 1
    return -stake, stake


@jit
def distinct(state: Record, moves: Moves) -> Moves:
    """No raise; of cards between which no other hand has one, the weakest."""
    if state.phase == ASKING:
        return bit(PASS)
    if state.phase != PLAYING:
        return moves
    cards = moves & _CARDS
    if cards & (cards - 1) == 0:
        return cards
    live = np.int64(0)
    for seat in range(4):
        if seat != state.turn:
            live |= state.hand[seat]
    if state.on_table > 0:
        live |= bit(state.best)
    schlaege = np.int64(RANK_CARDS) << np.int64(state.schlag) & ~np.int64(KRITISCHE)
    single = np.int64(0)  # cards with duties in the forced first trick stand for themselves
    if state.tricks[0] + state.tricks[1] == 0:
        single = schlaege | KRITISCHE
    power = _power(state, schlaege)
    kept = cards
    rest = cards & ~single
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        if _has_neighbour_below(state, card, cards & ~single, live, schlaege, power):
            kept &= ~bit(card)
    return kept


@jit
def _power(state: Record, schlaege: int) -> int:
    """The cards that win over any plain suit."""
    return schlaege | KRITISCHE | np.int64(0xFF) << 8 * np.int64(state.trump)


@jit
def _has_neighbour_below(
    state: Record, card: Card, cards: Cards, live: Cards, schlaege: int, power: int
) -> bool:
    """Whether another of `cards` is as good as `card` and weaker, or a Schlag of a lower suit."""
    beats = beaten_by(state, card)
    strong = power & bit(card) != 0
    same = cards & ~bit(card)
    same &= power if strong else ~power & np.int64(0xFF) << (card & 24)
    is_schlag = schlaege & bit(card) != 0 and card != state.main
    while same:
        other = lowest(same)
        same &= same - 1
        over = beaten_by(state, other)
        other_schlag = schlaege & bit(other) != 0 and other != state.main
        if is_schlag and other_schlag:
            if other < card:
                return True
            continue
        ties = live & schlaege & ~_main(state) if other_schlag else np.int64(0)
        if over & bit(card) and not over & ~beats & live and not ties:
            return True
    return False


@jit
def _main(state: Record) -> int:
    return bit(state.main) if state.main >= 0 else np.int64(0)


@jit
def exact_key(pool: Pool, i: int) -> tuple[Any, Any]:
    """Between tricks, and at each word before the play.

    Nobody raises here (`distinct`): so it does not matter who still may, nor who is asked.
    """
    state = pool[i]
    if state.phase == PLAYING and state.on_table > 0:
        return np.uint64(0), np.uint64(0)
    facts = np.int64(state.turn) | np.int64(state.phase) << 2 | np.int64(state.stake) << 5
    facts |= np.int64(state.schlag + 1) << 10 | np.int64(state.trump + 1) << 14
    facts |= np.int64(state.tricks[0]) << 17 | np.int64(state.tricks[1]) << 19
    facts |= np.int64(state.raiser + 1) << 21
    return key_of(state.hand, facts)


@jit
def exact_cost(state: Record) -> int:
    """Microseconds of an exact value, measured; naming multiplies it."""
    cards = 0
    for seat in range(4):
        cards += count(state.hand[seat])
    cost = np.int64(1) << max(0, cards - 8)
    return cost if state.phase >= PLAYING else cost << 5
