"""Snapszer with two and with three seats: the game module of the contract."""

from __future__ import annotations

from typing import Any

from ...cards import PACK_24, members
from .advice import *  # noqa: F403
from .hints import *  # noqa: F403
from .knowledge import *  # noqa: F403
from .moves import *  # noqa: F403
from .observation import *  # noqa: F403
from .options import *  # noqa: F403
from .rules import *  # noqa: F403
from .settlement import *  # noqa: F403
from .state import *  # noqa: F403
from .state import HAND, TRUMP_CHOICE
from .text import *  # noqa: F403

NAMES = ("snapszer2", "snapszer3")
FIXED_PARTNERS = False
OVERRIDES: tuple[str, ...] = ()
RULEBOOK = "rulebook.md"


def seats(name: str) -> int:
    """How many seats the first deal of a match has."""
    return 2 if name == "snapszer2" else 3


def pack_of(name: str) -> tuple[int, ...]:
    """The card ids of the pack."""
    return tuple(members(PACK_24))


def packets(name: str) -> tuple[int, ...]:
    """Sizes of the packets in dealing order: four to each, four again; with two seats 8 out."""
    return (4,) * 6 if name == "snapszer3" else (4, 4, 4, 4, 8)


def prepare(state: Any, name: str) -> None:
    """Set the constants of a preset in a blank record: the number of players."""
    state.players = seats(name)
    state.n_seats = seats(name)


def hand_size(state: Any, seat: int) -> int:
    """How many cards a seat holds, the hidden ones included."""
    if seat >= state.n_seats:
        return 0
    whole = 4 if state.phase == TRUMP_CHOICE else HAND
    return whole - int(state.laid[seat]).bit_count()
