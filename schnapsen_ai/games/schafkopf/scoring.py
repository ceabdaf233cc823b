"""Schafkopf: what a finished deal is worth.

A deal is worth 20 (call) or 50 (Wenz, solo), and 10 more for each Laufender, for Schneider and
for Schwarz; each doubling doubles all of it.
"""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record
from ...base.jit import inline
from ...cards import Cards, Seat, bit
from ..shared.trick_game import dealt_to
from . import options as opt
from .rules import side
from .state import IN_WENZ, LOST, OVER, TRUMP_ORDER, VOID, WON


@inline
def finish(state: Record) -> None:
    """End a played deal: 61 points win it for the declaring side."""
    ace = bit(state.ace) if state.ace >= 0 else np.int64(0)
    cards = np.int64(0)
    points = np.int64(0)
    tricks = np.int64(0)
    for seat in range(4):
        if seat == state.declarer or dealt_to(state, seat) & ace:
            cards |= dealt_to(state, seat)
            points += state.points[seat]
            tricks += state.tricks[seat]
    won = points >= 61
    value = np.int64(20) if state.ace >= 0 else np.int64(50)
    value += 10 * laufende(state, cards)
    if points >= 91 or points <= 30:
        value += 10
    if tricks == 8 or tricks == 0:
        value += 10
    value <<= np.int64(state.doublings)
    state.value = -value if won else value
    state.ending = WON if won else LOST
    state.phase = OVER


@inline
def laufende(state: Record, cards: Cards) -> int:
    """The top trumps in a row on one side, if enough; `cards`: dealt to the declaring side."""
    mode = np.int64(state.mode) & 7
    own = cards & bit(TRUMP_ORDER[mode, 0]) != 0
    if not own:
        if state.options[opt.ONLY_DECLARERS]:
            return np.int64(0)
        cards = ~cards
    run = np.int64(1)
    while TRUMP_ORDER[mode, run] >= 0 and cards & bit(TRUMP_ORDER[mode, run]):
        run += 1
    return run if run >= (2 if mode == IN_WENZ else 3) else np.int64(0)


@inline
def payoff(state: Record, seat: Seat) -> int:
    """Money of a seat in a finished deal; a single declarer pays or gets three times."""
    if state.ending == VOID:
        return np.int64(0)
    value = np.int64(state.value) if side(state, seat) == 1 else -np.int64(state.value)
    if state.ace < 0 and seat == state.declarer:
        value *= 3
    return value


@inline
def largest_loss(state: Record) -> int:
    """A solo without a trump, Schwarz: what a misbehaving bot is charged."""
    return 3 * 210
