"""Schnapsen and Sixty-Six: what a seat sees, for learners and for people."""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record
from ...base.jit import inline, jit
from ...cards import Seat
from ..shared.features import Fact, Facts, spare
from .knowledge import played_by, settled, unseen_beside
from .rules import hand, to_move, tricks_played
from .scoring import is_over


@inline
def won(state: Record, seat: Seat) -> int:
    """Game points that a seat has won with the deal."""
    return np.int64(state.value if is_over(state) and state.winner == seat else 0)


@jit
def known_cards(state: Record, viewer: Seat) -> tuple[int, int, int, int, int]:
    """All that a seat knows of cards, at once.

    `known_in` and `known_absent_from` the other hand, `unseen`; played by the viewer, by the other.
    """
    other = viewer ^ 1
    mine, theirs = played_by(state, viewer), played_by(state, other)
    cards = unseen_beside(state, viewer, mine | theirs)
    sure, possible = settled(state, viewer, cards)
    return state.must_hold[other] | sure, cards & ~possible, cards, mine, theirs


FACTS = Facts(
    rows=(
        Fact("hand", "cards", value=hand),
        Fact("known_in", "cards", "others", known_cards, part=0),
        Fact("known_absent_from", "cards", "others", known_cards, part=1),
        Fact("unseen", "cards", value=known_cards, part=2),
        Fact("played", "cards", "seat", known_cards, part=3),
        Fact("must_lead", "cards"),  # the pair of a marriage
        Fact("trump", "suit", told="always"),
        Fact("turn_up", "card"),
        Fact("led", "card"),
        Fact("talon_left", value="talon", most=12),
        Fact("points", "points", "seat", told="always", most=66),
        Fact("pending", "points", "seat", told="unless zero"),
        Fact("tricks", whose="seat", told="always", most=12),
        Fact("closer", "seat", told="always"),
        Fact("close_points", "points", most=33),  # of the closer's opponent at the close
        Fact("close_tricks", most=12),
        Fact("phase", most=4),
        Fact("to_move", "mine", value=to_move),
        Fact("tricks_played", value=tricks_played, most=12),
        Fact("score", "points", "seat", told="always", most=11),
        Fact("pack_size"),
        Fact("over", "flag", value=is_over),
        Fact("won", "points", "seat", won, most=3),
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
