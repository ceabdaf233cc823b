"""Are the redeals of Watten and Schafkopf what they should be: chi-square, and plain rejection."""

from __future__ import annotations

import random

import numpy as np
from four_seat_engine import Engine, members, sample


def by_rejection(
    engine: Engine, check: Engine, moves: list[int], seat: int, n: int, rng: random.Random
) -> np.ndarray:
    """How often each card lies in each other hand, over `n` fillings that replay the history.

    Slow and plain: the unseen cards are shuffled, and what does not replay is dropped.
    """
    seen = engine.concealed(seat)
    start = engine.pool[0].copy()
    played = [members(int(start["played"][s])) for s in range(4)]
    unseen = [c for c in range(32) if c not in members(start["hand"][seat])]
    unseen = [c for c in unseen if not any(c in cards for cards in played)]
    packets = engine.game.packets(engine.game.NAMES[0])[:8]
    counts = np.zeros((4, 32))
    found = 0
    while found < n:
        rng.shuffle(unseen)
        rest = list(unseen)
        hands = []
        for s in range(4):
            missing = sum(packets[::4]) - len(played[s])
            held = members(start["hand"][s]) if s == seat else [rest.pop() for _ in range(missing)]
            hands.append([*held, *played[s]])
        fill = [list(hand) for hand in hands]
        pack = [fill[i % 4].pop() for i, size in enumerate(packets) for _ in range(size)] + rest
        check.deal(pack)
        if not all(check.kernels.try_move(check.pool, 0, m) for m in moves):
            continue
        check.pool["pack"][0] = start["pack"]  # the seat's own places, in their order
        if check.concealed(seat) != seen:
            continue
        found += 1
        for s in range(4):
            if s != seat:
                for c in hands[s]:
                    if c in unseen:
                        counts[s, c] += 1
    return counts


def worst_z(engine: Engine, seat: int, counts: np.ndarray, n: int, times: int = 20) -> float:
    """The largest deviation of the engine's redeals from those counts, in standard errors."""
    ours = np.zeros((4, 32))
    for hands, k in sample(engine, seat, times * n).items():
        for s in range(4):
            if s != seat:
                for c in members(hands[s]):
                    ours[s, c] += k
    share = ours / (times * n)
    spread = np.sqrt(n * share * (1 - share) * (1 + 1 / times))
    assert not counts[share == 0].any()
    assert (counts[share == 1] == n).all()
    inside = spread > 0
    return float(np.abs((counts - n * share)[inside] / spread[inside]).max())
