"""Arguments that several commands share.  Nothing but argparse is imported here."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

USUAL_GAME = "schnapsen"


def game_arguments(sub: argparse.ArgumentParser, what: str = f" (default {USUAL_GAME})") -> None:
    """``--game`` and ``--option``; `load_game` fills in the default."""
    sub.add_argument("--game", metavar="NAME", help=f"game or preset{what}")
    sub.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a house rule; may be given several times (see `schnapsen-ai games`)",
    )


def faces_argument(sub: argparse.ArgumentParser) -> None:
    sub.add_argument(
        "--faces",
        choices=("french", "german", "hungarian"),
        help="how cards are written (default: as the game is played); all are read",
    )


def whole(text: str) -> int:
    """A whole number in plain digits, of which ``_`` and ``,`` may make groups."""
    try:
        if text.isascii() and len(text) < 30:
            return int(text.replace("_", "").replace(",", ""))
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"{text[:30]!r} is not a whole number")


def number(low: int, what: str, high: int = 10**12) -> Callable[[str], int]:
    def parse(text: str) -> int:
        value = whole(text)
        if value < low:
            raise argparse.ArgumentTypeError(f"{text} is too small: {what} is at least {low}")
        if value > high:
            raise argparse.ArgumentTypeError(f"{text} is too large: {what} is at most {high}")
        return value

    return parse


def above_zero(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds") from None
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} s is no limit: write a number above 0")
    return value


def limit_arguments(sub: argparse.ArgumentParser) -> None:
    """``--move-time``, ``--deal-time``, ``--memory``, ``--isolate``."""
    sub.add_argument("--move-time", type=above_zero, metavar="SECONDS",
                     help="a later move forfeits; a bot's first, which may compile, has "
                     "--deal-time (default: only --deal-time counts)")
    sub.add_argument("--deal-time", type=above_zero, metavar="SECONDS",
                     help="thinking time of a bot in one deal (default 60)")
    sub.add_argument("--memory", type=number(1, "--memory", 2**30), metavar="MB",
                     help="memory that a bot may use (default 1024)")
    sub.add_argument("--isolate", action="store_true",
                     help="each bot that is not built in plays in a process of its own, which "
                     "reads no file but its own and sees no other process")


def json_argument(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("--json", action="store_true", help="print one JSON object, for programs")


def print_json(value: Any) -> None:
    """One line for programs."""
    import json

    print(json.dumps(value))


class UserError(Exception):
    """Bad input: one line for the user, exit code 2."""


def load_game(args: argparse.Namespace) -> Any:
    """The game of ``--game`` and ``--option``."""
    from ..deal.game import load

    options = {}
    for item in args.option:
        name, equals, value = item.partition("=")
        if not equals:
            raise UserError(f"--option {item}: write NAME=VALUE, as in --option flat=1")
        if name in options:
            raise UserError(f"--option {name} is given twice")
        options[name] = value
    return load(args.game or USUAL_GAME, **options)
