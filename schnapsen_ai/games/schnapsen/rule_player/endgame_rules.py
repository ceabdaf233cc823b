"""The house rules that still matter in the last tricks, packed for `endgame`.

`terms_of` packs the options and the close of a deal into one int, `half_info` what each side has
that changes trick by trick.  The functions below read them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ....base.jit import inline, jit
from .. import options as opt

# Terms: the options, and what a closed deal is worth.
MARRY = 1  # marriages are allowed
NEEDS_TRICK = 2  # ... with a trick of one's own
KING = 4  # ... and the king must be led
NEXT_TRICK = 8  # ... and count with the next trick only
SAID = 16  # 66 is claimed by the leader; else it wins at once
AT_LAST = 32  # 66 wins after the last trick
FLAT = 64
CLOSED = 128
TO_LAST_TRICK = 256  # a closed deal that runs out goes to the last trick for 1
LAST = 9  # two bits: what an open deal that runs out is worth
LINE = 11  # six bits: below these points the loser is Schneider
CLOSER_WINS = 17  # two bits each, of a closed deal; 0: on the scale
OTHER_WINS = 19
FAILS = 21
FALSE = 23  # two bits: the rule of false claims
BY_LEAD = 1 << 28  # the lead itself declares, so that no claim can be made before it
OFFERED = 1 << 27  # after the last trick its winner may claim or not
CLOSER_FALSE = 25  # two bits: the cost of the closer's; 0: as any other's

# Info: what changes trick by trick, of the leader and (shifted by THEIRS) of the follower.
TOOK = 1  # has a trick
CLOSER = 2
WAITS = 2  # the bit where three bits of pending twenties start
THEIRS = 5
HALF = 31

# All cards.  A plain int would be typed as a literal, with which a recursive kernel cannot be
# loaded from the cache.
EVERY = np.int64(0xFFFFFFFF)


@jit
def terms_of(state: Any) -> int:
    """The options and the close of a state, packed."""
    options = state.options
    terms = np.int64(0)
    if options[opt.MARRIAGE_AFTER_CLOSE]:
        terms |= MARRY
    if options[opt.MARRIAGE_REQUIRES_TRICK]:
        terms |= NEEDS_TRICK
    if options[opt.KING_LEADS]:
        terms |= KING
    if options[opt.COUNTS_NEXT_TRICK]:
        terms |= NEXT_TRICK
    if not options[opt.CLAIM_AUTO]:
        terms |= SAID
    if options[opt.CLAIM_AUTO] or options[opt.FINAL_CLAIM] != opt.FINAL_NONE:
        terms |= AT_LAST
    if not options[opt.CLAIM_AUTO] and options[opt.FINAL_CLAIM] == opt.OFFER:
        terms |= OFFERED
    if options[opt.MARRIAGE_AUTO] and not options[opt.CLAIM_AUTO]:
        terms |= BY_LEAD
    if options[opt.FLAT]:
        terms |= FLAT
    terms |= np.int64(options[opt.LAST_TRICK]) << LAST
    terms |= np.int64(options[opt.SCHNEIDER_AT]) << LINE
    terms |= np.int64(options[opt.FALSE_CLAIM]) << FALSE
    if state.closer >= 0:
        terms |= _closed_terms(state)
    return terms


@jit
def _closed_terms(state: Any) -> int:
    """What success and failure of the closer are worth, before `flat`."""
    options = state.options
    three = np.int64(3 if state.close_tricks == 0 else 2)
    terms = np.int64(CLOSED)
    if not options[opt.CLOSE_SCORED_AT_END]:
        under = state.close_points < options[opt.SCHNEIDER_AT]
        terms |= (three if three == 3 or under else np.int64(1)) << CLOSER_WINS
    terms |= (np.int64(2) if options[opt.BEATEN_CLOSER_FLAT] else three) << OTHER_WINS
    if options[opt.FAILED_CLOSE] == opt.TO_LAST_TRICK:
        terms |= TO_LAST_TRICK
    terms |= (np.int64(3) if options[opt.FAILED_CLOSE] == opt.ALWAYS_3 else three) << FAILS
    if options[opt.FALSE_CLAIM] == opt.TWO_OR_THREE and not options[opt.CLOSER_FALSE_CLAIM_NOW]:
        terms |= three << CLOSER_FALSE
    return terms


@inline
def half_info(state: Any, seat: int) -> int:
    """A seat's half of `info`."""
    half = np.int64(state.pending[seat]) // 20 << WAITS
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
    return np.int64(2) if points < (terms >> LINE) & 63 else np.int64(1)


@inline
def claim_worth(terms: int, points: int, mine: int, theirs: int) -> int:
    """What a side wins that has 66; `points` are the other's."""
    if terms & FLAT:
        return np.int64(1)
    if terms & CLOSED:
        fixed = (terms >> CLOSER_WINS) & 3 if mine & CLOSER else (terms >> OTHER_WINS) & 3
        if fixed:
            return fixed
    return _scale(terms, points, theirs)


@inline
def false_claim_cost(terms: int, points: int, mine: int, theirs: int) -> int:
    """What a side loses that claims without 66; `points` are the other's."""
    if terms & FLAT:
        return np.int64(1)
    rule = (terms >> FALSE) & 3
    if rule == opt.FLAT_TWO:
        return np.int64(2)
    if rule == opt.MIRROR:
        return _scale(terms, points, theirs)
    if mine & CLOSER and (terms >> CLOSER_FALSE) & 3:
        return (terms >> CLOSER_FALSE) & 3
    return np.int64(2) if theirs & TOOK else np.int64(3)


@inline
def run_out(terms: int, points: int, others: int, mine: int, theirs: int) -> int:
    """The cards are gone and nobody claimed: for the taker of the last trick, who has `points`."""
    if terms & CLOSED:
        if terms & TO_LAST_TRICK:
            return np.int64(1)
        value = np.int64(1) if terms & FLAT else (terms >> FAILS) & 3
        return -value if mine & CLOSER else value
    rule = (terms >> LAST) & 3
    if rule == opt.ONE_POINT or (terms & FLAT and rule == opt.ON_SCALE):
        return np.int64(1)
    if rule == opt.ON_SCALE:
        return _scale(terms, others, theirs)
    if points == others:
        return np.int64(0)
    if terms & FLAT:
        return np.int64(1 if points > others else -1)
    if points > others:
        return _scale(terms, others, theirs)
    return -_scale(terms, points, mine)


@inline
def most_for(terms: int, points: int, mine: int, theirs: int) -> int:
    """The most a side can still win; `points` are the other's.  (They only grow.)"""
    most = claim_worth(terms, points, mine, theirs)
    if terms & CLOSED and mine & CLOSER == 0 and terms & (FLAT | TO_LAST_TRICK) == 0:
        return max(most, (terms >> FAILS) & 3)
    return most
