"""A match of Snapszer: from 32 down, who is out, who deals next; a mark for the last one in.

With the option ``marks`` a match is a table: it begins anew from 32 until somebody has so many.
"""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record
from ...base.jit import inline, jit
from ...cards import Seat, bit, count, nth
from ..shared.trick_game import NOBODY
from . import options as opt
from .state import START_SCORE


@jit
def begin_match(match: Record, state: Record, first_dealer: Seat) -> None:
    """A new match from 32 down, of two or three players as the state's preset says."""
    n = np.int64(state.players)
    for player in range(3):
        match.marks[player] = 0
    match.over = 0
    match.winner = NOBODY
    match.loser = NOBODY
    match.deals = 0
    match.dealer = first_dealer
    _from_32(match, n)


@inline
def _from_32(match: Record, n: int) -> None:
    """All players have everything before them."""
    for player in range(3):
        match.score[player] = START_SCORE if player < n else 0
    match.winners = 0
    _seat_players(match)


@inline
def _next_player(match: Record, player: int) -> Seat:
    """The next one clockwise who is still in (S-l)."""
    for _ in range(3):
        player = player + 1 if player < 2 else 0
        if match.score[player] > 0:
            break
    return player


@jit
def _seat_players(match: Record) -> None:
    """The players still in, from the dealer's left."""
    n = 0
    for player in range(3):
        if match.score[player] > 0:
            n += 1
    match.seats_in_play = n
    player = np.int64(match.dealer)
    for seat in range(3):
        player = _next_player(match, player)
        match.player[seat] = player if seat < n else NOBODY


@jit
def next_deal(match: Record, state: Record) -> None:
    """Book a finished deal: who has 0 is out, the last one in gets the mark.

    Who goes out first has won; two who do so in one deal share the win.
    """
    match.deals += 1
    left = np.int64(match.seats_in_play)
    out = np.int64(0)
    last = np.int64(NOBODY)
    for seat in range(np.int64(match.seats_in_play)):
        player = np.int64(match.player[seat])
        if np.int64(state.winners) & bit(seat):
            match.score[player] -= state.value
        if match.score[player] > 0:
            last = player
            continue
        left -= 1
        out |= bit(player)
    if match.winners == 0:
        match.winners = out
    if left <= 1:
        match.marks[last] += 1
        if match.marks[last] < state.options[opt.MARKS]:
            match.dealer = (np.int64(match.dealer) + 1) % np.int64(state.players)
            _from_32(match, np.int64(state.players))
            return
        match.over = 1
        if state.options[opt.MARKS] > 1:
            match.winners = _fewest_marks(match, np.int64(state.players))
        if count(match.winners) == 1:
            match.winner = nth(np.int64(match.winners), 0)
        match.loser = last
        return
    match.dealer = _next_player(match, np.int64(match.dealer))
    _seat_players(match)


@jit
def _fewest_marks(match: Record, n: int) -> int:
    """The set of the players with the fewest marks: they have won the table."""
    best = np.int64(match.marks[0])
    for player in range(n):
        best = min(best, np.int64(match.marks[player]))
    players = np.int64(0)
    for player in range(n):
        if match.marks[player] == best:
            players |= bit(player)
    return players
