"""Intervals over sets."""

from __future__ import annotations

import numpy as np
import pytest

from schnapsen_ai.stats.intervals import control_variate, ratio, sets_needed

pytestmark = pytest.mark.interpreted
slow = pytest.mark.slow


def test_plain_mean_with_students_t() -> None:
    # mean 3, s = 1.5811, n = 5, t(0.975, 4) = 2.7764: half width 1.9632
    e = ratio(np.array([1.0, 2, 3, 4, 5]), np.ones(5), 10, -np.inf, np.inf)
    assert (e.value, e.sets) == (3.0, 5)
    assert e.high - e.value == pytest.approx(1.9632, abs=1e-4)


def test_ratio_of_totals() -> None:
    e = ratio(np.array([2.0, 4]), np.array([2.0, 2]), 1, 0, 10)
    assert e.value == 1.5


def test_no_variance_and_one_set() -> None:
    e = ratio(np.ones(20), np.ones(20), 1.0, 0.0, 1.0)
    assert e.value == e.high == 1 and e.low == pytest.approx(1 - (1 - 0.025 ** (1 / 20)))
    one = ratio(np.array([0.5]), np.ones(1), 1.0, 0.0, 1.0)
    assert one.low == 0 and one.high == 1 and np.isfinite(one.value)
    with pytest.raises(ValueError, match="no set"):
        ratio(np.zeros(0), np.zeros(0), 1, 0, 1)


def test_wilson_of_single_trials() -> None:
    # 8 of 10: with the normal quantile Wilson's interval is [0.4902, 0.9433] (R's prop.test
    # without correction); the variance of a sample (n - 1) and Student's t (2.2622) widen it
    wins = np.array([1.0] * 8 + [0.0] * 2)
    e = ratio(wins, np.ones(10), 1, 0, 1)
    weight = 2.262157**2 * wins.var(ddof=1) / 10 / (0.8 * 0.2)
    roots = np.roots([1 + weight, -(2 * 0.8 + weight), 0.8**2])  # (p - 0.8)^2 = weight p (1 - p)
    assert sorted([e.low, e.high]) == pytest.approx(sorted(roots), abs=1e-6)
    many = ratio(np.tile(wins, 10_000), np.ones(100_000), 1, 0, 1)
    assert many.high - many.low == pytest.approx(2 * 1.96 * 0.4 / 100_000**0.5, rel=1e-3)


@pytest.mark.parametrize("deals", [50, *(pytest.param(n, marks=slow) for n in (100, 200, 1000))])
@pytest.mark.parametrize("rate", [0.5, 0.75, 0.97])
def test_coverage_by_simulation(rate, deals) -> None:
    """Win rates and points a deal, ±1 to ±3, of independent deals in sets of two.

    100 deals at 97 % lose 3 on average: an interval for such a count covers 96.6 % or 91.6 %.
    """
    rng, n, hits = np.random.default_rng(deals), deals // 2, np.zeros(2)
    worth = np.array([1.0, 2.0, 3.0])
    mean = (2 * rate - 1) * 2.0
    for _ in range(2000):
        won = rng.random((n, 2)) < rate
        points = np.where(won, 1, -1) * rng.choice(worth, (n, 2))
        for k, (e, true) in enumerate((
            (ratio(won.sum(1, dtype=float), np.full(n, 2.0), 1, 0, 1), rate),
            (ratio(points.sum(1), np.full(n, 2.0), 6, -3, 3), mean),
        )):
            hits[k] += e.low <= true <= e.high
    few = rate == 0.97 and deals <= 100
    assert (hits / 2000 >= 0.935).all() and (hits / 2000 <= [0.99 if few else 0.965, 0.965]).all()


def test_no_interval_leaves_what_is_possible() -> None:
    rng = np.random.default_rng(2)
    for n in (1, 2, 3, 5, 10):
        for _ in range(200):
            points = rng.choice([-6.0, -1.0, 3.0, 6.0], n)
            e = ratio(points, np.full(n, 2.0), 6, -3, 3)
            assert -3 <= e.low <= e.value <= e.high <= 3 and e.high > e.low


def test_sets_needed() -> None:
    # (1.959964 + 0.841621) ** 2 = 7.8489: the textbook figure for 80 % power
    assert sets_needed(1.0, 10.0) == 785 and sets_needed(0.1, 1.0) == 785
    assert sets_needed(1.0, 0.0) == 1
    with pytest.raises(ValueError, match="above 0"):
        sets_needed(0.0, 1.0)


def test_sets_needed_by_simulation() -> None:
    rng, seen = np.random.default_rng(2), 0
    n = sets_needed(0.2, 1.0)
    for _ in range(2000):
        x = rng.normal(0.2, 1.0, n)
        e = ratio(x, np.ones(n), 10, -np.inf, np.inf)
        seen += e.low > 0
    assert 0.77 <= seen / 2000 <= 0.83


def test_control_variate() -> None:
    rng = np.random.default_rng(3)
    luck = rng.normal(0, 1, 4000)
    rest = rng.normal(0, 1, 4000)
    helped = control_variate(0.5 + 2 * luck + rest, luck)
    assert helped.factor == pytest.approx(5, rel=0.1)  # variance 4 + 1, of which 1 is left
    assert helped.estimate.low < 0.5 < helped.estimate.high
    width = helped.estimate.high - helped.estimate.low
    assert width == pytest.approx(2 * 1.96 / 4000**0.5, rel=0.05)
    useless = control_variate(rest, luck)
    assert useless.factor == pytest.approx(1, abs=0.01)
    for outcomes in (np.ones(10), np.array([1.0]), np.array([0.0, 1.0])):
        e = control_variate(outcomes, np.arange(float(len(outcomes))))
        assert e.factor == 1 and np.isfinite([e.estimate.low, e.estimate.high]).all()
    with pytest.raises(ValueError, match="no set"):
        control_variate(np.zeros(0), np.zeros(0))


def test_coverage_with_a_control() -> None:
    rng, hit = np.random.default_rng(4), 0
    for _ in range(2000):
        luck = rng.choice([-3.0, -1, 1, 2], size=40)  # mean -0.25, known
        outcome = luck + rng.normal(1, 1.0, 40)
        e = control_variate(outcome, luck, -0.25).estimate
        hit += e.low <= 0.75 <= e.high
    assert 0.935 <= hit / 2000 <= 0.965
