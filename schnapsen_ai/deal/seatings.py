"""Who sits where in a set of paired deals."""

from __future__ import annotations

from .ruleset import Ruleset


def seatings(game: Ruleset) -> list[int]:
    """The seatings of a set, each the set of seats that B holds.

    Two seats and fixed partnerships: both ways; three seats or free partnerships: all six.
    """
    n = game.n_seats
    if n == 2:
        return [0b10, 0b01]
    if n == 4 and game.rules.FIXED_PARTNERS:
        return [0b1010, 0b0101]
    if n == 4:
        return [m for m in range(16) if m.bit_count() == 2]
    return list(range(1, 2**n - 1))
