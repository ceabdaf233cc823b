"""Schnapsen and Sixty-Six: what a seat sees, for learners and for people."""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record
from ...base.jit import inline
from ...cards import Seat
from ..shared.features import Fact, Facts, spare
from .knowledge import known_absent_from, known_in, played_by, unseen
from .rules import hand, to_move, tricks_played
from .scoring import is_over


@inline
def won(state: Record, seat: Seat) -> int:
    """Game points that a seat has won with the deal."""
    return np.int64(state.value if is_over(state) and state.winner == seat else 0)


FACTS = Facts(
    rows=(
        Fact("hand", "cards", value=hand),
        Fact("known_in", "cards", "others", known_in),
        Fact("known_absent_from", "cards", "others", known_absent_from),
        Fact("unseen", "cards", value=unseen),
        Fact("played", "cards", "seat", played_by),
        Fact("must_lead", "cards"),  # the pair of a marriage
        Fact("trump", "suit", told="always"),
        Fact("turn_up", "card"),
        Fact("led", "card"),
        Fact("talon_left", value="talon"),
        Fact("points", "points", "seat", told="always"),
        Fact("pending", "points", "seat", told="unless zero"),
        Fact("tricks", whose="seat", told="always"),
        Fact("closer", "seat", told="always"),
        Fact("close_points", "points"),  # of the closer's opponent at the close
        Fact("close_tricks"),
        Fact("phase"),
        Fact("to_move", "mine", value=to_move),
        Fact("tricks_played", value=tricks_played),
        Fact("score", "points", "seat", told="always"),
        Fact("pack_size"),
        Fact("over", "flag", value=is_over),
        Fact("won", "points", "seat", won),
        spare(1),
    ),
    view=(
        "trump", "turn_up", "talon_left", "led", "points", "tricks", "pending", "score", "closer",
        "close_points", "close_tricks", "phase", "must_lead",
    ),
    seats=2,
)  # fmt: skip
OBSERVATION_SIZE, VIEW_FIELDS = FACTS.size, FACTS.view_fields
observe, export = FACTS.kernels(__name__)
