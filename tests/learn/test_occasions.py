"""What deals are learned from: variants and scores in their shares; payoffs in a match."""

from __future__ import annotations

import numpy as np
import pytest

import schnapsen_ai as sa
from schnapsen_ai.learn import occasions
from schnapsen_ai.learn.lockstep import Lockstep
from schnapsen_ai.learn.occasions import Occasions, mixed

pytestmark = pytest.mark.interpreted


def some(game: sa.Game, n: int, others: float, in_match: float) -> Occasions:
    return mixed(game, np.array([5], np.uint64), n, others, in_match, step=2)


def test_variants_and_scores_have_their_shares() -> None:
    game = sa.load("watten")
    found = some(game, 48, others=1 / 3, in_match=1 / 4)
    named = (found.blanks["options"] == game.new_pool(1)["options"]).all(1)
    assert named.sum() == 32
    assert found.in_match[named].sum() == 8
    fresh = (found.matches["score"] == 0).all(1)
    assert (fresh == ~found.in_match).all()
    assert (found.matches["score"] < 15).all() and not found.matches["over"].any()


def test_presets_with_another_pack_are_other_games() -> None:
    size = some(sa.load("schnapsen"), 1, others=0.5, in_match=0).blanks["pack_size"]
    assert (size == 20).all() and len(size) > 20
    alone = some(sa.load("sixty_six"), 6, others=0, in_match=0).blanks["pack_size"]
    assert alone.tolist() == [24] * 6


def test_a_match_of_three_goes_on_with_two() -> None:
    game = sa.load("snapszer3")
    start = game.new_match()
    start["score"][0] = [9, 0, 4]  # the second is out
    start["seats_in_play"], start["player"][0] = 2, [0, 2, -1]
    table = Lockstep(game, 2, Occasions(game.new_pool(1), start, np.ones(1, np.bool_), 2))
    table.deal(np.array([3, 4], np.uint64))
    assert (table.pool["n_seats"] == 2).all()
    assert table.pool["score"][0, :2].tolist() == [9, 4]


def gain(game: sa.Game, score: list[int], payoff: int) -> float:
    match = game.new_match()
    match["score"][0, : len(score)] = score
    pool = game.deal(match=match, seed=1).record().copy()
    return float(game.kernels(occasions).gain(pool[0], 0, payoff, 2))


def test_payoffs_count_by_what_they_do_to_the_match() -> None:
    game = sa.load("schnapsen")
    for score in ([7, 7], [1, 1], [3, 1], [2, 6]):
        assert gain(game, score, 2) - gain(game, score, -2) == pytest.approx(4)
        assert gain(game, score, 0) == 0
    assert gain(game, [1, 1], 1) == gain(game, [1, 1], 3) == pytest.approx(2)
    assert gain(game, [7, 7], 1) == pytest.approx(1, abs=0.1)
    assert gain(game, [3, 1], 3) > 1.4 * gain(game, [3, 1], 2)


def test_without_an_opinion_on_matches_a_payoff_counts_as_it_is() -> None:
    assert gain(sa.load("watten"), [12, 3], -5) == -5


def test_in_a_match_deals_are_paid_so() -> None:
    game = sa.load("schnapsen")
    match = game.new_match()
    match["score"][0] = [1, 1]
    paid = {}
    for in_match in (False, True):
        table = Lockstep(game, 6, Occasions(game.new_pool(1), match, np.array([in_match]), 2))
        table.deal(np.arange(6, dtype=np.uint64))
        while table.settle():
            table.ask_chance(table.live)
            table.make()
        paid[in_match] = table.payoffs
    assert set(np.abs(paid[True]).ravel()) == {2.0}
    assert (np.sign(paid[True]) == np.sign(paid[False])).all() and (paid[False] != paid[True]).any()
