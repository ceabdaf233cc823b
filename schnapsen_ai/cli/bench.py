"""``schnapsen-ai bench``: the speed of the engine, the solver, the search and the tournament."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from .._version import __version__
from .options import bounded, json_argument, print_json


def arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument(
        "--game",
        metavar="NAME",
        help="the figures of one game: random deals, redeal, solver after the bidding, ismcts",
    )
    sub.add_argument("--seconds", type=bounded("seconds"), default=1.0,
                     help="for each figure (default 1)")
    json_argument(sub)


def run(args: argparse.Namespace) -> int:
    from .bench_figures import one_game, project

    def note(what: str) -> None:
        if not args.json:
            print(f"measuring {what} ...", file=sys.stderr)

    seconds = args.seconds
    figures = one_game(args.game, seconds, note) if args.game else project(seconds, note)
    if args.json:
        print_json({"version": __version__, **figures})
    else:
        for name, value in figures.items():
            print(f"{name:26} {_text(value)}")
    return 0


def _text(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, str):
        return value
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
