"""Rabló (Rufschnapsen, Partner Schnapsen): the game module of the contract."""

from __future__ import annotations

from typing import Any

from ...base.arrays import Record
from ...cards import PACK_24, members
from ..shared.packets import sizes
from ..shared.trick_game import hand, is_over, led, to_move
from .dealing import PACKETS, deal, lay_out, owner_of
from .knowledge import (
    backfill,
    conceal,
    hand_size,
    known_absent_from,
    known_in,
    learn,
    redeal,
    unseen,
)
from .match import begin_match, next_deal
from .observation import FACTS, OBSERVATION_SIZE, VIEW_FIELDS, export, observe
from .options import OPTIONS, PRESETS
from .play import play
from .rule_player import advise
from .rules import legal, side, sides_known, team_points, trumps
from .scoring import finish, largest_loss, payoff, resign
from .search_hooks import bounds, distinct, exact_cost, exact_key, sensible, try_first
from .state import (
    BID,
    CARD_STYLE,
    ENDINGS,
    KONTRA,
    LEAD,
    MATCH,
    MAX_PLIES,
    MOVE_NAMES,
    N_SEATS,
    NAME,
    OVER,
    ROLES,
    STATE,
    TEXT_STYLE,
)
from .text import contract_of, describe

NAMES = ("rablo",)
FIXED_PARTNERS = False
STRICT = True
IN_MONEY = True
ZERO_SUM = False  # the pot
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
    return sizes(PACKETS)


def prepare(state: Record, name: str) -> None:
    """Set the constants of a preset in a blank record: there are none."""
