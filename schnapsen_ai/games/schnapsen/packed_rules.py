"""The house rules in one int: what the exact solver and the rule player's endgame search go by.

`packed` reads the options, once for a deal or a decision; `with_close` adds what a closed deal is
worth, which the rule player looks up and the solver asks (`solver.targets`).  A bit is a rule that
departs from the plainest one, or what several options come to together.
"""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record
from ...base.jit import inline, jit
from ...cards import Card
from . import options as opt

EXCHANGE_TRICK = 1 << 0  # the exchange needs a trick
EXCHANGE_TURN = 1 << 1  # the exchange also before following
EXCHANGE_MIN = 2  # from this bit, half the talon
CLOSE_MIN = 5  # from this bit, half the talon, 7 for never
CLOSE_FIRST = 1 << 8  # closing before the first trick
CLOSE_EARLY = 1 << 9  # closing before drawing
MARRY = 1 << 10  # marriages once the talon is closed or gone
NEEDS_TRICK = 1 << 11  # a marriage needs a trick
KING = 1 << 12  # only the king of a pair may be led with it
WAITS = 1 << 13  # a marriage always waits for the next trick
SWAPS = 1 << 14  # the other's exchange card is swapped at the close
CLOSE_MARRIED = 1 << 15  # marriage, then close: worth trying where closing ends marriages
DECLARED = 1 << 16  # 66 is claimed by the leader; else it wins at once
BY_LEAD = 1 << 17  # ... and the lead itself declares a marriage: no claim in between
FLAT_FALSE = 1 << 18  # false claims: always 2
FALSE_NOW = 1 << 19  # ... the closer's by the other's tricks now
MIRROR = 1 << 20  # ... on the scale
AT_END = 1 << 21  # the closer scored on the other's points at the claim
FAIL_3 = 1 << 22  # a failed close: always 3
FAIL_LAST = 1 << 23  # ... 1 to the last trick
BEATEN_2 = 1 << 24  # against the closer: always 2
TEN_MORE = 1 << 25  # an unclosed deal that runs out: ten points for the last trick
ON_SCALE = 1 << 26  # ... the last trick wins on the scale
LINE_30 = 1 << 27  # Schneider under 30
FLAT = 1 << 28  # every deal is worth 1
NINE = 1 << 29  # Sixty-Six: the nine is exchanged
PLAIN = 1 << 30  # beyond the questions of the solver: see `solver.fallback`
AT_LAST = 1 << 31  # 66 wins after the last trick
OFFERED = 1 << 32  # ... if its winner likes
MARRIAGE_RULES = MARRY | NEEDS_TRICK | KING | WAITS

# What `with_close` adds.
CLOSED = 1 << 40
TO_LAST_TRICK = 1 << 41  # the deal that runs out goes to the last trick for 1
CLOSER_WINS = 42  # from this bit, two bits each; 0: on the scale
OTHER_WINS = 44
FAILS = 46
CLOSER_FALSE = 48  # the cost of the closer's false claim; 0: as any other's


@jit
def packed(state: Record) -> int:
    """The house rules of a record."""
    o = state.options
    never = o[opt.TALON_MIN_CLOSE] > 12
    locked = o[opt.MARRIAGE_LOCKS_TURN] or o[opt.MARRIAGE_AUTO]
    rules = (
        (EXCHANGE_TRICK if o[opt.EXCHANGE_REQUIRES_TRICK] else 0)
        | (EXCHANGE_TURN if o[opt.EXCHANGE_ON_TURN] else 0)
        | (np.int64(o[opt.TALON_MIN_EXCHANGE]) >> 1) << EXCHANGE_MIN
        | (7 if never else np.int64(o[opt.TALON_MIN_CLOSE]) >> 1) << CLOSE_MIN
        | (CLOSE_FIRST if o[opt.CLOSE_BEFORE_FIRST_TRICK] else 0)
        | (CLOSE_EARLY if o[opt.CLOSE_BEFORE_DRAW] else 0)
        | (SWAPS if o[opt.SWAP_ON_CLOSE] else 0)
        | (CLOSE_MARRIED if not (o[opt.MARRIAGE_AFTER_CLOSE] or locked) else 0)
        | (MARRY if o[opt.MARRIAGE_AFTER_CLOSE] else 0)
        | (NEEDS_TRICK if o[opt.MARRIAGE_REQUIRES_TRICK] else 0)
        | (KING if o[opt.KING_LEADS] else 0)
        | (WAITS if o[opt.COUNTS_NEXT_TRICK] else 0)
        | (NINE if state.pack_size == 24 else 0)
    )
    return np.int64(rules | _scoring(o))


@inline
def _scoring(o: np.ndarray) -> int:
    """The part of `packed` that says what a deal is worth."""
    declared = not o[opt.CLAIM_AUTO]
    final = o[opt.FINAL_CLAIM]
    false, failed, last = o[opt.FALSE_CLAIM], o[opt.FAILED_CLOSE], o[opt.LAST_TRICK]
    forced = not declared or final == opt.FINAL_AUTO
    run_out_better = failed == opt.ALWAYS_3 or (
        o[opt.BEATEN_CLOSER_FLAT] and failed == opt.AT_CLOSE
    )
    false_better = false == opt.FLAT_TWO or o[opt.CLOSER_FALSE_CLAIM_NOW]
    plain = (
        (o[opt.MARRIAGE_AUTO] and declared and not o[opt.COUNTS_NEXT_TRICK])
        or (declared and false == opt.MIRROR and not o[opt.FLAT])
        or (declared and final == opt.FINAL_NONE)
        or (forced and run_out_better and not o[opt.FLAT])
        or (forced and declared and false_better and not o[opt.FLAT])
    )
    return (
        (DECLARED if declared else 0)
        | (BY_LEAD if declared and o[opt.MARRIAGE_AUTO] else 0)
        | (FLAT_FALSE if false == opt.FLAT_TWO else 0)
        | (FALSE_NOW if o[opt.CLOSER_FALSE_CLAIM_NOW] else 0)
        | (MIRROR if false == opt.MIRROR else 0)
        | (AT_END if o[opt.CLOSE_SCORED_AT_END] else 0)
        | (FAIL_3 if failed == opt.ALWAYS_3 else 0)
        | (FAIL_LAST if failed == opt.TO_LAST_TRICK else 0)
        | (BEATEN_2 if o[opt.BEATEN_CLOSER_FLAT] else 0)
        | (TEN_MORE if last == opt.TEN_POINTS else 0)
        | (ON_SCALE if last == opt.ON_SCALE else 0)
        | (LINE_30 if o[opt.SCHNEIDER_AT] == 30 else 0)
        | (FLAT if o[opt.FLAT] else 0)
        | (PLAIN if plain else 0)
        | (AT_LAST if not declared or final != opt.FINAL_NONE else 0)
        | (OFFERED if declared and final == opt.OFFER else 0)
    )


@jit
def with_close(rules: int, state: Record) -> int:
    """The rules with what success and failure of the closer are worth, before `flat`."""
    if state.closer < 0:
        return rules
    three = np.int64(3 if state.close_tricks == 0 else 2)
    rules |= CLOSED
    if not rules & AT_END:
        under = three == 3 or state.close_points < line_of(rules)
        rules |= (three if under else np.int64(1)) << CLOSER_WINS
    rules |= (np.int64(2) if rules & BEATEN_2 else three) << OTHER_WINS
    if rules & FAIL_LAST:
        rules |= TO_LAST_TRICK
    rules |= (np.int64(3) if rules & FAIL_3 else three) << FAILS
    if not rules & (FLAT_FALSE | MIRROR | FALSE_NOW):
        rules |= three << CLOSER_FALSE
    return rules


@inline
def line_of(rules: int) -> int:
    """The points that save from Schneider."""
    return np.int64(30 if rules & LINE_30 else 33)


@inline
def exchange_card(rules: int) -> Card:
    """The set that holds the trump nine or jack, in the solver's layout of cards."""
    return np.int64(1 if rules & NINE else 2)


@inline
def claims_married(rules: int) -> bool:
    """Whether a claim may be made between a marriage and its lead."""
    return rules & (DECLARED | BY_LEAD) == DECLARED


@inline
def escapes(rules: int) -> bool:
    """Whether forehand may declare a marriage and claim falsely, to lose 2 instead of 3."""
    return rules & FLAT_FALSE != 0 and claims_married(rules)
