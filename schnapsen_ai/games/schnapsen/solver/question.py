"""A record as a question: what the leader, who has declared nothing, and the other still need."""

from __future__ import annotations

import numpy as np

from ....base.arrays import Record
from ....base.jit import inline, jit
from ....cards import Cards, Seat, bit
from ..packed_rules import (
    AT_END,
    MARRIAGE_RULES,
    MARRY,
    NEEDS_TRICK,
    TEN_MORE,
    claims_married,
    exchange_card,
    line_of,
)
from ..scoring import claim_value
from . import open_table as q
from . import targets
from .closed_search import race
from .open_search import search
from .suit_tables import inner, marriages
from .tricks import BARE, FRESH, HAS_END, TEN
from .verdicts import NEVER, WON


@jit
def leads_to(state: Record, attacker: Seat, level: int, house: int, table: np.ndarray) -> bool:
    """Whether `attacker` wins at least `level`, 1 to 3, somebody being on lead."""
    leader = np.int64(state.turn) & 1
    attacks = leader == attacker
    started = state.tricks[0] > 0 or state.tricks[1] > 0
    if started and state.points[leader] >= 66:  # may claim at once
        if not attacks:
            return False
        if claim_value(state, attacker) >= level:
            return True
    terms = _terms(state, attacker, level, house)
    if terms < 0:
        return False
    their_need = _defender_need(state, attacker, level, terms, house)
    if their_need < 0:
        return False
    my_need = max(0, 66 - np.int64(state.points[attacker]))
    if terms & targets.HOPELESS:
        my_need = np.int64(NEVER)
    if not attacks:
        my_need, their_need = their_need, my_need
    mine = inner(state.hand[leader], state.trump)
    theirs = inner(state.hand[leader ^ 1], state.trump)
    pending = np.int64(state.pending[leader]) // 20 | np.int64(state.pending[leader ^ 1]) // 20 << 4
    unclaimed = state.points[attacker] >= 66 and house & TEN_MORE != 0
    if state.closer < 0 and state.talon > 0:
        info = pending | _open_info(state, leader, attacks, level, unclaimed, house)
        won = search(mine, theirs, my_need, their_need, info, house, table) >= WON
        return won == attacks
    info = pending | house & MARRIAGE_RULES
    if state.closer < 0:
        info |= targets.open_end(level, attacks, unclaimed, house)
        info |= TEN if house & TEN_MORE else 0
    else:
        if not started:
            info |= FRESH
            if terms & 3 == targets.TRICK and not attacks and _claims_with(mine, house):
                return False
        info |= _closed_end(terms, attacks)
    return (race(mine, theirs, my_need, their_need, info, mine, table) >= WON) == attacks


@inline
def _terms(state: Record, attacker: Seat, level: int, house: int) -> int:
    """How a closed deal is scored: see `targets.closed_terms`."""
    if state.closer < 0:
        return np.int64(targets.SAME)
    snapshot = 3
    if state.close_tricks:
        snapshot = 2 if state.close_points < line_of(house) else 1
    took = state.tricks[attacker] > 0
    return np.int64(targets.closed_terms(level, state.closer == attacker, snapshot, took, house))


@inline
def _defender_need(state: Record, attacker: Seat, level: int, terms: int, house: int) -> int:
    """What the defender still needs; -1 if he has it, or gets it by a false claim now."""
    defender = attacker ^ 1
    against = np.int64(state.points[defender])
    took = state.tricks[defender] > 0
    if terms & 3 == targets.SAME and level > 1:
        if took and (level == 3 or against >= line_of(house)):
            return np.int64(-1)
        return max(np.int64(0), line_of(house) - against) if level == 2 else np.int64(0)
    if terms & 3 == targets.TRICK:
        if state.closer == attacker and house & AT_END and took:
            return np.int64(-1)
        started = took or state.tricks[attacker] > 0
        return np.int64(-1 if started and state.turn == defender else 0)
    return max(np.int64(0), 66 - against)


@inline
def _claims_with(mine: Cards, house: int) -> bool:
    """Whether a leader without a trick may declare a marriage, and then claim."""
    may = house & MARRY and not house & NEEDS_TRICK and claims_married(house)
    return may and marriages(mine) != 0


@inline
def _open_info(
    state: Record, leader: int, attacks: bool, level: int, unclaimed: bool, house: int
) -> int:
    """What an open question depends on, beside marriages that wait."""
    info = (
        (q.ATTACKS if attacks else q.ATTACKS << 4)
        | (q.TOOK if state.tricks[leader] > 0 else 0)
        | (q.TOOK << 4 if state.tricks[leader ^ 1] > 0 else 0)
        | level << q.LEVEL
        | (np.int64(state.talon) >> 1) << q.TALON
        | (q.UNCLAIMED if unclaimed else 0)
    )
    if inner(bit(state.turn_up), state.trump) == exchange_card(house):
        info |= q.EXCHANGED
    return info


@inline
def _closed_end(terms: int, attacks: bool) -> int:
    """Who wins at the end of the cards, and whether any trick will do after the first."""
    info = np.int64(0)
    end = terms & (targets.TO_ATTACKER | targets.TO_DEFENDER)
    if end:
        info = HAS_END if (end == targets.TO_ATTACKER) == attacks else HAS_END << 4
    if terms & 3 == targets.BARE_FIRST:
        info |= BARE if attacks else BARE << 4
    return info
