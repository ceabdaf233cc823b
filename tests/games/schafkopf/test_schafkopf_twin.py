"""Random deals and whole matches of Schafkopf against the slow twin, and without the compiler."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import naive_schafkopf as twin
import numpy as np
import pytest
from four_seat_engine import Engine, compare, pairs, random_options
from naive_schafkopf_cards import PASS
from processes import printed_by
from schafkopf_deals import likely_move, random_pack, run
from schafkopf_deals import sides as sides_of
from sizes import few_and_many

from schnapsen_ai.cards import set_of
from schnapsen_ai.games import schafkopf
from schnapsen_ai.games.shared.options import complete, encode


@few_and_many("deals", 15, 2200)
def test_against_the_twin(deals: int) -> None:
    rng = random.Random(5)
    seen: Counter[Any] = Counter()
    for _ in range(deals):
        options = random_options(schafkopf.OPTIONS, rng)
        engine = Engine(schafkopf, **options)
        pack = random_pack(rng)
        deal = twin.Deal("schafkopf", pack, **options)
        kind = rng.random()
        passing = rng.random() < 0.05

        def move_of(
            deal: twin.Deal, legal: list[int], kind: float = kind, passing: bool = passing
        ) -> int:
            if passing and deal.spoken < 4:
                return PASS
            return rng.choice(legal) if kind < 0.4 else likely_move(deal, legal, rng)

        compare(engine.deal(pack), deal, move_of, seen)
        for item in options.items():
            seen["option", item] += 1
        seen["ran"] += deal.ran
        seen["doubled", len(deal.doublers)] += 1
        seen["outbid"] += engine.state["caller"] >= 0 and engine.state["ace"] < 0
        if deal.sides() is not None:
            assert sides_of(engine.state) == deal.sides()
            assert run(engine.state) == deal.laufende()
            seen["laufende", min(deal.laufende(), 4)] += 1
    if deals < 1000:
        return
    for move in [*range(32), *schafkopf.MOVE_NAMES]:
        assert seen["move", move] >= 50, move
    for ending in schafkopf.ENDINGS[1:]:
        assert seen["ending", ending] >= 50, ending
    for pair in pairs(schafkopf.OPTIONS):
        assert seen["option", pair] >= 50, pair
    for thing in ["ran", "outbid", *(("doubled", k) for k in range(5)), ("laufende", 3)]:
        assert seen[thing] >= 50, thing


@pytest.mark.interpreted
def test_match_against_the_twin() -> None:
    rng = random.Random(9)
    for first_dealer in range(4):
        passed_out = ("counts", "next_dealer", "same_dealer", "same_dealer")[first_dealer]
        deals = rng.choice((4, 8, 24))
        engine = Engine(schafkopf, passed_out=passed_out, deals=deals)
        engine.kernels.begin_match_at(engine.match, engine.pool, first_dealer)
        assert engine.match["limit"][0] == deals
        match = twin.Match(deals, passed_out)
        turn = (first_dealer + 1) % 4  # the twin's player 0 is the first to act
        while not engine.match["over"][0]:
            assert match.next_context() == {}
            engine.deal(random_pack(rng))
            seated = tuple((p + turn) % 4 for p in match.seating())
            assert tuple(engine.match["player"][0]) == seated
            money = [match.money[p] for p in match.seating()]
            assert engine.state["money"].tolist() == money
            while not engine.over:
                void = rng.random() < 0.7 and PASS in engine.legal()
                engine.play(PASS if void else rng.choice(engine.legal()))
            match.record(engine.payoffs(), engine.ending == "void")
            engine.kernels.next_deal_at(engine.match, engine.pool)
        assert match.next_context() is None
        richest = [(p + turn) % 4 for p in range(4) if match.money[p] == max(match.money)]
        assert engine.match["winner"][0] == (richest[0] if len(richest) == 1 else -1)
        assert engine.match["score"][0].tolist() == [match.money[(p - turn) % 4] for p in range(4)]
        assert engine.match["deals"][0] == deals
        assert sum(engine.match["marks"][0]) == (3 if len(richest) == 1 else 0)


@pytest.mark.interpreted
def test_a_match_that_nobody_wins_marks_nobody() -> None:
    engine = Engine(schafkopf)
    engine.match["limit"] = 1
    engine.deal(list(range(32))).play(*[PASS] * 4)
    engine.kernels.next_deal_at(engine.match, engine.pool)
    match = engine.match[0]
    assert (match["over"], match["winner"], match["marks"].tolist()) == (1, -1, [0] * 4)


@pytest.mark.interpreted
def test_options_have_the_names_and_defaults_of_the_page() -> None:
    assert complete(schafkopf.OPTIONS) == twin.OPTIONS
    assert list(encode(schafkopf.OPTIONS, complete(schafkopf.OPTIONS))) == [0, 0, 0, 0, 2, 0, 24]


@pytest.mark.slow
def test_interpreted_plays_the_same() -> None:
    code = "from test_schafkopf_twin import transcript; print(transcript(4))"
    assert printed_by(code, beside=__file__) == transcript(4)


def transcript(deals: int) -> str:
    """A digest of some deals played at random, with redeals, views and advice."""
    rng = random.Random(4)
    lines = []
    for _ in range(deals):
        engine = Engine(schafkopf, **random_options(schafkopf.OPTIONS, rng))
        engine.deal(random_pack(rng))
        deal = twin.Deal("schafkopf", [int(c) for c in engine.pool["pack"][0]])
        engine.rng[0] = np.uint64(rng.getrandbits(63))
        while not engine.over:
            seat = engine.to_move
            assert seat is not None
            lines.append(str(engine.world(seat)))
            legal = np.int64(set_of(engine.legal()))
            advice = int(schafkopf.advise(engine.pool[1], legal, engine.rng))
            lines.append(f"{seat} {engine.legal()} {advice}")
            move = advice if rng.random() < 0.3 else likely_move(deal, engine.legal(), rng)
            deal.contract = engine.state["contract"]
            deal.spoken = 4 if engine.state["phase"] else seat + 1
            engine.play(move)
        lines.append(str(engine.payoffs()))
    return str(sum(ord(c) * (i % 9973 + 1) for i, c in enumerate("\n".join(lines))))
