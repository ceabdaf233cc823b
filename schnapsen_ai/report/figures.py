"""What a report tells of a pairing, counted from its blocks and logs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np

from ..analysis.mining import closing_move
from ..stats import intervals
from ..stats.intervals import Estimate
from ..store.blocks import OUT
from ..store.columns import Columns
from ..store.reader import Archive, StoredPairing
from ..tournament.result import PairingResult
from ..tournament.stored_deals import result_of

_TRICKS = 6  # the talon can be closed after 0 .. 5 tricks at the most
_BINS = np.logspace(-7, 3, 201)  # seconds, 20 bins to a factor of ten


@dataclass
class Closing:
    """How often a bot closed, when, and what that brought."""

    deals: int = 0  # single deals in which it had a seat
    after: np.ndarray = field(default_factory=lambda: np.zeros(_TRICKS, np.int64))  # tricks before
    won: int = 0
    points: float = 0.0  # game points of the deals that it closed
    squares: float = 0.0

    @property
    def closes(self) -> int:
        return int(self.after.sum())

    @property
    def mean(self) -> float:
        """Game points of a deal that it closed."""
        return self.points / max(self.closes, 1)

    @property
    def half(self) -> float:
        """Half the width of the 95 % interval of `mean` (single deals, taken as independent)."""
        n = self.closes
        if n < 2:
            return float("inf")
        spread = max(self.squares / n - self.mean**2, 0.0) * n / (n - 1)
        return float(intervals.t_quantile(0.975, n - 1) * np.sqrt(spread / n))


@dataclass
class Times:
    """Thinking times of a bot, as a histogram."""

    bins: np.ndarray = field(default_factory=lambda: np.zeros(len(_BINS) + 1, np.int64))
    seconds: float = 0.0
    longest: float = 0.0

    @property
    def moves(self) -> int:
        return int(self.bins.sum())

    def add(self, seconds: np.ndarray) -> None:
        timed = seconds[~np.isnan(seconds)]
        if len(timed):
            self.bins += np.bincount(np.searchsorted(_BINS, timed), minlength=len(self.bins))
            self.seconds += float(timed.sum(dtype=np.float64))
            self.longest = max(self.longest, float(timed.max()))

    def quantile(self, p: float) -> float:
        """Seconds, right to 12 %: the upper end of a bin."""
        at = int(np.searchsorted(np.cumsum(self.bins), p * self.moves))
        return float(min(_BINS[min(at, len(_BINS) - 1)], self.longest))


@dataclass
class Figures:
    """All that is told of one pairing; pairs of things are of A and B."""

    pairing: StoredPairing
    result: PairingResult
    points: Counter[float]  # game points of A in single deals
    endings: Counter[str]
    closing: tuple[Closing, Closing] | None  # None: the game has none, or no deal can be shown
    sampled: int  # deals that `closing` was counted from, 0: all
    times: tuple[Times, Times]
    forehand: Estimate | None  # game points of seat 0 a deal, with two seats
    sample: list[Columns]  # logs of the first sets, for mining
    why: str = ""  # why there is no sample

    @property
    def seconds_a_deal(self) -> tuple[float, float]:
        deals = max(self.result.n_deals, 1)
        return self.result.seconds[0] / deals, self.result.seconds[1] / deals


def count(archive: Archive, pairing: StoredPairing, deals: int) -> Figures:
    """The figures of a pairing; about so many deals are kept for mining."""
    result = result_of(archive, pairing)
    close = closing_move(pairing.tournament.moves)
    tally = _Tally(pairing, close)
    sample: list[Columns] = []
    kept, why, sampled = 0, "", 0
    for log in archive.logs(pairing):
        tally.add(log)
        if kept < deals:
            sample.append(log)
            kept += len(log["sets"])
    if not tally.deals and deals:
        sample, why = _again(archive, pairing, result, deals)
        for log in sample:
            tally.add(log)
        sampled = tally.deals if tally.deals < result.n_deals else 0
    single = pairing.tournament.unit == "deal"
    return Figures(
        pairing, result,
        points=_counter(result.points[..., 0]) if single else tally.points,
        endings=_named(pairing, Counter(dict(enumerate(np.bincount(result.endings.ravel()))))
                       if single else tally.endings),
        closing=tally.closing if close is not None and tally.deals else None,
        sampled=sampled, times=tally.times, forehand=result.forehand,
        sample=sample, why=why,
    )


def _again(
    archive: Archive, pairing: StoredPairing, result: PairingResult, deals: int
) -> tuple[list[Columns], str]:
    """Logs of the first sets of a pairing that kept none; or why they cannot be had."""
    from ..tournament.stored_deals import game_of, played_again

    sets = min(-(-deals // result.points.shape[1]), archive.blocks(pairing)[0].sets)
    first = archive.blocks(pairing)[0].start
    try:
        return [played_again(pairing, game_of(pairing), first, result.points[:sets])], ""
    except ValueError as error:
        return [], str(error)


class _Tally:
    """Counts over logs: closing, thinking times, and payoffs and endings of single deals."""

    def __init__(self, pairing: StoredPairing, close: int | None) -> None:
        self.seats, self.close = pairing.tournament.seats, close
        self.deals = 0
        self.closing = (Closing(), Closing())
        self.times = (Times(), Times())
        self.points: Counter[float] = Counter()
        self.endings: Counter[int] = Counter()

    def add(self, log: Columns) -> None:
        deals = len(log["sets"])
        self.deals += deals
        deal_of = np.repeat(np.arange(deals), log["lengths"])
        bots = log["holders"][deal_of] >> log["movers"] & 1
        payoffs = log["payoffs"].reshape(deals, self.seats).astype(float)
        for bot in (0, 1):
            self.times[bot].add(log["seconds"][bots == bot])
        self.endings.update(log["endings"].tolist())
        held = (log["holders"][:, None] >> np.arange(self.seats) & 1 == 0) & (payoffs != OUT)
        self.points.update(_counter((payoffs * held).sum(1) / np.maximum(held.sum(1), 1)))
        if self.close is not None:
            self._closes(log, deal_of, bots, payoffs)

    def _closes(
        self, log: Columns, deal_of: np.ndarray, bots: np.ndarray, payoffs: np.ndarray
    ) -> None:
        at = np.flatnonzero(log["moves"] == self.close)
        cards = np.concatenate([[0], np.cumsum(log["moves"] < 32)])
        starts = np.cumsum(log["lengths"], dtype=np.int64) - log["lengths"]
        tricks = (cards[at] - cards[starts[deal_of[at]]]) // self.seats
        gained = payoffs[deal_of[at], log["movers"][at]]
        for bot, closing in enumerate(self.closing):
            mine = bots[at] == bot
            closing.deals += len(log["sets"])
            closing.after += np.bincount(
                np.minimum(tricks[mine], _TRICKS - 1), minlength=_TRICKS)
            closing.won += int((gained[mine] > 0).sum())
            closing.points += float(gained[mine].sum())
            closing.squares += float((gained[mine] ** 2).sum())


def _counter(numbers: np.ndarray) -> Counter[float]:
    values, counts = np.unique(np.round(numbers, 3), return_counts=True)
    return Counter(dict(zip(values.tolist(), counts.tolist(), strict=True)))


def _named(pairing: StoredPairing, endings: Iterable[Any]) -> Counter[str]:
    counts = cast("Counter[int]", endings)
    return Counter({pairing.endings[i]: int(n) for i, n in counts.items() if n})


def convergence(
    result: PairingResult, steps: int = 80
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Deals so far, and A's points a deal with the ends of the 95 % interval at that moment."""
    totals = result.points[..., 0].sum(1)
    counts = result.deals.sum(1).astype(float)
    sets = len(totals)
    at = np.unique(np.linspace(min(10, sets), sets, min(steps, sets)).astype(int))
    rate = np.cumsum(totals)[at - 1] / np.cumsum(counts)[at - 1]
    squares = [np.cumsum(x)[at - 1] for x in (totals**2, totals * counts, counts**2)]
    rest = np.maximum(squares[0] - 2 * rate * squares[1] + rate**2 * squares[2], 0.0)
    error = np.sqrt(rest / np.maximum(at - 1, 1) * at) / np.cumsum(counts)[at - 1]
    quantile = np.array([intervals.t_quantile(0.975, max(n - 1, 1)) for n in at.tolist()])
    most = result.game.largest_payoff
    low, high = intervals.wilson(rate, quantile * error, -most, most)
    return np.cumsum(counts)[at - 1], rate, low, high
