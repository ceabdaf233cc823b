"""The rule player without the right to close, to see what that right is worth."""

from __future__ import annotations

from typing import Any

import schnapsen_ai as sa
from schnapsen_ai.games import contract as rules

CLOSE = 1 << 37


@sa.template
def policy(state: Any, seat: int, legal: int, rng: Any, params: Any, scratch: Any) -> int:
    return rules.advise(state, legal & ~CLOSE, rng)


class NeverCloses(sa.CompiledBot):
    """Plays as the rule player does, but leaves the talon open."""

    policy = staticmethod(policy)
