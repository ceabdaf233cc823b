"""``schnapsen-ai find``: decisions worth a look in a results file."""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from .export import chosen
from .options import json_argument, number, print_json

if TYPE_CHECKING:
    from ..analysis.mining import Spot
    from ..deal.transcript import Record
    from ..store.reader import Archive


def arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("results", help="a results file")
    sub.add_argument("--where", required=True, metavar="KIND[,CONDITION...]",
                     help="blunder, failed-close, only-move or fair (slow); conditions as in "
                     "lost>=2, move>6, legal>2, payoff<0, seat=0, bot=rules")
    sub.add_argument("--most", type=number(1, "--most"), default=10, metavar="N",
                     help="show the N most instructive (default 10)")
    sub.add_argument("--deals", type=number(1, "--deals"), metavar="N",
                     help="look at the first N deals only")
    sub.add_argument("--pairing", type=number(1, "--pairing"), action="append", metavar="N",
                     help="only this pairing; may be given several times")
    json_argument(sub)


def run(args: argparse.Namespace) -> int:
    from ..analysis.mining import Query, mine
    from ..store.reader import Archive

    query = Query.parse(args.where)
    with Archive(args.results) as archive:
        deals = 0

        def looked_at() -> Iterator[Record]:
            nonlocal deals
            for record in itertools.islice(_deals(archive, args.pairing), args.deals):
                deals += 1
                yield record

        found = mine(looked_at(), query, args.most)
    if args.json:
        print_json({"where": args.where, "deals": deals,
                          "found": [spot.as_json() for spot in found]})
        return 0
    print(f"{args.results}: {args.where}, {len(found)} of {deals:,} deals shown, "
          "the most instructive first" if found else
          f"{args.results}: nothing like that in {deals:,} deals")
    for spot in found:
        print("\n" + _text(spot))
    return 0


def _deals(archive: Archive, wanted: list[int] | None) -> Iterator[Record]:
    """All stored deals, imported ones last; a pairing that cannot be replayed is passed over."""
    from ..deal.transcript import parse_records
    from ..tournament.stored_deals import records

    for pairing in chosen(archive, wanted):
        try:
            yield from records(archive, pairing)
        except ValueError as error:
            print(f"schnapsen-ai: pairing {pairing.id} is left out: {error}", file=sys.stderr)
    if wanted is None:
        for row in archive.records():
            yield from parse_records(row["text"])


def _text(spot: Spot) -> str:
    found = spot.as_json()
    address = found["deal"] or "imported"
    values = ", ".join(f"{m} {v:+d}" for m, v in found["values"].items())
    return (f"{address} move {found['move']}, {found['bot']} (seat {found['seat']}) played "
            f"{found['played']}: {found['note']}\n"
            f"    open-card values: {values or 'too dear to compute'}\n"
            f"    {found['position']}")
