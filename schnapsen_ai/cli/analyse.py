"""``schnapsen-ai analyse``: what each legal move of a position is worth to the seat to move."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from ..stats.text import aligned
from .options import faces_argument, game_arguments, json_argument, number, print_json, whole
from .positions import position_game

if TYPE_CHECKING:
    from ..analysis.rows import Analysis, MoveRow


def arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("position", help="a position as its seat to move sees it (? for hidden cards)")
    game_arguments(sub)
    sub.add_argument("--worlds", type=number(1, "--worlds"),
                     help="worlds sampled where they cannot all be enumerated (default 1000; "
                     "for bids 4000, or 200 with a policy written in Python)")
    sub.add_argument("--policy", default="rules", metavar="BOT",
                     help="who plays bids out at every seat (default rules)")
    sub.add_argument("--seed", type=whole, default=0, help="of the sampling (default 0)")
    faces_argument(sub)
    json_argument(sub)


def run(args: argparse.Namespace) -> int:
    from dataclasses import asdict

    from ..analysis.decision import analyse, worlds_planned
    from ..sandbox import admitted

    admitted(args.policy)
    game = position_game(args)
    position = game.position(args.position)
    if args.json or not sys.stderr.isatty():
        result = analyse(position, args.worlds, args.seed, None, args.policy)
    else:
        from tqdm import tqdm

        total = args.worlds or worlds_planned(position, args.policy)
        with tqdm(total=total, unit=" worlds", leave=False, delay=1) as bar:
            result = analyse(position, args.worlds, args.seed, bar.update, args.policy)
    if args.json:
        print_json(asdict(result))
        return 0
    style = args.faces or game.style
    print(position.shown(style))
    print("", *report(result, lambda move: game.move_text(move, style)), sep="\n")
    return 0


# --- the table ---


def report(result: Analysis, text: Any) -> list[str]:
    """A line on the worlds, the table, and what its columns mean."""
    interval = "" if result.enumerated else " [95 %]"
    head = ["bid" if result.policy else "move", f"mean{interval}", "best in", "wins in"]
    if result.policy:
        head.append("clairvoyant")
    if result.fair:
        head += ["fair wins", "fair points", "fair mean"]
    rows = [head]
    for row in result.moves:
        rows.append(_cells(row, result, text, ""))
        rows += [_cells(after, result, text, "  then ") for after in row.then]
    return [worlds_line(result), "", *aligned(rows), "", *_legend(result)]


def _cells(row: MoveRow, result: Analysis, text: Any, indent: str) -> list[str]:
    mean = f"{row.mean:+.3f}"
    if row.low is not None:
        mean += f" [{row.low:+.3f}, {row.high:+.3f}]"
    cells = [indent + text(row.move), mean]
    cells += [_count(row.best, row.best_share, result), _count(row.wins, row.wins_share, result)]
    if row.clairvoyant is not None:
        cells.append(f"{row.clairvoyant:+.3f}")
    if row.fair_wins is not None and row.fair_wins_share is not None:
        cells += [
            _count(row.fair_wins, row.fair_wins_share, result),
            f"{row.fair_points:+d}",
            f"{row.fair_mean:+.3f}",
        ]
    elif result.fair:
        cells += [""] * 3
    return cells


def _count(n: int, share: float, result: Analysis) -> str:
    if result.policy:
        return f"{100 * share:.1f} %"
    weighed = "" if result.equal else f" ({100 * share:.1f} %)"
    return f"{n} of {result.worlds}{weighed}"


def worlds_line(result: Analysis) -> str:
    """How the worlds were made, under which rules."""
    who = f"{result.game}, seat {result.seat} to move"
    if result.policy:
        return f"{who}; {result.worlds:,} worlds, each bid played out in all of them"
    if result.known:
        return f"{who}; all cards known"
    if not result.enumerated:
        many = "many" if result.possible is None else f"up to {result.possible:,}"
        return f"{who}; {result.worlds:,} worlds sampled of {many}"
    if result.worlds == 1:
        return f"{who}; 1 world fits: the seat knows all cards"
    likely = "equally likely" if result.equal else "not equally likely: means and % are weighted"
    return f"{who}; all {result.worlds:,} worlds enumerated, {likely}"


def _legend(result: Analysis) -> list[str]:
    if result.policy:
        return [
            f"mean, best, wins: payoffs where {result.policy} plays on at every seat; a bid that",
            "stands is made in the worlds that it wins.  Deals that the rules allow are equally "
            "likely.",
            "clairvoyant: the mean of exact values with all cards open once cards are played, in",
            f"the first {result.clairvoyant:,} worlds: too good for whoever gets to choose.",
        ]
    if result.known or result.worlds == 1:
        return ["mean: game points with best play by both sides."]
    lines = ["mean, best, wins: exact values, both sides seeing all cards, world by world."]
    if result.fair:
        return [
            *lines,
            "fair: the most that a strategy gets which depends only on what the seat sees, against",
            "an opponent who sees all cards: worlds won, points certain in every world, mean.",
        ]
    return [*lines, "There are too many worlds for the fair value."]
