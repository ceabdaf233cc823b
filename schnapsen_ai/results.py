"""What came of a tournament: all sets of each pairing, and the figures drawn from them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from . import elo, stats
from .bot import BotSpec
from .game import Game
from .match import Pairing
from .outcome import Block, Fault
from .sprt import Verdict
from .stats import Estimate


@dataclass
class PairingResult:
    """All sets of one pairing, from the first bot's side.

    `points` and `wins` are of both bots, summed over the deals of a set and seating, the mean
    over the seats that the bot held.
    """

    game: Game
    a: BotSpec
    b: BotSpec
    unit: str
    points: np.ndarray  # float64[sets, seatings, 2]
    wins: np.ndarray
    deals: np.ndarray
    matches: np.ndarray
    endings: np.ndarray
    faults: list[Fault] = field(default_factory=list)
    seconds: tuple[float, float] = (0.0, 0.0)
    asked: tuple[int, int] = (0, 0)
    verdict: Verdict | None = None  # of a sequential test

    @property
    def sets(self) -> int:
        return len(self.points)

    @property
    def n_deals(self) -> int:
        return int(self.deals.sum())

    @property
    def win_rate(self) -> Estimate:
        """Deals won by the first bot, a draw as half."""
        return stats.ratio(self.wins[..., 0].sum(1), self.deals.sum(1), 1.0, 0.0, 1.0)

    @property
    def points_per_deal(self) -> Estimate:
        """Game points of the first bot a deal (mean over the seats it holds)."""
        most = float(np.abs(self.points / self.deals[..., None]).max()) or 1.0
        totals = self.points[..., 0].sum(1)
        return stats.ratio(totals, self.deals.sum(1), 2 * most, -np.inf, np.inf)

    @property
    def match_wins(self) -> Estimate | None:
        """Matches won by the first bot; None with unit=deal."""
        if self.unit == "deal":
            return None
        counts = np.full(self.sets, float(self.matches.shape[1]))
        return stats.ratio(self.matches.sum(1), counts, 1.0, 0.0, 1.0)

    def _repr_html_(self) -> str:
        """The estimates as a table, for notebooks."""
        from .show.html import pairing_html

        return pairing_html(self)

    @property
    def scores(self) -> tuple[np.ndarray, np.ndarray]:
        """What the first bot won by set, and of how many: matches, or deals with unit=deal."""
        if self.unit == "match":
            return self.matches.sum(1), np.full(self.sets, float(self.matches.shape[1]))
        return self.wins[..., 0].sum(1), self.deals.sum(1).astype(float)

    @property
    def elo(self) -> Estimate:
        """The rating difference, from `scores`."""
        return elo.difference(*self.scores)

    @property
    def forehand(self) -> Estimate | None:
        """Game points a deal of seat 0, whoever sits there; None but for deals of two seats."""
        if self.unit == "match" or self.game.n_seats != 2:
            return None
        # Seatings of two seats: A at seat 0, then B at seat 0.
        totals = self.points[:, 0, 0] + self.points[:, 1, 1]
        most = float(np.abs(self.points).max()) or 1.0
        return stats.ratio(totals, self.deals.sum(1), 2 * most, -np.inf, np.inf)

    def deals_needed(self, difference: float, power: float = 0.8) -> int:
        """Deals that would show a difference in points a deal, in paired sets like these."""
        means = self.points[..., 0].sum(1) / self.deals.sum(1)
        deviation = float(np.std(means, ddof=1)) if self.sets > 1 else 0.0
        sets = stats.sets_needed(difference, deviation, power)
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
        faults = [
            replace(f, bot=1 - f.bot, seating=self.deals.shape[1] - 1 - f.seating)
            for f in self.faults
        ]
        return PairingResult(
            self.game, self.b, self.a, self.unit, self.points[:, ::-1, ::-1],
            self.wins[:, ::-1, ::-1], self.deals[:, ::-1], 1 - self.matches[:, ::-1],
            self.endings[:, ::-1], faults, self.seconds[::-1], self.asked[::-1], self.verdict,
        )


@dataclass
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

    def _repr_html_(self) -> str:
        """The cross table, for notebooks."""
        from .show.html import tournament_html

        return tournament_html(self)

    @property
    def ratings(self) -> list[Estimate] | None:
        """Bradley-Terry ratings of the bots in Elo points, their mean 0; None if not comparable."""
        at = {bot: i for i, bot in enumerate(self.bots)}
        meetings = [elo.Meeting(at[p.a], at[p.b], *p.scores) for p in self.pairings if p.a != p.b]
        try:
            return elo.bradley_terry(len(self.bots), meetings)
        except ValueError:
            return None

    def pairing(self, i: int, j: int) -> PairingResult | None:
        """Bot i against bot j, from bot i's side; None for a bot against itself."""
        for p in self.pairings:
            if (p.a, p.b) == (self.bots[i], self.bots[j]):
                return p
            if (p.b, p.a) == (self.bots[i], self.bots[j]):
                return p.reversed()
        return None


def joined(pairing: Pairing, blocks: list[Block]) -> PairingResult:
    blocks.sort(key=lambda b: b.start)

    def stacked(name: str) -> np.ndarray:
        wide = np.float64 if name in ("points", "wins") else None  # they are added up
        return np.concatenate([getattr(b, name) for b in blocks], dtype=wide)

    def summed(name: str) -> Any:
        return tuple(sum(getattr(b, name)[i] for b in blocks) for i in range(2))

    return PairingResult(
        pairing.game, *pairing.specs, pairing.unit, stacked("points"), stacked("wins"),
        stacked("deals"), stacked("matches"), stacked("endings"),
        [f for b in blocks for f in b.faults], summed("seconds"), summed("asked"),
    )
