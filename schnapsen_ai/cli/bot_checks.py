"""What ``schnapsen-ai check-bot`` asks of a bot, requirement by requirement."""

from __future__ import annotations

import pickle
from collections.abc import Iterator

import numpy as np

from ..bot.limits import Limits
from ..bot.spec import BotSpec
from ..deal.game import Game, load
from ..games import MODULES
from ..sandbox import RemoteSpec
from ..tournament.result import PairingResult
from ..tournament.runner import run as play

# What is required, whether it is met (None: not tried), more about it.
Finding = tuple[str, bool | None, str]
SEED = 20_260_101


def games_of(spec: BotSpec) -> list[Game]:
    """Every preset of the games that a bot says it plays; of all where it says nothing."""
    return [load(name) for name in getattr(spec.cls, "games", None) or list(MODULES)]


def check(spec: BotSpec, games: list[Game], deals: int, limits: Limits) -> Iterator[Finding]:
    """The findings about a bot, as they are made."""
    yield _travels(spec)
    if not isinstance(spec, RemoteSpec):
        yield _round_trips(spec)
    for game in games:
        first = _played(game, spec, 2, limits)
        if not _faults(first):
            first = _played(game, spec, deals, limits)
        faults = _faults(first)
        yield f"{game.name}: legal moves", not faults, "; ".join(faults[:3])
        if limits.slow in faults:
            yield "all else", None, "not tried with a bot that hangs"
            return
        if faults:
            yield f"{game.name}: all else", None, "not tried"
            continue
        again = _played(game, spec, deals, limits)
        yield f"{game.name}: the same moves under the same seed", _same(first, again), ""
        if not isinstance(spec, RemoteSpec):
            alone = _played(game, RemoteSpec(spec.text), deals, limits)
            yield f"{game.name}: the same moves under --isolate", _same(first, alone), ""
        ms = first.ms_per_move(0)
        yield f"{game.name}: time", True, "" if ms is None else f"{ms:.3g} ms a move"
    yield "memory", True, f"under {limits.memory} MB"  # more would have been a fault above


def _faults(result: PairingResult) -> list[str]:
    return sorted({f.what for f in result.faults if f.bot == 0})


def _played(game: Game, spec: BotSpec, deals: int, limits: Limits) -> PairingResult:
    return play(game, [spec, BotSpec("bully")], deals, SEED, 1, limits=limits).pairings[0]


def _same(a: PairingResult, b: PairingResult) -> bool:
    return all(np.array_equal(getattr(a, name), getattr(b, name))
               for name in ("points", "wins", "endings"))


def _travels(spec: BotSpec) -> Finding:
    """Workers get bots as pickles."""
    try:
        again = pickle.loads(pickle.dumps(spec))
        return "survives pickling", again == spec, ""
    except Exception as error:
        return "survives pickling", False, f"{type(error).__name__}: {error}"


def _round_trips(spec: BotSpec) -> Finding:
    """``__init__`` stores each parameter under its name, so that a text says all of a bot."""
    wrong = []
    bot = spec.make()
    for name, default in {**spec.cls.parameters(), **spec.params}.items():
        if getattr(bot, name, None) != default:
            wrong.append(name)
    met = not wrong and BotSpec(spec.text) == spec
    return "parameters round-trip", met, f"not stored: {', '.join(wrong)}" if wrong else ""
