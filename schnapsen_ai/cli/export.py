"""``schnapsen-ai export``: stored deals as text records, tables as CSV or Parquet."""

from __future__ import annotations

import argparse
import contextlib
import csv
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from .options import number

if TYPE_CHECKING:
    from ..store.columns import Columns
    from ..store.reader import Archive, StoredPairing


def arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("results", help="a results file")
    sub.add_argument("--to", metavar="FILE",
                     help="NAME.txt, NAME.csv or NAME.parquet (default: text on standard output)")
    sub.add_argument("--what", choices=("deals", "sets", "faults"), default="deals")
    sub.add_argument("--pairing", type=number(1, "--pairing"), action="append", metavar="N",
                     help="only this pairing; may be given several times")
    sub.add_argument("--hands", action="store_true",
                     help="text: what each seat is dealt in place of the pack")
    sub.add_argument("--sets", type=number(1, "--sets"), metavar="N",
                     help="text: only the first N sets of each pairing")


def run(args: argparse.Namespace) -> int:
    from ..base.files import check_can_write
    from ..store.reader import Archive

    kind = "txt" if args.to is None else Path(args.to).suffix.lstrip(".")
    if kind not in ("txt", "csv", "parquet"):
        raise ValueError(f"--to {args.to}: the name ends in .txt, .csv or .parquet")
    if kind == "txt" and args.what not in ("deals", "faults"):
        raise ValueError(f"--what {args.what} is a table: give --to NAME.csv or NAME.parquet")
    if args.to is not None:
        check_can_write(args.to)
    with Archive(args.results) as archive:
        pairings = chosen(archive, args.pairing)
        if kind == "txt":
            deals = args.what == "deals"
            lines = _deals(archive, pairings, args) if deals else _faults(archive, pairings)
            return _write(lines, args.to)
        columns = _named(pairings, getattr(archive, args.what)(*pairings))
    if args.what == "deals":
        _tell_missing(pairings, columns)
    (_csv if kind == "csv" else _parquet)(args.to, columns)
    print(f"{args.to}: {len(next(iter(columns.values()), []))} {args.what}", file=sys.stderr)
    return 0


def chosen(archive: Archive, wanted: list[int] | None) -> list[StoredPairing]:
    """The pairings of ``--pairing``, all where none is named; ValueError names those there are."""
    pairings = archive.pairings()
    unknown = set(wanted or []) - {p.id for p in pairings}
    if unknown:
        known = ", ".join(f"{p.id} ({p.a.text} against {p.b.text})" for p in pairings)
        raise ValueError(f"--pairing {min(unknown)} is not there; there are {known or 'none'}")
    return [p for p in pairings if wanted is None or p.id in wanted]


def _write(texts: Iterable[str], path: str | None) -> int:
    with contextlib.ExitStack() as stack:
        out = sys.stdout
        if path is not None:
            out = stack.enter_context(Path(path).open("w", encoding="utf-8"))
        for text in texts:
            print(text, file=out)
    return 0


def _deals(
    archive: Archive, pairings: list[StoredPairing], args: argparse.Namespace
) -> Iterator[str]:
    """Those imported, then those played, as text records."""
    from ..deal.transcript import parse_records
    from ..tournament.stored_deals import records

    if not args.pairing:
        for row in archive.records():
            kept = parse_records(row["text"]) if args.hands else ()
            yield "\n".join(r.text(by_hands=True) for r in kept) or row["text"]
    for p in pairings:
        yield from (r.text(args.hands) for r in records(archive, p, 0, args.sets))


def _faults(archive: Archive, pairings: list[StoredPairing]) -> Iterator[str]:
    """What bots did wrong, each with the traceback of an error."""
    from ..bot.faults import harmless

    for p in pairings:
        columns = archive.faults(p)
        names = ("bot", "set", "seating", "what", "detail")
        for bot, at, seating, what, detail in zip(*(columns[n] for n in names), strict=True):
            text = f"{p.a.text} against {p.b.text}, set {at}, seating {seating}: {bot} {what}"
            yield harmless(f"{text}\n{detail.rstrip()}\n" if detail else text)


def _named(pairings: list[StoredPairing], columns: Columns) -> Columns:
    """With what a table for others needs: names of game, bots and endings; cards as text."""
    import numpy as np

    from ..card_text import card_text

    if not columns:
        return columns
    by_id = {p.id: p for p in pairings}
    ids, index = np.unique(columns["pairing"], return_inverse=True)
    of = [by_id[int(i)] for i in ids]
    named: Columns = {
        "experiment": np.array([p.tournament.experiment for p in of], object)[index],
        "game": np.array([p.tournament.game for p in of], object)[index],
        "unit": np.array([p.tournament.unit for p in of], object)[index],
        "a": np.array([p.a.text for p in of], object)[index],
        "b": np.array([p.b.text for p in of], object)[index],
        **columns,
    }
    if "ending" in columns:
        most = max(len(p.endings) for p in of)
        table = np.array([[*p.endings, *[""] * (most - len(p.endings))] for p in of], object)
        named["ending"] = table[index, columns["ending"]]
    for name in ("moves", "movers"):
        if name in columns:
            named[name] = np.array([".".join(map(str, m)) for m in columns[name]], object)
    if "pack" in columns:
        letters = np.array([card_text(card) for card in range(32)])
        named["pack"] = np.array([" ".join(letters[list(p)]) for p in columns["pack"]], object)
    return named


def _tell_missing(pairings: list[StoredPairing], columns: Columns) -> None:
    there = set(columns["pairing"].tolist()) if columns else set()
    missing = [str(p.id) for p in pairings if p.id not in there and p.sets]
    if missing:
        print(f"pairing {', '.join(missing)}: played in one compiled loop, so that no moves were "
              "kept; its results are in --what sets, its deals in the text form", file=sys.stderr)


def _csv(path: str, columns: Columns) -> None:
    with Path(path).open("w", newline="", encoding="utf-8") as out:
        writer = csv.writer(out)
        writer.writerow(columns)
        writer.writerows(zip(*(column.tolist() for column in columns.values()), strict=True))


def _parquet(path: str, columns: Columns) -> None:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise ValueError(
            "Parquet needs pyarrow: pip install 'schnapsen-ai[data]', or export to .csv"
        ) from None
    parquet.write_table(pyarrow.table({k: pyarrow.array(v) for k, v in columns.items()}), path)
