"""The record of a deal of Watten and of a match, the moves, and the order of the cards.

Everything a deal needs is in the record, house rules included, so that copying the record copies
the deal.  Nothing in it is derived from hidden cards but `hand`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...cards import Card, Cards
from ..shared.roles import Roles
from ..shared.trick_game import NO_CARD, trick_record
from .options import OPTIONS

N_SEATS = 4
HAND_SIZE = 5
MAX_PLIES = 122  # Schlag, trump, 20 cards, each after three passes, a raise and its answer
MAX_ABS_PAYOFF = 22

# Phases: what the seat to move is asked.
NAMING_RANK, NAMING_SUIT, PLAYING, ANSWERING, OVER, ASKING = range(6)

# Moves beyond the cards 0..31.
PASS = 36  # where the others are asked for a raise
TRUMP = 44  # 44..47: trump C S H D
SCHLAG = 48  # 48..55: Schlag 7 8 9 J Q K T A
RAISE, SEE, FOLD = 56, 57, 58

MOVE_NAMES = {
    PASS: "pass",
    **{TRUMP + suit: f"trump {letter}" for suit, letter in enumerate("CSHD")},
    **{SCHLAG + rank: f"schlag {letter}" for rank, letter in enumerate("789JQKTA")},
    RAISE: "raise",
    SEE: "see",
    FOLD: "fold",
}
ROLES = Roles(passes=1 << PASS, raises=1 << RAISE)

# How a deal ended, by the field `ending`.
ENDINGS = ("not over", "three tricks", "folded")
NOT_OVER, THREE_TRICKS, FOLDED = range(len(ENDINGS))

STATE = trick_record(
    [
        ("leader", np.int8),  # seat that leads, or led to the trick on the table
        ("schlag", np.int8),  # rank, or -1
        ("trump", np.int8),  # suit, or -1
        ("main", np.int8),  # the Hauptschlag, or -1 where there is none
        ("forced", np.int8),  # 1 while the Hauptschlag that opened the deal obliges
        ("stake", np.int8),
        ("last_raise", np.int8),  # team of the last accepted raise, or -1
        ("raiser", np.int8),  # seat whose raise waits for an answer, or -1
        ("raised", np.int8),  # 1 from a raise that was seen until the next card
        ("asked", np.int8),  # mask of the seats still to be asked after the one to move
        ("tricks", np.int8, 2),  # won by each team
        ("score", np.int8, 2),  # of the match, by team
        ("winner", np.int8),  # team, or -1
    ],
    options=len(OPTIONS),
    pack=32,  # the last 12 stay out
)

MATCH = np.dtype(
    (
        np.record,
        [
            ("player", np.int8, 4),  # who sits at seat 0 (first to act) .. 3 (dealer)
            ("score", np.int16, 2),  # of players 0 and 2, of players 1 and 3
            ("over", np.int8),
            ("winner", np.int8),  # team of players, or -1
            ("marks", np.int16, 2),  # matches lost by each team
            ("deals", np.int32),
        ],
    )
)

# --- the order of the cards ---

MAX, BELLI, SPITZ = 2 * 8 + 5, 3 * 8 + 0, 0 * 8 + 0  # heart king, bell seven, acorn seven
KRITISCHE = 1 << MAX | 1 << BELLI | 1 << SPITZ
RANK_CARDS = 0x01010101  # shifted left by a rank: its four cards
NATURAL = (0, 1, 2, 4, 5, 6, 3, 7)  # by rank 7 8 9 U O K X A: its place in A K O U X 9 8 7


def main_card(schlag: int, trump: int) -> Card:
    """The Hauptschlag, or -1: a Kritischer is never one."""
    card = 8 * trump + schlag
    return NO_CARD if card in (MAX, BELLI, SPITZ) else card


def _strength(schlag: int, trump: int, card: Card) -> int:
    """Of a card that is not weaker for being off suit: any two of one suit compare by it."""
    suit, rank = card >> 3, card & 7
    if card in (MAX, BELLI, SPITZ):
        return 103 - (MAX, BELLI, SPITZ).index(card)
    if card == main_card(schlag, trump):
        return 100
    if rank == schlag:
        return 90  # all equal
    return (20 if suit == trump else 10) + NATURAL[rank]


def _beaten_by(schlag: int, trump: int, best: int) -> Cards:
    """The cards that win over `best`, which wins so far, when played after it."""
    power = _strength(schlag, trump, best)
    cards = 0
    for card in range(32):
        other = _strength(schlag, trump, card)
        if other > power and (other >= 20 or card >> 3 == best >> 3):
            cards |= 1 << card
    return cards


def _table(entry: Any) -> Any:
    return np.array(
        [[[entry(s, t, c) for c in range(32)] for t in range(4)] for s in range(8)],
        dtype=np.int64,
    )


BEATEN_BY = _table(_beaten_by)  # [schlag][trump][card that wins so far]
STRENGTH = _table(_strength)  # [schlag][trump][card]
MAIN_CARD = np.array([[main_card(s, t) for t in range(4)] for s in range(8)], dtype=np.int64)
