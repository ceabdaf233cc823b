"""The exact answer to "at least this value?" by the rules alone, for any option.

A plain null-window search over `rules`: slow, and right wherever `question` does not apply.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..._jit import jit
from ...cards import bit, highest
from . import options as opt
from .rules import is_over, legal, payoff, play
from .state import LEAD

START = 32
ENTRIES = 1 << 12
_SHIFT = np.uint64(64 - 12)
_MIX = np.uint64(0x9E3779B97F4A7C15)
_MIX_2 = np.uint64(0xC2B2AE3D27D4EB4F)


@jit
def plain_at_least(pool: Any, ply: int, value: int, table: Any) -> bool:
    """Whether seat 0 gets at least `value` from the position ``pool[ply]``.

    An entry has the two words that tell positions of one deal apart, and a third with the
    deal's stamp, the least value that was denied and the greatest that was affirmed.
    """
    state = pool[ply]
    if is_over(state):
        return payoff(state, 0) >= value
    table[1] += np.uint64(1)
    most = 1 if state.options[opt.FLAT] else 3
    if value > most or value <= -most:
        return value <= -most
    kept = state.phase == LEAD and state.must_lead == 0
    slot = 0
    hands = np.int64(0)
    rest = np.int64(0)
    entry = np.int64(4 << 3 | 0)
    stamp = np.int64(table[0])
    if kept:
        closed_at = np.int64(0)
        if state.closer >= 0:
            under = state.close_points < state.options[opt.SCHNEIDER_AT]
            closed_at = 1 + state.closer | (4 if under else 0) | (8 if state.close_tricks else 0)
        hands = np.int64(state.hand[0]) | np.int64(state.hand[1]) << 32
        rest = (
            np.int64(state.points[0])
            | np.int64(state.points[1]) << 8
            | np.int64(state.pending[0]) // 20 << 16
            | np.int64(state.pending[1]) // 20 << 20
            | np.int64(state.talon) << 24
            | closed_at << 28
            | (1 if state.tricks[0] else 0) << 32
            | (1 if state.tricks[1] else 0) << 33
            | np.int64(state.turn) << 34
            | (np.int64(state.turn_up) + 1) << 35
        )
        mixed = np.uint64(hands) * _MIX ^ np.uint64(rest) * _MIX_2
        slot = START + 3 * np.int64((mixed * _MIX) >> _SHIFT)
        same = table[slot] == np.uint64(hands) and table[slot + 1] == np.uint64(rest)
        if same and np.int64(table[slot + 2]) >> 6 == stamp:
            entry = np.int64(table[slot + 2]) & 63
            if value >= (entry >> 3) - 3:
                return False
            if value <= (entry & 7) - 3:
                return True
    seat = np.int64(state.turn)
    answer = seat == 1
    moves = legal(state)
    while moves:
        move = highest(moves)
        moves ^= bit(move)
        pool[ply + 1] = pool[ply]
        play(pool[ply + 1], move)
        if plain_at_least(pool, ply + 1, value, table) == (seat == 0):
            answer = seat == 0
            break
    if kept:
        table[slot] = np.uint64(hands)
        table[slot + 1] = np.uint64(rest)
        if answer:
            entry = entry & 56 | (value + 3)
        else:
            entry = entry & 7 | (value + 3) << 3
        table[slot + 2] = np.uint64(stamp << 6 | entry)
    return answer
