"""What claims and the end of the cards are worth in the last tricks: `scoring` in a few ints.

The *terms* of a deal are its packed house rules and its close; `half_info` is what each side has
that changes trick by trick.
"""

from __future__ import annotations

import numpy as np

from ....base.arrays import Record
from ....base.jit import inline, jit
from ....cards import Cards, Seat
from ..packed_rules import (
    CLOSED,
    CLOSER_FALSE,
    CLOSER_WINS,
    FAILS,
    FLAT,
    FLAT_FALSE,
    MIRROR,
    ON_SCALE,
    OTHER_WINS,
    TEN_MORE,
    TO_LAST_TRICK,
    line_of,
    packed,
    with_close,
)

# Info: what changes trick by trick, of the leader and (shifted by THEIRS) of the follower.
TOOK = 1  # has a trick
CLOSER = 2
PENDING = 2  # the bit where three bits of pending twenties start
THEIRS = 5
HALF = 31

# All cards.  A plain int would be typed as a literal, with which a recursive kernel cannot be
# loaded from the cache.
EVERY = np.int64(0xFFFFFFFF)


@jit
def terms_of(state: Record) -> int:
    """The house rules, and what success and failure of the closer are worth."""
    return with_close(packed(state), state)


@inline
def half_info(state: Record, seat: Seat) -> int:
    """A seat's half of `info`."""
    half = np.int64(state.pending[seat]) // 20 << PENDING
    if state.tricks[seat] > 0:
        half |= TOOK
    if state.closer == seat:
        half |= CLOSER
    return half


@inline
def _scale(terms: int, points: int, half: int) -> int:
    """What a loser with these points pays."""
    if half & TOOK == 0:
        return np.int64(3)
    return np.int64(2) if points < line_of(terms) else np.int64(1)


@inline
def claim_worth(terms: int, points: int, mine: Cards, theirs: Cards) -> int:
    """What a side wins that has 66; `points` are the other's."""
    if terms & FLAT:
        return np.int64(1)
    if terms & CLOSED:
        fixed = (terms >> CLOSER_WINS) & 3 if mine & CLOSER else (terms >> OTHER_WINS) & 3
        if fixed:
            return fixed
    return _scale(terms, points, theirs)


@inline
def false_claim_cost(terms: int, points: int, mine: Cards, theirs: Cards) -> int:
    """What a side loses that claims without 66; `points` are the other's."""
    if terms & FLAT:
        return np.int64(1)
    if terms & FLAT_FALSE:
        return np.int64(2)
    if terms & MIRROR:
        return _scale(terms, points, theirs)
    if mine & CLOSER and (terms >> CLOSER_FALSE) & 3:
        return (terms >> CLOSER_FALSE) & 3
    return np.int64(2) if theirs & TOOK else np.int64(3)


@inline
def run_out(terms: int, points: int, others: int, mine: Cards, theirs: Cards) -> int:
    """The cards are gone and nobody claimed: for the taker of the last trick, who has `points`."""
    if terms & CLOSED:
        if terms & TO_LAST_TRICK:
            return np.int64(1)
        value = np.int64(1) if terms & FLAT else (terms >> FAILS) & 3
        return -value if mine & CLOSER else value
    if not terms & TEN_MORE:
        scaled = terms & (ON_SCALE | FLAT) == ON_SCALE
        return _scale(terms, others, theirs) if scaled else np.int64(1)
    if points == others:
        return np.int64(0)
    if terms & FLAT:
        return np.int64(1 if points > others else -1)
    if points > others:
        return _scale(terms, others, theirs)
    return -_scale(terms, points, mine)


@inline
def most_for(terms: int, points: int, mine: Cards, theirs: Cards) -> int:
    """The most a side can still win; `points` are the other's.  (They only grow.)"""
    most = claim_worth(terms, points, mine, theirs)
    if terms & CLOSED and mine & CLOSER == 0 and terms & (FLAT | TO_LAST_TRICK) == 0:
        return max(most, (terms >> FAILS) & 3)
    return most
