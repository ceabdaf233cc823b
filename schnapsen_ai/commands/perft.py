"""``schnapsen-ai perft``: how many move sequences a deal has."""

from __future__ import annotations

import json
import time
from typing import Any

from ..cli import load_game


def run(args: Any) -> int:
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
        print(json.dumps({"game": game.spec, "pack": state.pack, "counts": counts,
                          "seconds": seconds}))
    return 0
