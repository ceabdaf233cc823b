"""Whether the rule player closes.

It weighs two numbers against each other.  The *chance* that a closed deal is won is a logistic
sum of reasons: the holding of every suit, how many points are still needed against how many the
sure tricks bring, and so on.  The *worth* of playing on is another sum over the same reasons, in
hundredths of a game point.  What winning and losing a closed deal cost, the house rules say.
Both sums were fitted on self-play in which the talon was closed and not closed from the same
position (see `weights`).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ....base.arrays import Record, Words
from ....base.jit import inline, jit
from ....cards import QUEENS, Cards, Moves, Seat, bit, count, highest, suit_cards
from .. import options as opt
from ..scoring import TARGET
from ..state import MARRIAGE
from .card_choice import level
from .endgame_search import points_of
from .suit_index import HOLDINGS, holding

# Sections of the two tables: where each starts.
CLOSE_HOLDING = 0  # plain or trump, holding of the suit; all four suits are added
CLOSE_NEED = 2 * HOLDINGS  # points that are needed, by fives; what the other has
CLOSE_MARGIN = CLOSE_NEED + 5 * 14 + 14  # points of the sure tricks less those needed, by fours
CLOSE_TRICKS = CLOSE_MARGIN + 10  # trumps that run, highest plain cards
CLOSE_STAGE = CLOSE_TRICKS + 49  # what the other has, draws left
CLOSE_MARRIED = CLOSE_STAGE + 36  # marriages in hand, whether I have a trick
CLOSE_SIZE = CLOSE_MARRIED + 8

MARRIAGES = 15 << MARRIAGE


@inline
def above_all(mine: Cards, theirs: Cards) -> int:
    """The cards of one suit that no card of theirs beats."""
    return mine & ~((bit(highest(theirs)) << 1) - 1) if theirs else mine


@jit
def close_reasons(state: Record, seat: Seat, out: int) -> Any:
    """Where the tables have the reasons for and against closing."""
    other = seat ^ 1
    hand = np.int64(state.hand[seat])
    trump = np.int64(state.trump)
    trumps = suit_cards(trump)
    run = above_all(hand & trumps, out & trumps)
    drawn = count(run) >= min(count(out & trumps), count(hand))
    if drawn:
        run = hand & trumps
    tops = np.int64(0)
    for i in range(1, 4):
        cards = suit_cards((trump + i) & 3)
        tops |= above_all(hand & cards, out & cards)
    sure = run | tops if drawn else run
    pairs = hand & (hand >> 1) & QUEENS
    married = np.int64(0)
    if state.must_lead == 0 and state.options[opt.MARRIAGE_AFTER_CLOSE]:
        married = count(pairs) + count(pairs & trumps)
    need = TARGET - np.int64(state.points[seat]) - state.pending[seat] - 20 * married
    need = max(np.int64(0), need)
    margin = (points_of(sure) + 2 * count(sure) - need + 40) >> 2
    margin = max(np.int64(5), min(np.int64(14), margin)) - 5
    have = level(state.points[other]) + np.int64(state.tricks[other] > 0)
    needed = min(need // 5, 13)
    return (
        CLOSE_HOLDING + holding(hand, out, (trump + 1) & 3),
        CLOSE_HOLDING + holding(hand, out, (trump + 2) & 3),
        CLOSE_HOLDING + holding(hand, out, (trump + 3) & 3),
        CLOSE_HOLDING + HOLDINGS + holding(hand, out, trump),
        CLOSE_NEED + have * 14 + needed,
        CLOSE_MARGIN + margin,
        CLOSE_TRICKS + count(run) * 7 + min(count(tops), 6),
        CLOSE_STAGE + have * 6 + (np.int64(state.talon) >> 1) - 1,
        CLOSE_MARRIED + min(married, 3) * 2 + np.int64(state.tricks[seat] > 0),
    )


@jit
def stakes(state: Record, seat: Seat) -> tuple[int, int]:
    """Game points that a close wins and loses."""
    other = seat ^ 1
    options = state.options
    if options[opt.FLAT]:
        return np.int64(1), np.int64(1)
    trickless = state.tricks[other] == 0
    win = np.int64(1)
    if trickless:
        win = np.int64(3)
    elif state.points[other] < options[opt.SCHNEIDER_AT]:
        win = np.int64(2)
    lose = np.int64(3 if trickless or options[opt.FAILED_CLOSE] == opt.ALWAYS_3 else 2)
    if options[opt.FAILED_CLOSE] == opt.TO_LAST_TRICK and not trickless:
        lose = np.int64(2)
    return win, lose


@jit
def should_close(
    state: Record, seat: Seat, out: int, legal: Moves, chance: Words, worth: np.ndarray
) -> bool:
    """Whether closing promises more than playing on, a marriage that it would end included."""
    if legal & MARRIAGES and not state.options[opt.MARRIAGE_AFTER_CLOSE]:
        return False
    reasons = close_reasons(state, seat, out)
    odds, open_worth = np.int64(0), np.int64(0)
    for i in range(len(reasons)):
        odds += chance[np.uint64(reasons[i])]
        open_worth += worth[np.uint64(reasons[i])]
    if odds < -250:
        return False  # less than one in twelve
    p = 1.0 / (1.0 + math.exp(-0.01 * odds))
    win, lose = stakes(state, seat)
    scale = 0.6 if state.options[opt.FLAT] else 1.0
    return p * win - (1.0 - p) * lose > 0.01 * scale * open_worth
