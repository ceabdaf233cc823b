"""Worker processes: who plays which sets of which pairing, and when.

A worker that dies, or whose bot thinks past its limits and is killed with it, loses its block.
The bot that was thinking gets a `Stop`, a new worker plays the block again, and in the deal in
question that bot forfeits without being asked.
"""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import os
import signal
import tempfile
import time
from collections.abc import Container, Iterator, Sequence
from dataclasses import replace
from multiprocessing.connection import Connection, Pipe, wait
from typing import Any

from ..bot.limits import NO_LIMITS, OUT_OF_MEMORY, Clock, Limits, Slot, Stop, limit_memory
from ..sandbox.processes import (
    CAN_FORK,
    Child,
    children,
    end_strays,
    how_it_ended,
    keep_memory_private,
    stay_on_one_core,
    take_in_orphans,
)
from ..store.blocks import Block
from .pairing import Pairing
from .schedule import Cutter, Task, Workers

_LOOK_SECONDS = 0.05  # how often to look who is thinking
_MOST_UNEXPLAINED = 3  # ends of workers in a row while no bot was thinking


def play_all(
    pairings: Sequence[Pairing],
    todo: Sequence[Sequence[range]],
    jobs: int,
    ended: Container[int] = (),
    limits: Limits | None = None,
) -> Iterator[tuple[int, Block]]:
    """Play the sets in ``todo[i]`` (ranges) of each pairing i; (i, Block) of each as it finishes.

    A pairing that enters `ended` meanwhile is played no further.

    Without `limits` and with one job, and on a system without fork, all is played in this very
    process: then a bot that hangs hangs it too, and limits are held only by bots that return.
    """
    cutter = Cutter(pairings, todo, ended)
    here = jobs == 1 and (limits is None or all(p.trusted for p in pairings))
    if not CAN_FORK or (here and not _any_isolated(pairings)):
        return _ThisProcess(pairings, cutter, limits or NO_LIMITS).run()
    return _Pool(pairings, cutter, jobs, limits or NO_LIMITS).run()


def _any_isolated(pairings: Sequence[Pairing]) -> bool:
    return any(spec.isolated for p in pairings for spec in p.specs)


def _play(pairings: Sequence[Pairing], task: Task, clock: Clock) -> tuple[Block, float]:
    began = time.perf_counter()
    block = pairings[task.pairing].play(
        task.start, task.n, clock, task.stops, task.move_by_move
    )
    return block, time.perf_counter() - began


class _ThisProcess(Workers):
    """No worker but the process we are in: one block after the other."""

    def __init__(self, pairings: Sequence[Pairing], cutter: Cutter, limits: Limits) -> None:
        super().__init__(cutter)
        self.pairings, self.clock = pairings, Clock(limits)
        self.task: Task | None = None

    def has_room(self) -> bool:
        return self.task is None

    def send(self, task: Task) -> None:
        self.task = task

    def is_busy(self) -> bool:
        return self.task is not None

    def answers(self) -> Iterator[tuple[Task, Sequence[Block], float]]:
        task, self.task = self.task, None
        assert task is not None
        block, seconds = _play(self.pairings, task, self.clock)
        yield task, [block], seconds


class _Worker:
    """A process that plays the tasks it is sent, one after the other."""

    def __init__(
        self, pairings: Sequence[Pairing], limits: Limits, stopped: frozenset[str], number: int,
        isolated: bool,
    ) -> None:
        self.number = number  # among those at work
        self.slot = Slot()
        self.here, there = Pipe()
        self.tasks: list[Task] = []  # the one it is at, and what it is to play next

        folder = tempfile.mkdtemp(prefix="schnapsen-ai-") if isolated else None

        def work() -> None:
            self.here.close()
            _serve(there, pairings, Clock(limits, self.slot, stopped, folder), number)

        self.child = Child(work, folder=folder)
        there.close()

    def send(self, task: Task) -> None:
        self.tasks.append(task)
        with contextlib.suppress(OSError):  # it has ended, which will be seen
            self.here.send(task)

    def answer(self) -> Any:
        """What it has sent; None if it has ended instead, or has not answered."""
        try:
            return self.here.recv() if self.here.poll() else None
        except (EOFError, OSError):
            return None

    def left(self) -> float:
        """Seconds until a limit of the bot that is thinking is up."""
        until = self.slot.until
        return until - time.monotonic() if until else float("inf")

    def end(self) -> int:
        """End it; its exit code, minus the signal that killed it."""
        self.here.close()
        return self.child.end()


def _serve(
    connection: Connection, pairings: Sequence[Pairing], clock: Clock, number: int
) -> None:
    """The worker's side.  What bots print is dropped, and Ctrl-C is the parent's affair."""
    faulthandler.disable()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for fd in (0, 1, 2):
        os.dup2(nowhere, fd)
    limit_memory(clock.limits, bots=2)
    gc.freeze()  # what came along stays to the end: the collector need not walk it
    if _any_isolated(pairings):
        stay_on_one_core(number)
    while True:
        try:
            task = connection.recv()
        except (EOFError, OSError):
            return
        try:
            answer: Any = _play(pairings, task, clock)
        except Exception as error:
            answer = error
        try:
            connection.send(answer)
        except OSError:
            return
        except Exception:  # an error that does not pickle
            connection.send(RuntimeError(f"{type(answer).__name__}: {answer}"))


class _Pool(Workers):
    """Processes of this machine, watched."""

    def __init__(
        self, pairings: Sequence[Pairing], cutter: Cutter, jobs: int, limits: Limits
    ) -> None:
        super().__init__(cutter)
        self.pairings = pairings
        self.jobs = jobs
        self.limits = limits
        self.isolated = _any_isolated(pairings)
        self.workers: list[_Worker] = []
        self.stopped: frozenset[str] = frozenset()  # bots that have been stopped
        self.unexplained = 0

    def begin(self) -> None:
        self.before = children()
        take_in_orphans()
        if self.isolated:
            keep_memory_private(True)  # the workers' too

    def close(self) -> None:
        for worker in self.workers:
            worker.end()
        end_strays(self.before)
        take_in_orphans(False)
        if self.isolated:
            keep_memory_private(False)

    def has_room(self) -> bool:
        return len(self.workers) < self.jobs or self._free() is not None

    def send(self, task: Task) -> None:
        worker = self._free()
        if len(self.workers) < self.jobs and (worker is None or worker.tasks):
            worker = self._new()
        assert worker is not None  # there is room
        worker.send(task)

    def is_busy(self) -> bool:
        return any(w.tasks for w in self.workers)

    def answers(self) -> Iterator[tuple[Task, Sequence[Block], float]]:
        for worker, heard in self._ready([w for w in self.workers if w.tasks]):
            answer = worker.answer()
            if answer is None:
                self._check(worker, heard)
            elif isinstance(answer, Exception):
                raise answer
            else:
                block, seconds = answer
                self.unexplained = 0
                yield worker.tasks.pop(0), [block], seconds

    def _free(self) -> _Worker | None:
        """Who takes a task: an idle worker, or else one that will soon be through."""
        idle = (w for w in self.workers if not w.tasks)
        soon = (w for w in self.workers if len(w.tasks) == 1 and self.cutter.is_quick(w.tasks[0]))
        return next(idle, None) or next(soon, None)

    def _new(self) -> _Worker:
        number = min(set(range(self.jobs)) - {w.number for w in self.workers})
        worker = _Worker(self.pairings, self.limits, self.stopped, number, self.isolated)
        self.workers.append(worker)
        return worker

    def _ready(self, busy: list[_Worker]) -> list[tuple[_Worker, bool]]:
        """Wait for those that have answered or ended (then True), or are past a limit."""
        patience = min([_LOOK_SECONDS, *(w.left() for w in busy)])
        sources = [s for w in busy for s in (w.here, w.child.ended)]
        heard = wait(sources, max(0.0, patience))
        ready = [(w, w.here in heard or w.child.ended in heard) for w in busy]
        return [(w, spoke) for w, spoke in ready if spoke or w.left() <= 0.0]

    def _check(self, worker: _Worker, ended: bool) -> None:
        """End a worker that has died or is past a limit; its blocks are to be played again."""
        late = worker.left() <= 0.0
        if not late and not ended:
            return  # its bot has just answered
        task, *rest = worker.tasks
        slot = worker.slot
        seconds, place = slot.seconds(), slot.place
        code = worker.end()
        self.workers.remove(worker)
        end_strays(self.before)
        self.again += rest
        if slot.in_one_loop:
            self.again.append(replace(task, move_by_move=True))
            return
        if slot.until == 0.0 and self.unexplained < _MOST_UNEXPLAINED:
            self.unexplained += 1
            self.again.append(task)
            return
        if any(v.place == place for v in task.stops) or slot.nobody:
            raise RuntimeError(f"a worker process {how_it_ended(code)} while no bot was thinking")
        full = code == OUT_OF_MEMORY and slot.out_of_memory
        if full:
            what = self.limits.hungry
        else:
            what = slot.reason(self.limits) if late else how_it_ended(code)
        stop = Stop(place, what, seconds)
        self.stopped |= {self.pairings[task.pairing].specs[place.bot].text}
        self.again += _split(task, stop)


def _split(task: Task, stop: Stop) -> list[Task]:
    """What is left to do of a task in whose set a bot was stopped: that set on its own."""
    k = stop.place.set
    here = [v for v in task.stops if v.place.set == k]
    parts = [
        replace(task, start=k + 1, n=task.start + task.n - k - 1),
        replace(task, start=k, n=1, stops=(*here, stop)),
        replace(task, n=k - task.start),
    ]
    return [part for part in parts if part.n]


