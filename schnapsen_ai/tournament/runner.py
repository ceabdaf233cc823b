"""Tournaments: what to play, and who plays it.

Every pairing of a round robin plays the same packs.  Work is cut into blocks of sets; each block
depends only on the secret and the index of its first set, so results do not depend on the number
of workers or the order in which they finish.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ..base import seeds
from ..base.nearest import hint
from ..bot.limits import Limits
from ..bot.spec import BotSpec
from ..deal.game import Game, load
from ..deal.seatings import seatings
from ..sandbox import hide
from ..sandbox.own_files import with_companions
from ..stats.sprt import Judge, Sprt, SprtVerdict
from ..store.blocks import Block
from .cluster import Source, play_far
from .pairing import Pairing
from .result import PairingResult, TournamentResult, joined
from .workers import play_all

if TYPE_CHECKING:
    from ..store.writer import Store

DEFAULT_DEALS = 2000
SCHEDULES = ("round robin", "gauntlet", "ladder")


def whole_sets(game: Game, deals: int) -> int:
    """Sets that hold at least `deals` single deals."""
    per_set = len(seatings(game))
    return max(1, -(-deals // per_set))


def run(
    game: Game, bots: Sequence[BotSpec], deals: int = DEFAULT_DEALS, seed: int | None = None,
    jobs: int | None = None, unit: str = "deal", packs: list[list[int]] | None = None,
    progress: Callable[[Block], None] | None = None, store: Store | None = None,
    experiment: str = "", limits: Limits | None = None, schedule: str = "round robin",
    sprt: Sprt | None = None, max_deals: int | None = None, guarded: bool = False,
    executor: Source | None = None, part: tuple[int, int] | None = None,
) -> TournamentResult:
    """Play a tournament of paired deals (or matches).

    `deals` counts single deals (with unit="match": matches) of each pairing and is rounded up to
    whole sets; with `packs` exactly these are played.  `jobs` worker processes (all cores by
    default) change nothing but the time.  `progress` is called with each block just played, and
    first with those that were stored before.

    With a `store`, what is played is kept there (under the name `experiment`), and sets that are
    there already are not played again: the result is that of a run without a break.

    With `limits` a bot that hangs, dies or fills the memory is charged and play goes on; without
    them, and with one job, bots run in this very process.  `guarded`: the secret cannot be had by
    trying seeds (see `seeds.guarded_secret_of`); so it is in any case where a bot plays from
    another process.

    executor: plays the blocks instead of worker processes of this machine, see
    `tournament.cluster`; a `concurrent.futures.Executor`, or a function that makes one.

    schedule: "round robin"; "gauntlet", the first bot against each other; "ladder", each bot
    against the next.  With `sprt` a pairing ends when that test is decided, `deals` at the most.

    `max_deals`: a match is broken off after so many deals (1,000 by default).

    part: (i, n) plays the i-th of n parts of the sets alone; `Store.merge` joins their stores.
    """
    _check(deals, jobs, unit, packs)
    check_bots(bots, twice=store is None)
    bots = hide(bots, [] if store is None else with_companions(str(store.path)))
    pairs = pairs_of(schedule, len(bots))
    guarded = guarded or any(spec.isolated for spec in bots)
    secret = secret_for(bots, seed, guarded)
    sets = cut(len(packs) if packs is not None else whole_sets(game, deals), part, sprt)
    kept = _Kept(store, game, unit, seed, secret, packs, experiment, limits, max_deals, guarded)
    pairings = [
        Pairing(game, bots[i], bots[j], kept.secret, unit, packs, store is not None, max_deals)
        for i, j in pairs
    ]
    for pairing in pairings:
        pairing.prepare()  # compile before the workers start

    def play(todo: list[list[range]], ended: set[int]) -> Iterator[tuple[int, Block]]:
        if executor is not None:
            return play_far(pairings, todo, executor, ended, limits)
        return play_all(pairings, todo, jobs or os.cpu_count() or 1, ended, limits)

    results, stored = _played(pairings, sets, kept, sprt, progress, play)
    played = len(sets) * len(pairings[0].holders)
    return TournamentResult(game, list(bots), unit, played, seed, kept.secret, results, stored)


def cut(sets: int, part: tuple[int, int] | None, sprt: Sprt | None) -> range:
    """The sets of a part, all of them if none is named; ValueError if there is no such part."""
    if part is not None and sprt is not None:
        raise ValueError("a sequential test needs the sets in order: it cannot be played in parts")
    i, n = (1, 1) if part is None else part
    if not 1 <= i <= n <= sets:
        raise ValueError(f"part {i} of {n} is not there: {sets} sets make {sets} parts at most")
    return range(sets * (i - 1) // n, sets * i // n)


def check_bots(bots: Sequence[BotSpec], twice: bool = False) -> None:
    """ValueError unless there are two at least, none of them named twice unless that may be."""
    if len(bots) < 2:
        raise ValueError("a tournament needs at least two bots")
    again = {spec.text for i, spec in enumerate(bots) if spec in bots[:i]}
    if again and not twice:
        raise ValueError(f"{', '.join(sorted(again))} is named twice: each bot plays once")


def secret_for(bots: Sequence[BotSpec], seed: int | None, guarded: bool = False) -> bytes:
    """The secret of a seed among these bots: one that cannot be had by trying seeds where
    `guarded`, or where a bot plays from another process."""
    if guarded or any(spec.isolated for spec in bots):
        return seeds.guarded_secret_of(seed)
    return seeds.secret_of(seed)


def _check(
    deals: int, jobs: int | None, unit: str, packs: list[list[int]] | None
) -> None:
    """ValueError for what cannot be played."""
    for name, value in (("deals", deals), ("jobs", 1 if jobs is None else jobs)):
        if not isinstance(value, int) or value < 1:
            raise ValueError(f"{name}={value!r} is not a whole number from 1 on")
    if unit not in ("deal", "match"):
        raise ValueError(f"unit={unit!r} is not known: it is deal or match")
    if packs is not None and unit == "match":
        raise ValueError("given packs are played as single deals: use unit=deal")
    if packs is not None and not packs:
        raise ValueError("there is no pack to play")


def _played(
    pairings: list[Pairing], sets: range, kept: _Kept, test: Sprt | None,
    progress: Callable[[Block], None] | None,
    play: Callable[[list[list[range]], set[int]], Iterator[tuple[int, Block]]],
) -> tuple[list[PairingResult], int]:
    """The results of these sets of all pairings; deals that had been played before."""
    blocks = [kept.stored(p, sets) for p in pairings]
    stored = sum(int(block.deals.sum()) for block in itertools.chain(*blocks))
    if progress is not None:
        for block in itertools.chain(*blocks):
            progress(block)
    todo = [kept.missing(p, sets) for p in pairings]
    referees = [_Referee(p, test) for p in pairings]
    ended = {i for i, r in enumerate(referees) if r.hear(blocks[i])}
    for index, block in play(todo, ended):
        kept.add(pairings[index], block)
        blocks[index].append(block)
        if referees[index].hear([block]):
            ended.add(index)
        if progress is not None:
            progress(block)
    results = []
    for pairing, played, referee in zip(pairings, blocks, referees, strict=True):
        verdict = referee.close()
        if verdict is not None:
            kept.note(pairing, verdict)
            played = [b.cut(0, verdict.sets) for b in played if b.start < verdict.sets]
        results.append(replace(joined(pairing, played), verdict=verdict))
    return results, stored


def pairs_of(schedule: str, n: int) -> list[tuple[int, int]]:
    """Which of `n` bots meet.  ValueError names the schedules there are."""
    if schedule == "gauntlet":
        return [(0, j) for j in range(1, n)]
    if schedule == "ladder":
        return [(i, i + 1) for i in range(n - 1)]
    if schedule == "round robin":
        return list(itertools.combinations(range(n), 2))
    raise ValueError(f"schedule {schedule!r} is not known: {', '.join(SCHEDULES)}")


class _Kept:
    """Where a tournament keeps what it plays: its place in a store, or nowhere."""

    def __init__(
        self, store: Store | None, game: Game, unit: str, seed: int | None, secret: bytes,
        packs: list[list[int]] | None, experiment: str, limits: Limits | None,
        max_deals: int | None, guarded: bool,
    ) -> None:
        self.store, self.secret = store, secret
        self.ids: dict[Pairing, int] = {}
        if store is not None:
            held = {} if limits is None else asdict(limits)
            if max_deals is not None:
                held["max_deals"] = max_deals
            if guarded:
                held["isolate"] = True
            self.id, self.secret = store.tournament(
                game, unit, seed, secret, packs, experiment, held, seatings(game))

    def stored(self, pairing: Pairing, sets: range) -> list[Block]:
        """What was played of these sets of a pairing before."""
        if self.store is None:
            return []
        self.ids[pairing] = self.store.pairing(self.id, *pairing.specs)
        return self.store.blocks(self.ids[pairing], sets.stop, sets.start)

    def missing(self, pairing: Pairing, sets: range) -> list[range]:
        """Those that are still to play."""
        if self.store is None:
            return [sets]
        gaps = self.store.missing(self.ids[pairing], sets.stop, sets.start)
        return [range(start, start + n) for start, n in gaps]

    def add(self, pairing: Pairing, block: Block) -> None:
        """Keep a block just played; its log goes to the store only."""
        if self.store is not None:
            self.store.add(self.ids[pairing], block)
            block.log = None

    def note(self, pairing: Pairing, verdict: SprtVerdict) -> None:
        """Keep the verdict of a test."""
        if self.store is not None:
            self.store.note(self.ids[pairing], verdict)


class _Referee:
    """Brings the blocks of a pairing in the order of their sets before the judge of a test."""

    def __init__(self, pairing: Pairing, test: Sprt | None) -> None:
        self.judge = None if test is None else Judge(test, len(pairing.holders))
        self.unit = pairing.unit
        self.waiting: dict[int, np.ndarray] = {}  # scores by first set
        self.heard = 0

    def hear(self, blocks: list[Block]) -> bool:
        """Further blocks; True once the test is decided."""
        if self.judge is None:
            return False
        for block in blocks:
            matches = self.unit == "match"
            self.waiting[block.start] = (
                block.matches.mean(1, dtype=np.float64) if matches
                else block.wins[..., 0].sum(1, dtype=np.float64) / block.deals.sum(1)
            )
        while self.heard in self.waiting:
            scores = self.waiting.pop(self.heard)
            self.heard += len(scores)
            self.judge.add(scores)
        return bool(self.judge.verdict.accepted)

    def close(self) -> SprtVerdict | None:
        """The verdict at the end; None without a test."""
        return None if self.judge is None else self.judge.close()


_KEYWORDS = "play_deals takes game, deals, seed, jobs, unit"


def _check_keywords(game: str, options: dict[str, Any]) -> None:
    """ValueError for a keyword that is neither one of `play_deals` nor a house rule."""
    rules = list(load(game).options)
    for name in [name for name in options if name not in rules]:
        meant = hint(name, [*_KEYWORDS.replace(",", "").split(), *rules])
        raise ValueError(f"{_KEYWORDS}, and house rules, but no {name!r}{meant}: those of "
                         f"{game} are {', '.join(rules) or 'none'}")


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
    options: house rules of a game given by name.
    """
    if isinstance(game, str):
        _check_keywords(game, options)
    elif options:
        raise ValueError(f"{_KEYWORDS}; of {game!r} the rules are set: no {', '.join(options)}")
    chosen = game if isinstance(game, Game) else load(game, **options)
    specs = [BotSpec(x) if isinstance(x, str) else x for x in (a, b)]
    for spec in specs:
        if not isinstance(spec, BotSpec):
            raise ValueError(f"{spec!r} is not the name of a bot: write file.py:Class, "
                             "module:Class or a built-in name")
    return run(chosen, specs, deals, seed, jobs, unit).pairings[0]
