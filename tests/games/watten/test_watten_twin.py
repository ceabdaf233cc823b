"""Random deals and whole matches of Watten against the slow twin, and without the compiler."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import naive_watten as twin
import numpy as np
import pytest
from four_seat_engine import Engine, compare, pairs, random_options
from processes import printed_by
from sizes import few_and_many
from watten_deals import engine as dealt
from watten_deals import likely_move, random_pack

from schnapsen_ai.cards import set_of
from schnapsen_ai.games import watten
from schnapsen_ai.games.shared.options import complete, encode


@few_and_many("deals", 25, 4000)
def test_against_the_twin(deals: int) -> None:
    rng = random.Random(5)
    seen: Counter[Any] = Counter()
    for _ in range(deals):
        options = random_options(watten.OPTIONS, rng)
        scores = (rng.randrange(options["target"]), rng.randrange(options["target"]))
        engine = Engine(watten, **options)
        engine.match["score"][0] = scores
        pack = random_pack(rng)
        deal = twin.Deal("watten", pack, {"scores": scores}, **options)
        wild = rng.random() < 0.4

        def move_of(deal: twin.Deal, legal: list[int], wild: bool = wild) -> int:
            return rng.choice(legal) if wild else likely_move(deal, legal, rng)

        compare(engine.deal(pack), deal, move_of, seen)
        for item in options.items():
            seen["option", item] += 1
        seen["obliged"] += any(engine.pool["cannot_hold"][0])
    if deals < 1000:
        return
    for move in [*range(32), *watten.MOVE_NAMES]:
        assert seen["move", move] >= 50, move
    for ending in watten.ENDINGS[1:]:
        assert seen["ending", ending] >= 50, ending
    for pair in pairs(watten.OPTIONS):
        assert seen["option", pair] >= 50, pair
    assert seen["obliged"] >= 50


@pytest.mark.interpreted
def test_match_against_the_twin() -> None:
    rng = random.Random(9)
    for target in (15, 11, 18):
        for first_dealer in range(4):
            engine = Engine(watten, target=target)
            engine.kernels.begin_match_at(engine.match, engine.pool, first_dealer)
            match = twin.Match(target)
            turn = (first_dealer + 1) % 4  # the twin's player 0 is the first to act
            while not engine.match["over"][0]:
                context = match.next_context()
                assert context is not None
                pack = list(range(32))
                rng.shuffle(pack)
                engine.deal(pack)
                assert tuple(engine.pool["score"][0]) == context["scores"]
                seated = tuple((p + turn) % 4 for p in match.seating())
                assert tuple(engine.match["player"][0]) == seated
                while not engine.over:
                    engine.play(rng.choice(engine.legal()))
                match.record(engine.payoffs())
                engine.kernels.next_deal_at(engine.match, engine.pool)
            winner = match.winner
            assert winner is not None
            assert match.next_context() is None
            assert engine.match["winner"][0] == (winner + turn) % 2
            assert engine.match["marks"][0, (winner + turn + 1) % 2] == 1
            mine = [match.scores[(t + turn) % 2] for t in (0, 1)]
            assert list(engine.match["score"][0]) == mine
            assert engine.match["deals"][0] == match.played


@pytest.mark.interpreted
def test_sides_are_fixed() -> None:
    engine = dealt()
    assert watten.sides_known(engine.pool[0])
    assert [watten.side(engine.pool[0], s) for s in range(4)] == [0, 1, 0, 1]


@pytest.mark.interpreted
def test_options_have_the_names_and_defaults_of_the_page() -> None:
    assert complete(watten.OPTIONS) == twin.OPTIONS
    assert list(encode(watten.OPTIONS, complete(watten.OPTIONS))) == [0, 0, 0, 0, 15, 0]


@pytest.mark.slow
def test_interpreted_plays_the_same() -> None:
    code = """
from test_watten_twin import transcript
print(transcript(12))
"""
    assert printed_by(code, beside=__file__) == transcript(12)


def transcript(deals: int) -> str:
    """A digest of some deals played at random, with redeals, views and advice."""
    rng = random.Random(4)
    lines = []
    for _ in range(deals):
        engine = Engine(watten, **random_options(watten.OPTIONS, rng))
        engine.rng[0] = np.uint64(rng.getrandbits(63))
        engine.kernels.deal_at(engine.pool, engine.match, engine.rng)
        while not engine.over:
            seat = engine.to_move
            assert seat is not None
            lines.append(str(engine.world(seat)))
            advice = watten.advise(engine.pool[1], np.int64(set_of(engine.legal())), engine.rng)
            lines.append(f"{seat} {engine.legal()} {int(advice)}")
            engine.play(advice if rng.random() < 0.5 else rng.choice(engine.legal()))
        lines.append(str(engine.payoffs()))
    return str(hash_of("\n".join(lines)))



def hash_of(text: str) -> int:
    total = 0
    for letter in text:
        total = (total * 131 + ord(letter)) % (2**61 - 1)
    return total
