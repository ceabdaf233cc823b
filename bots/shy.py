"""The cheapest way through the bidding, then random cards: a yardstick for bidding."""

from __future__ import annotations

from typing import Any

import schnapsen_ai as sa
from schnapsen_ai.cards import bit, lowest, pick

from ._manners import ALL_CARDS

PASS, DOUBLE, RAISE = 36, 37, 56


@sa.template
def policy(state: Any, seat: int, legal: int, rng: Any, params: Any, scratch: Any) -> int:
    if legal & ALL_CARDS:
        return pick(legal & ~(bit(DOUBLE) | bit(RAISE)), rng)
    if legal & bit(PASS):
        return PASS
    return lowest(legal)


class Shy(sa.CompiledBot):
    """Passes, or bids the least there is; then every legal move is equally likely.

    It never doubles, raises or closes.
    """

    policy = staticmethod(policy)
