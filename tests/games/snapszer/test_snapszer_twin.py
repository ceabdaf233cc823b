"""Random deals and whole matches of Snapszer against the slow twin, and without the compiler."""

from __future__ import annotations

import random

import pytest
from relatives_engine import Coverage, random_options
from relatives_play import digest_of_play
from sizes import few_and_many
from snapszer_deals import (
    BOTH_SIZES,
    CARDS,
    DOUBLE,
    DURI,
    ENDINGS,
    NORMAL,
    PASS,
    SHOW,
    SNAPSZER,
    TRUMP_E,
    Match,
    both,
    dealt,
    engine,
    play_like,
    random_pack,
)

from schnapsen_ai.deal.matches import winners
from schnapsen_ai.games import snapszer


@few_and_many("deals", 15, 2000)
@BOTH_SIZES
def test_random_deals_equal_the_twin(seats: int, deals: int) -> None:
    rng, coverage = random.Random(seats), Coverage(snapszer)
    for _ in range(deals):
        options = random_options(snapszer, rng)
        deal = both(seats, random_pack(seats, rng), **options)
        while deal.to_move is not None:
            move = play_like(deal.engine, rng)
            deal.play(move)
            deal.same("melds", "tricks", "declared")
            if move != SHOW:  # of which the engine books the value alone
                deal.same("points", "effective")
        deal.same("gained")
        assert len(deal.engine.history) <= snapszer.MAX_PLIES
        coverage.deal(options, deal.engine.history, deal.ending)
    if deals > 1000:
        coverage.check(CARDS, endings=ENDINGS.values())


@few_and_many("matches", 2, 60)
@BOTH_SIZES
def test_matches_equal_the_twin(seats: int, matches: int) -> None:
    """From three players to two, with who sits where."""
    rng = random.Random(4)
    went_on = 0
    for number in range(matches):
        utility = ("zero_sum", "points")[number % 2]
        match = Match(seats, utility=utility, marks=(1, 3, 1, 2)[number % 4])
        while not match.over:
            playing = match.seats()
            deal = match.deal(random_pack(len(playing), rng))
            while deal.to_move is not None:
                deal.play(play_like(deal, rng))
            match.book(deal)
            went_on += len(match.twin.playing) < len(playing) and not match.over
        assert min(match.left) <= 0
        assert match.engine.match.loser == match.twin.loser
        assert winners(match.engine.matches) == match.twin.winners
    assert went_on > 5 or seats == 2 or matches < 60


@few_and_many("deals", 3, 150)
@BOTH_SIZES
def test_searches_may_rely_on_the_bounds(seats: int, deals: int) -> None:
    rng = random.Random(9)
    for _ in range(deals):
        deal = engine(seats, **random_options(snapszer, rng))
        deal.lay_out(random_pack(seats, rng))
        promised = []
        while deal.to_move is not None:
            promised.append([snapszer.bounds(deal.state, seat) for seat in range(seats)])
            deal.play(play_like(deal, rng))
        for bounds in promised:
            for (low, high), paid in zip(bounds, deal.payoffs(), strict=True):
                assert low <= paid <= high


@pytest.mark.interpreted
def test_resigning() -> None:
    deal = dealt(2).engine
    snapszer.resign(deal.state, 0)
    assert (deal.to_move, deal.payoffs(), deal.ending) == (None, (-6, 6), "resigned")
    for contract, own, other in ((NORMAL, 6, 16), (SNAPSZER, 12, 12), (DURI, 32, 32)):
        for seat, worth in ((0, own), (1, other)):
            deal = dealt(2).engine.play(TRUMP_E, contract, DOUBLE, PASS)
            snapszer.resign(deal.state, seat)
            assert deal.payoffs()[seat] == -2 * worth
    assert snapszer.largest_loss(dealt(2).engine.state) == 32
    assert snapszer.largest_loss(dealt(3).engine.state) == 64
    assert snapszer.largest_loss(dealt(3, utility="points").engine.state) == 32


@pytest.mark.slow
@BOTH_SIZES
def test_interpreted_play_equals_compiled_play(seats: int) -> None:
    name = f"snapszer{seats}"
    digests = [digest_of_play("snapszer", name, 4, interpreted) for interpreted in (False, True)]
    assert digests[0] == digests[1]
