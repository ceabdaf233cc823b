"""The concealed state as a vector, for learners."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.jit import jit
from ..shared.trick_game import is_over, to_move
from .knowledge import known, unseen
from .rules import cards_to_come, laid_by, trumps
from .state import NORMAL, PASS

_PLANES = 13
_NUMBERS = 26
OBSERVATION_SIZE = _PLANES * 32 + 5 + 4 * 10 + _NUMBERS


@jit
def observe(state: Any, seat: int, out: Any) -> None:
    """Write what the seat sees into `out`, uint8 of length OBSERVATION_SIZE.

    Seats are counted clockwise from the seat itself: own, left, partner, right.

    * Thirteen planes of 32, by card id, 1 or 0: own hand; known in the hand of left, partner,
      right; known not to be there (left, partner, right); unseen; played by own, left, partner,
      right; must be led (a marriage's pair).
    * Trump suit one-hot (4), then 1 if trumps count in the play.
    * For each seat ten flags of what it said: nothing yet, pass, Bettler .. Herrenschnapser.
    * Numbers: the turned-up card's id + 1, or 0; the cards of the four seats in the trick, the led
      and the winning card, likewise; the winning seat + 1, or 0; contract (0 normal, 1 Bettler ..
      8 Herrenschnapser); its declarer; doublings; points own team, other; marriages own, other;
      tricks own, other; the caller; phase; the seat to move + 1, or 0; whether the deal is over;
      game points won, lost; match score own, other; cards to come in the trick.
    """
    left, partner, right = (seat + 1) & 3, (seat + 2) & 3, (seat + 3) & 3
    seats = (seat & 3, left, partner, right)
    in_left, not_left = known(state, seat, left)
    in_partner, not_partner = known(state, seat, partner)
    in_right, not_right = known(state, seat, right)
    planes = (
        state.hand[seat & 3],
        in_left,
        in_partner,
        in_right,
        not_left,
        not_partner,
        not_right,
        unseen(state, seat),
        state.played[seat & 3],
        state.played[left],
        state.played[partner],
        state.played[right],
        state.must_lead,
    )
    for p in range(_PLANES):
        for card in range(32):
            out[32 * p + card] = (planes[p] >> card) & 1
    at = _PLANES * 32
    for suit in range(4):
        out[at + suit] = 1 if suit == state.trump else 0
    out[at + 4] = 1 if trumps(state) else 0
    at += 5
    for i in range(4):
        said = np.int64(state.said[seats[i]])
        flag = 0 if said < 0 else 1 if said == PASS else said - NORMAL + 1
        for j in range(10):
            out[at + j] = 1 if j == flag else 0
        at += 10
    team, other = seat & 1, (seat & 1) ^ 1
    over = is_over(state)
    value = np.int64(state.value) if over else np.int64(0)
    winning = np.int64(state.best_seat)  # between tricks, who took the last one
    if state.on_table == 0 and np.int64(state.tricks[0]) + state.tricks[1] > 0:
        winning = np.int64(state.turn)
    numbers = (
        np.int64(state.turned) + 1,
        laid_by(state, seat & 3) + 1,
        laid_by(state, left) + 1,
        laid_by(state, partner) + 1,
        laid_by(state, right) + 1,
        np.int64(state.table[0]) + 1,
        np.int64(state.best) + 1,
        ((winning - seat) & 3) + 1 if winning >= 0 else np.int64(0),
        np.int64(state.contract) - NORMAL,
        (np.int64(state.declarer) - seat) & 3,
        np.int64(state.doublings),
        np.int64(state.points[team]),
        np.int64(state.points[other]),
        np.int64(state.melds[team]),
        np.int64(state.melds[other]),
        np.int64(state.tricks[team]),
        np.int64(state.tricks[other]),
        (4 - seat) & 3,
        np.int64(state.phase),
        np.int64(0) if over else ((to_move(state) - seat) & 3) + 1,
        np.int64(1 if over else 0),
        value if state.winner == team else np.int64(0),
        value if state.winner == other else np.int64(0),
        np.int64(state.score[team]),
        np.int64(state.score[other]),
        cards_to_come(state) if state.on_table else np.int64(0),
    )
    for i in range(_NUMBERS):
        out[at + i] = numbers[i]


VIEW_FIELDS = (
    ("phase", 1),
    ("trump", 1),
    ("turned", 1),
    ("contract", 1),
    ("declarer", 1),
    ("said", 4),
    ("doubles", 1),
    ("idle", 1),
    ("table", 4),
    ("best", 1),
    ("best_seat", 1),
    ("must_lead", 1),
    ("points", 2),
    ("marriages", 2),
    ("tricks", 2),
    ("score", 2),
)


@jit
def export(state: Any, seat: int, out: Any) -> None:
    """The numbers of VIEW_FIELDS, in order, into an int64 array.

    -1 for no card, seat or suit, and for a seat that has not spoken; `contract` is the move that
    announced it, 48 in the normal game; pairs are by team, seats 0 and 2 first.
    """
    out[0] = state.phase
    out[1] = state.trump
    out[2] = state.turned
    out[3] = state.contract
    out[4] = state.declarer
    out[9] = state.doublings
    out[10] = state.idle
    for i in range(4):
        out[5 + i] = state.said[i]
        out[11 + i] = laid_by(state, np.int64(i))
    out[15] = state.best
    out[16] = state.best_seat
    out[17] = state.must_lead
    for team in range(2):
        out[18 + team] = state.points[team]
        out[20 + team] = state.melds[team]
        out[22 + team] = state.tricks[team]
        out[24 + team] = state.score[team]
