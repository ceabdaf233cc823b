"""What a stranger's code leaves behind in a process that has other things to do."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Iterator

_TIMERS = [getattr(signal, name) for name in ("ITIMER_REAL", "ITIMER_VIRTUAL", "ITIMER_PROF")
           if hasattr(signal, name)]
#: The bots that have been imported into this process: they may have left threads, or calls for
#: the end of the program.
strangers: set[str] = set()


@contextlib.contextmanager
def cleared() -> Iterator[None]:
    """A stranger's code runs in here.  Afterwards no timer of its own runs, signals are handled as
    before, nothing traces, and the working folder and the depth of calls are what they were."""
    timers = [timer for timer in _TIMERS if signal.getitimer(timer)[0] == 0.0]
    handlers = {number: signal.getsignal(number) for number in signal.valid_signals()}
    folder, depth = _folder(), sys.getrecursionlimit()
    trace, profile = sys.gettrace(), sys.getprofile()
    try:
        yield
    finally:
        for timer in timers:
            signal.setitimer(timer, 0)
        for number, handler in handlers.items():
            if handler is not None and signal.getsignal(number) is not handler:
                with contextlib.suppress(ValueError, OSError):  # not of this thread
                    signal.signal(number, handler)
        sys.settrace(trace)
        sys.setprofile(profile)
        sys.setrecursionlimit(depth)
        if folder is not None and folder != _folder():
            os.chdir(folder)


@contextlib.contextmanager
def streams_kept() -> Iterator[None]:
    """What a stranger's code prints in here goes to standard error, and it has nothing to read;
    if it closes a stream that is no affair of ours."""
    ours = sys.stdin, sys.stdout, sys.stderr
    kept = {}
    for fd in (0, 1, 2):
        with contextlib.suppress(OSError):  # closed before
            kept[fd] = os.dup(fd)
    with contextlib.suppress(AttributeError, OSError, ValueError):
        sys.stdout.flush()
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(kept.get(2, nowhere), 1)
    os.close(nowhere)
    sys.stdin = os.fdopen(os.dup(0))  # neither is closed here: a bot may have kept it
    sys.stdout = sys.stderr = os.fdopen(os.dup(1), "w", 1)
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = ours
        for fd, copy in kept.items():
            os.dup2(copy, fd)
            os.close(copy)


def _folder() -> str | None:
    """The working folder, None where it is gone."""
    try:
        return os.getcwd()
    except OSError:
        return None
