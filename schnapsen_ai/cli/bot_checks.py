"""What ``schnapsen-ai check-bot`` asks of a bot, requirement by requirement."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ..base import seeds
from ..bot.faults import Offence
from ..bot.interface import BotError
from ..bot.limits import Limits
from ..bot.spec import BotSpec
from ..deal.game import Game, load
from ..deal.seatings import seatings
from ..games import MODULES
from ..sandbox import RemoteSpec
from ..sandbox.trial import tried
from ..store.blocks import Block
from ..tournament.pairing import Pairing
from ..tournament.result import PairingResult, joined
from ..tournament.workers import play_all

# What is required, whether it is met (None: not tried), more about it.
Finding = tuple[str, bool | None, str]
SEED = 20_260_101
HANGS: Finding = ("all else", None, "not tried with a bot that hangs")
MATCHES, MOST_DEALS = 2, 10  # matches that are played, deals of one at most


def games_of(spec: BotSpec, seconds: float) -> list[Game]:
    """Every preset of the games that a bot says it plays; where it says nothing, that fit it."""
    named: list[str] = tried(_named_games, spec, seconds=seconds)
    return [load(name) for name in named]


def _named_games(spec: BotSpec) -> list[str]:
    named = [str(name) for name in getattr(spec.cls, "games", None) or ()]
    return named or [name for name in MODULES if spec.cls.fits(load(name))]


@dataclass
class Played:
    """What came of playing against `bully`: the result, and the moves of every deal."""

    result: PairingResult
    moves: dict[tuple[int, ...], tuple[int, ...]]  # by set, seating, deal

    @property
    def faults(self) -> list[str]:
        return sorted({f.what for f in self.result.faults if f.bot == 0})


class Checks:
    """A bot under examination in one game."""

    def __init__(self, game: Game, spec: BotSpec, deals: int, limits: Limits) -> None:
        self.game, self.spec, self.deals, self.limits = game, spec, deals, limits

    def findings(self) -> Iterator[Finding]:
        """As they are made; the last says "all else" where there is no point in going on."""
        first = self.played(2)
        if not first.faults:
            first = self.played(self.deals)
        yield self._finding("legal moves", not first.faults, "; ".join(first.faults[:3]))
        if first.faults:
            if self.limits.slow in first.faults:
                yield HANGS
            else:
                yield self._finding("all else", None, "not tried")
            return
        yield self._same("under the same seed", first, self.played(self.deals))
        match = self.played(MATCHES, "match")
        yield self._finding("matches", not match.faults, "; ".join(match.faults[:3]))
        if not isinstance(self.spec, RemoteSpec):
            yield self._same("whichever seating comes first", first,
                             self.played(self.deals, backwards=True))
            alone = RemoteSpec(self.spec.text)
            yield self._same("under --isolate", first, self.played(self.deals, spec=alone))
            yield self._same("under --isolate, in matches", match,
                             self.played(MATCHES, "match", spec=alone))
        ms = first.result.ms_per_move(0)
        yield self._finding("time", True, "" if ms is None else f"{ms:.3g} ms a move")

    def _finding(self, what: str, met: bool | None, more: str = "") -> Finding:
        return f"{self.game.name}: {what}", met, more

    def _same(self, when: str, one: Played, other: Played) -> Finding:
        faults = "; ".join(other.faults[:3])
        return self._finding(f"the same moves {when}", one.moves == other.moves, faults)

    def played(
        self, deals: int, unit: str = "deal", backwards: bool = False, spec: BotSpec | None = None
    ) -> Played:
        """So many deals, or matches, under the limits."""
        pairing = Pairing(
            self.game, spec or self.spec, BotSpec("bully"), seeds.secret_of(SEED), unit,
            keep_log=True, max_deals=MOST_DEALS, backwards=backwards, move_by_move=True)
        pairing.prepare()
        sets = max(1, -(-deals // len(seatings(self.game))))
        blocks = [b for _, b in play_all([pairing], [[range(sets)]], 1, (), self.limits)]
        moves = {at: made for block in blocks for at, made in _moves(block)}
        return Played(joined(pairing, blocks), moves)


def _moves(block: Block) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The moves of each deal of a block that was played move by move, by its place."""
    assert block.log is not None
    columns = block.log.columns()
    ends = columns["lengths"].cumsum(dtype="int64").tolist()
    places = zip(*(columns[name].tolist() for name in ("sets", "seatings", "deals")), strict=True)
    for at, end, length in zip(places, ends, columns["lengths"].tolist(), strict=True):
        yield at, tuple(columns["moves"][end - length : end].tolist())


def check(spec: BotSpec, games: list[Game], deals: int, limits: Limits) -> Iterator[Finding]:
    """The findings about a bot, as they are made."""
    yield _asked("survives pickling", _travels, spec, limits)
    if not isinstance(spec, RemoteSpec):
        yield _asked("parameters round-trip", _round_trips, spec, limits)
    for game in games:
        for finding in Checks(game, spec, deals, limits).findings():
            yield finding
            if finding is HANGS:
                return
    yield "memory", True, f"under {limits.memory} MB"  # more would have been a fault above


def _asked(what: str, question: Callable[[Any], str], spec: BotSpec, limits: Limits) -> Finding:
    """Whether a question about a bot has an answer without objections."""
    try:
        wrong = tried(question, spec, seconds=limits.deal_time or 60.0)
    except (Offence, BotError) as error:
        wrong = str(error)
    return what, not wrong, wrong


def _travels(spec: BotSpec) -> str:
    """Workers get bots as pickles."""
    return "" if pickle.loads(pickle.dumps(spec)) == spec else "comes back as another"


def _round_trips(spec: BotSpec) -> str:
    """``__init__`` stores each parameter under its name, so that a text says all of a bot."""
    wrong = []
    bot = spec.make()
    for name, default in {**spec.cls.parameters(), **spec.params}.items():
        if getattr(bot, name, None) != default:
            wrong.append(name)
    if wrong:
        return f"not stored: {', '.join(wrong)}"
    return "" if BotSpec(spec.text) == spec else f"{spec.text} names another bot"
