"""The record of a deal of Schafkopf and of a match, the moves, and the order of the cards.

The record has no field for the partner: he is the seat that was dealt the called ace, so that
hiding the cards hides him.  Nothing else in it is derived from hidden cards before the end.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...cards import Card, Cards
from ..shared.roles import Roles
from ..shared.trick_game import NO_CARD, trick_record
from .options import OPTIONS

N_SEATS = 4
HAND_SIZE = 8
MAX_PLIES = 48  # 4 bids, 32 cards, and four doubling windows of three answers
MAX_ABS_PAYOFF = 3 * 210 * 16  # a solo without a trump, Schwarz, doubled four times

# Phases: what the seat to move is asked.
BIDDING, DOUBLING, PLAYING, OVER = range(4)

# Moves beyond the cards 0..31.
PASS, DOUBLE, WENZ = 36, 37, 40
CALL = 41  # 41..43: call the ace of C, S, D
SOLO = 44  # 44..47: solo C S H D

MOVE_NAMES = {
    PASS: "pass",
    DOUBLE: "double",
    WENZ: "wenz",
    **{CALL + i: f"call {letter}" for i, letter in enumerate("CSD")},
    **{SOLO + suit: f"solo {letter}" for suit, letter in enumerate("CSHD")},
}
ROLES = Roles(passes=1 << PASS, doubles=1 << DOUBLE)

# How a deal ended, by the field `ending`.
ENDINGS = ("not over", "void", "won", "lost")  # by the declaring side
NOT_OVER, VOID, WON, LOST = range(len(ENDINGS))

STATE = trick_record(
    [
        ("before_run", np.int64),  # learned: the runner's called suit played before his lead
        ("money", np.int32, 4),  # of the match, by seat
        ("points", np.int16, 4),  # card points taken by each seat
        ("value", np.int16),  # of the finished deal: what a defender gets, below 0 if he pays
        ("contract", np.int8),  # the highest bid so far, a move; PASS where there is none
        ("declarer", np.int8),  # seat, or -1
        ("mode", np.int8),  # after the auction: the trump suit, 4 in Wenz; else -1
        ("ace", np.int8),  # the called ace, or -1
        ("runner", np.int8),  # who first led the called suit low, its ace not played; or -1
        ("asked", np.int8),  # mask of the seats still to be asked after the one to move
        ("doublings", np.int8),
        ("doubled", np.int8, 2),  # masks of seats: declaring side's doublers, the others'
        ("caller", np.int8),  # learned: who bid a call, outbid or not; or -1
        ("caller_suit", np.int8),  # learned: the suit of it, or -1
        ("shown", np.int8),  # learned: who showed by doubling that he has the ace, or -1
        ("leader", np.int8),  # seat that leads, or led to the trick on the table
        ("done", np.int8),  # tricks played
        ("tricks", np.int8, 4),  # won by each seat
    ],
    options=len(OPTIONS),
    pack=32,
)

MATCH = np.dtype(
    (
        np.record,
        [
            ("player", np.int8, 4),  # who sits at seat 0 (first to act) .. 3 (dealer)
            ("score", np.int32, 4),  # money of each player
            ("over", np.int8),
            ("winner", np.int8),  # the richest player, -1 while open or where two are
            ("marks", np.int16, 4),  # 1 against each player but the winner
            ("deals", np.int32),
            ("limit", np.int32),  # deals of the match; may be set after `begin_match`
        ],
    )
)

# --- the order of the cards, by mode ---

HEARTS, IN_WENZ = 2, 4
PLAIN = 0xE7  # of a suit where O and U are trumps: 7 8 9 K X A
LOW = 0x67  # the same without the ace
_OBER, _UNTER, _ACE = 4, 3, 7
_DOWNWARDS = (7, 6, 5, 4, 3, 2, 1, 0)  # A X K O U 9 8 7


def trump_order(mode: int) -> list[int]:
    """The trumps of a mode, the highest first."""
    unters = [8 * suit + _UNTER for suit in range(4)]
    if mode == IN_WENZ:
        return unters
    obers = [8 * suit + _OBER for suit in range(4)]
    return obers + unters + [8 * mode + r for r in _DOWNWARDS if PLAIN >> r & 1]


def _class_of(mode: int, card: Card) -> int:
    """The cards that count as one suit with `card`: trumps are one."""
    trumps = sum(1 << c for c in trump_order(mode))
    return trumps if trumps >> card & 1 else 0xFF << 8 * (card >> 3) & ~trumps


def _beaten_by(mode: int, best: int) -> Cards:
    """The cards that win over `best`, which wins so far, when played after it."""
    order = trump_order(mode)
    if best in order:
        return sum(1 << c for c in order[: order.index(best)])
    higher = _class_of(mode, best) & ~((2 << best) - 1)
    return higher | sum(1 << c for c in order)


def _table(entry: Any) -> Any:
    return np.array([[entry(mode % 5, c) for c in range(32)] for mode in range(8)], dtype=np.int64)


CLASS_OF = _table(_class_of)  # [mode][card], as is
BEATEN_BY = _table(_beaten_by)  # [mode][card that wins so far]
TRUMPS = np.array([sum(1 << c for c in trump_order(mode % 5)) for mode in range(8)], dtype=np.int64)
TRUMP_ORDER = np.array(
    [(trump_order(mode % 5) + [NO_CARD] * 14)[:15] for mode in range(8)], dtype=np.int64
)
