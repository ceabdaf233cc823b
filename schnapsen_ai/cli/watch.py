"""``schnapsen-ai watch``: one deal in this process, step by step, to find a mistake."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from .options import UserError, game_arguments, load_game, number, whole

if TYPE_CHECKING:
    from ..bot.watching import Step
    from ..deal.state import State


def arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("bots", nargs="+", metavar="BOT",
                     help="by seat, from the first to act; one plays all seats, two in turn")
    game_arguments(sub)
    sub.add_argument("--seed", type=whole, default=1, help="of cards and bots (default 1)")
    sub.add_argument("--position", metavar="TEXT",
                     help="go on from here; what a seat sees of it (?) is dealt by --seed")
    sub.add_argument("--deal", nargs=2, metavar=("FILE", "WHICH"),
                     help="the cards of a stored deal, named as in `replay`")
    sub.add_argument("--from", dest="first", type=number(1, "--from"), default=1, metavar="N",
                     help="with --deal: as it was played up to move N, which is the bots'")
    sub.add_argument("--boards", action="store_true", help="what the seat sees before each move")
    sub.add_argument("--step", action="store_true", help="wait for Enter after each move")


def run(args: argparse.Namespace) -> int:
    """Exit code 1 where a bot raised, with its traceback."""
    from ..bot.watching import watch
    from ..deal.transcript import result_text

    state = _start(args)
    if len(args.bots) > (seats := state.game.n_seats):
        raise UserError(f"{len(args.bots)} bots: {state.game.name} has {seats} seats")
    print(state, end="\n\n", flush=True)
    if not _shown(watch(state, args.bots, args.seed), args):
        return 1
    print(f"\nresult: {result_text(state)}")
    return 0


def _start(args: argparse.Namespace) -> State:
    if args.position is not None and args.deal is not None:
        raise UserError("give --position or --deal, not both")
    if args.first > 1 and args.deal is None:
        raise UserError("--from belongs to --deal FILE WHICH")
    if args.deal is not None:
        return _stored(args)
    if args.position is None:
        return _dealt(args)
    from ..deal.state import View
    from .positions import position_game

    placed = position_game(args).position(args.position)
    state = placed.redeal(args.seed) if isinstance(placed, View) else placed
    if state.is_over:
        raise UserError("the deal is over: there is nothing to watch")
    return state


def _dealt(args: argparse.Namespace) -> State:
    state: State = load_game(args).deal(seed=args.seed)
    return state


def _stored(args: argparse.Namespace) -> State:
    """A stored deal as it stood before move --from."""
    from .replay import record_of

    record = record_of(*args.deal)
    if args.first > len(record.moves):
        raise UserError(f"--from {args.first}: the deal has {len(record.moves)} moves")
    state = record.start()
    for move in record.moves[: args.first - 1]:
        state.play(move)
    return state


def _shown(steps: Iterator[Step], args: argparse.Namespace) -> bool:
    """Print each step as it is made; False where a bot raised."""
    import bdb
    import sys
    import traceback

    from ..bot.interface import BotError

    while True:
        try:
            step = next(steps, None)
        except BotError:
            raise  # none of that name: one line
        except bdb.BdbQuit:
            print("schnapsen-ai: the debugger was left", file=sys.stderr)
            return False
        except Exception:
            traceback.print_exc()
            return False
        if step is None:
            return True
        if args.boards:
            print(f"\n{step.view}\n")
        print(step, flush=True)
        if args.step and sys.stdin.isatty():
            input()
