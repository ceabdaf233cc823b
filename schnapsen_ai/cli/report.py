"""``schnapsen-ai report``: a results file as one page."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from .options import UserError, number


def arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("results", help="a results file, also while a tournament writes it")
    sub.add_argument("-o", "--output", metavar="FILE", default="report.html",
                     help="the page (default report.html)")
    sub.add_argument("--deals", type=number(0, "--deals"), metavar="N", default=1000,
                     help="deals of all pairings together that are searched for instructive "
                     "decisions (default 1000)")


def run(args: argparse.Namespace) -> int:
    from ..base.files import check_can_write, write_whole
    from ..report import report
    from ..store.reader import Archive

    check_can_write(args.output)
    if Path(args.output).exists() and Path(args.output).samefile(args.results):
        raise UserError(f"{args.output} is the results file: give the page another name")
    with Archive(args.results) as archive:
        html = report(archive, args.deals)
    page = html.encode()
    write_whole(Path(args.output), page)
    print(f"{args.output}: {len(page) / 1e6:.2f} MB, open it in a browser",
          file=sys.stderr)
    return 0
