"""Tournaments: what to play, who plays it, and what came of it.

Every pairing of a round robin plays the same packs.  Work is cut into blocks of sets; each block
depends only on the secret and the index of its first set, so results do not depend on the number
of workers or the order in which they finish.
"""

from __future__ import annotations

import itertools
import os
import platform
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from importlib import metadata
from typing import TYPE_CHECKING, Any

import numpy as np

from . import seeds, stats
from .bot import BotSpec
from .game import Game, load
from .limits import Limits
from .match import Pairing, seatings
from .outcome import Block, Fault
from .stats import Estimate
from .workers import play_all

if TYPE_CHECKING:
    from .store import Store

DEFAULT_DEALS = 2000


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

    def ms_per_move(self, bot: int) -> float | None:
        """Mean thinking time in milliseconds; None where bots are not timed one by one."""
        return 1000 * self.seconds[bot] / self.asked[bot] if self.asked[bot] else None

    @property
    def penalties(self) -> tuple[int, int]:
        """Game points charged to each bot for its faults, beside the payoffs."""
        a, b = (sum(f.charged for f in self.faults if f.bot == bot) for bot in (0, 1))
        return a, b

    def reversed(self) -> PairingResult:
        """The same from the second bot's side."""
        faults = [replace(f, bot=1 - f.bot) for f in self.faults]
        return PairingResult(
            self.game, self.b, self.a, self.unit, self.points[..., ::-1], self.wins[..., ::-1],
            self.deals, 1 - self.matches, self.endings, faults, self.seconds[::-1],
            self.asked[::-1],
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

    def pairing(self, i: int, j: int) -> PairingResult | None:
        """Bot i against bot j, from bot i's side; None for a bot against itself."""
        for p in self.pairings:
            if (p.a, p.b) == (self.bots[i], self.bots[j]):
                return p
            if (p.b, p.a) == (self.bots[i], self.bots[j]):
                return p.reversed()
        return None


def whole_sets(game: Game, deals: int) -> int:
    """Sets that hold at least `deals` single deals."""
    per_set = len(seatings(game))
    return max(1, -(-deals // per_set))


def run(
    game: Game,
    bots: Sequence[BotSpec],
    deals: int = DEFAULT_DEALS,
    seed: int | None = None,
    jobs: int | None = None,
    unit: str = "deal",
    packs: list[list[int]] | None = None,
    progress: Callable[[Block], None] | None = None,
    store: Store | None = None,
    experiment: str = "",
    limits: Limits | None = None,
) -> TournamentResult:
    """Play a round robin of paired deals (or matches).

    `deals` counts single deals (with unit="match": matches) of each pairing and is rounded up to
    whole sets; with `packs` exactly these are played.  `jobs` worker processes (all cores by
    default) change nothing but the time.  `progress` is called with each block just played, and
    first with those that were stored before.

    With a `store`, what is played is kept there (under the name `experiment`), and sets that are
    there already are not played again: the result is that of a run without a break.

    With `limits` a bot that hangs, dies or fills the memory is charged and play goes on; without
    them, and with one job, bots run in this very process.
    """
    if unit not in ("deal", "match"):
        raise ValueError(f"unit={unit!r} is not known: it is deal or match")
    if packs is not None and unit == "match":
        raise ValueError("given packs are played as single deals: use unit=deal")
    if len(bots) < 2:
        raise ValueError("a tournament needs at least two bots")
    secret = seeds.secret_of(seed)
    sets = len(packs) if packs is not None else whole_sets(game, deals)
    if sets == 0:
        raise ValueError("there is no pack to play")
    shelf = _Shelf(store, game, unit, seed, secret, packs, experiment)
    pairings = [
        Pairing(game, a, b, shelf.secret, unit, packs, store is not None)
        for a, b in itertools.combinations(bots, 2)
    ]
    for pairing in pairings:
        pairing.prepare()  # compile before the workers start
    blocks = [shelf.stored(p, sets) for p in pairings]
    stored = 0
    for block in itertools.chain(*blocks):
        stored += int(block.deals.sum())
        if progress is not None:
            progress(block)
    todo = [shelf.missing(p, sets) for p in pairings]
    for index, block in play_all(pairings, todo, jobs or os.cpu_count() or 1, (), limits):
        shelf.add(pairings[index], block)
        blocks[index].append(block)
        if progress is not None:
            progress(block)
    results = [_joined(p, b) for p, b in zip(pairings, blocks, strict=True)]
    per_set = len(pairings[0].holders)
    return TournamentResult(
        game, list(bots), unit, sets * per_set, seed, shelf.secret, results, stored
    )


class _Shelf:
    """The place of a tournament in a store; without a store, nothing is kept."""

    def __init__(
        self, store: Store | None, game: Game, unit: str, seed: int | None, secret: bytes,
        packs: list[list[int]] | None, experiment: str,
    ) -> None:
        self.store, self.secret = store, secret
        self.ids: dict[Pairing, int] = {}
        if store is not None:
            self.id, self.secret = store.tournament(
                game, unit, seed, secret, packs, experiment, holders=seatings(game))

    def stored(self, pairing: Pairing, sets: int) -> list[Block]:
        """What was played of a pairing before."""
        if self.store is None:
            return []
        self.ids[pairing] = self.store.pairing(self.id, *pairing.specs)
        return self.store.blocks(self.ids[pairing], sets)

    def missing(self, pairing: Pairing, sets: int) -> list[range]:
        """The sets of a pairing that are still to play."""
        if self.store is None:
            return [range(sets)]
        gaps = self.store.missing(self.ids[pairing], sets)
        return [range(start, start + n) for start, n in gaps]

    def add(self, pairing: Pairing, block: Block) -> None:
        """Keep a block just played; its log goes to the store only."""
        if self.store is not None:
            self.store.add(self.ids[pairing], block)
            block.log = None


def versions() -> dict[str, str]:
    """The versions of all that results hang on."""
    from . import __version__, _jit

    folder = _jit.CACHE_FOLDER
    return {
        "schnapsen_ai": __version__,
        "engine": folder.name if folder is not None else _jit.source_hash(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": metadata.version("numba"),
        "system": platform.platform(),
    }


def _joined(pairing: Pairing, blocks: list[Block]) -> PairingResult:
    blocks.sort(key=lambda b: b.start)

    def stacked(name: str) -> np.ndarray:
        return np.concatenate([getattr(b, name) for b in blocks])

    def summed(name: str) -> Any:
        return tuple(sum(getattr(b, name)[i] for b in blocks) for i in range(2))

    return PairingResult(
        pairing.game, *pairing.specs, pairing.unit, stacked("points"), stacked("wins"),
        stacked("deals"), stacked("matches"), stacked("endings"),
        [f for b in blocks for f in b.faults], summed("seconds"), summed("asked"),
    )


def play_deals(
    a: str | BotSpec,
    b: str | BotSpec,
    game: str | Game = "schnapsen",
    deals: int = DEFAULT_DEALS,
    seed: int | None = None,
    jobs: int | None = 1,
    unit: str = "deal",
    **options: Any,
) -> PairingResult:
    """Play two bots against each other over paired deals; results are of the first.

    ``play_deals("rules", "random", game="schnapsen", deals=10_000, seed=1).win_rate``
    """
    chosen = load(game, **options) if isinstance(game, str) else game
    specs = [BotSpec(x) if isinstance(x, str) else x for x in (a, b)]
    return run(chosen, specs, deals, seed, jobs, unit).pairings[0]
