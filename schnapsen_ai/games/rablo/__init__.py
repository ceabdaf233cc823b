"""Rabló (Rufschnapsen, Partner Schnapsen): the game module of the contract."""

from __future__ import annotations

from typing import Any

from ...cards import PACK_24, members
from .advice import *  # noqa: F403
from .hints import *  # noqa: F403
from .knowledge import *  # noqa: F403
from .knowledge import HAND
from .moves import *  # noqa: F403
from .observation import *  # noqa: F403
from .options import *  # noqa: F403
from .rules import *  # noqa: F403
from .settlement import *  # noqa: F403
from .state import *  # noqa: F403
from .text import *  # noqa: F403

NAMES = ("rablo",)
FIXED_PARTNERS = False
IN_MONEY = True
OVERRIDES: tuple[str, ...] = ()
RULEBOOK = "rulebook.md"


def seats(name: str) -> int:
    """How many seats a deal has."""
    return 4


def pack_of(name: str) -> tuple[int, ...]:
    """The card ids of the pack."""
    return tuple(members(PACK_24))


def packets(name: str) -> tuple[int, ...]:
    """Sizes of the packets in dealing order: three to each seat, twice."""
    return (3,) * 8


def prepare(state: Any, name: str) -> None:
    """Set the constants of a preset in a blank record: there are none."""


def hand_size(state: Any, seat: int) -> int:
    """How many cards a seat holds, the hidden ones included."""
    return HAND - int(state.laid[seat]).bit_count()
