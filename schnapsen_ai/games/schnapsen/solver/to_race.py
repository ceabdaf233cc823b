"""How an open question becomes a race: by closing, or when the talon has run out."""

from __future__ import annotations

import numpy as np

from ....base.jit import inline, jit
from ....cards import Cards, lowest
from ..packed_rules import CLOSE_MARRIED, MARRIAGE_RULES, SWAPS, TEN_MORE, exchange_card, line_of
from .closed_search import race
from .open_table import ATTACKS, LEVEL, TOOK, UNCLAIMED, turn_up
from .targets import (
    BARE_FIRST,
    HOPELESS,
    SAME,
    TO_ATTACKER,
    TO_DEFENDER,
    closed_terms,
    open_end,
    race_needs,
)
from .tricks import BARE, FRESH, HAS_END, PENDING, TEN, declare, that_declare
from .verdicts import (
    ALWAYS,
    NEVER,
    WON,
    all_lost,
    freed,
    freed_first,
    kept_lead,
    lost,
    lowered,
    won,
)


@jit
def close(
    mine: Cards, theirs: Cards, my_need: int, their_need: int, info: int, house: int, leads: Cards,
    table: np.ndarray,
) -> int:
    """The verdict if the leader closes now; `leads` as in `race`."""
    level = info >> LEVEL & 3
    attacks = info & ATTACKS
    card = exchange_card(house)
    if house & SWAPS and theirs & card:
        theirs ^= card | turn_up(info, table)
    took = (info if attacks else info >> 4) & TOOK
    snapshot = np.int64(2 if took and not attacks else 3)
    terms = closed_terms(level, attacks != 0, snapshot, took != 0, house)
    if terms < 0:
        return lost(0, ALWAYS) if attacks else won(ALWAYS, 0)
    after = info & (PENDING | PENDING << 4) | house & MARRIAGE_RULES
    if not info & TOOK:
        after |= FRESH
    bare = terms & 3 == BARE_FIRST
    shift = 66 - line_of(house) if level == 2 and terms & 3 != SAME else np.int64(0)
    if attacks:
        after |= (BARE if bare else 0) | (HAS_END << 4 if terms & TO_DEFENDER else 0)
        need = race_needs(level, terms, their_need, house)
        verdict = race(mine, theirs, my_need, need, after, leads, table)
        return freed(verdict) if level == 3 else lowered(verdict, shift, False)
    after |= BARE << 4 if bare else 0
    after |= HAS_END << 4 if terms & TO_ATTACKER else (HAS_END if terms & TO_DEFENDER else 0)
    need = race_needs(level, terms, my_need, house)
    if terms & HOPELESS:
        verdict = freed(race(mine, theirs, need, np.int64(NEVER), after, leads, table))
    else:
        verdict = race(mine, theirs, need, their_need, after, leads, table)
    return freed_first(verdict) if level == 3 else lowered(verdict, shift, True)


@jit
def best_close(
    mine: Cards, theirs: Cards, my_need: int, their_need: int, info: int, house: int, pairs: int,
    waits: bool, table: np.ndarray,
) -> int:
    """The verdict if the leader closes, where it is worth trying with a marriage declared before.

    pairs: the queens of the marriages that he may declare; waits: they would wait for a trick.
    """
    queens = pairs if house & CLOSE_MARRIED else np.int64(0)
    verdict = close(mine, theirs, my_need, their_need, info, house, mine, table)
    while verdict < WON and queens:
        queen = queens & -queens
        queens ^= queen
        after, counted = declare(info, lowest(queen), waits)
        leads = that_declare(queen, house)
        married = close(mine, theirs, my_need - counted, their_need, after, house, leads, table)
        if counted:
            married = kept_lead(married, counted)
        verdict = married if married >= WON else all_lost(verdict, married)
    return verdict


@inline
def open_race(now: int, house: int) -> int:
    """What the race depends on when the talon has run out unclosed, from the open question."""
    info = now & (PENDING | PENDING << 4) | house & MARRIAGE_RULES
    info |= TEN if house & TEN_MORE else 0
    return info | open_end(now >> LEVEL & 3, now & ATTACKS, now & UNCLAIMED != 0, house)
