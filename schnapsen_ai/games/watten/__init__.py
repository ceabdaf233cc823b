"""Watten (Bavarian, four seats): the game module of the contract."""

from __future__ import annotations

from typing import Any

from ...base.arrays import Record
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
    owed,
    redeal,
    unseen,
)
from .match import begin_match, next_deal
from .observation import FACTS, OBSERVATION_SIZE, VIEW_FIELDS, export, observe
from .options import OPTIONS, PRESETS
from .play import play
from .rule_player import advise
from .rules import legal, side, sides_known, trumps
from .scoring import largest_loss, payoff
from .search_hooks import bounds, distinct, exact_cost, exact_key
from .state import (
    ENDINGS,
    MATCH,
    MAX_ABS_PAYOFF,
    MAX_PLIES,
    MOVE_NAMES,
    N_SEATS,
    OVER,
    ROLES,
    STATE,
)
from .text import contract_of, describe

NAMES = ("watten",)
CARD_STYLE = "german"
FIXED_PARTNERS = True
OVERRIDES: tuple[str, ...] = ()
RULEBOOK = "rulebook.md"


def seats(name: str) -> int:
    """Number of seats of a deal."""
    return 4


def pack_of(name: str) -> tuple[int, ...]:
    """The cards of the pack."""
    return tuple(range(32))


def packets(name: str) -> tuple[int, ...]:
    """Sizes of the packets of the dealing order, the cards that stay out last."""
    return sizes(PACKETS)


def prepare(state: Record, name: str) -> None:
    """Set the constants of a preset in a blank record: there are none."""
