"""Schnapsen and its house-rule presets, and Sixty-Six: the game module of the contract."""

from __future__ import annotations

from typing import Any

from ...base.arrays import Record
from ...cards import PACK_20, PACK_24, members
from .dealing import deal, lay_out, owner_of
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
from .learned import LEARNED_FACTS, SUIT_MOVES
from .match import begin_match, next_deal
from .match_equity import worth
from .observation import FACTS, OBSERVATION_SIZE, VIEW_FIELDS, export, observe
from .options import OPTIONS, PRESETS
from .play import play
from .position.reader import set_position
from .position.writer import position_fields
from .rule_player.player import advise
from .rules import hand, led, legal, to_move, trumps
from .scoring import is_over, largest_loss, payoff, resign, side, sides_known
from .search_hooks import all_seen, card_points, exact_cost, sensible
from .solver.exact import EXACT_WORDS, exact_at_least, exact_clear, exact_moves, exact_value
from .solver.open_table import NODES as EXACT_NODES
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
from .text import REFUSALS, describe, offered, talon, trick
from .worlds import count_worlds, fair_key, list_worlds

NAMES = (
    "schnapsen", "schnapsen_hard", "snaps_bosnian", "playmore", "schnapsen_auto_claim", "vu",
    "sixty_six",
)
CARD_STYLE = "french"
FIXED_PARTNERS = True
STRICT = True
OVERRIDES = ("exact_at_least", "exact_clear", "exact_moves", "exact_value")
RULEBOOK = "rulebook.md"


def seats(name: str) -> int:
    """Seats of a preset: always two."""
    return 2


def pack_of(name: str) -> tuple[int, ...]:
    """The cards of a preset's pack, ascending."""
    return tuple(members(PACK_24 if name == "sixty_six" else PACK_20))


def packets(name: str) -> tuple[int, ...]:
    """Sizes of the packets in dealing order; the order inside one does not matter."""
    if name == "sixty_six":
        return (3, 3, 3, 3, 1) + (1,) * 11
    return (3, 3, 1, 2, 2) + (1,) * 9


def prepare(state: Record, name: str) -> None:
    """Set the constants of a preset in a blank record."""
    state.pack_size = len(pack_of(name))


