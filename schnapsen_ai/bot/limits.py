"""What a bot may use: time a move, time a deal, memory; and the clock that holds it to them.

A worker's `Clock` notes in memory shared with the parent who is thinking and until when.  The
parent kills a worker past that moment (a bot may hang in C, where no exception reaches it), so
a bot that hangs costs its limit and no more.  A bot that answers, but late, forfeits as well.
"""

from __future__ import annotations

import mmap
import os
import sys
import time
from dataclasses import dataclass
from typing import Any, NamedTuple

from .fork_guard import leave_unless

OUT_OF_MEMORY = 77  # exit code of a worker whose bot used too much memory
NEVER = float("inf")


@dataclass(frozen=True)
class Limits:
    """What each bot may use; None where there is no limit.

    The first call of each method of a bot in a process may have to compile: it is held to
    `deal_time` alone, unless that bot has been stopped before.
    """

    move_time: float | None = None  # seconds for one call
    deal_time: float | None = 60.0  # seconds of thinking in one deal
    memory: int | None = 1024  # MB that the bot adds to the process it is in

    @property
    def late(self) -> str:
        return f"took more than {self.move_time:g} s for a move"

    @property
    def slow(self) -> str:
        return f"took more than {self.deal_time:g} s in a deal"

    @property
    def hungry(self) -> str:
        return f"used more than {self.memory} MB of memory"


NO_LIMITS = Limits(None, None, None)


class Place(NamedTuple):
    """Where a bot is called: set, seating, deal of a match, seat, and which bot (0: A, 1: B)."""

    set: int
    seating: int
    deal: int
    seat: int
    bot: int


@dataclass(frozen=True)
class Stop:
    """A bot that had to be stopped with its process: it is not asked again in that deal."""

    place: Place
    what: str
    seconds: float


class Slot:
    """Who is thinking, and until when: a few numbers shared by a worker and its parent."""

    UNTIL, BEGAN, KIND, PLACE = 0, 1, 2, 3
    NOBODY, MOVE, DEAL, TABLE = 0, 1, 2, 3  # kinds: of what limit `until` is

    def __init__(self) -> None:
        self.numbers = memoryview(mmap.mmap(-1, 64)).cast("d")  # anonymous, shared by fork

    @property
    def until(self) -> float:
        """When the present call has to end, by the monotonic clock; 0 while none is awaited."""
        return self.numbers[self.UNTIL]

    @property
    def place(self) -> Place:
        return Place(*(int(x) for x in self.numbers[self.PLACE :]))

    @property
    def out_of_memory(self) -> bool:
        """Whether the worker has left for want of memory."""
        return self.until == NEVER

    @property
    def at_the_table(self) -> bool:
        """No bot is being asked, or compiled ones play in a loop and nobody knows which."""
        return self.numbers[self.KIND] in (self.NOBODY, self.TABLE)

    def reason(self, limits: Limits) -> str:
        return limits.slow if self.numbers[self.KIND] == self.DEAL else limits.late

    def seconds(self) -> float:
        """How long the present call has taken."""
        return time.monotonic() - self.numbers[self.BEGAN]


class Clock:
    """Times the calls of bots, holds them to the limits and says in `slot` who is thinking."""

    def __init__(
        self,
        limits: Limits = NO_LIMITS,
        slot: Slot | None = None,
        stopped: frozenset[str] = frozenset(),
        folder: str | None = None,
    ) -> None:
        self.limits = limits
        self.numbers = None if slot is None else slot.numbers
        # Nobody holds anybody to anything: only times are taken.
        self.free = slot is None and limits.move_time is None and limits.deal_time is None
        self.until, self.kind = NEVER, Slot.MOVE
        self.stopped = stopped  # bots that have been stopped before: no time to compile
        self.called: set[tuple[str, str]] = set()
        self.used: dict[int, float] = {}
        self.peak = _peak_memory()
        self.grown: dict[str, int] = {}
        self.supervisor: Any = None  # of isolated bots (`sandbox.supervisor`)
        self.apart: Any = None  # of bots of this process, each in one of its own (`sandbox.apart`)
        self.table_time: float | None = None  # seconds for the table itself; None: unwatched
        self.folder = folder  # where those have theirs; None: where the system has such
        self.pid = os.getpid()

    @property
    def in_worker(self) -> bool:
        return self.numbers is not None

    def begin_deal(self) -> None:
        self.used = {}

    def start(self, place: Place, bot: str, method: str, isolated: bool = False) -> None:
        """A call of a bot begins.  Of an isolated one the parent need not know."""
        if self.free:
            self.began = time.monotonic()
            return
        limits = self.limits
        self.place, self.bot = place, bot
        self.move_time = limits.move_time
        if self.move_time is not None and (bot, method) not in self.called:
            self.called.add((bot, method))
            if bot not in self.stopped:
                self.move_time = None
        self.watched = self.numbers is not None and not isolated
        self.began = time.monotonic()
        self.until, self.kind = self._end()
        if self.watched:
            numbers = self.numbers
            assert numbers is not None
            numbers[1], numbers[2] = self.began, self.kind
            numbers[3], numbers[4], numbers[5], numbers[6], numbers[7] = place
            numbers[0] = self.until  # last: from now on the parent watches
        elif self.table_time is not None:
            self.at_table(self.until + self.table_time)

    def _end(self) -> tuple[float, int]:
        """When the call just begun has to end, and by which limit."""
        left, kind = NEVER if self.move_time is None else self.move_time, Slot.MOVE
        if self.limits.deal_time is not None:
            rest = self.limits.deal_time - self.used.get(self.place.seat, 0.0)
            if rest <= left:
                left, kind = rest, Slot.DEAL
        return self.began + left, kind

    @property
    def reason(self) -> str:
        """What to say of a bot that is still thinking at the end of its time."""
        return self.limits.slow if self.kind == Slot.DEAL else self.limits.late

    def hosts_strangers(self, yes: bool) -> None:
        """Whether strangers' bots live in this process from now on: then what the table does
        between their calls is timed as well, for they may have left something behind."""
        hosts = yes and self.numbers is not None
        self.table_time = (self.limits.deal_time or NEVER) if hosts else None
        self.at_table()

    def at_table(self, until: float | None = None) -> None:
        """No bot is being asked; until when that may last."""
        if self.table_time is not None and until is None:
            until = time.monotonic() + self.table_time
        if self.numbers is not None:
            self.numbers[2] = Slot.TABLE
            self.numbers[0] = until or 0.0

    def stop(self) -> tuple[float, str | None]:
        """The call has ended: seconds it took, and what was wrong with that, if anything."""
        leave_unless(self.pid)
        seconds = time.monotonic() - self.began
        if self.free:
            return seconds, None
        if self.watched or self.table_time is not None:
            self.at_table()
        used = self.used[self.place.seat] = self.used.get(self.place.seat, 0.0) + seconds
        limits = self.limits
        if limits.memory is not None and self.watched:
            self._weigh()
        if limits.deal_time is not None and used > limits.deal_time:
            return seconds, limits.slow
        if self.move_time is not None and seconds > self.move_time:
            return seconds, limits.late
        return seconds, None

    def _weigh(self) -> None:
        """Whoever raises the peak of the process's memory is charged with the difference."""
        peak = _peak_memory()
        if peak > self.peak:
            grown = self.grown[self.bot] = self.grown.get(self.bot, 0) + peak - self.peak
            self.peak = peak
            if grown > self.limits.memory << 20:  # type: ignore[operator]
                self.out_of_memory()

    def out_of_memory(self) -> None:
        """Leave a worker that its bot has filled; the parent charges the bot and starts another.

        Nothing happens where there is no worker to leave, or no limit.
        """
        if self.numbers is not None and self.limits.memory is not None:
            self.numbers[0] = NEVER  # still this call
            os._exit(OUT_OF_MEMORY)


def _peak_memory() -> int:
    """The most memory this process has had, in bytes; 0 where the system does not say."""
    try:
        import resource
    except ImportError:
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak << 10


def limit_memory(limits: Limits, bots: int) -> None:
    """A ceiling on the memory of this process: what it has, and what `bots` bots may add."""
    if limits.memory is None:
        return
    try:
        import resource

        with open("/proc/self/statm") as file:
            now = int(file.read().split()[0]) * resource.getpagesize()
        most = now + (limits.memory * bots << 20)
        resource.setrlimit(resource.RLIMIT_AS, (most, resource.RLIM_INFINITY))
    except (ImportError, OSError, ValueError):
        return  # the peak is still watched
