"""A stranger's code may fork and come back twice: the copy ends."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator


def leave_unless(pid: int) -> None:
    """End this process if it is not `pid` but a copy: a bot forked, and both came back from it."""
    if os.getpid() != pid:
        os._exit(0)


@contextlib.contextmanager
def only_one_returns() -> Iterator[None]:
    """A stranger's code runs in here; if it forks and both come back, the copy ends."""
    here = os.getpid()
    try:
        yield
    finally:
        leave_unless(here)
