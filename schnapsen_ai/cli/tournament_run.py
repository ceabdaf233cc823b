"""What ``schnapsen-ai tournament`` does: plays, with a bar, and prints the tables."""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import itertools
import shlex
import sys
import time
from collections.abc import Sequence
from typing import Any

from ..analysis import bid_counts
from ..base.files import read_text
from ..bot.limits import Limits
from ..bot.loading import built_in_names
from ..bot.spec import BotSpec
from ..deal.game import Game
from ..deal.seatings import seatings
from ..sandbox import specs_of
from ..sandbox.own_files import with_companions
from ..stats.sprt import Sprt
from ..store.provenance import versions
from ..tournament.experiment import Experiment, read
from ..tournament.pairing import Pairing
from ..tournament.result import TournamentResult
from ..tournament.runner import check_bots, pairs_of, whole_sets
from ..tournament.runner import run as play
from .options import UserError, load_game, print_json
from .tables import as_json, as_text

DEFAULT_DEALS = {"deal": 2000, "match": 200}
# Options that mean nothing beside an experiment file.
_OF_THE_FILE = ("game", "option", "unit", "schedule", "packs", "max_deals", "contracts", "luck",
                "move_time", "deal_time", "memory", "isolate")  # fmt: skip
MOST_DEALS = {"deal": 100_000, "match": 10_000}  # with a sequential test


def run(args: argparse.Namespace) -> int:
    """The exit code: 1 with --strict if a bot misbehaved."""
    with _store(args) as args.store:
        return _run(args)


def _store(args: argparse.Namespace) -> Any:
    """The results file of ``--results``, open for writing; without one, None."""
    if args.results is None:
        return contextlib.nullcontext()
    from ..store.writer import Store

    store = Store(args.results, shlex.join(sys.argv[1:]), versions())
    if store.rescued:
        print(f"schnapsen-ai: {store.rescued}", file=sys.stderr)
    return store


def _run(args: argparse.Namespace) -> int:
    if len(args.bots) == 1 and args.bots[0].endswith(".toml"):
        return _declared(args)
    args.unit = args.unit or "deal"
    game = load_game(args)
    packs = None if args.packs is None else read_packs(args.packs, game)
    if packs is not None and args.deals:
        raise UserError("--packs plays exactly the packs given: leave --deals out")
    if args.max_deals and args.unit != "match":
        raise UserError("--max-deals is about matches: give --unit match too")
    bots = bots_named(args.bots, game, args.isolate, _hidden(args))
    chosen = Experiment(
        game, bots, args.deals, args.seed, args.unit,
        (args.schedule or "round-robin").replace("-", " "), _sprt(args), _limits(args),
        args.isolate)
    if args.contracts and not bid_counts.bids(game):
        raise UserError(f"--contracts: nobody bids in {game.name}")
    if args.luck and (game.n_seats != 2 or args.unit == "match" or packs is not None):
        raise UserError("--luck is for single deals of two seats, dealt at random")
    result, seconds = _play(args, chosen, packs)
    if args.json:
        print_json(as_json(result, seconds))
        return _exit_code(args, result)
    print(as_text(result, seconds))
    if args.luck:
        print("", *_luck_lines(result), sep="\n")
    if args.contracts:
        for a, b in itertools.combinations(chosen.bots, 2):
            counted = bid_counts.count(game, a, b, args.contracts, args.seed, chosen.limits)
            print("", *bid_counts.as_text(counted), sep="\n")
    return _exit_code(args, result)


def _exit_code(args: argparse.Namespace, *results: TournamentResult) -> int:
    return 1 if args.strict and any(r.faults for r in results) else 0


def _luck_lines(result: TournamentResult) -> list[str]:
    from ..analysis.luck import luck

    lines = ["luck of the cards: factors by which the variance of the points falls"]
    for p in result.pairings:
        factors = luck(p, result.secret)
        lines.append(
            f"{p.a.text} against {p.b.text}: by pairing {factors.pairing:.2f}; with the solver's "
            f"values, single deals {factors.single:.2f}, paired sets {factors.paired:.2f}")
    return lines


def _limits(args: argparse.Namespace) -> Limits:
    given = {k: getattr(args, k) for k in ("move_time", "deal_time", "memory")}
    return Limits(**{k: v for k, v in given.items() if v is not None})


def _sprt(args: argparse.Namespace) -> Sprt | None:
    try:
        return None if args.sprt is None else Sprt.parse(args.sprt)
    except ValueError as error:
        raise UserError(f"--sprt {error}") from error


def _play(
    args: argparse.Namespace, e: Experiment, packs: list[list[int]] | None
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
            e.name, e.limits, e.schedule, e.sprt, args.max_deals, e.isolate,
            _executor(args), _part(args, e))
    return result, time.perf_counter() - began


def _executor(args: argparse.Namespace) -> Any:
    """Who plays on ``--cluster``; None: worker processes of this machine."""
    if args.cluster is None:
        return None
    if args.jobs is not None:
        raise UserError("--jobs is for this machine: with --cluster its workers are used")
    from ..tournament.cluster import dask

    return dask(args.cluster)


def _part(args: argparse.Namespace, e: Experiment) -> tuple[int, int] | None:
    """What ``--part`` says."""
    if args.part is None:
        return None
    if e.seed is None or e.sprt is not None:
        raise UserError("--part: all parts need one --seed, and no --sprt")
    number, slash, of = args.part.partition("/")
    if not (slash and number.isdecimal() and of.isdecimal() and 1 <= int(number) <= int(of)):
        raise UserError(f"--part {args.part} is not known: 3/8 is the third of eight parts")
    if args.results is None:
        raise UserError("--part: a part is kept with --results, for 'merge' to join")
    return int(number), int(of)


def _declared(args: argparse.Namespace) -> int:
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
        print_json({"title": title, "tournaments": tournaments})
    return _exit_code(args, *(result for result, _ in results))


def _hidden(args: argparse.Namespace) -> list[str]:
    """Files that no isolated bot may read, wherever they are."""
    results = [] if args.results is None else with_companions(args.results)
    return results + ([] if args.packs in (None, "-") else [args.packs])


def bots_named(
    names: list[str], game: Game, isolate: bool = False, hidden: Sequence[str] = ()
) -> list[BotSpec]:
    """The bots of a command line: none means rules and random, ``all`` those built in that fit."""
    if not names:
        names = ["rules", "random"]
    if "all" in names:
        at = names.index("all")
        built_in = [name for name in built_in_names() if BotSpec(name).cls.fits(game)]
        names = names[:at] + built_in + names[at + 1 :]
    specs = specs_of(names, isolate, hidden)
    if len(specs) < 2:
        raise UserError("name at least two bots, or none for rules against random")
    check_bots(specs)
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
