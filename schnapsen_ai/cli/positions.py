"""Positions that a command is given: of which game they are, and a deal to go on with."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from .options import UserError, load_game

if TYPE_CHECKING:
    from ..cards import Seat
    from ..deal.game import Game
    from ..deal.history import DealHistory


def position_game(args: argparse.Namespace) -> Game:
    """The game that a position names, else that of --game; options as given."""
    from ..deal.notation import game_of

    named = game_of(args.position)
    if named is not None:
        name, options = named
        args.game = name
        args.option = [f"{k}={v}" for k, v in options.items()] + args.option
    return load_game(args)


def deal_from(game: Game, position: str, secret: bytes) -> tuple[DealHistory, Seat]:
    """The deal that a position is of, hidden cards dealt at random; and whose view it is."""
    from ..base import seeds
    from ..deal.history import DealHistory
    from ..deal.state import State

    found = game.position(position)
    if found.is_over:
        raise UserError("the deal is over: there is nothing to play")
    if isinstance(found, State):
        return DealHistory.of(found), found.to_move or 0
    rng = seeds.generator(int(seeds.words(secret, "position", 0, 1)[0]))
    return DealHistory.of(found.redeal(rng)), found.seat
