"""A match of Schafkopf: money, and who deals next."""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record
from ...base.jit import inline, jit
from ...cards import Seat
from ..shared.money import richest
from ..shared.trick_game import NOBODY
from . import options as opt
from .scoring import payoff
from .state import VOID


@jit
def begin_match(match: Record, state: Record, first_dealer: Seat) -> None:
    """A new match, no money won; `match.limit` may be set afterwards."""
    for seat in range(4):
        match.player[seat] = (first_dealer + 1 + seat) & 3
        match.score[seat] = 0
        match.marks[seat] = 0
    match.over = 0
    match.winner = NOBODY
    match.deals = 0
    match.limit = state.options[opt.DEALS]


@jit
def book(match: Record, amounts: np.ndarray) -> None:
    """Pay a finished deal, seat by seat; the deal passes on."""
    for seat in range(4):
        match.score[np.int64(match.player[seat]) & 3] += amounts[seat]
    _pass_on(match)
    match.deals += 1
    if match.deals >= match.limit:
        _end_match(match)


@inline
def _pass_on(match: Record) -> None:
    """The deal passes to the left."""
    for seat in range(4):
        match.player[seat] = (match.player[seat] + 1) & 3


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
    """Book a finished deal; one that all passed may be dealt again and does not count then."""
    again = np.int64(state.options[opt.PASSED_OUT]) if state.ending == VOID else np.int64(0)
    if again:
        if again != opt.SAME_DEALER:
            _pass_on(match)
        return
    book(match, (payoff(state, 0), payoff(state, 1), payoff(state, 2), payoff(state, 3)))
