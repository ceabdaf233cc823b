"""Watten with raises at any time (the option `raise_window`), and against the slow twin."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import naive_watten as twin
import pytest
from four_seat_engine import Engine, compare, random_options
from naive_four_seats import pack_with
from naive_watten import FOLD, PASS, RAISE, SCHLAG, SEE, TRUMP
from sizes import few_and_many
from watten_deals import PACKETS, likely_move, random_pack

from schnapsen_ai.games import watten


def raised_any(**scores: Any) -> Engine:
    """A deal in which Schlag and trump are named and raises are open to all."""
    engine = Engine(watten, raise_window="any")
    engine.match["score"][0] = scores.get("scores", (0, 0))
    engine.deal(pack_with(PACKETS, "E9 EA EK EO EU", "G9 GA GK GO GU"))
    for move in (SCHLAG + 2, TRUMP):
        engine.play(move)
    return engine


@pytest.mark.interpreted
def test_the_others_are_asked_before_every_card_watten() -> None:
    engine = raised_any()
    assert engine.to_move == 1 and engine.legal() == [PASS, RAISE]
    engine.play(PASS)
    assert engine.to_move == 2
    engine.play(RAISE)
    assert engine.to_move == 3 and engine.legal() == [SEE, FOLD]
    engine.play(SEE)
    assert engine.to_move == 0 and RAISE not in engine.legal()  # a card comes next
    engine.play(engine.legal()[0])
    asked = []
    while engine.legal() == [PASS, RAISE]:
        asked.append(engine.to_move)
        engine.play(PASS)
    assert asked == [3] and engine.to_move == 1  # team 0 waits for the others to raise
    assert RAISE in engine.legal()


@pytest.mark.interpreted
def test_a_tense_team_is_not_asked_watten() -> None:
    assert raised_any(scores=(13, 13)).to_move == 0
    engine = raised_any(scores=(13, 0))
    assert engine.to_move == 1
    engine.play(PASS)
    assert engine.to_move == 3
    engine.play(RAISE)
    assert engine.to_move == 0
    engine.play(FOLD)
    assert engine.payoffs() == (-2, 2, -2, 2)


@few_and_many("deals", 15, 1500)
def test_raising_at_any_time_against_the_twin(deals: int) -> None:
    rng = random.Random(15)
    seen: Counter[Any] = Counter()
    for _ in range(deals):
        options = {**random_options(watten.OPTIONS, rng), "raise_window": "any"}
        scores = (rng.randrange(options["target"]), rng.randrange(options["target"]))
        engine = Engine(watten, **options)
        engine.match["score"][0] = scores
        pack = random_pack(rng)
        deal = twin.Deal("watten", pack, {"scores": scores}, **options)

        def move_of(deal: twin.Deal, legal: list[int]) -> int:
            return likely_move(deal, legal, rng)

        compare(engine.deal(pack), deal, move_of, seen)
        assert len(deal.history) <= watten.MAX_PLIES and deal.stake <= 22
    assert deals < 1000 or min(seen["move", PASS], seen["move", RAISE], seen["move", SEE]) > 500
