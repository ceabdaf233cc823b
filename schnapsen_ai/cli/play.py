"""``schnapsen-ai play``: you against bots, in the terminal."""

from __future__ import annotations

import argparse

from .options import UserError, faces_argument, game_arguments, number, whole


def arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("bot", nargs="?", default="rules", metavar="BOT", help="default: rules")
    game_arguments(sub)
    sub.add_argument("--position", metavar="TEXT",
                     help="go on from here; what a seat sees of it (?) is dealt at random")
    sub.add_argument("--seed", type=whole, help="the same cards again")
    sub.add_argument("--seat", type=whole, default=None,
                     help="your seat (default: 0, forehand; of a position the one that sees it)")
    faces_argument(sub)
    sub.add_argument("--unit", choices=("deal", "match"), default="deal")
    sub.add_argument("--matches", type=number(1, "--matches"), default=1, metavar="N",
                     help="with --unit match: a series, whose marks are counted (default 1)")
    sub.add_argument("--undo", action="store_true", help="moves may be taken back")
    sub.add_argument("--language", choices=("en", "de", "hu"), default="en")
    sub.add_argument("--no-replay", action="store_true",
                     help="no look back at the end with the solver's verdict")


def run(args: argparse.Namespace) -> int:
    from .sitting import sit_down

    if args.matches > 1 and args.unit != "match":
        raise UserError("--matches is about matches: give --unit match too")
    if args.position is not None and args.unit == "match":
        raise UserError("--position is one deal: leave --unit match out")
    sit_down(args)
    return 0
