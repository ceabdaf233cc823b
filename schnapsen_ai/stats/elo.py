"""Elo: from win rates, and for many bots at once by the model of Bradley and Terry.

A bot rated d points above another wins ``1 / (1 + 10 ** (-d / 400))`` of the deals, a draw counted
as half a win.  All intervals are at 95 % and over sets.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .intervals import CONFIDENCE, Estimate, ratio, t_quantile

SCALE = 400 / np.log(10)  # Elo points of one unit of log odds


def elo(rate: float) -> float:
    """The rating difference of a win rate; infinite at 0 and 1."""
    with np.errstate(divide="ignore"):
        return float(SCALE * (np.log(rate) - np.log1p(-rate)))


def win_rate(difference: float) -> float:
    """The win rate of a rating difference."""
    return float(1 / (1 + np.exp(-difference / SCALE)))


def difference(wins: np.ndarray, counts: np.ndarray) -> Estimate:
    """The rating difference seen in `wins` of `counts` deals, both by set.

    The interval is that of the win rate (`intervals.ratio`).  A bot that won all deals (or none)
    is infinitely better (or worse).  ValueError without sets.
    """
    rate = ratio(wins, counts, 1.0, 0.0, 1.0)
    return Estimate(elo(rate.value), elo(rate.low), elo(rate.high), rate.sets)


@dataclass(frozen=True)
class Meeting:
    """Bots i and j met: wins of i and deals, by set; set k is the same pack in every meeting."""

    i: int
    j: int
    wins: np.ndarray
    counts: np.ndarray


def bradley_terry(bots: int, meetings: Sequence[Meeting]) -> list[Estimate]:
    """Ratings of all bots in Elo points, their mean 0, from all meetings at once.

    The maximum of the likelihood with one drawn deal added to each meeting, so that a bot that
    won everything gets a finite rating.  Errors are clustered by set ("sandwich"): deals of one
    pack hang together within a meeting and across meetings.  A bot that met nobody, or groups
    that never met each other, cannot be rated together: ValueError.
    """
    if not meetings or not _connected(bots, meetings):
        raise ValueError("ratings need bots that all met, if only by way of others")
    sides = np.zeros((len(meetings), bots))
    for m, meeting in enumerate(meetings):
        sides[m, meeting.i], sides[m, meeting.j] = 1.0, -1.0
    wins = np.array([m.wins.sum() for m in meetings]) + 0.5
    counts = np.array([m.counts.sum() for m in meetings]) + 1.0
    strength = _maximum(sides, wins, counts)
    rates = 1 / (1 + np.exp(-sides @ strength))
    inverse = np.linalg.pinv((sides.T * (counts * rates * (1 - rates))) @ sides)
    sets = max(len(m.wins) for m in meetings)
    scores = np.zeros((sets + len(meetings), bots))  # of each set, and of each added draw
    for m, meeting in enumerate(meetings):
        surplus = meeting.wins - meeting.counts * rates[m]
        scores[: len(surplus)] += surplus[:, None] * sides[m]
        scores[sets + m] = (0.5 - rates[m]) * sides[m]
        if float(np.ptp(meeting.wins / meeting.counts)) < 1e-12:  # no variance to go by
            scores[sets + m] += np.sqrt(_least_variance(meeting, rates[m])) * sides[m]
    spread = inverse @ (scores.T @ scores) @ inverse * (sets / max(sets - 1, 1))
    half = t_quantile(1 - (1 - CONFIDENCE) / 2, max(sets - 1, 1)) * np.sqrt(np.diag(spread))
    return [
        Estimate(float(SCALE * s), float(SCALE * (s - h)), float(SCALE * (s + h)), sets)
        for s, h in zip(strength, half, strict=True)
    ]


def _least_variance(meeting: Meeting, rate: float) -> float:
    """Of the wins in a meeting whose sets all agree: that of as many whole sets won or lost."""
    return float((meeting.counts**2).sum() * rate * (1 - rate))


def _connected(bots: int, meetings: Sequence[Meeting]) -> bool:
    reached, before = {meetings[0].i}, 0
    while len(reached) > before:
        before = len(reached)
        for m in meetings:
            if m.i in reached or m.j in reached:
                reached |= {m.i, m.j}
    return len(reached) == bots


def _maximum(sides: np.ndarray, wins: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Log strengths, their mean 0, by Newton's method; steps are cut where they are long."""
    strength = np.zeros(sides.shape[1])
    for _ in range(200):
        rates = 1 / (1 + np.exp(-sides @ strength))
        gradient = sides.T @ (wins - counts * rates)
        curvature = (sides.T * (counts * rates * (1 - rates))) @ sides
        step = np.linalg.pinv(curvature) @ gradient
        step *= min(1.0, 2.0 / max(float(np.abs(step).max()), 1e-300))
        strength += step
        if float(np.abs(step).max()) < 1e-12:
            break
    return strength - strength.mean()
