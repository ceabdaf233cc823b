"""Elo and Bradley-Terry against published figures, the tight corners, and coverage."""

from __future__ import annotations

import numpy as np
import pytest

from schnapsen_ai.stats import elo
from schnapsen_ai.stats.elo import Meeting, bradley_terry, difference

pytestmark = pytest.mark.interpreted

# American League 1987, wins of row against column: A. Agresti, Categorical Data Analysis, 2nd
# edition, table 10.10.  Fitted log strengths, Baltimore's 0, as published there and (four digits)
# with the R package BradleyTerry2.
TEAMS = ["Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore"]
WINS = [
    [0, 7, 9, 7, 7, 9, 11],
    [6, 0, 7, 5, 11, 9, 9],
    [4, 6, 0, 7, 7, 8, 12],
    [6, 8, 6, 0, 6, 7, 10],
    [6, 2, 6, 7, 0, 7, 12],
    [4, 4, 5, 6, 6, 0, 6],
    [2, 4, 1, 3, 1, 7, 0],
]
STRENGTHS = [1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0.0]


def test_published_fit() -> None:
    pairs = [(i, j) for i in range(7) for j in range(i + 1, 7)]
    sides = np.array([[(t == i) - (t == j) for t in range(7)] for i, j in pairs], float)
    wins = np.array([WINS[i][j] for i, j in pairs], float)
    counts = np.array([WINS[i][j] + WINS[j][i] for i, j in pairs], float)
    strength = elo._maximum(sides, wins, counts)
    assert strength - strength[6] == pytest.approx(STRENGTHS, abs=5e-5)
    # With the added draws, and each game a set of its own, close to it and in the same order.
    meetings = [
        Meeting(i, j, np.repeat([1.0, 0.0], [WINS[i][j], WINS[j][i]]),
                np.ones(WINS[i][j] + WINS[j][i]))
        for i, j in pairs
    ]
    ratings = bradley_terry(7, meetings)
    values = [r.value for r in ratings]
    assert values == sorted(values, reverse=True) and sum(values) == pytest.approx(0, abs=1e-6)
    assert values[0] - values[6] == pytest.approx(elo.SCALE * 1.5814, rel=0.1)


def test_elo_of_win_rates() -> None:
    assert elo.elo(0.5) == 0 and elo.elo(10 / 11) == pytest.approx(400)
    assert elo.win_rate(400) == pytest.approx(10 / 11)
    assert elo.win_rate(elo.elo(0.3)) == pytest.approx(0.3)
    assert elo.elo(1.0) == np.inf and elo.elo(0.0) == -np.inf


def test_two_bots_agree_with_the_difference() -> None:
    rng = np.random.default_rng(1)
    wins, counts = rng.integers(0, 3, 4000).astype(float), np.full(4000, 2.0)
    one = difference(wins, counts)
    a, b = bradley_terry(2, [Meeting(0, 1, wins, counts)])
    assert a.value - b.value == pytest.approx(one.value, abs=0.01)
    assert a.value == -b.value and 2 * (a.high - a.value) == pytest.approx(
        one.high - one.value, rel=0.01)


@pytest.mark.parametrize("wins", [[2.0] * 50, [0.0] * 50, [1.0] * 50, [2.0], [1.0], [0.0, 2.0]])
def test_corners_have_no_nan(wins) -> None:
    won, counts = np.array(wins), np.full(len(wins), 2.0)
    one = difference(won, counts)
    assert one.low <= one.value <= one.high and not np.isnan([one.value, one.low, one.high]).any()
    for r in bradley_terry(2, [Meeting(0, 1, won, counts)]):
        assert np.isfinite([r.value, r.low, r.high]).all() and r.low <= r.value <= r.high
        assert r.high > r.low  # sets that all agree are no proof
    if wins == [2.0] * 50:
        assert one.value == one.high == np.inf and 200 < one.low < 1000


def test_who_never_met_is_not_rated() -> None:
    met = Meeting(0, 1, np.ones(5), np.full(5, 2.0))
    with pytest.raises(ValueError, match="all met"):
        bradley_terry(3, [met])
    with pytest.raises(ValueError, match="all met"):
        bradley_terry(4, [met, Meeting(2, 3, np.ones(5), np.full(5, 2.0))])
    with pytest.raises(ValueError, match="all met"):
        bradley_terry(2, [])


def simulated(rng, strengths, sets: int) -> list[Meeting]:
    """Sets of two deals; the luck of a pack, shared by all meetings, helps the lower number."""
    luck = rng.normal(0, 1.0, sets)
    meetings = []
    for i in range(len(strengths)):
        for j in range(i + 1, len(strengths)):
            gap = (strengths[i] - strengths[j]) / elo.SCALE
            wins = sum(
                rng.random(sets) < 1 / (1 + np.exp(-(gap + sign * luck))) for sign in (1.0, 0.6)
            )
            meetings.append(Meeting(i, j, np.asarray(wins, float), np.full(sets, 2.0)))
    return meetings


@pytest.mark.slow
def test_coverage_by_simulation() -> None:
    rng = np.random.default_rng(5)
    strengths = [150.0, 30.0, -20.0, -160.0]
    # What the fit tends to: the luck flattens the odds, so that it is not `strengths`.
    limit = [r.value for r in bradley_terry(4, simulated(rng, strengths, 400_000))]
    hits = np.zeros(4)
    single = 0
    pair = difference(*(lambda m: (m.wins, m.counts))(simulated(rng, strengths, 400_000)[0])).value
    runs = 600
    for _ in range(runs):
        meetings = simulated(rng, strengths, 150)
        for b, r in enumerate(bradley_terry(4, meetings)):
            hits[b] += r.low <= limit[b] <= r.high
        one = difference(meetings[0].wins, meetings[0].counts)
        single += one.low <= pair <= one.high
    assert (hits / runs >= 0.92).all() and (hits / runs <= 0.975).all()
    assert 0.925 <= single / runs <= 0.975
