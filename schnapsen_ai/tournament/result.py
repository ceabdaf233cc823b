"""What came of a tournament: all sets of each pairing, and the figures drawn from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from .. import display
from ..bot.spec import BotSpec
from ..deal.game import Game
from ..stats import elo, intervals
from ..stats.intervals import Estimate
from ..stats.sprt import SprtVerdict
from ..store.blocks import Block, Fault
from .crossed import crossed
from .pairing import Pairing

# Of a cross table in which what one bot wins is not what the other loses.
UNEVEN = (
    "each figure is the mean over the seats that the row's bot held; where bots hold different "
    "numbers of seats, two that face each other do not cancel"
)


@dataclass(repr=False)
class PairingResult:
    """All sets of one pairing, from the first bot's side.  Its figures are worked out once.

    `points` and `wins` are of both bots, summed over the deals of a set and seating, the mean
    over the seats that the bot held.
    """

    game: Game
    a: BotSpec
    b: BotSpec
    unit: str
    played: Block  # all sets in one, in small types
    verdict: SprtVerdict | None = None  # of a sequential test

    @cached_property
    def points(self) -> np.ndarray:
        """float64[sets, seatings, 2]"""
        return self.played.points.astype(np.float64)

    @cached_property
    def wins(self) -> np.ndarray:
        """float64[sets, seatings, 2]: deals won by each, a draw as half."""
        return self.played.wins.astype(np.float64)

    @property
    def deals(self) -> np.ndarray:
        """int32[sets, seatings]: 1, or the deals of a match."""
        return self.played.deals

    @property
    def matches(self) -> np.ndarray:
        """float32[sets, seatings]: 1 if A won the match, 0.5 if nobody did; nan with unit=deal."""
        return self.played.matches

    @property
    def endings(self) -> np.ndarray:
        """int8[sets, seatings]: how the last deal ended."""
        return self.played.endings

    @property
    def faults(self) -> list[Fault]:
        return self.played.faults

    @property
    def seconds(self) -> Sequence[float]:
        """Thinking time of both."""
        return self.played.seconds

    @property
    def asked(self) -> Sequence[int]:
        """Decisions of both that were timed."""
        return self.played.asked

    @property
    def sets(self) -> int:
        return self.played.sets

    @cached_property
    def n_deals(self) -> int:
        return int(self._counts.sum())

    @cached_property
    def _counts(self) -> np.ndarray:
        """Deals of each set."""
        counts: np.ndarray = self.deals.sum(1, dtype=np.float64)
        return counts

    def _totals(self, numbers: np.ndarray) -> np.ndarray:
        """Of A, by set."""
        totals: np.ndarray = numbers[..., 0].sum(1, dtype=np.float64)
        return totals

    @cached_property
    def _most(self) -> float:
        """The largest payoff a deal there was."""
        points = self.played.points
        if self.unit == "deal":
            return max(float(points.max()), -float(points.min())) or 1.0
        return float(np.abs(points / self.deals[..., None]).max()) or 1.0

    def _points_ratio(self, totals: np.ndarray) -> Estimate:
        """Points a deal, of which the game allows no more than its largest payoff."""
        most = self.game.largest_payoff
        return intervals.ratio(totals, self._counts, 2 * self._most, -most, most)

    @cached_property
    def win_rate(self) -> Estimate:
        """Deals won by the first bot, a draw as half."""
        return intervals.ratio(self._totals(self.played.wins), self._counts, 1.0, 0.0, 1.0)

    @cached_property
    def points_per_deal(self) -> Estimate:
        """Game points of the first bot a deal (mean over the seats it holds)."""
        totals = self._totals(self.played.points)
        return self._points_ratio(totals)

    @cached_property
    def match_wins(self) -> Estimate | None:
        """Matches won by the first bot; None with unit=deal."""
        if self.unit == "deal":
            return None
        return intervals.ratio(*self.scores, 1.0, 0.0, 1.0)

    @cached_property
    def marks(self) -> tuple[Estimate, Estimate] | None:
        """Marks (Bummerl, csomó) a match against each bot, the mean over the players it held.

        None with unit=deal, and where older results did not keep them.
        """
        numbers = self.played.marks
        if self.unit == "deal" or np.isnan(numbers).any():
            return None
        counts = np.full(self.sets, float(numbers.shape[1]))
        most = float(numbers.max()) or 1.0
        a, b = (
            intervals.ratio(numbers[..., bot].sum(1, dtype=np.float64), counts, most, 0.0, np.inf)
            for bot in (0, 1)
        )
        return a, b

    @property
    def mirrored(self) -> bool:
        """Whether the second bot's points are the first one's with the other sign."""
        points = self.played.points
        return bool((points[..., 0] == -points[..., 1]).all())

    def __repr__(self) -> str:
        points, won = self.points_per_deal, self.win_rate
        return (
            f"<{self.a.text} against {self.b.text}: {self.n_deals} deals, "
            f"{points.value:+.3f} [{points.low:+.3f}, {points.high:+.3f}] points a deal, "
            f"{100 * won.value:.1f} % won>"
        )

    def _repr_html_(self) -> str:
        """The estimates as a table, for notebooks."""
        return display.html("pairing", self)

    @property
    def scores(self) -> tuple[np.ndarray, np.ndarray]:
        """What the first bot won by set, and of how many: matches, or deals with unit=deal."""
        if self.unit == "match":
            counts = np.full(self.sets, float(self.matches.shape[1]))
            return self.matches.sum(1, dtype=np.float64), counts
        return self._totals(self.played.wins), self._counts

    @cached_property
    def elo(self) -> Estimate:
        """The rating difference, from `scores`."""
        return elo.difference(*self.scores)

    @cached_property
    def forehand(self) -> Estimate | None:
        """Game points a deal of seat 0, whoever sits there; None but for deals of two seats."""
        if self.unit == "match" or self.game.n_seats != 2:
            return None
        # Seatings of two seats: A at seat 0, then B at seat 0.
        points = self.played.points
        totals = np.add(points[:, 0, 0], points[:, 1, 1], dtype=np.float64)
        return self._points_ratio(totals)

    def deals_needed(self, difference: float, power: float = 0.8) -> int:
        """Deals that would show a difference in points a deal, in paired sets like these."""
        means = self._totals(self.played.points) / self._counts
        deviation = float(np.std(means, ddof=1)) if self.sets > 1 else 0.0
        if deviation < 1e-12:  # sets that all agree: as far as they may be off
            seen = self.points_per_deal
            deviation = (seen.high - seen.low) / 2 * np.sqrt(self.sets)
        sets = intervals.sets_needed(difference, deviation, power)
        return int(np.ceil(sets * self.n_deals / self.sets))

    def ms_per_move(self, bot: int) -> float | None:
        """Mean thinking time in milliseconds; None where bots are not timed one by one."""
        return 1000 * self.seconds[bot] / self.asked[bot] if self.asked[bot] else None

    @property
    def penalties(self) -> tuple[int, int]:
        """Game points charged to each bot for its faults, beside the payoffs."""
        a, b = (sum(f.charged for f in self.faults if f.bot == bot) for bot in (0, 1))
        return a, b

    def reversed(self) -> PairingResult:
        """The same from the second bot's side; its seatings are those of the first, backwards."""
        p = self.played
        faults = [replace(f, bot=1 - f.bot, seating=p.deals.shape[1] - 1 - f.seating)
                  for f in p.faults]
        return PairingResult(
            self.game, self.b, self.a, self.unit,
            Block(p.start, p.points[:, ::-1, ::-1], p.wins[:, ::-1, ::-1], p.deals[:, ::-1],
                  1 - p.matches[:, ::-1], p.endings[:, ::-1],
                  p.marks[:, ::-1, ::-1], faults, p.seconds[::-1], p.asked[::-1]),
            self.verdict,
        )


@dataclass(repr=False)
class TournamentResult:
    """A round robin: one `PairingResult` for each pair of bots."""

    game: Game
    bots: list[BotSpec]
    unit: str
    deals: int
    seed: int | None
    secret: bytes
    pairings: list[PairingResult]
    stored: int = 0  # single deals that had been played before

    @property
    def faults(self) -> list[tuple[BotSpec, Fault]]:
        """Every fault with the bot that made it."""
        return [((p.a, p.b)[f.bot], f) for p in self.pairings for f in p.faults]

    @property
    def mirrored(self) -> bool:
        """Whether figures that face each other in the cross table cancel."""
        return all(p.mirrored for p in self.pairings)

    def __repr__(self) -> str:
        lines = "".join(f"\n  {p!r}" for p in self.pairings)
        return f"<tournament of {self.game.spec}, {self.deals} deals a pairing:{lines}>"

    def _repr_html_(self) -> str:
        """The cross table, for notebooks."""
        return display.html("tournament", self)

    @property
    def ratings(self) -> list[Estimate] | None:
        """Bradley-Terry ratings of the bots in Elo points, their mean 0; None if not comparable."""
        at = {bot: i for i, bot in enumerate(self.bots)}
        meetings = [elo.Meeting(at[p.a], at[p.b], *p.scores) for p in self.pairings if p.a != p.b]
        try:
            return elo.bradley_terry(len(self.bots), meetings)
        except ValueError:
            return None

    def cross_table(self) -> CrossTable:
        """Every bot against every bot."""
        return cross_table(self.bots, self.pairings)

    def pairing(self, i: int, j: int) -> PairingResult | None:
        """Bot i against bot j, from bot i's side; None for a bot against itself."""
        return crossed([self.bots[i], self.bots[j]], self.pairings)[0][1]


@dataclass(frozen=True)
class CrossTable:
    """Points a deal, row against column, for whoever shows it."""

    cells: list[list[PairingResult | None]]  # from the row's side; None where they did not meet

    @property
    def means(self) -> list[float | None]:
        """Of each row, the mean of its points a deal; None where it met nobody."""
        rows = [[p.points_per_deal.value for p in row if p is not None] for row in self.cells]
        return [sum(row) / len(row) if row else None for row in rows]


def cross_table(bots: Sequence[object], results: Sequence[PairingResult]) -> CrossTable:
    """The results of pairings, bots (also stored ones) against bots in the order given."""
    return CrossTable(crossed(bots, results))


def joined(pairing: Pairing, blocks: list[Block]) -> PairingResult:
    """The blocks of a pairing, in any order, as its result."""
    blocks.sort(key=lambda b: b.start)
    return PairingResult(pairing.game, *pairing.specs, pairing.unit, Block.joined(blocks))
