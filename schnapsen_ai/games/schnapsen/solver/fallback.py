"""The exact answer to "at least this value?" by the rules alone, for any option.

A plain null-window search over `rules`: slow, and right wherever `question` does not apply.
"""

from __future__ import annotations

import numpy as np

from ....base.arrays import Pool, Record
from ....base.jit import inline, jit
from ....cards import Seat, bit, highest
from ..packed_rules import FLAT, line_of
from ..play import play
from ..rules import legal
from ..scoring import is_over, payoff
from ..state import LEAD
from .closed_search import HEADER as START

ENTRIES = 1 << 12
_SHIFT = np.uint64(64 - 12)
_MIX = np.uint64(0x9E3779B97F4A7C15)
EMPTY = 4 << 2 | 4 << 7  # nothing denied, nothing affirmed, for both
_MIX_2 = np.uint64(0xC2B2AE3D27D4EB4F)


@inline
def _key(state: Record, rules: int) -> tuple[int, int]:
    """The two words that tell positions of one deal apart."""
    closed_at = np.int64(0)
    if state.closer >= 0:
        under = state.close_points < line_of(rules)
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
    return hands, rest


@jit
def plain_wins(
    pool: Pool, ply: int, attacker: Seat, level: int, rules: int, table: np.ndarray
) -> bool:
    """Whether `attacker` wins at least `level`, 1 to 3, from the position ``pool[ply]``.

    An entry has the two words that tell positions of one deal apart, and a third with the
    deal's stamp, the least value that was denied and the greatest that was affirmed.
    """
    state = pool[ply]
    if is_over(state):
        return payoff(state, attacker) >= level
    table[1] += np.uint64(1)
    if level > 1 and rules & FLAT:
        return False
    kept = state.phase == LEAD and state.must_lead == 0
    slot = 0
    hands = np.int64(0)
    rest = np.int64(0)
    entry = np.int64(EMPTY)
    stamp = np.int64(table[0])
    if kept:
        hands, rest = _key(state, rules)
        mixed = np.uint64(hands) * _MIX ^ np.uint64(rest) * _MIX_2
        slot = START + 3 * np.int64((mixed * _MIX) >> _SHIFT)
        same = table[slot] == np.uint64(hands) and table[slot + 1] == np.uint64(rest)
        if same and np.int64(table[slot + 2]) >> 10 == stamp:
            entry = np.int64(table[slot + 2]) & 1023
            if level >= entry >> 5 * attacker + 2 & 7:
                return False
            if level <= entry >> 5 * attacker & 3:
                return True
    mine = state.turn == attacker
    answer = not mine
    moves = legal(state)
    while moves:
        move = highest(moves)
        moves ^= bit(move)
        pool[ply + 1] = pool[ply]
        play(pool[ply + 1], move)
        if plain_wins(pool, ply + np.int64(1), attacker, level, rules, table) == mine:
            answer = mine
            break
    if kept:
        table[slot] = np.uint64(hands)
        table[slot + 1] = np.uint64(rest)
        if answer:
            entry = entry & ~(3 << 5 * attacker) | level << 5 * attacker
        else:
            entry = entry & ~(28 << 5 * attacker) | level << 5 * attacker + 2
        table[slot + 2] = np.uint64(stamp << 10 | entry)
    return answer
