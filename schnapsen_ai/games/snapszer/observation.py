"""Snapszer: what a seat sees, for learners and for people."""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record
from ...base.jit import inline
from ...cards import Seat
from ..shared.features import Fact, Facts, spare
from ..shared.packets import packet
from ..shared.trick_game import hand, is_over, to_move
from .knowledge import known_absent_from, known_in, unseen
from .rules import side
from .scoring import effective


@inline
def first_four(state: Record, seat: Seat) -> int:
    """The cards that a seat held when trump was named."""
    return packet(state.pack, 4 * seat, 4)


@inline
def contract(state: Record) -> int:
    """1 normal, 2 snapszer, 3 duri, 4 folded; 0 before."""
    return np.int64(state.contract - 39 if state.contract > 0 else 0)


@inline
def has_won(state: Record, seat: Seat) -> int:
    return (np.int64(state.winners) >> seat) & 1


FACTS = Facts(
    rows=(
        Fact("hand", "cards", value=hand),
        Fact("known_in", "cards", "others", known_in),
        Fact("known_absent_from", "cards", "others", known_absent_from),
        Fact("unseen", "cards", value=unseen),
        Fact("played", "cards", "seat"),
        Fact("first_four", "cards", value=first_four),
        Fact("must_lead", "cards"),  # the pair of a marriage
        Fact("trump", "suit", told="always"),
        Fact("phase", most=5),
        Fact("to_move", "mine", value=to_move),
        Fact("declarer", "seat", value=0, told="always"),  # who forehand is
        Fact("contract", "move", code=contract, told="always", most=15),
        Fact("doublings", "times", told="unless zero", most=8),
        Fact("seats", value="n_seats", most=3),
        Fact("points", "points", "side", told="always", most=66),
        Fact("melds", "points", "side", told="unless zero"),  # declared marriages
        Fact("tricks", whose="side", told="always", most=8),
        Fact("effective", "points", "side", effective, most=66),
        Fact("on_table", most=3),
        Fact("table", "card", "place", n=3),
        Fact("best_seat", "seat"),
        Fact("score", "points", "seat", told="always", most=32),
        Fact("over", "flag", value=is_over),
        Fact("ending", most=8),
        Fact("value", "points"),
        Fact("won", "flag", value=has_won),
        spare(6),
    ),
    view=(
        "declarer", "phase", "seats", "trump", "contract", "doublings", "points", "melds",
        "tricks", "table", "best_seat", "must_lead", "first_four", "score",
    ),
    seats=3,
    in_deal="n_seats",
    side=side,
)  # fmt: skip
OBSERVATION_SIZE, VIEW_FIELDS = FACTS.size, FACTS.view_fields
observe, export = FACTS.kernels(__name__)
