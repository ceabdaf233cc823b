"""Bauernschnapsen: the game module of the contract."""

from __future__ import annotations

from typing import Any

from ...base.arrays import Record
from ...cards import PACK_20, members
from ..shared.marriages import MARRIAGE
from ..shared.packets import sizes
from ..shared.trick_game import hand, is_over, led, to_move
from .dealing import PACKETS, deal, lay_out, owner_of
from .knowledge import conceal, hand_size, learn, unseen
from .match import begin_match, next_deal
from .observation import FACTS, OBSERVATION_SIZE, VIEW_FIELDS, export, observe
from .options import OPTIONS, PRESETS
from .play import play
from .redeal import backfill, known_absent_from, known_in, redeal
from .rule_player import advise
from .rules import legal, side, sides_known, trumps
from .scoring import largest_loss, payoff
from .search_hooks import bounds, card_points, distinct, exact_cost, exact_key, sensible, try_first
from .state import (
    ENDINGS,
    MATCH,
    MAX_ABS_PAYOFF,
    MAX_PLIES,
    MOVE_NAMES,
    N_SEATS,
    NAME_TRUMP,
    OVER,
    ROLES,
    STATE,
)
from .text import contract_of, describe

NAMES = ("bauernschnapsen",)
CARD_STYLE = "german"
FIXED_PARTNERS = True
STRICT = True
SUIT_MOVES = (MARRIAGE, NAME_TRUMP)
OVERRIDES: tuple[str, ...] = ()
RULEBOOK = "rulebook.md"


def seats(name: str) -> int:
    """Number of seats of a deal."""
    return 4


def pack_of(name: str) -> tuple[int, ...]:
    """The cards of the pack."""
    return tuple(members(PACK_20))


def packets(name: str) -> tuple[int, ...]:
    """Sizes of the packets of the dealing order: three to each seat, then two."""
    return sizes(PACKETS)


def prepare(state: Record, name: str) -> None:
    """Set the constants of a preset in a blank record: there are none."""
