"""The built-in player of Watten."""

from __future__ import annotations

import numpy as np
import pytest
from four_seat_engine import Engine, duel
from naive_four_seats import card, cards
from naive_watten import FOLD, RAISE, SEE
from watten_deals import engine as dealt
from watten_deals import named, put

from schnapsen_ai.cards import set_of
from schnapsen_ai.games import watten


@pytest.mark.slow
@pytest.mark.parametrize("cheap", [False, True])
def test_advice_beats_random_play(cheap: bool) -> None:
    for holders in (0b0101, 0b1010):
        mean = duel(Engine(watten), holders, 4000, cheap)
        assert mean > 1.5


@pytest.mark.interpreted
@pytest.mark.parametrize(("score", "answer"), [(10, FOLD), (11, SEE)])
def test_advice_never_folds_the_match_away(score: int, answer: int) -> None:
    hands = ("HK S7 E7 EA EK", "G8 H8 S8 GU HU", "SO GO HO SK GK", "GX SX HX G7 H7")
    engine = named(dealt(*hands, scores=(score, 0)), "9", "E")
    engine.play(RAISE, SEE, card("HK"), RAISE, SEE, *cards("G8 SO GX E7 H8 GO SX"), RAISE)
    assert engine.pool["stake"][0] == 4
    engine.concealed(1)
    assert watten.advise(engine.pool[1], np.int64(set_of(engine.legal())), engine.rng) == answer


@pytest.mark.interpreted
def test_advice_takes_the_sure_trick_that_wins() -> None:
    engine = named(dealt("HK S7 E7 EA EK", "G8", "SO", "GX"), "9", "E")
    put("HK G8 SO GX", engine)
    engine.concealed(0)
    engine.pool["tricks"][1] = [2, 2]
    assert watten.advise(engine.pool[1], np.int64(set_of(engine.legal())), engine.rng) in (
        RAISE,
        card("S7"),
    )
