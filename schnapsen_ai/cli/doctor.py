"""``schnapsen-ai doctor [FILE]``: what this installation, or a results file, is like."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any

from .._version import __version__
from .options import json_argument, print_json


def arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("results", nargs="?", metavar="FILE",
                     help="say of this results file what is sound in it; exit 1 if not all is "
                     "(default: versions, cores, cache folder and what is compiled)")
    json_argument(sub)


def run(args: argparse.Namespace) -> int:
    """Exit code 1 for a damaged results file."""
    if args.results is not None:
        return _results(args)
    facts = _facts()
    if args.json:
        print_json(facts)
    else:
        for name, value in facts.items():
            print(f"{name:18} {value}")
    return 0


def _results(args: argparse.Namespace) -> int:
    from ..store.reader import Archive

    with Archive(args.results) as archive:
        health = archive.examine()
    if args.json:
        print_json({"file": args.results, "sealed": health.sealed, "sets": health.sets,
                    "rows": health.counts, "damage": health.damage})
        return 1 if health.damage else 0
    counts = ", ".join(f"{n:,} of {table}" for table, n in health.counts.items())
    print(f"{args.results}: {health.sets:,} sound sets; rows: {counts or 'none'}")
    if not health.sealed:
        print("It is of an older version and carries no checksums: only its pages were examined. "
              "The next tournament written to it adds them.")
    for line in health.damage:
        print(f"damaged: {line}")
    if health.damage:
        print("The command that played it keeps what is sound, and plays the rest again.")
    return 1 if health.damage else 0


def _facts() -> dict[str, Any]:
    import platform
    from importlib import metadata

    from .. import cards
    from ..base import cache
    from ..base.kept_code import is_sound
    from ..bot.loading import built_in_names, entry_points

    folder = os.environ.get("NUMBA_CACHE_DIR") or (
        str(cache.CACHE_FOLDER) if cache.CACHE_FOLDER else None
    )
    files = sorted(Path(folder).rglob("*.nb[ci]")) if folder and Path(folder).is_dir() else []
    damaged = sum(not is_sound(file) for file in files)
    return {
        "schnapsen-ai": __version__,
        "python": f"{platform.python_version()} ({sys.executable})",
        **{name: metadata.version(name) for name in ("numba", "llvmlite", "numpy")},
        "processor": f"{platform.machine()}, {os.cpu_count()} cores",
        "installed in": str(cache.PACKAGE),
        "compiled": cache.COMPILED,
        "bit deposit": cards._has_pdep(),
        "cache folder": folder or "none: kernels are compiled anew in every process",
        "cached kernels": sum(file.suffix == ".nbi" for file in files),
        "damaged files": f"{damaged} (compiled anew when needed)" if damaged else 0,
        "cache size": f"{sum(file.stat().st_size for file in files) / 1e6:.1f} MB",
        "bots": ", ".join([*built_in_names(), *sorted(entry_points())]),
    }
