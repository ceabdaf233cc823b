"""``schnapsen-ai report``: a results file as one page."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from ..archive import Archive
from ..report import report


def run(args: Any) -> int:
    with Archive(args.results) as archive:
        html = report(archive, args.deals)
    Path(args.output).write_text(html, encoding="utf-8")
    print(f"{args.output}: {len(html.encode()) / 1e6:.2f} MB, open it in a browser",
          file=sys.stderr)
    return 0
