"""The record of a deal of Snapszer, with two or three seats, and of a match.

Seat 0 is the declarer, the last seat deals.  Side 0 is the declarer's, side 1 all the others'.
"""

from __future__ import annotations

import numpy as np

from ..shared.marriages import MARRIAGE_NAMES, MARRIAGES
from ..shared.roles import Roles
from ..shared.trick_game import trick_record
from .options import OPTIONS

N_SEATS = 3  # at most; a deal's number is in its record
HAND = 8
MAX_PLIES = 35  # trump, contract, 5 in the doubling windows, 24 cards, 4 marriages
START_SCORE = 32
CARD_STYLE = "german"
TEXT_STYLE = "hungarian"

# Sides.
DECLARER, OPPONENTS = 0, 1

# Phases: what the seat to move is asked.
TRUMP_CHOICE, CONTRACT, KONTRA, LEAD, FOLLOW, OVER = range(6)

# Moves beyond the cards 0..31.
PASS, DOUBLE, ENOUGH, SHOW, NORMAL, SNAPSZER, DURI, FOLD = range(36, 44)
TRUMP = 44  # 44..47: trump C S H D

MOVE_NAMES = {
    **MARRIAGE_NAMES,
    36: "pass",
    37: "double",
    38: "enough",
    39: "show",
    40: "normal",
    41: "snapszer",
    42: "duri",
    43: "fold",
    44: "trump C",
    45: "trump S",
    46: "trump H",
    47: "trump D",
}
ROLES = Roles(passes=1 << PASS, doubles=1 << DOUBLE, claims=1 << ENOUGH, marriages=MARRIAGES)

# How a deal ended, by the field `ending`.
ENDINGS = (
    "not over",
    "fold",
    "enough",
    "show",
    "kept silent",  # a side that had 66 did not say so and lost the next trick
    "last trick",  # nobody said enough
    "all tricks",  # all eight went to the declarer
    "opponent's trick",  # in a snapszer or duri
    "resigned",
)
(
    NOT_OVER,
    FOLDED,
    SAID_ENOUGH,
    SHOWN,
    KEPT_SILENT,
    LAST_TRICK,
    ALL_TRICKS,
    OPPONENTS_TRICK,
    RESIGNED,
) = range(len(ENDINGS))

NO_SUIT = -1

STATE = trick_record(
    [
        # `hand`: four cards until the trump is named, then eight
        ("must_lead", np.int64),  # the pair of a marriage just declared, else 0
        ("points", np.int16, 2),  # by side: card points of its tricks
        ("melds", np.int16, 2),  # by side: declared marriages
        ("score", np.int16, 4),  # points each seat still needs in the match
        ("value", np.int16),  # points that each winner of the finished deal gains
        ("winners", np.int8),  # mask of their seats
        ("tricks", np.int8, 2),  # by side
        ("declared", np.int8, 2),  # by side: 1 once it declared a marriage, void or not
        ("trump", np.int8),  # suit, or -1
        ("contract", np.int8),  # NORMAL, SNAPSZER, DURI or FOLD, or -1
        ("doublings", np.int8),
        ("asks", np.int8),  # doubling window: mask of seats still to be asked
        ("n_seats", np.int8),  # of this deal: 2 or 3
        ("players", np.int8),  # of the match: 2 or 3
    ],
    options=len(OPTIONS),
    pack=24,  # with two seats the last 8 stay out
)

MATCH = np.dtype(
    (
        np.record,
        [
            ("player", np.int8, 3),  # who sits at each seat of the next deal, or -1
            ("seats_in_play", np.int8),  # of the next deal: 2 or 3
            ("dealer", np.int8),  # player who deals next
            ("score", np.int16, 3),  # points each player still needs; at most 0: out
            ("over", np.int8),
            ("winner", np.int8),  # who won the finished match alone; or -1
            ("loser", np.int8),  # the last one in, once the match is over; or -1
            ("winners", np.int8),  # set of who went out first; of a table, has fewest marks
            ("marks", np.int8, 3),  # of each player: one each time that he was the last one in
            ("deals", np.int32),
        ],
    )
)
