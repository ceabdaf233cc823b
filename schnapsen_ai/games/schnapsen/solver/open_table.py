"""What an open question depends on, and what the table has learned of it.

The table, one array of words, holds a header, the entries of races and those of open questions.
The header has what `search` goes by in this deal: the cards still to be drawn, and each side's
record of leads.
"""

from __future__ import annotations

import numpy as np

from ....base.jit import inline
from ....cards import Card, Cards, Seat, lowest
from .closed_search import ENTRIES as RACE_ENTRIES
from .closed_search import HEADER as RACE_START
from .suit_tables import POINTS_OF
from .verdicts import EMPTY, widened

# What else an open question depends on, beside PENDING: mine from bit 0, theirs from bit 4.
ATTACKS = 4
TOOK = 8  # has a trick
LEVEL = 8  # from this bit: 1, 2 or 3
TALON = 10  # from this bit: half the cards of the talon
EXCHANGED = 1 << 13  # the card to exchange lies under the talon
UNCLAIMED = 1 << 14  # the attacker passed 66 and did not claim: equal or better at the end

# Words of the table's header.
STAMP, NODES, HOUSE, TURN_UP, WINNER_DRAWS, LOSER_DRAWS, UNSEEN = 0, 1, 2, 6, 8, 16, 24
PAST = 32  # each side's record of leads: see `record_of`
ENTRIES = 1 << 13
START = RACE_START + 2 * RACE_ENTRIES
_SHIFT = np.uint64(64 - 13)
_MIX = np.uint64(0x9E3779B97F4A7C15)


@inline
def turn_up(info: int, table: np.ndarray) -> Cards:
    """The card under the talon, as a set."""
    return np.int64(table[TURN_UP + (info >> 13 & 1)])


@inline
def draw(hand: Cards, other: Seat, info: int, table: np.ndarray) -> tuple[int, int]:
    """Both hands after a draw, that of the trick's winner first."""
    talon = info >> TALON & 7
    last = np.int64(table[LOSER_DRAWS + talon]) if talon > 1 else turn_up(info, table)
    return hand | np.int64(table[WINNER_DRAWS + talon]), other | last


@inline
def open_slot(key: int) -> int:
    return START + 2 * np.int64((np.uint64(key) * _MIX) >> _SHIFT)


@inline
def open_entry(slot: int, key: int, table: np.ndarray) -> int:
    """What the table knows of an open question of this deal."""
    if np.int64(table[slot]) == key:
        entry = np.int64(table[slot + 1])
        if entry >> 37 == np.int64(table[STAMP]):
            return entry
    return np.int64(EMPTY)


@inline
def remember(slot: int, key: int, entry: int, verdict: int, led: Card, table: np.ndarray) -> None:
    table[slot] = np.uint64(key)
    table[slot + 1] = np.uint64(widened(entry, verdict, led) | np.int64(table[STAMP]) << 37)


@inline
def record_of(info: int) -> int:
    """Where the leader's record of leads starts: a word for each card and one for their sum."""
    return np.int64(PAST if info & ATTACKS else PAST + 25)


@inline
def note_win(past: int, led: Card, talon: int, table: np.ndarray) -> None:
    """A lead has won; early in the deal it says more."""
    table[past + led] += np.uint64(talon * talon)
    table[past + 24] += np.uint64(talon * talon)


@inline
def promising(todo: int, past: int, table: np.ndarray) -> int:
    """The lead that has won most often in this deal, high plain cards first among equals."""
    total = np.int64(table[past + 24]) + 1
    best = np.int64(-1)
    best_score = np.int64(-1000)
    while todo:
        card = lowest(todo)
        todo &= todo - 1
        score = 100 * np.int64(table[past + card]) // total + POINTS_OF[card & 31]
        if card < 6:
            score -= 5
        if score > best_score:
            best, best_score = card, score
    return best
