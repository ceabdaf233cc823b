"""``schnapsen-ai tournament``: paired deals between bots, or an experiment file."""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import itertools
import json
import shlex
import sys
import time
from typing import Any

from ..analysis import bid_counts
from ..base.files import read_text
from ..bot.limits import Limits
from ..bot.loading import built_in_names
from ..bot.spec import BotSpec
from ..deal.game import Game
from ..sandbox import specs_of
from ..stats.sprt import Sprt
from ..store.provenance import versions
from ..tournament.experiment import Experiment, read
from ..tournament.lineup import seatings
from ..tournament.pairing import Pairing
from ..tournament.result import TournamentResult
from ..tournament.runner import pairs_of, whole_sets
from ..tournament.runner import run as play
from .options import (
    UserError,
    game_arguments,
    json_argument,
    limit_arguments,
    load_game,
    number,
    whole,
)
from .tables import as_json, as_text

DEFAULT_DEALS = {"deal": 2000, "match": 200}
# Options that mean nothing beside an experiment file.
_OF_THE_FILE = ("game", "option", "unit", "schedule", "packs", "max_deals", "contracts", "luck",
                "move_time", "deal_time", "memory", "isolate")  # fmt: skip
MOST_DEALS = {"deal": 100_000, "match": 10_000}  # with a sequential test


def arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument(
        "bots",
        nargs="*",
        metavar="BOT",
        help="name[:parameter=value,...], module:Class, path/file.py:Class or cmd:PROGRAM; 'all' "
        "for every built-in bot (default: rules random); or one experiment file, "
        "experiments/NAME.toml",
    )
    game_arguments(sub)
    sub.add_argument(
        "--deals",
        type=number(1, "--deals"),
        default=None,
        help="single deals (with --unit match: matches) of each pairing, rounded up to whole "
        "sets (default 2000, with --unit match 200)",
    )
    sub.add_argument("--seed", type=whole, help="makes the tournament reproducible")
    sub.add_argument("--jobs", type=number(1, "--jobs", 4096),
                     help="worker processes (default: cores)")
    sub.add_argument("--unit", choices=("deal", "match"), help="what is played (default deal)")
    sub.add_argument(
        "--schedule",
        choices=("round-robin", "gauntlet", "ladder"),
        help="who meets whom: everybody (default), the first against each other, each against the "
        "next",
    )
    sub.add_argument(
        "--sprt",
        metavar="elo0=0,elo1=10",
        help="end a pairing once it is decided whether the first bot is better by elo1 (normalized "
        "Elo) or only by elo0; also alpha=0.05,beta=0.05; --deals is then the most (100,000)",
    )
    sub.add_argument(
        "--max-deals",
        type=number(1, "--max-deals"),
        help="with --unit match: a match ends after so many deals at the latest (default 1000); "
        "where the score is money the richest has won, else nobody",
    )
    sub.add_argument(
        "--contracts",
        metavar="PACKS",
        type=number(1, "--contracts"),
        help="after it, play so many packs more of each pairing, one process, and print which "
        "contracts were bid and made",
    )
    sub.add_argument("--luck", action="store_true",
                     help="after it, solve every pack and print how much of the variance was the "
                     "luck of the cards, and what pairing took out of it (two seats)")
    sub.add_argument("--packs", metavar="FILE", help="play these packs, one a line ('-': stdin)")
    sub.add_argument(
        "--results",
        metavar="FILE",
        help="keep every deal in this SQLite file while playing; the same command again goes on "
        "where it stopped",
    )
    sub.add_argument("--cluster", metavar="tcp://HOST:PORT",
                     help="play on the workers of this Dask scheduler instead of here (see "
                     "help(schnapsen_ai.farm))")
    limit_arguments(sub)
    sub.add_argument("--strict", action="store_true", help="exit 1 if any bot misbehaved")
    sub.add_argument("--quiet", action="store_true", help="no progress bar")
    json_argument(sub)


def run(args: Any) -> int:
    """Play and print; 1 with --strict if a bot misbehaved."""
    with _store(args) as args.store:
        return _run(args)


def _store(args: Any) -> Any:
    """The results file of ``--results``, open for writing; without one, None."""
    if args.results is None:
        return contextlib.nullcontext()
    from ..store.writer import Store

    return Store(args.results, shlex.join(sys.argv[1:]), versions())


def _run(args: Any) -> int:
    if len(args.bots) == 1 and args.bots[0].endswith(".toml"):
        return _declared(args)
    args.unit = args.unit or "deal"
    game = load_game(args)
    packs = None if args.packs is None else read_packs(args.packs, game)
    if packs is not None and args.deals:
        raise UserError("--packs plays exactly the packs given: leave --deals out")
    if args.max_deals and args.unit != "match":
        raise UserError("--max-deals is about matches: give --unit match too")
    chosen = Experiment(
        game, bots_named(args.bots, args.isolate), args.deals, args.seed, args.unit,
        (args.schedule or "round-robin").replace("-", " "), _sprt(args), _limits(args))
    if args.contracts and not bid_counts.bids(game):
        raise UserError(f"--contracts: nobody bids in {game.name}")
    if args.luck and (game.n_seats != 2 or args.unit == "match" or packs is not None):
        raise UserError("--luck is for single deals of two seats, dealt at random")
    result, seconds = _play(args, chosen, packs)
    print(json.dumps(as_json(result, seconds)) if args.json else as_text(result, seconds))
    if args.luck and not args.json:
        print("", *_luck_lines(result), sep="\n")
    if args.contracts and not args.json:
        for a, b in itertools.combinations(chosen.bots, 2):
            print("", *bid_counts.as_text(bid_counts.count(game, a, b, args.contracts, args.seed)),
                  sep="\n")
    return 1 if args.strict and result.faults else 0


def _luck_lines(result: TournamentResult) -> list[str]:
    from ..analysis.luck import luck

    lines = ["luck of the cards: factors by which the variance of the points falls"]
    for p in result.pairings:
        factors = luck(p, result.secret)
        lines.append(
            f"{p.a.text} against {p.b.text}: by pairing {factors.pairing:.2f}; with the solver's "
            f"values, single deals {factors.single:.2f}, paired sets {factors.paired:.2f}")
    return lines


def _limits(args: Any) -> Limits:
    given = {k: getattr(args, k) for k in ("move_time", "deal_time", "memory")}
    return Limits(**{k: v for k, v in given.items() if v is not None})


def _sprt(args: Any) -> Sprt | None:
    try:
        return None if args.sprt is None else Sprt.parse(args.sprt)
    except ValueError as error:
        raise UserError(f"--sprt {error}") from error


def _play(
    args: Any, e: Experiment, packs: list[list[int]] | None
) -> tuple[TournamentResult, float]:
    """The tournament and the seconds it took, compiling not counted."""
    deals = e.deals or (DEFAULT_DEALS if e.sprt is None else MOST_DEALS)[e.unit]
    pairs = pairs_of(e.schedule, len(e.bots))
    for i, j in pairs:
        Pairing(e.game, e.bots[i], e.bots[j], b"", e.unit, max_deals=args.max_deals).prepare()
    began = time.perf_counter()
    sets = len(packs) if packs is not None else whole_sets(e.game, deals)
    total = sets * len(seatings(e.game)) * len(pairs)
    with _Bar(total, e.unit, args.quiet) as progress:
        result = play(
            e.game, e.bots, deals, e.seed, args.jobs, e.unit, packs, progress, args.store,
            e.name, e.limits, e.schedule, e.sprt, args.max_deals, args.isolate,
            _executor(args))
    return result, time.perf_counter() - began


def _executor(args: Any) -> Any:
    """Who plays on ``--cluster``; None: worker processes of this machine."""
    if args.cluster is None:
        return None
    if args.jobs is not None:
        raise UserError("--jobs is for this machine: with --cluster its workers are used")
    from ..tournament.cluster import dask

    return dask(args.cluster)


def _declared(args: Any) -> int:
    """Every tournament of an experiment file; --deals, --seed and --sprt overrule it."""
    for name in _OF_THE_FILE:
        if getattr(args, name):
            raise UserError(f"--{name.replace('_', '-')}: an experiment file says that itself; "
                            "--deals, --seed and --sprt may overrule it")
    title, experiments = read(args.bots[0])
    over = {"deals": args.deals, "seed": args.seed, "sprt": _sprt(args)}
    over = {key: value for key, value in over.items() if value is not None}
    if not args.json:
        print(title)
    results = []
    for declared in experiments:
        result, seconds = _play(args, dataclasses.replace(declared, **over), None)
        results.append((result, seconds))
        if not args.json:
            print("\n" + as_text(result, seconds), flush=True)
    if args.json:
        tournaments = [as_json(r, s) for r, s in results]
        print(json.dumps({"title": title, "tournaments": tournaments}))
    return 1 if args.strict and any(r.faults for r, _ in results) else 0


def bots_named(names: list[str], isolate: bool = False) -> list[BotSpec]:
    """The bots of a command line: none means rules and random, ``all`` every built-in one."""
    if not names:
        names = ["rules", "random"]
    if "all" in names:
        at = names.index("all")
        names = names[:at] + list(built_in_names()) + names[at + 1 :]
    specs = specs_of(names, isolate)
    twice = {s.text for s in specs if specs.count(s) > 1}
    if twice:
        raise UserError(f"{', '.join(sorted(twice))} is named twice: each bot plays once")
    if len(specs) < 2:
        raise UserError("name at least two bots, or none for rules against random")
    return specs


def read_packs(path: str, game: Game) -> list[list[int]]:
    """Packs, one a line; blank lines and ``#`` comments are passed over."""
    packs = []
    for n, line in enumerate(read_text(path).splitlines(), 1):
        line = line.split("#")[0].strip()
        if line:
            try:
                packs.append(game.parse_pack(line))
            except ValueError as error:
                raise UserError(f"{path}, line {n}: {error}") from error
    if not packs:
        raise UserError(f"{path} holds no pack")
    return packs


class _Bar:
    """A progress bar on a terminal: deals of all pairings, with rate and end."""

    def __init__(self, total: int, unit: str, quiet: bool) -> None:
        from tqdm import tqdm

        self.bar = tqdm(
            total=total,
            unit=" matches" if unit == "match" else " deals",
            disable=True if quiet else None,
            unit_scale=True,
            leave=False,
        )

    def __enter__(self) -> Any:
        return self

    def __call__(self, block: Any) -> None:
        self.bar.update(block.deals.size)

    def __exit__(self, *_: object) -> None:
        self.bar.close()
