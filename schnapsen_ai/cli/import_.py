"""``schnapsen-ai import``: deals played elsewhere or by people, checked and kept."""

from __future__ import annotations

import argparse
import shlex
import sys
from typing import TYPE_CHECKING, Any

from .options import json_argument, print_json

if TYPE_CHECKING:
    from ..deal.transcript import Record


def arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("files", nargs="+", metavar="FILE", help="deals as text; '-': standard input")
    sub.add_argument("--results", metavar="FILE",
                     help="keep them in this results file (default: only check them)")
    json_argument(sub)


def run(args: argparse.Namespace) -> int:
    from ..base.files import read_text
    from ..deal.transcript import parse_records
    from ..store.provenance import versions
    from ..store.writer import Store

    records: list[Record] = []
    for path in args.files:
        text = read_text(path)
        try:
            records += parse_records(text)
        except ValueError as error:
            raise ValueError(f"{path}, {error}") from error
    new = None
    if args.results is not None:
        with Store(args.results, shlex.join(sys.argv[1:]), versions()) as store:
            if store.rescued:
                print(f"schnapsen-ai: {store.rescued}", file=sys.stderr)
            new = store.keep(_row(record) for record in records)
    if args.json:
        print_json({"deals": len(records), "new": new, "players": _sums(records)})
        return 0
    kept = "" if new is None else f"; {new} of them new in {args.results}"
    what = "1 deal is" if len(records) == 1 else f"{len(records)} deals are"
    print(f"{what} in order{kept}")
    for name, sums in _sums(records).items():
        deals = "1 deal" if sums["deals"] == 1 else f"{sums['deals']} deals"
        print(f"  {name}: {deals}, {sums['points'] / sums['seats']:+.3f} points each")
    return 0


def _row(record: Record) -> tuple[str, Any, Any, str]:
    end = record.end()
    return (record.game.spec, list(record.players), list(end.payoffs()) if end.is_over else None,
            record.text())


def _sums(records: list[Record]) -> dict[str, dict[str, int]]:
    """Finished deals, seats in them, and the game points of these seats, by player named."""
    from ..deal.transcript import UNNAMED

    sums: dict[str, dict[str, int]] = {}
    for record in records:
        end = record.end()
        if end.is_over:
            named = [name for name in record.players if name != UNNAMED]
            for name in dict.fromkeys(named):
                mine = sums.setdefault(name, {"deals": 0, "seats": 0, "points": 0})
                mine["deals"] += 1
                mine["seats"] += named.count(name)
            for name, points in zip(record.players, end.payoffs(), strict=False):
                if name != UNNAMED:
                    sums[name]["points"] += points
    return sums
