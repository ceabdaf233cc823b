"""A match of Rabló: money and pot, who is broke, who deals next."""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record
from ...base.jit import jit
from ...cards import Seat
from ..shared.money import richest
from ..shared.trick_game import NOBODY
from . import options as opt
from .state import PASSED_OUT, RESIGNED, START_MONEY


@jit
def begin_match(match: Record, state: Record, first_dealer: Seat) -> None:
    """A new match of four players with 3000 each."""
    for seat in range(4):
        match.player[seat] = (first_dealer + 1 + seat) & 3
        match.score[seat] = START_MONEY
        match.marks[seat] = 0
    match.pot = 0
    match.over = 0
    match.winner = NOBODY
    match.deals = 0


@jit
def next_deal(match: Record, state: Record) -> None:
    """Book a finished deal: money and pot; the dealer moves on, passed out or not (R-l)."""
    match.deals += 1
    pot = np.int64(match.pot) if state.ending == RESIGNED else np.int64(0)
    if state.ending == PASSED_OUT:
        pot = np.int64(match.pot)
        for seat in range(4):
            pot -= state.pay[seat]
    match.pot = pot
    for seat in range(4):
        match.score[match.player[seat] & 3] += state.pay[seat]
    first = np.int64(match.player[0])
    for seat in range(3):
        match.player[seat] = match.player[seat + 1]
    match.player[3] = first
    _end_match(match, state)


@jit
def _end_match(match: Record, state: Record) -> None:
    """The match ends when somebody has no money left, or with its last deal.

    The richest player wins; where several are, nobody does.
    """
    limit = np.int64(state.options[opt.MAX_DEALS])
    over = limit > 0 and match.deals >= limit
    for player in range(4):
        if match.score[player] <= 0:
            over = True
            match.marks[player] = 1
    if over:
        match.over = 1
        match.winner = richest(match.score)
