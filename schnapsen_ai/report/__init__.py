"""A results file as one page: everything inline, nothing fetched, for a screen, a phone or paper.

`figures` counts, `deals` picks deals to step through, `svg` draws, `page` puts it together.

>>> from schnapsen_ai.report import report
>>> html = report(archive)                     # an Archive, `schnapsen_ai.store.read(...)`
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..store.reader import Archive

DEALS = 1000


def report(archive: Archive, deals: int = DEALS) -> str:
    """The page of all tournaments of a results file.

    deals: how many, of all pairings together, are searched for instructive decisions and, where
    deals were not kept move by move, played again to see how the talon was closed.
    ValueError if nothing was played.
    """
    from .deals import choose
    from .figures import count
    from .page import page

    pairings = [p for p in archive.pairings() if p.sets]
    if not pairings:
        raise ValueError(f"{archive.path}: no tournament was played: there is nothing to report")
    share = deals // len(pairings)
    figures = [count(archive, p, share) for p in pairings]
    chosen = {f.pairing.id: choose(f) for f in figures}
    return page(archive, figures, chosen)
