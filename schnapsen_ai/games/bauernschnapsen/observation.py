"""Bauernschnapsen: what a seat sees, for learners and for people."""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record
from ...base.jit import inline
from ...cards import Seat, Side
from ..shared.features import Fact, Facts
from ..shared.trick_game import hand, is_over, led, to_move
from .knowledge import unseen
from .redeal import known
from .rules import cards_to_come, laid_by, trumps
from .state import NORMAL, PASS


@inline
def in_trumps(state: Record) -> bool:
    """Whether trumps count in the play."""
    return trumps(state) != 0


@inline
def announced(state: Record, seat: Seat) -> int:
    """What a seat said: 0 nothing yet, 1 pass, 2 Bettler .. 9 Herrenschnapser."""
    said = np.int64(state.said[seat])
    return np.int64(0 if said < 0 else 1 if said == PASS else said - NORMAL + 1)


@inline
def wins(state: Record) -> int:
    """Who wins the trick so far; between tricks, who took the last one."""
    tricks = np.int64(state.tricks[0]) + state.tricks[1]
    return np.int64(state.turn if state.on_table == 0 and tricks > 0 else state.best_seat)


@inline
def contract(state: Record) -> int:
    """0 normal, 1 Bettler .. 8 Herrenschnapser."""
    return np.int64(state.contract) - NORMAL


@inline
def won(state: Record, team: Side) -> int:
    """Game points that a team has won with the deal."""
    return np.int64(state.value if is_over(state) and state.winner == team else 0)


@inline
def to_come(state: Record) -> int:
    """Cards to come in a trick that has begun."""
    return np.int64(cards_to_come(state) if state.on_table else 0)


FACTS = Facts(
    rows=(
        Fact("hand", "cards", value=hand),
        Fact("known_in", "cards", "others", known, part=0),
        Fact("known_absent_from", "cards", "others", known, part=1),
        Fact("unseen", "cards", value=unseen),
        Fact("played", "cards", "seat"),
        Fact("must_lead", "cards"),  # the pair of a marriage
        Fact("trump", "suit", told="always"),
        Fact("in_trumps", "flag", value=in_trumps),
        Fact("said", "move", "seat", code=announced, choices=10, told="always"),
        Fact("turned", "card", told="always"),  # the trump that was turned up
        Fact("table", "card", "seat", laid_by),
        Fact("led", "card", value=led),
        Fact("best", "card"),
        Fact("best_seat", "seat", code=wins),
        Fact("contract", "move", code=contract, told="always", names={NORMAL: "normal_game"},
             most=9),
        Fact("declarer", "seat", vector=False, told="always"),
        Fact("declarer_at", "distance", value="declarer"),
        Fact("doubles", "times", value="doublings", told="unless zero", most=8),
        Fact("points", "points", "team", told="always", most=66),
        Fact("marriages", "points", "team", "melds", told="unless zero"),
        Fact("tricks", whose="team", told="always", most=5),
        Fact("caller_at", "distance", value=0),  # seat 0, who names trump
        Fact("phase", most=5),
        Fact("to_move", "seat", value=to_move),
        Fact("over", "flag", value=is_over),
        Fact("won", "points", "team", won),
        Fact("score", "points", "team", told="always", most=24),
        Fact("to_come", value=to_come, most=3),
        Fact("idle", "seat", vector=False, told="always"),
    ),
    view=(
        "phase", "trump", "turned", "contract", "declarer", "said", "doubles", "idle", "table",
        "best", "best_seat", "must_lead", "points", "marriages", "tricks", "score",
    ),
    seats=4,
)  # fmt: skip
OBSERVATION_SIZE, VIEW_FIELDS = FACTS.size, FACTS.view_fields
observe, export = FACTS.kernels(__name__)
