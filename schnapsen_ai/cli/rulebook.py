"""``schnapsen-ai rulebook``: the rules of a game, as a player reads them."""

from __future__ import annotations

import argparse

from .options import UserError


def arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("game", nargs="?", help="a game or preset")


def run(args: argparse.Namespace) -> int:
    from ..deal.game import load
    from ..games import names

    if args.game is None:
        raise UserError(f"name a game: {', '.join(names())}")
    print(load(args.game).rulebook())
    return 0
