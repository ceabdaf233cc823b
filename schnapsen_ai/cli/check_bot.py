"""``schnapsen-ai check-bot BOT``: is it fit for a tournament?

Plays every preset of every game that it says it plays (``games`` of its class, all by default)
against a random player, under limits, and says of each requirement whether it is met.
"""

from __future__ import annotations

import argparse
import json
import pickle
from collections.abc import Iterator
from typing import Any

import numpy as np

from ..bot.limits import Limits
from ..bot.spec import BotSpec
from ..deal.game import Game, load
from ..games import MODULES
from ..sandbox import RemoteSpec, specs_of
from ..tournament.result import PairingResult
from ..tournament.runner import run as play
from .options import above_zero, game_arguments, json_argument, load_game, number

# What is required, whether it is met (None: not tried), more about it.
Finding = tuple[str, bool | None, str]
MARKS = {True: "ok  ", False: "FAIL", None: "-   "}
SEED = 20_260_101


def arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("bot", metavar="BOT", help="as for tournament")
    game_arguments(sub, " (default: every preset of every game that it plays)")
    sub.add_argument("--deals", type=number(1, "--deals"), default=20,
                     help="deals in each game (default 20)")
    sub.add_argument("--move-time", type=above_zero, metavar="SECONDS", help="for one move")
    sub.add_argument("--deal-time", type=above_zero, metavar="SECONDS", default=60.0,
                     help="for a deal, and for a first move, which may compile (default 60)")
    sub.add_argument("--memory", type=number(1, "--memory", 2**30), metavar="MB", default=1024,
                     help="memory that it may add (default 1024)")
    json_argument(sub)


def run(args: Any) -> int:
    """Print the findings; 1 if a requirement is not met."""
    (spec,) = specs_of([args.bot])
    findings = []
    limits = Limits(args.move_time, args.deal_time, args.memory)
    for finding in check(spec, _games(args, spec), args.deals, limits):
        findings.append(finding)
        if not args.json:
            what, met, more = finding
            print(f"{MARKS[met]}  {what}{': ' if more else ''}{more}", flush=True)
    passed = all(met is not False for _, met, _ in findings)
    if args.json:
        rows = [{"requirement": w, "met": m, "detail": d} for w, m, d in findings]
        print(json.dumps({"bot": spec.text, "passed": passed, "findings": rows}))
    else:
        print(f"{spec.text} {'passes' if passed else 'does not pass'}")
    return 0 if passed else 1


def _games(args: Any, spec: BotSpec) -> list[Game]:
    if args.game is not None:
        return [load_game(args)]
    said = getattr(spec.cls, "games", None) or list(MODULES)
    return [load(name) for name in said]


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
