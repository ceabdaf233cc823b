"""Intervals over sets."""

from __future__ import annotations

import numpy as np
import pytest

from schnapsen_ai.stats import ratio

pytestmark = pytest.mark.interpreted


def test_plain_mean_with_students_t() -> None:
    # mean 3, s = 1.5811, n = 5, t(0.975, 4) = 2.7764: half width 1.9632
    e = ratio(np.array([1.0, 2, 3, 4, 5]), np.ones(5), 10, -9, 9)
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


def test_coverage_by_simulation() -> None:
    rng = np.random.default_rng(1)
    hit = 0
    for _ in range(2000):
        x = rng.choice([0.0, 0.5, 1.0], size=50, p=[0.3, 0.3, 0.4])
        e = ratio(x, np.ones(50), 1, 0, 1)
        hit += e.low <= 0.55 <= e.high
    assert 0.935 <= hit / 2000 <= 0.965
