"""A match of Schafkopf: money, and who deals next."""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record
from ...base.jit import jit
from ...cards import Seat
from ..shared.money import richest
from ..shared.trick_game import NOBODY
from .scoring import payoff
from .state import DEALS_OF_A_MATCH


@jit
def begin_match(match: Record, state: Record, first_dealer: Seat) -> None:
    """A new match, no money won; set `match.limit` afterwards for another number of deals."""
    for seat in range(4):
        match.player[seat] = (first_dealer + 1 + seat) & 3
        match.score[seat] = 0
        match.marks[seat] = 0
    match.over = 0
    match.winner = NOBODY
    match.deals = 0
    match.limit = DEALS_OF_A_MATCH


@jit
def book(match: Record, amounts: np.ndarray) -> None:
    """Pay a finished deal, seat by seat; a void one counts too, and the deal passes on."""
    for seat in range(4):
        match.score[np.int64(match.player[seat]) & 3] += amounts[seat]
    for seat in range(4):
        match.player[seat] = (match.player[seat] + 1) & 3
    match.deals += 1
    if match.deals >= match.limit:
        _end_match(match)


@jit
def _end_match(match: Record) -> None:
    """The richest player wins; where several are, nobody does and there is no mark."""
    match.over = 1
    match.winner = richest(match.score)
    if match.winner >= 0:
        for player in range(4):
            match.marks[player] = 0 if player == match.winner else 1


@jit
def next_deal(match: Record, state: Record) -> None:
    """Book a finished deal."""
    book(match, (payoff(state, 0), payoff(state, 1), payoff(state, 2), payoff(state, 3)))
