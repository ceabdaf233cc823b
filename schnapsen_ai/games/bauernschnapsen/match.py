"""A match of Bauernschnapsen: to 24 points of a team, then a Bummerl to the losers, or two."""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record
from ...base.jit import jit
from ...cards import Seat
from ..shared.trick_game import NOBODY

MATCH_POINTS = 24


@jit
def _seat_players(match: Record, dealer: Seat) -> None:
    """The player left of the dealer is the caller."""
    for seat in range(4):
        match.player[seat] = (dealer + 1 + seat) & 3


@jit
def begin_match(match: Record, state: Record, first_dealer: Seat) -> None:
    """A new match of players 0 and 2 against players 1 and 3."""
    for team in range(2):
        match.score[team] = 0
        match.marks[team] = 0
    match.over = 0
    match.winner = NOBODY
    match.deals = 0
    _seat_players(match, np.int64(first_dealer))


@jit
def next_deal(match: Record, state: Record) -> None:
    """Book a finished deal; the next player deals."""
    match.deals += 1
    team = np.int64(match.player[state.winner & 1]) & 1
    match.score[team] += state.value
    if match.score[team] >= MATCH_POINTS:
        match.over = 1
        match.winner = team
        match.marks[team ^ 1] += 2 if match.score[team ^ 1] == 0 else 1
    _seat_players(match, np.int64(match.player[0]))
