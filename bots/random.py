"""Plays uniformly at random among the legal moves."""

from __future__ import annotations

from typing import Any

import schnapsen_ai as sa
from schnapsen_ai.base.arrays import Record, Words
from schnapsen_ai.cards import Move, Moves, Seat, pick


@sa.template
def policy(state: Record, seat: Seat, legal: Moves, rng: Words, params: Any, scratch: Any) -> Move:
    return pick(legal, rng)


class Random(sa.CompiledBot):
    """Every legal move is equally likely, claims included."""

    policy = staticmethod(policy)
