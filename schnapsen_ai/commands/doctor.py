"""``schnapsen-ai doctor``: what this installation is, and where its compiled code lies."""

from __future__ import annotations

import json
import os
import platform
import sys
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np

from .. import __version__, _jit, cards
from ..bot import built_in_names, entry_points


def run(args: Any) -> int:
    facts = _facts()
    if args.json:
        print(json.dumps(facts))
    else:
        for name, value in facts.items():
            print(f"{name:18} {value}")
    return 0


def _facts() -> dict[str, Any]:
    folder = os.environ.get("NUMBA_CACHE_DIR") or (
        str(_jit.CACHE_FOLDER) if _jit.CACHE_FOLDER else None
    )
    kernels = sorted(Path(folder).rglob("*.nbi")) if folder and Path(folder).is_dir() else []
    size = sum(f.stat().st_size for f in Path(folder).rglob("*.nb?")) if kernels and folder else 0
    return {
        "schnapsen-ai": __version__,
        "python": f"{platform.python_version()} ({sys.executable})",
        "numba": numba.__version__,
        "llvmlite": llvmlite.__version__,
        "numpy": np.__version__,
        "processor": f"{platform.machine()}, {os.cpu_count()} cores",
        "installed in": str(_jit.PACKAGE),
        "compiled": _jit.COMPILED,
        "bit deposit": cards._has_pdep(),
        "cache folder": folder or "none: kernels are compiled anew in every process",
        "cached kernels": len(kernels),
        "cache size": f"{size / 1e6:.1f} MB",
        "bots": ", ".join([*built_in_names(), *sorted(entry_points())]),
    }
