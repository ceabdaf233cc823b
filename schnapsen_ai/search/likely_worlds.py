"""Worlds of a seat, each with how likely the others' moves were in it, as a network plays."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base.arrays import Pool, Record, Words
from ..base.jit import jit, template
from ..cards import Seat, bit
from ..games import contract as rules  # bound to a game by `specialise`
from ..learn.judge import Judge, likelihood
from ..learn.lockstep import choices


@template
def weigh(
    pool: Pool, seat: Seat, match: Record, history: np.ndarray, bank: Pool, odds: np.ndarray,
    temper: Any, judge: Judge, rng: Words,
) -> None:
    """Fill `bank` with worlds of the concealed ``pool[0]``, `odds` with the others' likelihood."""
    for k in range(bank.shape[0]):
        pool[1] = pool[0]
        rules.redeal(pool[1], seat, rng)
        rules.backfill(pool[1], seat, rng)
        bank[k] = pool[1]
        odds[k] = replayed(pool, seat, match, history, temper, judge)


@template
def replayed(
    pool: Pool, seat: Seat, match: Record, history: np.ndarray, temper: Any, judge: Judge
) -> float:
    """How likely the other seats' moves were in the world of ``pool[1]``."""
    warmth, slack = temper[0], temper[2]
    state = pool[2]
    pool[2] = pool[1]
    rules.lay_out(state, match[0])
    odds = 1.0
    for k in range(history.shape[0]):
        move = history[k]
        if rules.to_move(state) != seat:
            moves = choices(state)
            if moves & (moves - 1) and moves & bit(move):
                who = rules.to_move(state)
                pool[3] = pool[2]
                rules.conceal(pool[3], who)
                mine = likelihood(pool[3], who, moves, move, warmth, judge)
                odds *= slack + (1 - slack) * mine
            elif moves != bit(move):
                odds *= slack
        rules.learn(state, move)
        rules.play(state, move)
    return odds


@template
def uniform_worlds(pool: Pool, seat: Seat, bank: Pool, odds: np.ndarray, rng: Words) -> None:
    """Worlds where the past is not known: all alike."""
    for k in range(bank.shape[0]):
        bank[k] = pool[0]
        rules.redeal(bank[k], seat, rng)
        odds[k] = 1.0


@jit
def add_up(odds: np.ndarray) -> None:
    """In place: the sums up to each, of a total of 1."""
    total = odds.sum()
    so_far = 0.0
    for k in range(odds.shape[0]):
        so_far += odds[k] / total
        odds[k] = so_far


@jit
def drawn(sums: np.ndarray, mark: float) -> int:
    """The first whose sum is above `mark`."""
    low, high = 0, sums.shape[0] - 1
    while low < high:
        middle = (low + high) >> 1
        if sums[middle] > mark:
            high = middle
        else:
            low = middle + 1
    return low


