"""What every game of tricks over one record has in common.

The helpers are compiled once for each record that they meet and read only fields that the games
share: `hand` and `played` (sets of cards by seat), `table` (the cards of the present trick in the
order played, NO_CARD beyond) and `on_table` (how many), `best` and `best_seat` (who wins so far).
"""

from __future__ import annotations

from typing import Any

from ...base.jit import inline


@inline
def all_played(state: Any) -> int:
    """The cards played so far, those on the table included."""
    return state.played[0] | state.played[1] | state.played[2] | state.played[3]


@inline
def dealt_to(state: Any, seat: int) -> int:
    """The cards that a seat was dealt: those in its hand and those it has played."""
    return state.hand[seat & 3] | state.played[seat & 3]
