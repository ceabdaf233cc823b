"""Minimax by nothing but the rules, compiled: the yardstick of every exact solver."""

from __future__ import annotations

from typing import Any

import numpy as np

from schnapsen_ai.base.jit import template
from schnapsen_ai.cards import bit, count, lowest, pick
from schnapsen_ai.games import contract as rules

CARDS = 0xFFFFFFFF
FAR = np.int64(1) << 40


@template
def plain_value(pool: Any, ply: int, seat: int, low: int, high: int, budget: Any) -> int:
    """The payoff of `seat` at ``pool[ply]``, by alpha-beta over every legal move.

    budget: int64[1], the nodes left; when they are spent the result means nothing.
    """
    state = pool[ply]
    if rules.is_over(state):
        return rules.payoff(state, seat)
    mine = rules.side(state, rules.to_move(state)) == rules.side(state, seat)
    moves = rules.legal(state)
    best = -FAR if mine else FAR
    while moves and budget[0] > 0:
        budget[0] -= 1
        move = lowest(moves)
        moves ^= bit(move)
        pool[ply + 1] = pool[ply]
        rules.play(pool[ply + 1], move)
        value = np.int64(plain_value(pool, ply + np.int64(1), seat, low, high, budget))
        if mine:
            best = max(best, value)
            low = max(low, best)
        else:
            best = min(best, value)
            high = min(high, best)
        if low >= high:
            break
    return best


@template
def bid_and_play(pool: Any, match: Any, rng: Any, held: int) -> None:
    """Deals with random bids, played at random until nobody holds more than `held` cards."""
    for i in range(pool.shape[0]):
        state = pool[i]
        rules.deal(state, rng, match[0])
        while True:
            most = 0
            for seat in range(rules.N_SEATS):
                most = max(most, count(rules.hand(state, seat)))
            ready = rules.sides_known(state) and rules.legal(state) & CARDS
            if ready and most <= held:
                break
            rules.play(state, pick(rules.legal(state), rng))
            if rules.is_over(state):
                rules.deal(state, rng, match[0])
