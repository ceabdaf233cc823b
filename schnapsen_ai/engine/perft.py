"""Counting move sequences: the classical test of a rules engine."""

from __future__ import annotations

from ..base.arrays import Pool
from ..base.jit import template
from ..cards import bit, count, lowest
from ..games import contract as rules  # bound to a game by `specialise`


@template
def perft(pool: Pool, ply: int, depth: int) -> int:
    """Sequences of exactly `depth` moves from ``pool[ply]``; a finished deal has none."""
    if depth == 0:
        return 1
    moves = rules.legal(pool[ply])
    if depth == 1:
        return count(moves)
    total = 0
    while moves:
        move = lowest(moves)
        moves ^= bit(move)
        pool[ply + 1] = pool[ply]
        rules.play(pool[ply + 1], move)
        total += perft(pool, ply + 1, depth - 1)
    return total
