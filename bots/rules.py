"""The rule player: asks the game for the move of a competent player."""

from __future__ import annotations

from typing import Any

import schnapsen_ai as sa
from schnapsen_ai.base.arrays import Record, Words
from schnapsen_ai.cards import Move, Moves, Seat
from schnapsen_ai.games import contract as rules


@sa.template
def policy(state: Record, seat: Seat, legal: Moves, rng: Words, params: Any, scratch: Any) -> Move:
    return rules.advise(state, legal, rng)


class Rules(sa.CompiledBot):
    """Plays by fixed rules, those in the docstring of the game's `advice`.  No search ahead."""

    policy = staticmethod(policy)
