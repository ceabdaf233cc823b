"""The rule player of Bauernschnapsen."""

from __future__ import annotations

import random

import numpy as np
import pytest
from bauernschnapsen_deals import CARDS, PASS
from bauernschnapsen_deals import engine as new_engine

from schnapsen_ai.cards import set_of
from schnapsen_ai.games import bauernschnapsen as game


def points_against(other: str, deals: int) -> float:
    """Mean points of the rule player's team over packs played in both seatings."""
    engine = new_engine()
    choose, rng, total = random.Random(24), np.array([25], np.uint64), 0
    for _ in range(deals):
        pack = choose.sample(CARDS, 20)
        for team in range(2):
            engine.lay_out(pack)
            while (seat := engine.to_move) is not None:
                legal = engine.legal()
                if seat % 2 == team:
                    concealed = engine.concealed(seat)
                    seen = concealed.tobytes()
                    move = int(game.advise(concealed, set_of(legal), rng))
                    assert concealed.tobytes() == seen
                elif other == "quiet" and len(legal) > 1 and legal[0] >= PASS:
                    move = legal[0]  # pass, or the first suit
                else:
                    move = choose.choice(legal)
                engine.play(move)
            total += engine.payoffs()[team]
    return total / (2 * deals)


@pytest.mark.slow
def test_advice() -> None:
    assert points_against("random", 60) > 5
    assert points_against("quiet", 250) > 0.6
