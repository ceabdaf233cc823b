"""Snapszer: what a deal is worth, and the match from 32 down."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..._jit import inline, jit
from ...cards import bit, count
from . import options as opt
from .state import (
    DECLARER,
    DURI,
    FOLDED,
    NOBODY,
    OVER,
    RESIGNED,
    SNAPSZER,
    START_SCORE,
)

FOLD_VALUE = 6
LARGEST = 32  # a duri


@inline
def effective(state: Any, side: int) -> int:
    """A side's points: its marriages count once it has a trick (S-b)."""
    points = np.int64(state.points[side])
    return points + state.melds[side] if state.tricks[side] > 0 else points


@inline
def scale(state: Any, loser: int) -> int:
    """6 from a side without a trick, 4 from one under 33, else 2."""
    if state.tricks[loser] == 0:
        return 6
    return 4 if effective(state, loser) < 33 else 2


@inline
def silent_value(state: Any) -> int:
    """All tricks in a normal game (S-f)."""
    return 6 if state.options[opt.SILENT_NO_MARRIAGE] and state.declared[DECLARER] else 16


@inline
def announced_value(state: Any) -> int:
    """Points of a snapszer or duri."""
    return 12 if state.contract == SNAPSZER else LARGEST


@jit
def finish(state: Any, ending: int, side: int, value: int) -> None:
    """The side wins `value` points, doubled as the deal was, for each of its seats."""
    everybody = (1 << np.int64(state.n_seats)) - 1
    state.winners = 1 if side == DECLARER else everybody ^ 1
    state.worth = value << np.int64(state.doublings)
    state.ending = ending
    state.phase = OVER


@jit
def fold(state: Any) -> None:
    """The declarer folds: six points to each opponent, never doubled (S-j)."""
    finish(state, FOLDED, 1, FOLD_VALUE)


@jit
def payoff(state: Any, seat: int) -> int:
    """Points gained, or under ``utility=zero_sum`` n times those less all that were (S-n)."""
    n = np.int64(state.n_seats)
    if seat >= n:
        return np.int64(0)
    worth = np.int64(state.worth)
    winners = np.int64(state.winners)
    gained = worth if winners & bit(seat) else np.int64(0)
    if state.options[opt.RAW_POINTS]:
        return gained
    return n * gained - count(winners) * worth


@jit
def resign(state: Any, seat: int) -> None:
    """`seat` gives the deal up: each other seat gains the most that it could still lose."""
    everybody = (1 << np.int64(state.n_seats)) - 1
    value = 6 if seat == 0 else 16  # a normal game without a trick; all tricks
    if state.contract == SNAPSZER:
        value = 12
    elif state.contract == DURI:
        value = LARGEST
    state.winners = everybody & ~bit(seat)
    state.worth = value << np.int64(state.doublings)
    state.ending = RESIGNED
    state.phase = OVER


@jit
def largest_loss(state: Any) -> int:
    """A duri: 32 points to each opponent, or by an opponent's payoff twice that of three."""
    if state.options[opt.RAW_POINTS]:
        return np.int64(LARGEST)
    return LARGEST * (np.int64(state.n_seats) - 1)


# --- the match ---


@jit
def begin_match(match: Any, state: Any, first_dealer: int) -> None:
    """A new match from 32 down, of two or three players as the state's preset says."""
    n = np.int64(state.players)
    for player in range(3):
        match.score[player] = START_SCORE if player < n else 0
        match.marks[player] = 0
    match.over = 0
    match.winner = NOBODY
    match.loser = NOBODY
    match.first_out = NOBODY
    match.deals = 0
    match.dealer = first_dealer
    _seat_players(match)


@inline
def _next_player(match: Any, player: int) -> int:
    """The next one clockwise who is still in (S-l)."""
    for _ in range(3):
        player = player + 1 if player < 2 else 0
        if match.score[player] > 0:
            break
    return player


@jit
def _seat_players(match: Any) -> None:
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
def next_deal(match: Any, state: Any) -> None:
    """Book a finished deal: who has 0 is out, the last one in gets the mark."""
    match.deals += 1
    left = np.int64(match.seats_in_play)
    last = np.int64(NOBODY)
    for seat in range(np.int64(match.seats_in_play)):
        player = np.int64(match.player[seat])
        if np.int64(state.winners) & bit(seat):
            match.score[player] -= state.worth
        if match.score[player] > 0:
            last = player
            continue
        left -= 1
        if match.first_out < 0:
            match.first_out = player
    if left <= 1:
        match.over = 1
        match.winner = match.first_out
        match.loser = last
        match.marks[last] = 1
        return
    match.dealer = _next_player(match, np.int64(match.dealer))
    _seat_players(match)
