"""``schnapsen-ai merge``: results files that machines have played apart, joined into one."""

from __future__ import annotations

import argparse
import shlex
import sys
from typing import TYPE_CHECKING

from .options import UserError

if TYPE_CHECKING:
    from ..store.reader import Archive, StoredPairing


def arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("into", metavar="RESULTS", help="the file to join them in; made if not there")
    sub.add_argument("files", nargs="+", metavar="FILE", help="results files, which stay")
    sub.add_argument("--also", action="store_true",
                     help="keep other tournaments, and other files of a bot, beside those there "
                     "(default: refuse them)")


def run(args: argparse.Namespace) -> int:
    from ..base.files import no_file
    from ..store import read
    from ..store.provenance import versions
    from ..store.writer import Store

    for path in args.files:
        if reason := no_file(path):
            raise UserError(reason)
    with Store(args.into, shlex.join(sys.argv[1:]), versions()) as store:
        if store.rescued:
            print(f"schnapsen-ai: {store.rescued}", file=sys.stderr)
        for path in args.files:
            print(f"{path}: {store.merge(path, args.also)} sets new in {args.into}")
    with read(args.into) as results:
        for p in results.pairings():
            gaps = "" if _is_whole(results, p) else ", with gaps"
            print(f"{p.a.text} against {p.b.text}: {p.deals} deals{gaps}")
    return 0


def _is_whole(results: Archive, pairing: StoredPairing) -> bool:
    """Whether the sets of a pairing follow one another from the first on."""
    at = 0
    for block in results.blocks(pairing):
        if block.start != at:
            return False
        at += block.sets
    return True
