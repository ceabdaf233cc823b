"""Statistics of paired play: pure functions over sets.

A *set* is one pack played in every seating.  The luck of the cards cancels within a set, so every
interval is over sets, never over single deals.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from .. import display

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
        return display.html("estimate", self)


def normal_quantile(p: float) -> float:
    """Quantile of the normal distribution."""
    from scipy.special import ndtri

    return float(ndtri(p))


def t_quantile(p: float, degrees: int) -> float:
    """Quantile of Student's t."""
    from scipy.special import stdtrit

    return float(stdtrit(degrees, p))


def ratio(totals: np.ndarray, counts: np.ndarray, span: float, low: float, high: float) -> Estimate:
    """Mean of `totals` for one of `counts`, both by set, with a 95 % interval.

    A ratio estimator (a plain mean where all counts are equal) of a figure that can be ``low ..
    high``.  Where both are finite the interval is Wilson's, which holds near the border, too, and
    never leaves it: of as many trials as would give the variance seen, with Student's t for the
    normal quantile.  Else it is the delta method's.  Sets that all agree have no variance to go
    by: the half width is then that at which so many equal outcomes become surprising, ``span *
    (1 - 0.025 ** (1 / sets))``, cut to ``low .. high``.

    Raises ValueError without sets.
    """
    n = len(totals)
    if n == 0:
        raise ValueError("no set was played: there is nothing to estimate")
    value = float(np.sum(totals) / np.sum(counts))
    rest = totals - value * counts
    if n == 1 or float(np.ptp(rest)) < 1e-12:
        half = span * (1 - ((1 - CONFIDENCE) / 2) ** (1 / n))
        return Estimate(value, max(low, value - half), min(high, value + half), n)
    error = float(np.std(rest, ddof=1)) / (float(np.mean(counts)) * np.sqrt(n))
    t = t_quantile(1 - (1 - CONFIDENCE) / 2, n - 1)
    below, above = wilson(value, t * error, low, high)
    return Estimate(value, float(below), float(above), n)


def wilson(value: Any, half: Any, low: float, high: float) -> tuple[Any, Any]:
    """The ends of Wilson's interval of means in ``low .. high``; numbers or arrays.

    half: the half width of the normal interval, which a figure without bounds gets.  With u the
    mean on the scale 0 .. 1 and h that width there, a binomial figure of that width has
    ``z**2 / trials = h**2 / (u * (1 - u))``.  A mean on the border itself has no width.
    """
    scale = high - low
    if not np.isfinite(scale):
        return value - half, value + half
    u, h = (value - low) / scale, half / scale
    free = np.maximum(u * (1 - u), 1e-300)
    weight = np.where(u * (1 - u) > 0, h * h / free, 0.0)
    centre = (u + weight / 2) / (1 + weight)
    width = np.sqrt(np.where(u * (1 - u) > 0, h * h, 0.0) + weight * weight / 4) / (1 + weight)
    return low + (centre - width) * scale, low + (centre + width) * scale


def sets_needed(difference: float, deviation: float, power: float = 0.8) -> int:
    """How many sets show a difference, at 95 % and with a certain power.

    deviation: the standard deviation of a set's mean.  The normal approximation
    ``((z(0.975) + z(power)) * deviation / difference) ** 2``, rounded up.

    Raises ValueError unless the difference is above 0 and the power between 0 and 1.
    """
    if not difference > 0 or not 0 < power < 1:
        raise ValueError("the difference is above 0, the power between 0 and 1")
    z = normal_quantile(1 - (1 - CONFIDENCE) / 2) + normal_quantile(power)
    return max(1, int(np.ceil((z * deviation / difference) ** 2)))


@dataclass(frozen=True)
class Controlled:
    """An estimate that a control variate has helped, and by what factor the variance fell."""

    estimate: Estimate
    factor: float


def control_variate(
    outcomes: np.ndarray, control: np.ndarray, mean: float = 0.0
) -> Controlled:
    """The mean of `outcomes` with the luck that `control` measures taken out.

    Both have one number for each independent unit (a set, or a single deal); `mean` is the true
    mean of the control, which must be known.  The outcomes are regressed on the control; what
    chance did to the control is subtracted with that slope.  The variance falls by ``1 / (1 -
    correlation ** 2)``, less the degree of freedom that the slope costs.

    Raises ValueError without outcomes.
    """
    n = len(outcomes)
    if n == 0:
        raise ValueError("no set was played: there is nothing to estimate")
    plain = ratio(outcomes, np.ones(n), float(np.ptp(outcomes)) or 1.0, -np.inf, np.inf)
    around = control - control.mean()
    spread = float(around @ around)
    if n < 4 or spread < 1e-12:
        return Controlled(plain, 1.0)
    slope = float(around @ (outcomes - outcomes.mean())) / spread
    rest = outcomes - outcomes.mean() - slope * around
    before = float(np.var(outcomes, ddof=1))
    after = float(rest @ rest) / (n - 2)
    if before < 1e-12 or after < 1e-12:
        return Controlled(plain, 1.0)
    value = float(outcomes.mean() - slope * (control.mean() - mean))
    # Of a regression line at `mean`: the slope is uncertain too.
    error = np.sqrt(after * (1 / n + (control.mean() - mean) ** 2 / spread))
    half = t_quantile(1 - (1 - CONFIDENCE) / 2, n - 2) * float(error)
    return Controlled(Estimate(value, value - half, value + half, n), before / after)
