"""How a question of 1, 2 or 3 game points becomes needs of card points, closed or not.

Closing changes the needs, since it is scored by other rules (A4, A6): see `closed_terms`.
"""

from __future__ import annotations

import numpy as np

from ....base.jit import inline
from ..packed_rules import (
    AT_END,
    BEATEN_2,
    DECLARED,
    FAIL_3,
    FAIL_LAST,
    FALSE_NOW,
    FLAT_FALSE,
    TEN_MORE,
    line_of,
)
from .tricks import HAS_END

IMPOSSIBLE = -1
SAME, REAL, TRICK, BARE_FIRST = range(4)  # the defender's need once the talon is closed
HOPELESS = 4  # the attacker has nothing from 66 points
TO_ATTACKER, TO_DEFENDER = 8, 16  # the end of the cards; neither: the last trick


@inline
def closed_terms(level: int, attacker_closed: bool, snapshot: int, took: bool, house: int) -> int:
    """The race that a question becomes once the talon is closed.

    `snapshot` is 3, 2 or 1 by the scale on the closer's opponent at the close; `took` says
    whether the attacker has a trick now.
    """
    if attacker_closed:
        end = np.int64(0 if house & FAIL_LAST and level == 1 else TO_DEFENDER)
        if house & AT_END:
            return end | (TRICK if level == 3 else SAME)
        if snapshot < level:
            return np.int64(IMPOSSIBLE)
        if level == 3 and house & DECLARED:  # the defender's false claim costs 2
            return end | (TRICK if took or house & FLAT_FALSE else BARE_FIRST)
        return end | REAL
    beaten = 2 if house & BEATEN_2 or snapshot < 3 else 3
    failed = 3 if house & FAIL_3 or snapshot == 3 else 2
    if house & FAIL_LAST:
        failed = 1
        end = np.int64(0 if level == 1 else TO_DEFENDER)
    else:
        end = np.int64(TO_ATTACKER if failed >= level else TO_DEFENDER)
    if level > max(beaten, failed):
        return np.int64(IMPOSSIBLE)
    if beaten < level:
        end |= HOPELESS
    if level == 3 and house & DECLARED:  # the closer's own false claim
        if house & FLAT_FALSE:
            return end | TRICK
        if house & FALSE_NOW:
            return end | (TRICK if took else BARE_FIRST)
        if snapshot < 3:
            return end | TRICK
    return end | REAL


@inline
def open_end(level: int, attacks: int, unclaimed: bool, house: int) -> int:
    """End bits of `race` for a deal that nobody closed; `attacks`: the leader is the attacker."""
    if level == 1 and not house & TEN_MORE:
        return np.int64(0)
    return np.int64(HAS_END if (attacks != 0) == unclaimed else HAS_END << 4)


@inline
def race_needs(level: int, terms: int, need: int, house: int) -> int:
    """The defender's need in a closed race, from the one in the open question."""
    kind = terms & 3
    if kind == TRICK:
        return np.int64(0)
    if kind == SAME or level == 1:
        return need
    return need + 66 - line_of(house) if level == 2 else np.int64(66)
