"""The record of a deal of Rabló, and of a match.

Seat 0 calls first, seat 3 deals.  A call is two moves of one seat: the level, then the card.
"""

from __future__ import annotations

import numpy as np

from ..shared.marriages import MARRIAGE_NAMES, MARRIAGES
from ..shared.roles import Roles
from ..shared.trick_game import trick_record
from .options import OPTIONS

N_SEATS = 4
TRICKS = 6
MAX_PLIES = 54  # 17 in the auction, 9 in the doubling windows, 24 cards, 4 marriages
START_MONEY = 3000
CARD_STYLE = "german"
TEXT_STYLE = "hungarian"

# Phases: what the seat to move is asked.
BID, NAME, KONTRA, LEAD, FOLLOW, OVER = range(6)

# Moves beyond the cards 0..31.
PASS, DOUBLE, ENOUGH, SHOW, SNAPSZER, DURI = 36, 37, 38, 39, 40, 41

MOVE_NAMES = {
    **MARRIAGE_NAMES,
    36: "pass",
    37: "double",
    38: "enough",
    39: "show",
    40: "snapszer",
    41: "duri",
}
ROLES = Roles(passes=1 << PASS, doubles=1 << DOUBLE, claims=1 << ENOUGH, marriages=MARRIAGES)

# How a deal ended, by the field `ending`.
ENDINGS = (
    "not over",
    "passed out",
    "enough",  # said, or automatic
    "show",
    "all tricks",  # all six went to the calling side
    "opponent's trick",  # which the calling side survives with 66 in a snapszer
    "resigned",
)
NOT_OVER, PASSED_OUT, SAID_ENOUGH, SHOWN, ALL_TRICKS, OPPONENTS_TRICK, RESIGNED = range(
    len(ENDINGS)
)

# Levels of a call: snapszer, heart snapszer, duri, heart duri.
NO_CALL = -1
TOP_LEVEL = 3
LEVEL_NAMES = ("snapszer", "heart snapszer", "duri", "heart duri")

NO_SUIT = -1

STATE = trick_record(
    [
        ("must_lead", np.int64),  # the pair of a marriage just declared, else 0
        ("money", np.int32, 4),  # of each seat at the deal
        # By seat, not one `value`: with a short purse or the pot the winners get unequal parts.
        ("pay", np.int32, 4),  # won or paid in the finished deal, the pot included
        ("pot", np.int32),  # at the deal
        ("points", np.int16),  # card points of the calling side's tricks
        ("melds", np.int16),  # its declared marriages
        ("tricks", np.int8),  # the calling side's, so all there were
        ("caller", np.int8),  # of the standing call, or -1
        ("partner", np.int8),  # who holds the called card, from the end of the auction; or -1
        ("level", np.int8),  # of the standing call, or -1
        ("called", np.int8),  # its card, or -1
        ("naming", np.int8),  # SNAPSZER or DURI while its card is being named, else -1
        ("trump", np.int8),  # suit, from the end of the auction; or -1
        ("passes", np.int8),  # in a row
        ("passed", np.int8),  # mask of seats that have passed
        ("doublings", np.int8),
        ("doublers", np.int8),  # mask of seats that have doubled
        ("asks", np.int8),  # doubling window: mask of seats still to be asked
    ],
    options=len(OPTIONS),
    pack=24,
)

MATCH = np.dtype(
    (
        np.record,
        [
            ("player", np.int8, 4),  # who sits at each seat of the next deal
            ("score", np.int32, 4),  # money of each player
            ("pot", np.int32),
            ("over", np.int8),
            ("winner", np.int8),  # the richest player of a finished match, or -1
            ("marks", np.int8, 4),  # 1 for a player who ran out of money
            ("deals", np.int32),
        ],
    )
)
