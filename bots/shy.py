"""The cheapest way through the bidding, then random cards: a yardstick for bidding."""

from __future__ import annotations

from typing import Any

import schnapsen_ai as sa
from schnapsen_ai.base.arrays import Record, Words
from schnapsen_ai.cards import Move, Moves, Seat, lowest, pick
from schnapsen_ai.games import contract as rules

from ._manners import ALL_CARDS


@sa.template
def policy(state: Record, seat: Seat, legal: Moves, rng: Words, params: Any, scratch: Any) -> Move:
    roles = rules.ROLES
    if legal & ALL_CARDS:
        return pick(legal & ~(roles.doubles | roles.closes | roles.raises), rng)
    if legal & (roles.passes | roles.exchanges):
        return lowest(legal & (roles.passes | roles.exchanges))
    return lowest(legal)


class Shy(sa.CompiledBot):
    """Passes, or bids the least there is; then every legal move is equally likely.

    It never doubles, raises or closes.
    """

    policy = staticmethod(policy)
