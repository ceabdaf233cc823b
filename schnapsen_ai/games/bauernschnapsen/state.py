"""The record of a deal of Bauernschnapsen, and of a match.

Seat 0 is the caller, who names trump; seats 0 and 2 are team 0, seats 1 and 3 team 1.
"""

from __future__ import annotations

import numpy as np

from ..shared.marriages import MARRIAGE_NAMES, MARRIAGES
from ..shared.roles import Roles
from ..shared.trick_game import trick_record
from .options import OPTIONS

N_SEATS = 4
MAX_PLIES = 35  # trump, 4 announcements, 6 answers to doubles, 20 cards, 4 marriages
MAX_ABS_PAYOFF = 192  # 24, doubled three times

# Phases: what the seat to move is asked.
CHOOSE_TRUMP, ANNOUNCE, KONTRA, LEAD, FOLLOW, OVER = range(6)

# Moves beyond the cards 0..31.
PASS, DOUBLE, CLAIM = 36, 37, 38
NAME_TRUMP = 44  # 44..47: trump C S H D
TURN_UP = 48
BETTLER, SCHNAPSER, GANG, BAUERN, KSCHNAPSER, RING, KBAUER, HERREN = range(49, 57)
NORMAL = 48  # the field `contract` when nobody has announced anything

MOVE_NAMES = {
    **MARRIAGE_NAMES,
    36: "pass",
    37: "double",
    38: "claim",
    44: "trump C",
    45: "trump S",
    46: "trump H",
    47: "trump D",
    48: "turn up",
    49: "Bettler",
    50: "Schnapser",
    51: "Gang",
    52: "Bauernschnapser",
    53: "Kontraschnapser",
    54: "Farbenring",
    55: "Kontrabauer",
    56: "Herrenschnapser",
}
ROLES = Roles(passes=1 << PASS, doubles=1 << DOUBLE, claims=1 << CLAIM, marriages=MARRIAGES)

# How a deal ended, by the field `ending`.
ENDINGS = (
    "not over",
    "shown",  # Farbenring or Herrenschnapser
    "sixty-six",  # reached in the normal game
    "claim",  # the same said aloud, option need_claim
    "last trick",  # the normal game ran out
    "made",  # the contract
    "failed",
)
NOT_OVER, SHOWN, SIXTY_SIX, CLAIMED, RAN_OUT, MADE, FAILED = range(len(ENDINGS))

STATE = trick_record(
    [
        # `hand`: three cards each until trump is settled
        ("must_lead", np.int64),  # the pair of a marriage just declared, else 0
        ("points", np.int16, 2),  # card points by team
        ("melds", np.int16, 2),  # declared marriages by team; they count with a trick
        ("value", np.int16),  # game points of the deal, doublings included
        ("score", np.int16, 2),  # of the teams of seats 0 and 1 in the match
        ("tricks", np.int8, 2),  # by team
        ("also", np.int8),  # the seat asked for a double after this one, or -1
        ("doublings", np.int8),  # how often the deal is doubled, 0..3
        ("trump", np.int8),  # suit of the deal, -1 until settled
        ("turned", np.int8),  # the caller's fourth card if it was turned up, or -1
        ("contract", np.int8),  # the move that announced it, or NORMAL
        ("declarer", np.int8),  # its announcer; in the normal game the caller
        ("said", np.int8, 4),  # what each seat said in the auction, -1 before
        ("ruff", np.int8),  # trump suit of the play, -1 in contracts without trumps
        ("idle", np.int8),  # the seat that sits out (the partner of a Bettler), or -1
        ("winner", np.int8),  # team, or -1
    ],
    options=len(OPTIONS),
    pack=20,
)

MATCH = np.dtype(
    (
        np.record,
        [
            ("player", np.int8, 4),  # who sits at each seat of the next deal; seat 3 deals
            ("score", np.int16, 2),  # of the teams: players 0 and 2, players 1 and 3
            ("over", np.int8),
            ("winner", np.int8),  # team, or -1
            ("marks", np.int8, 2),  # Bummerl against each team
            ("deals", np.int32),
        ],
    )
)
