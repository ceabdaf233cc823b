"""Snapszer with two and with three seats: the game module of the contract."""

from __future__ import annotations

from typing import Any

from ...base.arrays import Record
from ...cards import PACK_24, members
from ..shared.marriages import MARRIAGE
from ..shared.packets import sizes
from ..shared.trick_game import hand, is_over, led, to_move
from .dealing import PACKETS_2, PACKETS_3, deal, lay_out, owner_of
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
from .rules import legal, side, sides_known, trumps
from .scoring import effective, finish, largest_loss, payoff, resign
from .search_hooks import bounds, card_points, distinct, exact_cost, exact_key, sensible, try_first
from .state import (
    CARD_STYLE,
    CONTRACT,
    ENDINGS,
    KONTRA,
    LEAD,
    MATCH,
    MAX_PLIES,
    MOVE_NAMES,
    N_SEATS,
    OVER,
    ROLES,
    STATE,
    TEXT_STYLE,
    TRUMP,
    TRUMP_CHOICE,
)
from .text import contract_of, describe

NAMES = ("snapszer2", "snapszer3")
FIXED_PARTNERS = False
STRICT = True
SUIT_MOVES = (MARRIAGE, TRUMP)
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
    return sizes(PACKETS_3 if name == "snapszer3" else PACKETS_2)


def prepare(state: Record, name: str) -> None:
    """Set the constants of a preset in a blank record: the number of players."""
    state.players = seats(name)
    state.n_seats = seats(name)
