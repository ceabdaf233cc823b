"""Worker processes: who plays which sets of which pairing, and when.

Work is cut into blocks of sets.  A block depends only on its pairing and the index of its first
set, so neither the number of workers nor the order in which they finish changes a result.

A worker that dies, or whose bot thinks past its limits and is killed with it, loses its block.
The bot that was thinking gets a `Verdict`, a new worker plays the block again, and in the deal in
question that bot forfeits without being asked.
"""

from __future__ import annotations

import contextlib
import faulthandler
import os
import signal
import time
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, Pipe, wait
from typing import Any

from .limits import NO_LIMITS, OUT_OF_MEMORY, Clock, Limits, Slot, Verdict, limit_memory
from .match import Pairing
from .outcome import Block
from .processes import (
    CAN_FORK,
    Child,
    children,
    end_strays,
    how_it_ended,
    keep_memory_private,
    stay_on_one_core,
    take_in_orphans,
)

_COMPILED_BLOCK = 2048  # sets of the first block of a compiled pairing; 1 of any other
_COMPILED_SECONDS = 0.5
_ASKED_SECONDS = 0.1  # a block is what is played again when a bot has to be stopped
_MOST_SETS = 1 << 14  # so that what is being written stays in a core's cache
_LOOK_SECONDS = 0.05  # how often to look who is thinking
_MOST_UNEXPLAINED = 3  # ends of workers in a row while no bot was thinking


@dataclass(frozen=True)
class Task:
    """Sets to play: ``start .. start + n - 1`` of a pairing."""

    pairing: int
    start: int
    n: int
    verdicts: tuple[Verdict, ...] = ()
    move_by_move: bool = False  # even if both bots are compiled


class Cutter:
    """Cuts the ranges of sets that each pairing has to play into blocks of a fair duration.

    A pairing that enters `ended` meanwhile gets no further block.
    """

    def __init__(
        self, pairings: Sequence[Pairing], todo: Sequence[Sequence[range]], ended: Container[int],
        seconds: float | None = None,
    ) -> None:
        self.todo = [list(ranges) for ranges in todo]
        self.ended = ended
        self.size = [_COMPILED_BLOCK if p.in_one_loop else 1 for p in pairings]
        self.seconds = [
            seconds or (_COMPILED_SECONDS if p.in_one_loop else _ASKED_SECONDS) for p in pairings
        ]

    def __iter__(self) -> Iterator[Task]:
        for index, ranges in enumerate(self.todo):
            for sets in ranges:
                start = sets.start
                while start < sets.stop and index not in self.ended:
                    n = min(self.size[index], sets.stop - start)
                    yield Task(index, start, n)
                    start += n

    def learn(self, task: Task, seconds: float) -> None:
        """Adapt the block size of a pairing to the time a block took."""
        wanted = int(task.n * self.seconds[task.pairing] / max(seconds, 1e-6))
        most = min(4 * self.size[task.pairing], _MOST_SETS)
        self.size[task.pairing] = max(1, min(wanted, most))


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
    if not CAN_FORK or (here and not any(s.isolated for p in pairings for s in p.specs)):
        clock = Clock(limits or NO_LIMITS)
        for task in cutter:
            block, seconds = _play(pairings, task, clock)
            cutter.learn(task, seconds)
            yield task.pairing, block
        return
    yield from _Pool(pairings, cutter, jobs, limits or NO_LIMITS).run()


def _play(pairings: Sequence[Pairing], task: Task, clock: Clock) -> tuple[Block, float]:
    began = time.perf_counter()
    block = pairings[task.pairing].play(
        task.start, task.n, clock, task.verdicts, task.move_by_move
    )
    return block, time.perf_counter() - began


class _Worker:
    """A process that plays the tasks it is sent, one at a time."""

    def __init__(
        self, pairings: Sequence[Pairing], limits: Limits, stopped: frozenset[str], number: int
    ) -> None:
        self.number = number  # among those at work
        self.slot = Slot()
        self.here, there = Pipe()
        self.task: Task | None = None

        def work() -> None:
            self.here.close()
            _serve(there, pairings, Clock(limits, self.slot, stopped), number)

        self.child = Child(work)
        there.close()

    def send(self, task: Task) -> None:
        self.task = task
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
    if any(spec.isolated for p in pairings for spec in p.specs):
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


class _Pool:
    """The workers of one tournament, watched."""

    def __init__(
        self, pairings: Sequence[Pairing], cutter: Cutter, jobs: int, limits: Limits
    ) -> None:
        self.pairings = pairings
        self.cutter = cutter
        self.tasks = iter(cutter)
        self.jobs = jobs
        self.limits = limits
        self.workers: list[_Worker] = []
        self.again: list[Task] = []  # to be played once more
        self.stopped: frozenset[str] = frozenset()  # bots that have been stopped
        self.unexplained = 0

    def run(self) -> Iterator[tuple[int, Block]]:
        self.before = children()
        take_in_orphans()
        isolated = any(spec.isolated for p in self.pairings for spec in p.specs)
        if isolated:
            keep_memory_private(True)  # the workers' too
        try:
            while busy := self._busy():
                for worker in self._ready(busy):
                    answer = worker.answer()
                    if answer is None:
                        self._bury(worker)
                    elif isinstance(answer, Exception):
                        raise answer
                    else:
                        yield self._booked(worker, *answer)
        finally:
            for worker in self.workers:
                worker.end()
            end_strays(self.before)
            take_in_orphans(False)
            if isolated:
                keep_memory_private(False)

    def _busy(self) -> list[_Worker]:
        """All workers, each given a task; as many as there is work for."""
        idle = [w for w in self.workers if w.task is None]
        while idle or len(self.workers) < self.jobs:
            task = self.again.pop() if self.again else next(self.tasks, None)
            if task is None:
                break
            if not idle:
                number = min(set(range(self.jobs)) - {w.number for w in self.workers})
                idle = [_Worker(self.pairings, self.limits, self.stopped, number)]
                self.workers += idle
            idle.pop().send(task)
        return [w for w in self.workers if w.task is not None]

    def _ready(self, busy: list[_Worker]) -> list[_Worker]:
        """Wait for those that have answered, ended, or are past a limit."""
        sources: dict[Any, _Worker] = {}
        for w in busy:
            sources[w.here] = sources[w.child.ended] = w
        patience = min([_LOOK_SECONDS, *(w.left() for w in busy)])
        heard = [sources[s] for s in wait(list(sources), max(0.0, patience))]
        return [w for w in busy if w in heard or w.left() <= 0.0]

    def _booked(self, worker: _Worker, block: Block, seconds: float) -> tuple[int, Block]:
        task, worker.task = worker.task, None
        assert task is not None
        self.cutter.learn(task, seconds)
        self.unexplained = 0
        return task.pairing, block

    def _bury(self, worker: _Worker) -> None:
        """End a worker that has died or is past a limit; its block is to be played again."""
        task, slot = worker.task, worker.slot
        assert task is not None
        late = worker.left() <= 0.0
        seconds, place, reason = slot.seconds(), slot.place, slot.reason(self.limits)
        code = worker.end()
        self.workers.remove(worker)
        end_strays(self.before)
        if slot.in_one_loop:
            self.again.append(replace(task, move_by_move=True))
            return
        if slot.until == 0.0 and self.unexplained < _MOST_UNEXPLAINED:
            self.unexplained += 1
            self.again.append(task)
            return
        if any(v.place == place for v in task.verdicts) or slot.nobody:
            raise RuntimeError(f"a worker process {how_it_ended(code)} while no bot was thinking")
        if code == OUT_OF_MEMORY:
            reason = self.limits.hungry
        what = reason if late or code == OUT_OF_MEMORY else how_it_ended(code)
        verdict = Verdict(place, what, seconds)
        self.stopped |= {self.pairings[task.pairing].specs[place.bot].text}
        self.again += _split(task, verdict)


def _split(task: Task, verdict: Verdict) -> list[Task]:
    """What is left to do of a task in whose set a bot was stopped: that set on its own."""
    k = verdict.place.set
    here = [v for v in task.verdicts if v.place.set == k]
    parts = [
        replace(task, start=k + 1, n=task.start + task.n - k - 1),
        replace(task, start=k, n=1, verdicts=(*here, verdict)),
        replace(task, n=k - task.start),
    ]
    return [part for part in parts if part.n]


