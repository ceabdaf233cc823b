"""Arguments that several commands share.  Little but argparse is imported here."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from ..base import numbers

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
    return _checked("seed", numbers.whole, text, *numbers.BOUNDS["seed"])


def number(low: int, what: str, high: int = numbers.MOST) -> Callable[[str], int]:
    """A parser of whole numbers within bounds."""
    return lambda text: _checked(what, numbers.whole, text, low, high)


def bounded(name: str) -> Callable[[str], Any]:
    """A parser of the number that is set by a name: within `numbers.BOUNDS`."""
    low, high = numbers.BOUNDS[name]
    read: Callable[[str], Any] = numbers.whole if isinstance(low, int) else numbers.real
    return lambda text: _checked(f"--{name.replace('_', '-')}", read, text, low, high)


def _checked(what: str, read: Callable[[str], Any], text: str, low: float, high: float) -> Any:
    try:
        value = read(text)
        numbers.within(what, value, low, high)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return value


def limit_arguments(sub: argparse.ArgumentParser) -> None:
    """``--move-time``, ``--deal-time``, ``--memory``, ``--isolate``."""
    sub.add_argument("--move-time", type=bounded("move_time"), metavar="SECONDS",
                     help="a later move forfeits; a bot's first, which may compile, has "
                     "--deal-time (default: only --deal-time counts)")
    sub.add_argument("--deal-time", type=bounded("deal_time"), metavar="SECONDS",
                     help="thinking time of a bot in one deal (default 60)")
    sub.add_argument("--memory", type=bounded("memory"), metavar="MB",
                     help="memory that a bot may use (default 1024)")
    sub.add_argument("--isolate", action="store_true",
                     help="each bot that is not built in plays in a process of its own, which "
                     "reads no file but its own and sees no other process; without it "
                     "bots can talk to each other, and to themselves in the other seating")


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
    return load(USUAL_GAME if args.game is None else args.game, **options)
