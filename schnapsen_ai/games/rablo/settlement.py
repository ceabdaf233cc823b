"""Rabló: what a deal pays, the pot, and the match in money."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..._jit import inline, jit
from . import options as opt
from .state import NOBODY, OVER, PASSED_OUT, RESIGNED, START_MONEY

ANTE = 50  # into the pot, from everybody, when all pass
LARGEST_LOSS = 900  # alone in a heart duri


@inline
def stake(state: Any) -> int:
    """The stake of the standing call with its doublings."""
    level = state.level
    amount = 50 if level == 0 else 100 if level == 1 else 150 if level == 2 else 300
    return np.int64(amount) << np.int64(state.doublings)


@inline
def _can_pay(state: Any, seat: int, amount: int) -> int:
    if state.options[opt.CAP_PAYMENT] and state.money[seat] < amount:
        return np.int64(state.money[seat])
    return np.int64(amount)


@jit
def pass_out(state: Any) -> None:
    """Four passes: everybody pays into the pot."""
    for seat in range(4):
        state.pay[seat] = -_can_pay(state, seat, ANTE)
    state.ending = PASSED_OUT
    state.phase = OVER


@inline
def _calling(state: Any, seat: int) -> bool:
    return seat == state.caller or seat == state.partner


@jit
def settle(state: Any, won: bool, pay: Any) -> None:
    """What each seat gets if the calling side wins or loses: the losers pay, the winners share
    that and the pot (R-j, R-k).
    """
    amount = stake(state)
    alone = state.partner == state.caller
    paid = np.int64(0)
    winners = 0
    for seat in range(4):
        calling = _calling(state, seat)
        if calling == won:
            winners += 1
            continue
        due = _can_pay(state, seat, 3 * amount if alone and calling else amount)
        pay[seat] = -due
        paid += due
    odd = np.int64(state.pot) % winners
    share = paid // winners + np.int64(state.pot) // winners
    for seat in range(4):
        if _calling(state, seat) == won:
            pay[seat] = share + (1 if odd > 0 else 0)
            odd -= 1


@jit
def finish(state: Any, ending: int, won: bool) -> None:
    """The deal is over: the calling side has won or lost."""
    settle(state, won, state.pay)
    state.ending = ending
    state.phase = OVER


@jit
def resign(state: Any, seat: int) -> None:
    """`seat` breaks the deal off: it alone pays, an equal share to each other; the pot stays."""
    for other in range(4):
        state.pay[other] = -LARGEST_LOSS if other == seat else LARGEST_LOSS // 3
    state.ending = RESIGNED
    state.phase = OVER


@jit
def largest_loss(state: Any) -> int:
    """900: alone in a heart duri."""
    return LARGEST_LOSS


# --- the match ---


@jit
def begin_match(match: Any, state: Any, first_dealer: int) -> None:
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
def next_deal(match: Any, state: Any) -> None:
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
def _end_match(match: Any, state: Any) -> None:
    """The match ends when somebody has no money left, or with its last deal."""
    limit = np.int64(state.options[opt.MAX_DEALS])
    over = limit > 0 and match.deals >= limit
    richest = 0
    for player in range(4):
        if match.score[player] > match.score[richest]:
            richest = player
        if match.score[player] <= 0:
            over = True
            match.marks[player] = 1
    if over:
        match.over = 1
        match.winner = richest
