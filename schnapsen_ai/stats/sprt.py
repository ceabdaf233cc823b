"""A sequential test: play until it is plain that a bot is, or is not, so much better.

Two hypotheses about the *normalized Elo* of bot A against bot B are weighed by the likelihood of
the outcomes of whole sets (with two seats the "pentanomial" of chess engines: a set of two deals
scores 0, 1/4, 1/2, 3/4 or 1).  Normalized Elo measures a difference against the noise of a deal::

    (mean - 1/2) / (standard deviation of a set * sqrt(deals of a set)) * 800 / ln 10

so that the length of a test does not hang on how often a game is drawn or how well pairing
works.  The likelihoods are the greatest under each hypothesis (generalized sequential probability
ratio test; M. Van den Bergh, "Comments on normalized Elo").  Outcomes are judged in the order of
their index, at fixed numbers of sets, never in the order in which workers finish.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ..base.numbers import real

UNIT = 800 / math.log(10)
MOST = 200.0  # beyond, the likelihoods have no maximum for some outcomes
_FIRST = 8  # sets before which nothing is decided
_RARE = 1e-3  # count of an outcome that has not been seen yet


@dataclass(frozen=True)
class Sprt:
    """The two hypotheses and the error rates allowed: alpha for H1 though H0 is true, beta."""

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -MOST <= self.elo0 < self.elo1 <= MOST:
            raise ValueError(f"elo0 is below elo1, and both between {-MOST:g} and {MOST:g}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError("alpha and beta are above 0 and below 0.5")

    @property
    def lower(self) -> float:
        """H0 is accepted at this log likelihood ratio."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """H1 is accepted at this log likelihood ratio."""
        return math.log((1 - self.beta) / self.alpha)

    @classmethod
    def parse(cls, text: str) -> Sprt:
        """``elo0=0,elo1=10[,alpha=0.05,beta=0.05]``; ValueError says what is wrong."""
        values: dict[str, float] = {}
        for item in text.split(","):
            name, equals, value = item.partition("=")
            if name not in ("elo0", "elo1", "alpha", "beta") or not equals or name in values:
                raise ValueError(f"{item!r}: write elo0=0,elo1=10 and, if you like, alpha and beta")
            try:
                values[name] = real(value)
            except ValueError:
                raise ValueError(f"{name}={value} is not a number") from None
        return cls(**values)


@dataclass(frozen=True)
class SprtVerdict:
    """Where a test stands after so many sets, in index order."""

    test: Sprt
    sets: int
    ratio: float  # log likelihood ratio
    accepted: str = ""  # "H0", "H1", or "" while it is open

    def __str__(self) -> str:
        test, at = self.test, f"log likelihood ratio {self.ratio:+.2f} after {self.sets} sets"
        if self.accepted == "H1":
            return (f"stopped: better than {test.elo0:g} normalized Elo "
                    f"(H1, {test.elo1:g}, accepted: {at}, at or above {test.upper:.2f})")
        if self.accepted == "H0":
            return (f"stopped: not better by {test.elo1:g} normalized Elo "
                    f"(H0, {test.elo0:g}, accepted: {at}, at or below {test.lower:.2f})")
        return f"undecided: {at}, between {test.lower:.2f} and {test.upper:.2f}"


class Judge:
    """Judges sets one after the other; what is added after the decision changes nothing."""

    def __init__(self, test: Sprt, deals_per_set: int) -> None:
        self.test = test
        self.deals_per_set = deals_per_set
        self.counts: dict[float, int] = {0.0: 0, 0.25: 0, 0.5: 0, 0.75: 0, 1.0: 0}
        self.verdict = SprtVerdict(test, 0, 0.0)
        self.sets = 0
        self.next = _FIRST

    def add(self, scores: np.ndarray) -> SprtVerdict:
        """Further sets, in index order: the share that A won of each, 0..1.

        Raises ValueError for what is no share.
        """
        if not ((scores >= 0) & (scores <= 1)).all():
            raise ValueError("the share that a bot won of a set is between 0 and 1")
        for score in np.round(scores, 9).tolist():
            if self.verdict.accepted:
                break
            self.sets += 1
            self.counts[score] = self.counts.get(score, 0) + 1
            if self.sets == self.next:
                self.next += 1 + self.sets // 64  # at every set, later at each by 1/64 more
                self.verdict = self._judged()
        return self.verdict

    def close(self) -> SprtVerdict:
        """The verdict where no further set comes."""
        if not self.verdict.accepted and self.sets > self.verdict.sets:
            self.verdict = self._judged()
        return self.verdict

    def _judged(self) -> SprtVerdict:
        test = self.test
        value = log_ratio(self.counts, test.elo0, test.elo1, self.deals_per_set)
        accepted = "H1" if value >= test.upper else "H0" if value <= test.lower else ""
        if self.sets < _FIRST:
            accepted = ""
        return SprtVerdict(test, self.sets, value, accepted)


def log_ratio(
    counts: dict[float, int], elo0: float, elo1: float, deals_per_set: int = 2
) -> float:
    """Log likelihood ratio of normalized Elo `elo1` to `elo0`, given how often each score came."""
    total = sum(counts.values()) + _RARE * sum(n == 0 for n in counts.values())
    scores = list(counts)
    shares = [(n or _RARE) / total for n in counts.values()]
    scale = math.sqrt(deals_per_set) / UNIT
    under0 = _likeliest(scores, shares, elo0 * scale)
    under1 = _likeliest(scores, shares, elo1 * scale)
    return total * sum(
        s * math.log(p1 / p0) for s, p0, p1 in zip(shares, under0, under1, strict=True)
    )


def _likeliest(scores: list[float], shares: list[float], t: float) -> list[float]:
    """The distribution with (mean - 1/2) / deviation = t that makes the shares likeliest.

    That condition is not linear; it is made so at the last guess, again and again.
    """
    guess = [1 / len(scores)] * len(scores)
    for _ in range(100):
        mean = sum(p * x for p, x in zip(guess, scores, strict=True))
        deviation = math.sqrt(sum(p * (x - mean) ** 2 for p, x in zip(guess, scores, strict=True)))
        slope = [
            x - 0.5 - t * (deviation + (x - mean) ** 2 / deviation) / 2 for x in scores
        ]
        multiplier = _multiplier(slope, shares)
        last = guess
        guess = [s / (1 + multiplier * y) for s, y in zip(shares, slope, strict=True)]
        if max(abs(p - q) for p, q in zip(guess, last, strict=True)) < 1e-10:
            break
    return guess


def _multiplier(slope: list[float], shares: list[float]) -> float:
    """The x with ``sum(share * y / (1 + x * y)) = 0`` (it falls in x): Newton, kept in bounds."""
    low, high = -1 / max(slope), -1 / min(slope)
    x = 0.0
    for _ in range(200):
        value = fall = 0.0
        for s, y in zip(shares, slope, strict=True):
            term = y / (1 + x * y)
            value += s * term
            fall += s * term * term
        if value > 0:
            low = x
        else:
            high = x
        step = x + value / fall
        if not low < step < high:
            step = (low + high) / 2
        if abs(step - x) <= 1e-13 * max(1.0, abs(x)):
            break
        x = step
    return x
