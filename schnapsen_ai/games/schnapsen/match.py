"""The match of Schnapsen and Sixty-Six: scores, Bummerl and who deals (A7)."""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record
from ...base.jit import inline, jit
from ...cards import Seat
from . import options as opt
from .state import NOBODY, RESIGNED


@inline
def match_points(state: Record) -> int:
    """The game points that win a match."""
    return np.int64(state.options[opt.MATCH_POINTS])


@jit
def begin_match(match: Record, state: Record, first_dealer: Seat) -> None:
    """A new match of two players under the state's options."""
    for player in range(2):
        match.score[player] = match_points(state)
        match.marks[player] = 0
    match.player[0] = 1 - first_dealer
    match.player[1] = first_dealer
    match.over = 0
    match.winner = NOBODY
    match.deals = 0


@jit
def next_deal(match: Record, state: Record) -> None:
    """Book a finished deal: scores, Bummerl, and who deals next."""
    match.deals += 1
    if state.winner < 0:
        return  # drawn: the same dealer deals again
    winner = np.int64(match.player[state.winner])
    loser = winner ^ 1
    untouched = match.score[loser] == match_points(state)
    match.score[winner] -= state.value
    if state.ending == RESIGNED or match.score[winner] <= 0:
        match.over = 1
        match.winner = winner
        double = state.options[opt.SCHNEIDER_BUMMERL] and untouched and state.ending != RESIGNED
        match.marks[loser] += 2 if double else 1
    dealer = winner if state.options[opt.WINNER_DEALS] else np.int64(match.player[0])
    match.player[0] = 1 - dealer
    match.player[1] = dealer
