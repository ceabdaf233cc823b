"""What the moves of a game mean, as far as bots, display and analysis go by it."""

from __future__ import annotations

from typing import NamedTuple


class Roles(NamedTuple):
    """Sets of moves (bits of an int64), empty where a game has none of a kind."""

    passes: int = 0
    doubles: int = 0  # the stake of the deal, unasked
    raises: int = 0  # the stake, and the other side accepts or gives in
    claims: int = 0  # to have enough: ends the deal, right or wrong
    closes: int = 0  # the talon
    exchanges: int = 0  # of the face-up trump
    marriages: int = 0  # in C S H D, ascending
