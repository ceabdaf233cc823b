"""Python in a process of its own, compiled or not: what both print must be the same."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from paths import PYTHONPATH


def printed_by(code: str, *arguments: str, compiled: bool = False, beside: str = "") -> str:
    """What the code prints; it may import the helpers, the slow twins, and what lies `beside` a
    test file."""
    path = os.pathsep.join([PYTHONPATH, str(Path(beside).parent)]) if beside else PYTHONPATH
    environment = {"PYTHONPATH": path, "NUMBA_DISABLE_JIT": "01"[not compiled]}
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env={**os.environ, "SCHNAPSEN_AI_QUIET": "1", **environment},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.strip()
