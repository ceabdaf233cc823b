"""Rabló: what a seat sees, for learners and for people."""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record
from ...base.jit import inline
from ...cards import Seat
from ..shared.features import Fact, Facts, spare
from ..shared.trick_game import hand, is_over, to_move
from .knowledge import known_absent_from, known_in, partner_seen
from .rules import team_points
from .scoring import stake


@inline
def naming(state: Record) -> int:
    """What is being named: 1 the card of a snapszer, 2 of a duri, 0 nothing."""
    return max(np.int64(state.naming) - 39, np.int64(0))


@inline
def has_passed(state: Record, seat: Seat) -> int:
    return (np.int64(state.passed) >> seat) & 1


@inline
def has_doubled(state: Record, seat: Seat) -> int:
    return (np.int64(state.doublers) >> seat) & 1


@inline
def stake_now(state: Record) -> int:
    """The stake of the standing call, 0 without one."""
    return stake(state) if state.level >= 0 else np.int64(0)


@inline
def fifties(state: Record) -> int:
    """The pot in units of 50."""
    return np.int64(state.pot) // 50


@inline
def gain(state: Record, seat: Seat) -> int:
    """1 for a seat that won money with the deal, 2 for one that paid, 0 for neither."""
    pay = state.pay[seat]
    return np.int64(1 if pay > 0 else 2 if pay < 0 else 0)


FACTS = Facts(
    rows=(
        Fact("hand", "cards", value=hand),
        Fact("known_in", "cards", "others", known_in),
        Fact("known_absent_from", "cards", "others", known_absent_from),
        Fact("played", "cards", "seat"),
        Fact("must_lead", "cards"),  # the pair of a marriage
        Fact("trump", "suit", told="always"),
        Fact("phase", most=5),
        Fact("to_move", "mine", value=to_move),
        Fact("caller", "seat", told="always"),
        Fact("partner", "seat", value=partner_seen, told="always"),  # as far as the seat knows
        Fact("level", "level", told="always", most=3),
        Fact("called", "card", told="always"),
        Fact("naming", value=naming, most=4),
        Fact("passes", most=4),  # in a row
        Fact("passed", "flag", "seat", has_passed),
        Fact("doublings", "times", told="unless zero", most=8),
        Fact("doubled", "flag", "seat", has_doubled),
        Fact("points", "points", value=team_points, told="always", most=66),
        Fact("tricks", told="always", most=6),
        Fact("on_table", most=3),
        Fact("table", "card", "place", n=4),
        Fact("best_seat", "seat"),
        Fact("pot", "money", code=fifties, told="unless zero"),
        Fact("over", "flag", value=is_over),
        Fact("ending", most=6),
        Fact("gain", value=gain),
        spare(3),
        Fact("stake", "money", value=stake_now, vector=False, told="always"),
        Fact("money", "money", "seat", vector=False, told="always"),
    ),
    view=(
        "phase", "caller", "partner", "level", "called", "trump", "stake", "doublings", "points",
        "tricks", "table", "best_seat", "must_lead", "pot", "money",
    ),
    seats=4,
)  # fmt: skip
OBSERVATION_SIZE, VIEW_FIELDS = FACTS.size, FACTS.view_fields
observe, export = FACTS.kernels(__name__)
