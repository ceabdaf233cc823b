"""``schnapsen-ai doctor``: what this installation is, and where its compiled code lies."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any

from .._version import __version__
from .options import json_argument, print_json


def arguments(sub: argparse.ArgumentParser) -> None:
    json_argument(sub)


def run(args: argparse.Namespace) -> int:
    facts = _facts()
    if args.json:
        print_json(facts)
    else:
        for name, value in facts.items():
            print(f"{name:18} {value}")
    return 0


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
