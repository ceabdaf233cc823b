"""Watten: what a seat sees, for learners and for people."""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record
from ...base.jit import inline
from ...cards import Seat
from ..shared.features import Fact, Facts
from ..shared.trick_game import cards_on_table, hand, is_over, led, own_place, to_move
from . import options as opt
from .knowledge import known_absent_from, unseen
from .rules import beaten_by


@inline
def winning(state: Record) -> int:
    """The cards that win the trick when played now, as a set."""
    return beaten_by(state, state.best) if state.on_table > 0 else np.int64(0)


@inline
def target(state: Record) -> int:
    return np.int64(state.options[opt.TARGET])


@inline
def max_stake(state: Record) -> int:
    """0 where there is none."""
    return np.int64(state.options[opt.MAX_STAKE])


@inline
def won(state: Record, seat: Seat) -> int:
    """The stake, if a seat has won it."""
    return np.int64(state.stake if is_over(state) and state.winner == seat & 1 else 0)


FACTS = Facts(
    rows=(
        Fact("hand", "cards", value=hand),
        Fact("known_absent_from", "cards", "others", known_absent_from),
        Fact("unseen", "cards", value=unseen),
        Fact("played", "cards", "seat"),
        Fact("cards_on_table", "cards", value=cards_on_table),
        Fact("winning", "cards", value=winning),
        Fact("schlag", "rank", told="always"),
        Fact("trump", "suit", told="always"),
        Fact("led", "card", value=led),
        Fact("best", "card"),
        Fact("best_seat", "seat"),
        Fact("leader", "seat"),
        Fact("raiser", "seat", told="always"),  # whose raise waits for an answer
        Fact("on_table", most=3),
        Fact("obliged", "flag", value="forced"),  # whether the Hauptschlag must be served
        Fact("stake", "points", told="always", most=22),
        Fact("last_raise", "team"),  # that was accepted
        Fact("tricks", whose="team", told="always", most=3),
        Fact("score", "points", "team", told="always", most=18),
        Fact("target", "points", value=target, most=18),
        Fact("max_stake", "points", value=max_stake),
        Fact("phase", most=4),
        Fact("to_move", "mine", value=to_move),
        Fact("own_place", value=own_place, most=3),
        Fact("over", "flag", value=is_over),
        Fact("won", "points", value=won),
        Fact("hauptschlag", "card", value="main", vector=False, told="always"),
        Fact("table", "card", "place", n=4, vector=False),
    ),
    view=(
        "schlag", "trump", "hauptschlag", "obliged", "stake", "last_raise", "raiser", "leader",
        "best", "best_seat", "tricks", "score", "table", "phase",
    ),
    seats=4,
)  # fmt: skip
OBSERVATION_SIZE, VIEW_FIELDS = FACTS.size, FACTS.view_fields
observe, export = FACTS.kernels(__name__)
