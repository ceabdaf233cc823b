"""A game on one page: `complete` adds to it what follows of the contract.

For games in which every seat is dealt the same number of cards at the start and tricks of one card
each are played.  A page gives

* the data NAMES, PRESETS, OPTIONS, N_SEATS, PACK (a set of cards), PACKETS (in the dealing order,
  each as (seat, cards); seat OUT stays out, with two or three seats), MOVE_NAMES, ENDINGS,
  CARD_STYLE, MAX_PLIES, MAX_ABS_PAYOFF, STATE = `state` and FACTS = `facts`, both with what is its
  own; ROLES if it has moves beside cards;
* the kernels ``after_trick(state, taker)``, which sets `ending` when the deal is over, and
  ``payoff(state, seat)``, and those of `page_rules` that are not as it plays.

Its last line is ``complete(__name__)``.  Every name of the contract it may give itself.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import numpy as np

from ...base.arrays import Record
from ...base.jit import specialise
from ...cards import count, members
from . import page_rules
from .features import Fact, Facts
from .packets import OUT, owners, sizes
from .page_rules import BID, FOLLOW, LEAD, NO_SUIT
from .roles import Roles
from .trick_game import NO_CARD, NOBODY, hand, to_move, trick_record

__all__ = [
    "BID", "FOLLOW", "LEAD", "NOBODY", "NO_CARD", "NO_SUIT", "OUT", "Fact", "Roles",
    "complete", "facts", "state",
]  # fmt: skip

#: The record of a match of so many deals, which the best score wins.
PAGE_MATCH = np.dtype(
    (
        np.record,
        [
            ("player", np.int8, 4),
            ("score", np.int32, 4),
            ("over", np.int8),
            ("winner", np.int8),
            ("marks", np.int8, 4),
            ("deals", np.int32),
        ],
    )
)


def state(*own: tuple[Any, ...], options: int, pack: int) -> np.dtype[Any]:
    """The record of a deal: the fields of `trick_game`, three more, and those of the page."""
    more = [
        ("trump", np.int8),  # suit, or -1
        ("tricks", np.int8, 4),  # by seat
        ("points", np.int16, 4),  # card points, by seat
    ]
    return trick_record([*more, *own], options=max(options, 1), pack=pack)


def facts(*own: Fact, seats: int) -> Facts:
    """What a seat sees: the common facts, and those of the page."""
    rows = (
        Fact("hand", "cards", value=hand),
        Fact("played", "cards", "seat"),
        Fact("must_hold", "cards", "seat"),
        Fact("cannot_hold", "cards", "seat"),
        Fact("to_move", "distance", value=to_move),
        Fact("phase"),
        Fact("trump", "suit", told="always"),
        Fact("table", "card", "place", n=4),
        Fact("best_seat", "seat"),
        Fact("tricks", "number", "seat", told="always", most=12),
        Fact("points", "points", "seat", told="always", most=120),
        Fact("ending"),
    )
    view = ("phase", "trump", "table", "best_seat", "tricks", "points", *(f.name for f in own))
    return Facts((*rows, *own), view, seats)


def complete(name: str) -> None:
    """Give the module of a page, which calls this in its last line, what it has not."""
    page = sys.modules[name]
    observe, export = page.FACTS.kernels(name)
    _add(page, {
        "MATCH": PAGE_MATCH,
        "ROLES": Roles(),
        "VIEW_FIELDS": page.FACTS.view_fields,
        "OBSERVATION_SIZE": page.FACTS.size,
        "observe": observe,
        "export": export,
        "FIXED_PARTNERS": page.N_SEATS != 3,
        "CARDS": np.array(members(page.PACK), dtype=np.uint8),
        "OWNERS": owners(page.PACKETS),
        "DEALT": sum(cards for seat, cards in page.PACKETS if seat == 0),
        **_in_python(page),
    })
    _add(page, vars(specialise(page_rules, page)))


def _add(page: ModuleType, names: dict[str, Any]) -> None:
    for key, value in names.items():
        if not hasattr(page, key):
            setattr(page, key, value)


def _in_python(page: ModuleType) -> dict[str, Any]:
    """The functions of the contract that are never compiled."""

    def describe(state: Record, card_text: Any) -> list[str]:
        lines = []
        for seat in range(page.N_SEATS):
            cards = " ".join(card_text(c) for c in members(int(state.hand[seat]))) or "-"
            turn = " <-" if not state.ending and state.turn == seat else ""
            lines.append(f"seat {seat}: {cards}  ({int(state.tricks[seat])} tricks){turn}")
        table = " ".join(card_text(int(c)) for c in state.table if c >= 0)
        return [*lines, f"table: {table}"] if table else lines

    return {
        "seats": lambda name: page.N_SEATS,
        "pack_of": lambda name: tuple(members(page.PACK)),
        "packets": lambda name: sizes(page.PACKETS),
        "prepare": lambda state, name: None,
        "hand_size": lambda state, seat: page.DEALT - count(state.played[seat]),
        "describe": describe,
    }
