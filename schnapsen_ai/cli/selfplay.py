"""``schnapsen-ai selfplay``: every decision of many deals as rows of data."""

from __future__ import annotations

import argparse
import os

from .options import bounded, game_arguments, load_game, number, whole


def arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("bots", nargs="+", metavar="BOT",
                     help="one bot, which plays itself, or two (as in `tournament`)")
    game_arguments(sub)
    sub.add_argument("--deals", type=bounded("deals"), required=True,
                     help="single deals (with --unit match: matches), rounded up to whole sets: "
                     "each pack in every seating")
    sub.add_argument("--unit", choices=("deal", "match"), default="deal",
                     help="what is played (default deal)")
    sub.add_argument("--max-deals", type=bounded("max_deals"),
                     help="with --unit match: a match ends after so many deals at the latest")
    sub.add_argument("--to", metavar="FILE", required=True,
                     help="data.npz or data.parquet: data-00000.npz and so on are written; those "
                     "that are there are kept, so that the same command goes on after a stop")
    sub.add_argument("--seed", type=whole, help="fixes every row, whatever --jobs is")
    sub.add_argument("--jobs", type=bounded("jobs"), help="processes (default: cores)")
    sub.add_argument("--observations", metavar="FORM", default="compact",
                     help="compact (default) or onehot, with +options and +recall as wanted")
    sub.add_argument("--values", action="store_true",
                     help="with the exact open-card value of every legal move")
    sub.add_argument("--shard", type=number(1, "--shard"), default=10_000,
                     help="deals, or matches, of a file (default 10,000)")
    sub.add_argument("--quiet", action="store_true", help="no progress bar")


def run(args: argparse.Namespace) -> int:
    from tqdm import tqdm

    from ..sandbox import admitted
    from ..selfplay.plan import Plan
    from ..selfplay.run import run
    from .options import UserError

    if len(args.bots) > 2:
        raise UserError(f"{len(args.bots)} bots: name one, which plays itself, or two")
    a, b = args.bots[0], args.bots[-1]
    for text in dict.fromkeys(args.bots):
        admitted(text)
    if args.max_deals and args.unit != "match":
        raise UserError("--max-deals is about matches: give --unit match too")
    plan = Plan(load_game(args), a, b, args.deals, args.to, args.seed, args.observations,
                args.values, args.shard, args.unit, args.max_deals)
    total = plan.sets * plan.seatings
    jobs = args.jobs or os.cpu_count() or 1
    units = "deals" if args.unit == "deal" else "matches"
    with tqdm(total=total, unit=f" {units}", unit_scale=True, leave=False,
              disable=True if args.quiet else None) as bar:
        paths = run(plan, jobs, bar.update)
    span = paths[0] if len(paths) == 1 else f"{paths[0]} to {paths[-1]}"
    print(f"{total:,} {units} of {plan.game.spec}, {a} against {b}: {span}")
    return 0
