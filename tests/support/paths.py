"""Where the tests' files lie, for tests in any folder and for programs that tests start."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parent.parent
ROOT = TESTS.parent
GOLDEN = TESTS / "golden"
#: What a Python process needs on its path to import the package, the helpers and the slow twins.
PYTHONPATH = os.pathsep.join(map(str, (ROOT, TESTS / "support", TESTS / "oracles")))


def recorded(name: str) -> list[dict[str, Any]]:
    """The lines of a file of recorded deals or counts, e.g. ``perft.jsonl``."""
    return [json.loads(line) for line in (GOLDEN / name).read_text().splitlines()]
