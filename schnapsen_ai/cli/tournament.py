"""``schnapsen-ai tournament``: paired deals between bots, or an experiment file."""

from __future__ import annotations

import argparse

from .options import bounded, game_arguments, json_argument, limit_arguments, number, whole


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
        type=bounded("deals"),
        default=None,
        help="single deals (with --unit match: matches) of each pairing, rounded up to whole "
        "sets (default 2000, with --unit match 200)",
    )
    sub.add_argument("--seed", type=whole, help="makes the tournament reproducible")
    sub.add_argument("--jobs", type=bounded("jobs"),
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
    sub.add_argument("--max-deals", type=bounded("max_deals"),
                     help="with --unit match: a match ends after so many deals at the latest "
                     "(default 1000); where the score is money the richest has won, else nobody")
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
    sub.add_argument("--results", metavar="FILE", help="keep every deal in this SQLite file while "
                     "playing; the same command again goes on where it stopped")
    sub.add_argument("--part", metavar="I/N", help="play the I-th of N parts of the sets, with "
                     "--seed and --results: 'merge' joins the files of all parts")
    sub.add_argument("--cluster", metavar="tcp://HOST:PORT",
                     help="play on the workers of this Dask scheduler instead of here (see "
                     "help(schnapsen_ai.tournament.cluster))")
    limit_arguments(sub)
    sub.add_argument("--strict", action="store_true", help="exit 1 if any bot misbehaved")
    sub.add_argument("--quiet", action="store_true", help="no progress bar")
    json_argument(sub)


def run(args: argparse.Namespace) -> int:
    """Play and print; 1 with --strict if a bot misbehaved."""
    from .tournament_run import run

    return run(args)
