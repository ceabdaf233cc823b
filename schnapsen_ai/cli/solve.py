"""``schnapsen-ai solve``: exact open-card values of packs or of one position."""

from __future__ import annotations

import argparse
import sys
import time
from typing import TYPE_CHECKING

from ..base.files import input_lines
from .options import UserError, faces_argument, game_arguments, json_argument, load_game, print_json
from .positions import position_game

if TYPE_CHECKING:
    import numpy as np

    from ..deal.game import Game

_NOTHING = (
    "give a position, or packs on standard input: a line each, the cards in the order in which "
    "they are dealt, as in AS JH QC ..."
)


def arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument(
        "position", nargs="?", help="a position; without one, packs are read from standard input"
    )
    game_arguments(sub)
    faces_argument(sub)
    json_argument(sub)


def run(args: argparse.Namespace) -> int:
    if args.position:
        return _position(args)
    game = load_game(args)
    if sys.stdin.isatty():
        raise UserError(_NOTHING)
    values, seconds, nodes = [], 0.0, 0
    for n, line in enumerate(input_lines(), 1):
        line = line.removeprefix("\ufeff").split("#")[0].strip()  # a byte-order mark is no card
        if not line:
            continue
        try:
            state = game.deal(pack=line)
        except ValueError as error:
            raise UserError(f"standard input, line {n}: {error}") from error
        pool = state.record()
        if not game.board.sides_known_at(pool, 0):
            raise UserError(
                f"{game.name} begins with an auction: the value of a whole pack is not defined; "
                "solve a position after the bidding"
            )
        value, spent, visited = solve_pack(game, pool)
        values.append(value)
        seconds += spent
        nodes += visited
        if not args.json:
            print(value, flush=True)
    if not values:
        raise UserError(_NOTHING)
    if args.json:
        count = len(values)
        print_json({
            "game": game.spec,
            "values": values,
            "mean_ms": 1000 * seconds / count,
            "nodes_per_deal": nodes / count,
        })
    return 0


def solve_pack(game: Game, pool: np.ndarray) -> tuple[int, float, int]:
    """Forehand's value of a deal with a cleared table: value, seconds, nodes."""
    from ..deal.exact import solver_of

    solver = solver_of(game)
    kernels, work, counter = solver.kernels, solver.work, solver.nodes
    kernels.exact_clear(work)
    nodes = int(work[1][counter])
    began = time.perf_counter()
    value = int(kernels.exact_value_at(pool, 0, 0, work))
    return value, time.perf_counter() - began, int(work[1][counter]) - nodes


def _position(args: argparse.Namespace) -> int:
    from ..deal.state import View

    game = position_game(args)
    state = game.position(args.position)
    if isinstance(state, View):
        raise UserError("the position has hidden cards: use `schnapsen-ai analyse`")
    values = state.move_values()
    value = state.value(0)
    if args.json:
        print_json({
            "game": game.spec,
            "value": value,
            "to_move": state.to_move,
            "moves": {game.move_text(m): v for m, v in values.items()},
        })
        return 0
    style = args.faces or game.style
    print(state.shown(style))
    print(f"\nvalue for seat 0: {value:+d}")
    for move, v in sorted(values.items(), key=lambda mv: -mv[1]):
        print(f"  {game.move_text(move, style):16} {v:+d}")
    return 0

