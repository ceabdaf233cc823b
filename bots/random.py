"""Plays uniformly at random among the legal moves."""

from __future__ import annotations

from typing import Any

import schnapsen_ai as sa
from schnapsen_ai.cards import pick


@sa.template
def policy(state: Any, seat: int, legal: int, rng: Any, params: Any, scratch: Any) -> int:
    return pick(legal, rng)


class Random(sa.CompiledBot):
    """Every legal move is equally likely, claims included."""

    policy = staticmethod(policy)
