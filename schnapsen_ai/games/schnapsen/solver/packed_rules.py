"""The house rules as the exact solver reads them: one int, made once for a deal."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....base.jit import inline
from .. import options as opt
from .closed_search import KING, MARRY, NEEDS_TRICK, WAITS

# The house rules, packed in one int.
EXCHANGE_TRICK = 1 << 0
EXCHANGE_TURN = 1 << 1
EXCHANGE_MIN = 2  # from this bit, half the talon
CLOSE_MIN = 5  # from this bit, half the talon, 7 for never
CLOSE_FIRST = 1 << 8
CLOSE_EARLY = 1 << 9
SWAPS = 1 << 10
CLOSE_MARRIED = 1 << 11  # marriage, then close: worth trying where closing ends marriages
DECLARED = 1 << 16
CLAIM_MARRIED = 1 << 17
FLAT_FALSE = 1 << 18
FALSE_NOW = 1 << 19
AT_END = 1 << 20
FAIL_3 = 1 << 21
FAIL_LAST = 1 << 22
BEATEN_2 = 1 << 23
TEN_MORE = 1 << 24
LINE_30 = 1 << 25
FLAT = 1 << 26
NINE = 1 << 27
PLAIN = 1 << 28
RACE_RULES = 32  # from this bit: the bits of `race` that are rules


@inline
def house_of(state: Any) -> int:
    """The house rules of a record."""
    o = state.options
    declared = not o[opt.CLAIM_AUTO]
    forced = o[opt.CLAIM_AUTO] or o[opt.FINAL_CLAIM] == opt.FINAL_AUTO
    run_out_better = o[opt.FAILED_CLOSE] == opt.ALWAYS_3 or (
        o[opt.BEATEN_CLOSER_FLAT] and o[opt.FAILED_CLOSE] == opt.AT_CLOSE
    )
    false_better = o[opt.FALSE_CLAIM] == opt.FLAT_TWO or o[opt.CLOSER_FALSE_CLAIM_NOW]
    plain = (
        (o[opt.MARRIAGE_AUTO] and declared and not o[opt.COUNTS_NEXT_TRICK])
        or (declared and o[opt.FALSE_CLAIM] == opt.MIRROR and not o[opt.FLAT])
        or (declared and o[opt.FINAL_CLAIM] == opt.FINAL_NONE)
        or (forced and run_out_better and not o[opt.FLAT])
        or (forced and declared and false_better and not o[opt.FLAT])
    )
    never = o[opt.TALON_MIN_CLOSE] > 12
    rules = (
        (MARRY if o[opt.MARRIAGE_AFTER_CLOSE] else 0)
        | (NEEDS_TRICK if o[opt.MARRIAGE_REQUIRES_TRICK] else 0)
        | (KING if o[opt.KING_LEADS] else 0)
        | (WAITS if o[opt.COUNTS_NEXT_TRICK] else 0)
    )
    locked = o[opt.MARRIAGE_LOCKS_TURN] or o[opt.MARRIAGE_AUTO]
    return np.int64(
        (EXCHANGE_TRICK if o[opt.EXCHANGE_REQUIRES_TRICK] else 0)
        | (EXCHANGE_TURN if o[opt.EXCHANGE_ON_TURN] else 0)
        | (np.int64(o[opt.TALON_MIN_EXCHANGE]) >> 1) << EXCHANGE_MIN
        | (7 if never else np.int64(o[opt.TALON_MIN_CLOSE]) >> 1) << CLOSE_MIN
        | (CLOSE_FIRST if o[opt.CLOSE_BEFORE_FIRST_TRICK] else 0)
        | (CLOSE_EARLY if o[opt.CLOSE_BEFORE_DRAW] else 0)
        | (SWAPS if o[opt.SWAP_ON_CLOSE] else 0)
        | (CLOSE_MARRIED if not (o[opt.MARRIAGE_AFTER_CLOSE] or locked) else 0)
        | (DECLARED if declared else 0)
        | (CLAIM_MARRIED if declared and not o[opt.MARRIAGE_AUTO] else 0)
        | (FLAT_FALSE if o[opt.FALSE_CLAIM] == opt.FLAT_TWO else 0)
        | (FALSE_NOW if o[opt.CLOSER_FALSE_CLAIM_NOW] else 0)
        | (AT_END if o[opt.CLOSE_SCORED_AT_END] else 0)
        | (FAIL_3 if o[opt.FAILED_CLOSE] == opt.ALWAYS_3 else 0)
        | (FAIL_LAST if o[opt.FAILED_CLOSE] == opt.TO_LAST_TRICK else 0)
        | (BEATEN_2 if o[opt.BEATEN_CLOSER_FLAT] else 0)
        | (TEN_MORE if o[opt.LAST_TRICK] == opt.TEN_POINTS else 0)
        | (LINE_30 if o[opt.SCHNEIDER_AT] == 30 else 0)
        | (FLAT if o[opt.FLAT] else 0)
        | (NINE if state.pack_size == 24 else 0)
        | (PLAIN if plain else 0)
        | np.int64(rules) << RACE_RULES
    )


@inline
def line_of(house: int) -> int:
    """The points that save from Schneider."""
    return np.int64(30 if house & LINE_30 else 33)


@inline
def exchange_card(house: int) -> int:
    """The set that holds the trump nine or jack."""
    return np.int64(1 if house & NINE else 2)


@inline
def escapes(house: int) -> bool:
    """Whether forehand may declare a marriage and claim falsely, to lose 2 instead of 3."""
    return house & FLAT_FALSE != 0 and house & CLAIM_MARRIED != 0


@inline
def race_rules(house: int) -> int:
    return house >> RACE_RULES
