"""Random deals and whole matches of Rabló against the slow twin."""

from __future__ import annotations

import random

import numpy as np
import pytest
from naive_matches import RabloMatch
from naive_positions import pack_of
from rablo_deals import CARDS, D1, ENDINGS, PASS, booked, both, engine, play_like, random_pack
from relatives_engine import Coverage, random_options
from relatives_play import digest_of_play
from sizes import few_and_many

from schnapsen_ai.deal.matches import winners
from schnapsen_ai.games import rablo


@few_and_many("deals", 12, 3400)
def test_random_deals_equal_the_twin(deals: int) -> None:
    rng, coverage = random.Random(1), Coverage(rablo)
    for _ in range(deals):
        options = random_options(rablo, rng)
        money = tuple(rng.choice([20, 130, 3000, 8000]) for _ in range(4))
        pot = rng.choice([0, 0, 200, 380])
        deal = both(random_pack(rng), money, pot, **options)
        while deal.to_move is not None:
            deal.play(play_like(deal.engine, rng))
            deal.same("team_points")
            assert (deal.sides is None) == (deal.partner < 0)
        booked(deal)
        assert len(deal.engine.history) <= rablo.MAX_PLIES
        coverage.deal(options, deal.engine.history, deal.ending)
    if deals > 1000:
        coverage.check(CARDS, endings=ENDINGS.values())


@few_and_many("matches", 1, 25)
def test_matches_equal_the_twin(matches: int) -> None:
    rng = random.Random(2)
    for _ in range(matches):
        deal, match = engine(), RabloMatch()
        while not match.over:
            assert not deal.match.over
            assert tuple(deal.match.player) == match.seats()
            context = match.next_context()
            assert (deal.match.pot, tuple(deal.match.score[list(match.seats())])) == (
                context["pot"],
                context["money"],
            )
            deal.lay_out(random_pack(rng))
            while deal.to_move is not None:
                deal.play(play_like(deal, rng))
            rablo.next_deal(deal.match, deal.state)
            match.record(deal.payoffs())
        assert deal.match.over
        assert deal.match.score.tolist() == match.money
        assert winners(deal.matches) == [p for p in range(4) if p == match.winner()]
        assert deal.match.marks.tolist() == [int(amount <= 0) for amount in match.money]


@few_and_many("deals", 3, 200)
def test_searches_may_rely_on_the_bounds(deals: int) -> None:
    rng = random.Random(9)
    for _ in range(deals):
        deal = engine(**random_options(rablo, rng))
        deal.match.pot = rng.choice([0, 130, 380])
        deal.lay_out(random_pack(rng))
        promised = []
        while deal.to_move is not None:
            promised.append([rablo.bounds(deal.state, seat) for seat in range(4)])
            deal.play(play_like(deal, rng))
        for bounds in promised:
            for (low, high), paid in zip(bounds, deal.payoffs(), strict=True):
                assert low <= paid <= high


@pytest.mark.interpreted
def test_resigning() -> None:
    deal = engine().lay_out(pack_of(D1, 3))
    rablo.resign(deal.state, 2)
    assert (deal.to_move, deal.payoffs(), deal.ending) == (None, (300, 300, -900, 300), "resigned")
    assert rablo.largest_loss(deal.state) == 900


@pytest.mark.interpreted
def test_option_max_deals() -> None:
    deal = engine(max_deals=20)
    for number in range(20):
        assert not deal.match.over
        deal.lay_out(pack_of(D1, 3)).play(*[PASS] * 4)
        if number == 19:
            deal.match.score[2] += 1
        rablo.next_deal(deal.match, deal.state)
    assert (deal.match.over, deal.match.winner, deal.match.marks.tolist()) == (1, 2, [0] * 4)


@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("money", "won"),
    [([0, 0, 0, 0], []), ([2000] * 4, []), ([0, 4000, 4000, 4000], []), ([0, 1, 0, 0], [1])],
)
def test_of_several_equally_rich_nobody_wins(money: list[int], won: list[int]) -> None:
    deal = engine(max_deals=20)
    deal.match.deals = 19
    deal.lay_out(pack_of(D1, 3)).play(*[PASS] * 4)
    deal.match.score[:] = np.array(money) - deal.payoffs()
    rablo.next_deal(deal.match, deal.state)
    assert (deal.match.over, deal.match.score.tolist(), winners(deal.matches)) == (1, money, won)


@pytest.mark.slow
def test_interpreted_play_equals_compiled_play() -> None:
    digests = [digest_of_play("rablo", "rablo", 6, interpreted) for interpreted in (False, True)]
    assert digests[0] == digests[1]
