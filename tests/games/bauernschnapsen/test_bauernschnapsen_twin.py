"""Random deals and whole matches of Bauernschnapsen against the slow twin, and uncompiled."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
from bauernschnapsen_deals import CARDS, NAME, Both, Match, biased_move, biased_pack, both
from relatives_engine import Coverage, random_options
from relatives_play import digest_of_play
from sizes import few_and_many

from schnapsen_ai.cards import set_of
from schnapsen_ai.games import bauernschnapsen as game


def play_out(deal: Both, rng: random.Random) -> None:
    """To the end, by chance or by the rule player."""
    quiet = rng.choice((0.0, 0.5, 0.95, 1.0))
    advised, words = rng.random() < 0.1, np.array([rng.getrandbits(32)], np.uint64)
    while deal.to_move is not None:
        move = biased_move(deal.legal(), rng, quiet)
        if advised:
            seen = deal.engine.concealed(deal.to_move)
            move = int(game.advise(seen, set_of(deal.legal()), words))
        deal.play(move)
        deal.same("contract", "doublings")
    deal.same("points", "melds", "tricks", "eff")
    assert len(deal.twin.history) <= game.MAX_PLIES


@few_and_many("deals", 25, 3000)
def test_random_deals_equal_the_twin(deals: int) -> None:
    rng = random.Random(20)
    coverage = Coverage(game)
    values: Counter[int] = Counter()
    for _ in range(deals):
        options = random_options(game, rng)
        deal = both(biased_pack(rng), **options)
        play_out(deal, rng)
        coverage.deal(options, deal.twin.history, deal.ending)
        values[abs(deal.payoffs()[0])] += 1
    if deals < 1000:
        return
    coverage.check(CARDS, 50)
    assert {1, 2, 3, 4, 6, 9, 12, 18, 24, 48, 96, 192} <= set(values)
    assert max(values) == game.MAX_ABS_PAYOFF


@few_and_many("rounds", 1, 20)
def test_matches_equal_the_twin(rounds: int) -> None:
    rng = random.Random(21)
    doubled = 0
    for first_dealer in [0, 1, 2, 3] * rounds:
        match = Match(first_dealer)
        while not match.over:
            deal = match.deal(rng.sample(CARDS, 20))
            while deal.to_move is not None:
                deal.play(biased_move(deal.legal(), rng, 0.9))
            match.book(deal)
        scores = match.twin.scores
        assert match.engine.match.winner == int(scores[1] > scores[0])
        doubled += 2 in match.twin.bummerl
    assert doubled > 0 or rounds < 20


@pytest.mark.slow
def test_interpreted() -> None:
    compiled = digest_of_play(NAME, NAME, 2, interpreted=False)
    assert digest_of_play(NAME, NAME, 2, interpreted=True) == compiled
