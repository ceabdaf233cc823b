"""Functions written out as source, statement by statement, to be compiled like any other."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any


def written(
    head: str, lines: Sequence[str], names: dict[str, Any], module: str
) -> Any:
    """The function ``def head`` of these lines, which may use `names`.

    It counts as standing in `module`: the disk cache goes by its file.
    """
    source = "\n    ".join([f"def {head}:", *lines])
    space = {**names, "__name__": module}
    exec(compile(source, str(sys.modules[module].__file__), "exec"), space)
    return space[head[: head.index("(")]]
