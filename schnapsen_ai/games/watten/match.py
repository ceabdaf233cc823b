"""A match of Watten: scores, marks, and who deals next."""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record
from ...base.jit import jit
from ...cards import Seat
from ..shared.trick_game import NOBODY
from . import options as opt


@jit
def begin_match(match: Record, state: Record, first_dealer: Seat) -> None:
    """A new match, 0:0; marks of earlier matches are cleared too."""
    for seat in range(4):
        match.player[seat] = (first_dealer + 1 + seat) & 3
    for team in range(2):
        match.score[team] = 0
        match.marks[team] = 0
    match.over = 0
    match.winner = NOBODY
    match.deals = 0


@jit
def next_deal(match: Record, state: Record) -> None:
    """Book a finished deal; the deal passes to the left."""
    team = (np.int64(match.player[0]) ^ np.int64(state.winner)) & 1
    match.deals += 1
    match.score[team] += state.stake
    if match.score[team] >= state.options[opt.TARGET]:
        match.over = 1
        match.winner = team
        match.marks[team ^ 1] += 1
    for seat in range(4):
        match.player[seat] = (match.player[seat] + 1) & 3
