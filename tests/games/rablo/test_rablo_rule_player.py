"""The rule player of Rabló."""

from __future__ import annotations

import numpy as np
import pytest
from naive_positions import pack_of
from rablo_deals import DURI, PASS, engine
from relatives_play import duel

from schnapsen_ai.games import rablo


@pytest.mark.full
def test_the_rule_player_beats_chance() -> None:
    """Alone among three that play at random, or that always pass and then play at random."""
    for seat in range(4):
        means = duel(engine(), [seat])
        assert means[seat] > 300
        means = duel(engine(), [seat], quiet=[PASS])
        assert means[seat] > 0 > max(m for p, m in enumerate(means) if p != seat)
    assert abs(sum(duel(engine(), range(4)))) < 20  # few deals are passed out


@pytest.mark.interpreted
def test_the_rule_player_calls_what_it_can_make() -> None:
    hands = ["EA EX EK EO EU E9", "SA SX GA GX H9 HU", "SK SO SU S9 G9 GU", "HA HX HK HO GK GO"]
    deal = engine().lay_out(pack_of(hands, 3))
    words = np.array([1], dtype=np.uint64)
    while deal.to_move is not None:
        seen = deal.concealed(deal.to_move)
        deal.play(int(rablo.advise(seen, rablo.legal(seen), words)))
    assert deal.history[:2] == [DURI, 7]  # alone, three times 150
    assert deal.payoffs() == (450, -150, -150, -150)
