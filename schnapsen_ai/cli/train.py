"""``schnapsen-ai train``: a network that learns a game by playing it, as a file that plays."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .options import UserError, bounded, game_arguments, number, print_json

if TYPE_CHECKING:
    from ..learn.training import Training

CHECKED_EVERY = 20  # times in a training that the strength is measured, and all is saved


def arguments(sub: argparse.ArgumentParser) -> None:
    game_arguments(sub)
    sub.add_argument("--to", required=True, metavar="FILE.npz",
                     help="the player; what is needed to go on is kept beside it, in "
                     "FILE.training.npz: the same command goes on after it was stopped")
    sub.add_argument("--deals", type=bounded("deals"), default=4_000_000,
                     help="deals to learn from (default 4,000,000: ten minutes or so)")
    sub.add_argument("--seed", type=bounded("seed"), default=1, help="fixes everything (default 1)")
    sub.add_argument("--hidden", type=_pair, default=(128, 64), metavar="N,M",
                     help="units of the two hidden layers (default 128,64)")
    sub.add_argument("--warm", type=bounded("warm"), default=0.1, metavar="SHARE",
                     help="share of the deals, at first, that learn from the rule player "
                     "(default 0.1; more where a training is short)")
    sub.add_argument("--late", type=number(1, "--late", 1000), default=10, metavar="N",
                     help="there the rule player makes one of his first N decisions in a deal at "
                     "random (default 10; more where deals are long)")
    sub.add_argument("--rivals", type=bounded("rivals"), default=0.25, metavar="SHARE",
                     help="share of the others in which it plays against the rule player, not "
                     "against itself (default 0.25)")
    sub.add_argument("--json", action="store_true",
                     help="print how it went as one JSON object, for programs")


def _pair(text: str) -> tuple[int, int]:
    parse = number(1, "a hidden layer", 4096)
    parts = text.split(",")
    if len(parts) != 2:
        raise argparse.ArgumentTypeError(f"{text!r} is not a pair: write two numbers, as in 128,64")
    return parse(parts[0]), parse(parts[1])


def run(args: argparse.Namespace) -> int:
    from ..base.files import check_can_write
    from ..learn import player

    to = Path(args.to)
    if to.suffix != ".npz":
        raise UserError(f"{to}: name a file that ends in .npz")
    kept = to.with_suffix(".training.npz")
    if to.name.endswith(".training.npz"):
        raise UserError(f"{to} is a name for what a training needs to go on: give another --to")
    if to.exists() and not kept.exists():
        raise UserError(f"{to} is there already, and no training of it to go on with: give another "
                        "--to, or remove it")
    check_can_write(to)
    training = _begin(args, kept)
    try:
        _train(training, kept)
    except KeyboardInterrupt:
        print(f"schnapsen-ai: stopped after {training.round} of {training.settings.rounds} rounds; "
              f"the same command goes on from the last that was saved, {to} comes at the end",
              file=sys.stderr)
        return 130
    player.write(training, to)
    if args.json:
        print_json({"file": str(to), "record": training.record})
    else:
        print("\n".join(curve(training)))
        print(f"\n{to} plays: schnapsen-ai tournament net:file={to} rules "
              f"--game {training.game.name}")
    return 0


def _begin(args: argparse.Namespace, kept: Path) -> Training:
    """A new training, or the one that was begun."""
    from ..learn.training import Settings, Training
    from .options import load_game

    game = load_game(args)
    settings = Settings(seed=args.seed, deals=args.deals, hidden=args.hidden, warm=args.warm,
                        late=args.late, rivals=args.rivals)
    if not kept.exists():
        return Training(game, settings)
    begun = Training.of_file(kept)
    if (begun.game, begun.settings) != (game, settings):
        raise UserError(f"{kept} is of another training ({begun.game.spec}, {begun.settings.deals} "
                        f"deals, seed {begun.settings.seed}): give another --to, or remove it")
    return begun


def _train(training: Training, kept: Path) -> None:
    from tqdm import tqdm

    size, rounds = training.settings.table, training.settings.rounds
    pause = max(1, rounds // CHECKED_EVERY)
    bar = tqdm(total=rounds * size, initial=training.round * size, unit=" deals",
               unit_scale=True, leave=False, disable=None)
    training.save(kept)  # where it cannot be kept, that is said now
    with bar:
        while not training.over:
            training.step()
            bar.update(size)
            if training.round % pause == 0 or training.over:
                bar.set_postfix_str(f"{training.strength().points:+.3f} v rules")
                training.save(kept)


def curve(training: Training) -> list[str]:
    """The strength on the way, a line each, with a bar."""
    from ..stats.text import aligned

    rows = [["deals", "CPU seconds", "points a deal v rules [95 %]", ""]]
    record: list[dict[str, Any]] = training.record
    low = min((r["points"] for r in record), default=0.0)
    high = max(0.0, *(r["points"] for r in record)) if record else 0.0
    for r in record:
        length = round(30 * (r["points"] - low) / (high - low)) if high > low else 0
        rows.append([
            f"{r['deals']:,}", f"{r['seconds']:.0f}",
            f"{r['points']:+.3f} [{r['points'] - r['half']:+.3f}, {r['points'] + r['half']:+.3f}]",
            "#" * length,
        ])  # fmt: skip
    return aligned(rows)
