"""``schnapsen-ai docs``: the documentation, from the pages that came with the package."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..base.nearest import hint
from .options import UserError

PAGES = Path(__file__).resolve().parent.parent / "pages"
HOW = "pip install '.[docs]' && python docs/packaging/backend.py"


def arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("page", nargs="?", default="index",
                     help="a page by its name, as bots or glossary (default: the first)")
    sub.add_argument("--list", action="store_true", help="name the pages")
    sub.add_argument("--path", action="store_true", help="print where the page lies; open nothing")


def run(args: argparse.Namespace) -> int:
    pages = _pages()
    if args.list:
        print("\n".join(sorted(pages)))
        return 0
    if args.page not in pages:
        raise UserError(f"no page is called {args.page!r}{hint(args.page, pages)}: there are "
                        f"{', '.join(sorted(pages))}")
    path = pages[args.page]
    print(path)
    if not args.path:
        import webbrowser

        webbrowser.open(path.as_uri())
    return 0


def _pages() -> dict[str, Path]:
    """The pages by name, in whatever folder; UserError where they were not built."""
    found = {path.stem: path for path in sorted(PAGES.rglob("*.html"), reverse=True)}
    if "index" not in found:
        raise UserError(f"the pages are not built in this checkout: {HOW}")
    for made_up in ("search", "genindex", "py-modindex"):
        found.pop(made_up, None)
    return found
