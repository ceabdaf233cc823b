"""The rule player of Snapszer."""

from __future__ import annotations

import numpy as np
import pytest
from naive_tricks import parse_cards
from relatives_play import duel
from snapszer_deals import BOTH_SIZES, DURI, NORMAL, PASS, TRUMP_E, engine

from schnapsen_ai.games import snapszer


@pytest.mark.slow
@BOTH_SIZES
def test_the_rule_player_beats_chance(seats: int) -> None:
    """Alone among players at random, or that play normal games undoubled and then at random.

    Over all seats: a random declarer doubled by chance loses so much that seats differ widely.
    """
    for quiet, least in (([], 5.0), ([NORMAL, PASS], 0.8)):
        own = [duel(engine(seats), [seat], quiet=quiet)[seat] for seat in range(seats)]
        assert sum(own) / seats > least


@pytest.mark.interpreted
def test_the_rule_player_announces_what_it_can_make() -> None:
    deal = engine(2).lay_out(
        parse_cards("EA EX EK EO GU G9 HU H9 EU E9 SA GA SX SK SO SU S9 HA HX HK HO GX GK GO")
    )
    words = np.array([1], dtype=np.uint64)
    while deal.to_move is not None:
        seen = deal.concealed(deal.to_move)
        deal.play(int(snapszer.advise(seen, snapszer.legal(seen), words)))
    assert deal.history[:2] == [TRUMP_E, DURI]
    assert (deal.ending, deal.payoffs()) == ("show", (32, -32))
