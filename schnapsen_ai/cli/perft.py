"""``schnapsen-ai perft``: how many move sequences a deal has."""

from __future__ import annotations

import argparse
import time

from .options import game_arguments, json_argument, load_game, number, print_json, whole


def arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("depth", type=number(0, "depth"), help="count sequences of 1 .. DEPTH moves")
    game_arguments(sub)
    sub.add_argument("--pack", help="cards in dealing order (default: deal 0 of --seed)")
    sub.add_argument("--seed", type=whole, default=0)
    json_argument(sub)


def run(args: argparse.Namespace) -> int:
    game = load_game(args)
    state = game.deal(pack=args.pack) if args.pack else game.deal(seed=args.seed)
    began = time.perf_counter()
    counts = []
    for depth in range(1, args.depth + 1):
        counts.append(state.perft(depth))
        if not args.json:
            print(f"{depth:3d}  {counts[-1]:,}")
    if args.json:
        seconds = round(time.perf_counter() - began, 3)
        print_json({"game": game.spec, "pack": state.pack, "counts": counts,
                          "seconds": seconds})
    return 0
