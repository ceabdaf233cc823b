"""Statistics of paired play: pure functions over sets.

A *set* is one pack played in every seating.  The luck of the cards cancels within a set, so every
interval is over sets, never over single deals.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

CONFIDENCE = 0.95


@dataclass(frozen=True)
class Estimate:
    """A mean with its 95 % interval, and the number of sets it rests on."""

    value: float
    low: float
    high: float
    sets: int

    def __str__(self) -> str:
        return f"{self.value:.3f} [{self.low:.3f}, {self.high:.3f}]"

    def _repr_html_(self) -> str:
        from .show.html import estimate_html

        return estimate_html(self)


def t_quantile(p: float, degrees: int) -> float:
    """Quantile of Student's t."""
    from scipy.special import stdtrit

    return float(stdtrit(degrees, p))


def ratio(totals: np.ndarray, counts: np.ndarray, span: float, low: float, high: float) -> Estimate:
    """Mean of `totals` for one of `counts`, both by set, with a 95 % interval.

    A ratio estimator (the delta method; a plain mean where all counts are equal) with Student's
    t.  Sets that all agree have no variance to go by: the half width is then that at which so
    many equal outcomes become surprising, ``span * (1 - 0.025 ** (1 / sets))``.  The interval is
    cut to ``low .. high``, what the figure can be at all.

    Raises ValueError without sets.
    """
    n = len(totals)
    if n == 0:
        raise ValueError("no set was played: there is nothing to estimate")
    value = float(np.sum(totals) / np.sum(counts))
    rest = totals - value * counts
    half = 0.0
    if n > 1:
        error = float(np.std(rest, ddof=1)) / (float(np.mean(counts)) * np.sqrt(n))
        half = t_quantile(1 - (1 - CONFIDENCE) / 2, n - 1) * error
    if n == 1 or float(np.ptp(rest)) < 1e-12:
        half = span * (1 - ((1 - CONFIDENCE) / 2) ** (1 / n))
    return Estimate(value, max(low, value - half), min(high, value + half), n)
