"""Schafkopf: what a seat sees, for learners and for people."""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record
from ...base.jit import inline
from ...cards import Seat, bit
from ..shared.features import Fact, Facts, spare
from ..shared.trick_game import (
    NOBODY,
    cards_on_table,
    dealt_to,
    hand,
    is_over,
    led,
    own_place,
    table_points,
    to_move,
)
from . import options as opt
from .knowledge import ace_holder, unseen
from .redeal import known_absent_from
from .rules import beaten_by, trumps
from .scoring import payoff
from .state import PASS, SOLO, WENZ

RULES = (  # that bear on the play
    opt.ACE_STILL_FORCED, opt.AT_DEAL, opt.ONLY_DECLARERS, opt.BEFORE_LEAD, opt.MAX_DOUBLINGS,
)  # fmt: skip


@inline
def partner_known(state: Record, seat: Seat) -> Seat:
    """The seat that was dealt the called ace, as far as `seat` knows; -1 where it does not."""
    if state.ace < 0:
        return NOBODY
    for other in range(4):
        if (dealt_to(state, other) if other == seat else state.played[other]) & bit(state.ace):
            return np.int64(other)
    return ace_holder(state, seat)


@inline
def winning(state: Record) -> int:
    """The cards that win the trick when played now, as a set."""
    return beaten_by(state, state.best) if state.on_table > 0 else np.int64(0)


@inline
def contract(state: Record) -> int:
    """0 pass, 1 Wenz, 2 to 4 calls of C S D, 5 to 8 solos C S H D; of 12, 3 spare."""
    bid = np.int64(state.contract)
    if bid == PASS:
        return np.int64(0)
    return bid - SOLO + 5 if bid >= SOLO else bid - WENZ + 1


@inline
def called_suit(state: Record) -> int:
    """Of the called ace, 4 where none is called."""
    return np.int64(state.ace) >> 3 if state.ace >= 0 else np.int64(4)


@inline
def has_doubled(state: Record, seat: Seat) -> int:
    return ((np.int64(state.doubled[0]) | state.doubled[1]) >> seat) & 1


@inline
def option(state: Record, place: int) -> int:
    return np.int64(state.options[RULES[place]])


@inline
def won(state: Record, seat: Seat) -> bool:
    return is_over(state) and payoff(state, seat) > 0


FACTS = Facts(
    rows=(
        Fact("hand", "cards", value=hand),
        Fact("known_absent_from", "cards", "others", known_absent_from),
        Fact("unseen", "cards", value=unseen),
        Fact("played", "cards", "seat"),
        Fact("cards_on_table", "cards", value=cards_on_table),
        Fact("winning", "cards", value=winning),
        Fact("trumps", "cards", value=trumps),
        Fact("contract", "move", code=contract, choices=12, told="always"),
        Fact("called", "card", value="ace", code=called_suit, choices=5, told="always"),
        Fact("led", "card", value=led),
        Fact("best", "card"),
        Fact("declarer", "seat", told="always"),
        Fact("partner", "seat", value=partner_known, told="always"),
        Fact("best_seat", "seat"),
        Fact("leader", "seat"),
        Fact("runner", "seat", told="always"),  # who first led the called suit low
        Fact("caller", "seat"),  # who bid a call, outbid or not
        Fact("on_table", most=3),
        Fact("points_on_table", "points", value=table_points, most=44),
        Fact("doublings", "times", told="unless zero", most=8),
        Fact("doubled", "flag", "seat", has_doubled),
        Fact("points", "points", "seat", told="always", most=120),
        Fact("tricks", whose="seat", told="always", most=8),
        Fact("tricks_played", value="done", most=8),
        Fact("phase", most=3),
        Fact("to_move", "mine", value=to_move),
        Fact("own_place", value=own_place, most=3),
        Fact("options", whose="place", value=option, n=len(RULES)),
        Fact("over", "flag", value=is_over),
        Fact("won", "flag", value=won),
        spare(2),
        Fact("money", "money", "seat", vector=False, told="always"),
        Fact("table", "card", "place", n=4, vector=False),
    ),
    view=(
        "contract", "declarer", "called", "partner", "runner", "doublings", "doubled", "leader",
        "best", "best_seat", "points", "tricks", "money", "table", "phase",
    ),
    seats=4,
)  # fmt: skip
OBSERVATION_SIZE, VIEW_FIELDS = FACTS.size, FACTS.view_fields
observe, export = FACTS.kernels(__name__)
