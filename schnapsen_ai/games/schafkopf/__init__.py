"""Schafkopf (Bavarian, four seats, called ace): the game module of the contract."""

from __future__ import annotations

from typing import Any

from ...base.arrays import Record
from ..shared.packets import sizes
from ..shared.trick_game import hand, is_over, led, to_move
from .dealing import PACKETS, deal, lay_out, owner_of
from .knowledge import (
    ace_holder,
    backfill,
    conceal,
    hand_size,
    learn,
    missing,
    owed,
    unseen,
)
from .match import begin_match, next_deal
from .observation import FACTS, OBSERVATION_SIZE, VIEW_FIELDS, export, observe, partner_known
from .options import OPTIONS, PRESETS
from .play import play
from .redeal import known_absent_from, known_in, redeal, ties
from .rule_player import advise
from .rules import legal, side, sides_known, trumps
from .scoring import finish, largest_loss, laufende, payoff
from .search_hooks import card_points
from .solver import exact_at_least, exact_clear, exact_cost, exact_moves, exact_value
from .solver_search import EXACT_WORDS
from .solver_search import NODES as EXACT_NODES
from .state import (
    BEATEN_BY,
    ENDINGS,
    MATCH,
    MAX_ABS_PAYOFF,
    MAX_PLIES,
    MOVE_NAMES,
    N_SEATS,
    OVER,
    PLAYING,
    ROLES,
    STATE,
    TRUMP_ORDER,
)
from .text import contract_of, describe

NAMES = ("schafkopf",)
CARD_STYLE = "german"
FIXED_PARTNERS = False
IN_MONEY = True
OVERRIDES = ("exact_at_least", "exact_clear", "exact_moves", "exact_value")
RULEBOOK = "rulebook.md"


def seats(name: str) -> int:
    """Number of seats of a deal."""
    return 4


def pack_of(name: str) -> tuple[int, ...]:
    """The cards of the pack."""
    return tuple(range(32))


def packets(name: str) -> tuple[int, ...]:
    """Sizes of the packets of the dealing order; the cards inside one are in no order."""
    return sizes(PACKETS)


def prepare(state: Record, name: str) -> None:
    """Set the constants of a preset in a blank record: there are none."""
