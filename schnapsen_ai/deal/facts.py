"""The games' own facts of a view, for editors and type checkers: `View` finds them by name.

What each means is in its game's table of facts (``schnapsen-ai docs`` has the common ones).
A fact that a game does not have raises AttributeError, which names those that it has.
"""

from __future__ import annotations

from typing import Any, TypeAlias

#: One number for each seat, side or place at the table.
Each: TypeAlias = tuple[int, ...]


class Facts:
    """Declared, not stored: every fact of the games that come with the package.

    `Any` where it is one number in one game and several in another.
    """

    __slots__ = ()

    best: int
    best_seat: int
    called: int
    caller: int
    close_points: int
    close_tricks: int
    closer: int
    contract: int
    declarer: int
    doubled: Each
    doubles: int
    doublings: int
    first_four: int
    hauptschlag: int
    idle: int
    last_raise: int
    leader: int
    level: int
    marriages: Each
    melds: Each
    money: Each
    must_lead: int
    obliged: int
    partner: int
    pending: Each
    phase: int
    points: Any
    pot: int
    raiser: int
    runner: int
    said: Each
    schlag: int
    score: Each
    seats: int
    stake: int
    table: Each
    talon_left: int
    tricks: Any
    trump: int
    turn_up: int
    turned: int
