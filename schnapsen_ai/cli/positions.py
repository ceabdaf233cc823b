"""Positions that a command is given: of which game they are."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from .options import load_game

if TYPE_CHECKING:
    from ..deal.game import Game


def position_game(args: argparse.Namespace) -> Game:
    """The game that a position names, else that of --game; options as given."""
    from ..deal.notation import game_of

    named = game_of(args.position)
    if named is not None:
        name, options = named
        args.game = name
        args.option = [f"{k}={v}" for k, v in options.items()] + args.option
    return load_game(args)
