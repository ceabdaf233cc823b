"""``schnapsen-ai rulebook``: the rules of a game, as a player reads them."""

from __future__ import annotations

import argparse
from importlib import resources
from typing import Any

from ..deal.game import load
from ..games import MODULES
from .options import UserError


def arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("game", nargs="?", help="a game or preset")


def run(args: Any) -> int:
    if args.game is None:
        raise UserError(f"name a game: {', '.join(MODULES)}")
    game = load(args.game)
    folder = resources.files(f"{__package__.rsplit('.', 1)[0]}.games.{MODULES[game.name]}")
    print(folder.joinpath(game.rules.RULEBOOK).read_text(encoding="utf-8").rstrip())
    return 0
