"""The record of a deal of Schnapsen or Sixty-Six, and of a match.

Everything a deal needs is in the record, house rules included, so that copying the record copies
the deal and every preset runs the same machine code.
"""

from __future__ import annotations

import numpy as np

from ..shared.marriages import MARRIAGE as MARRIAGE
from ..shared.marriages import MARRIAGE_NAMES, MARRIAGES
from ..shared.roles import Roles
from .options import OPTIONS

N_SEATS = 2
MAX_TRICKS = 12
MAX_PLIES = 40  # 20 cards, exchange, 4 marriages, end: 26; Sixty-Six with its draws: 36
MAX_ABS_PAYOFF = 3

# Phases: what the seat to move is asked.
LEAD, FOLLOW, AFTER_TRICK, FINAL, OVER = range(5)

# Moves beyond the cards 0..31.
EXCHANGE, CLOSE, CLAIM, END, DRAW = 36, 37, 38, 39, 40

MOVE_NAMES = {
    **MARRIAGE_NAMES,
    36: "exchange",
    37: "close",
    38: "claim",
    39: "end",
    40: "draw",
}
ROLES = Roles(claims=1 << CLAIM, closes=1 << CLOSE, exchanges=1 << EXCHANGE, marriages=MARRIAGES)

# How a deal ended, by the field `ending`.
ENDINGS = (
    "not over",
    "claim",  # a true claim, nobody had closed
    "claim by the closer",
    "claim against the closer",
    "false claim",
    "failed close",  # the closed deal ran out
    "last trick",  # the open deal ran out
    "drawn",  # Sixty-Six, equal totals
    "resigned",
)
(
    NOT_OVER,
    CLAIMED,
    CLOSER_CLAIMED,
    CLOSER_BEATEN,
    FALSE_CLAIMED,
    CLOSE_FAILED,
    RAN_OUT,
    DRAWN,
    RESIGNED,
) = range(len(ENDINGS))

NOBODY = -1
NO_CARD = -1

# Two seats, one card on the table and an ordered history: narrower than `trick_record`, for
# searches copy it at every node.
STATE = np.dtype(
    (
        np.record,
        [
            ("hand", np.int64, 2),  # sets of cards
            ("must_lead", np.int64),  # the pair of a marriage just declared, else 0
            ("must_hold", np.int64, 2),  # learned: cards that everyone knows to be in that hand
            ("cannot_hold", np.int64, 2),  # learned, talon closed: cards known not to be in it
            ("married", np.int64, 2),  # learned: kings and queens of marriages declared
            ("absent", np.int64, 2),  # learned, marriage=auto: cards the hand lacked at a time
            ("pack", np.uint8, 24),  # in dealing order; the talon is its tail
            ("points", np.int16, 2),  # card points of won tricks and counted marriages
            ("pending", np.int16, 2),  # declared marriages that wait for a trick
            ("close_points", np.int16),  # of the closer's opponent at the close
            ("close_tricks", np.int16),
            ("tricks", np.int8, 2),
            ("phase", np.int8),
            ("turn", np.int8),  # seat to move
            ("led", np.int8),  # card on the table, or -1
            ("trump", np.int8),  # suit
            ("turn_up", np.int8),  # face-up card under the talon, or -1 once drawn
            ("talon", np.int8),  # cards to draw, the turn-up included
            ("closer", np.int8),  # seat, or -1
            ("winner", np.int8),  # of the deal, or -1
            ("value", np.int8),  # game points of the deal
            ("ending", np.int8),  # index into ENDINGS
            ("pack_size", np.int8),  # of the pack: 20 or 24
            ("swap_trick", np.int8, 2),  # learned: tricks played when the seat exchanged, or -1
            ("score", np.int8, 2),  # game points each seat still needs in the match
            ("trick_cards", np.uint8, (2, MAX_TRICKS)),  # learned: card of each trick, or 255
            ("absent_trick", np.int8, (2, 4)),  # learned: tricks played when `absent` was shown
            ("takers", np.int16),  # learned: bit t set if seat 1 won trick t
            ("options", np.uint8, len(OPTIONS)),
        ],
    )
)

MATCH = np.dtype(
    (
        np.record,
        [
            ("player", np.int8, 2),  # who sits at seat 0 (forehand) and seat 1 (dealer)
            ("score", np.int16, 2),  # game points each player still needs
            ("over", np.int8),
            ("winner", np.int8),  # player, or -1
            ("marks", np.int8, 2),  # Bummerl against each player
            ("deals", np.int32),
        ],
    )
)
