"""Bauernschnapsen: the game module of the contract."""

from __future__ import annotations

from typing import Any

from ...cards import PACK_20, members
from .advice import *  # noqa: F403
from .hints import *  # noqa: F403
from .knowledge import *  # noqa: F403
from .match import *  # noqa: F403
from .observation import *  # noqa: F403
from .options import *  # noqa: F403
from .rules import *  # noqa: F403
from .state import *  # noqa: F403
from .text import *  # noqa: F403

CARD_STYLE = "german"
FIXED_PARTNERS = True
OVERRIDES: tuple[str, ...] = ()
RULEBOOK = "rulebook.md"


def seats(name: str) -> int:
    """Number of seats of a deal."""
    return 4


def pack_of(name: str) -> tuple[int, ...]:
    """The cards of the pack."""
    return tuple(members(PACK_20))


def packets(name: str) -> tuple[int, ...]:
    """Sizes of the packets of the dealing order: three to each seat, then two.

    The caller's last two are places of their own, for the first of them may be turned up.
    """
    return (3, 3, 3, 3, 1, 1, 2, 2, 2)


def prepare(state: Any, name: str) -> None:
    """Set the constants of a preset in a blank record: there are none."""
