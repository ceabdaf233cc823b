"""The built-in player of Schafkopf."""

from __future__ import annotations

import numpy as np
import pytest
from four_seat_engine import Engine, duel
from naive_schafkopf_cards import PASS, WENZ
from schafkopf_deals import RUF, SOLO_S, dealt

from schnapsen_ai.cards import set_of
from schnapsen_ai.games import schafkopf


@pytest.mark.slow
@pytest.mark.parametrize("cheap", [False, True])
def test_advice_beats_random_play(cheap: bool) -> None:
    for holders in (0b0001, 0b0010, 0b0100, 0b1000, 0b0011):
        mean = duel(Engine(schafkopf), holders, 3000, cheap)
        assert mean > (5 if cheap else 80)


@pytest.mark.interpreted
def test_advice_bids_what_a_hand_is_worth() -> None:
    for hand, bid in [
        ("EO GO HO SO EU GU SA SX", SOLO_S),
        ("EU GU HU EA EX GA GX SA", WENZ),
        ("EO HO EU HA HX E9 GA G8", RUF["E"]),
        ("E9 E8 G9 G8 S9 S8 SK H7", PASS),
    ]:
        engine = dealt(hand).engine
        engine.concealed(0)
        legal = np.int64(set_of(engine.legal()))
        assert schafkopf.advise(engine.pool[1], legal, engine.rng) == bid
