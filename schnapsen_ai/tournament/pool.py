"""Worker processes of this machine, watched.

A worker may die, hang, or be spoilt by a bot that lives in it; then its block is lost and played
again by a new one.  Nobody knows which bot did it, or whether it was one at all, so that time each
stranger's bot plays in a process of its own (`sandbox.apart`), and is charged with what happens
there.  A bot that is built in and thinks past its limits gets a `Stop`, and in the deal in question
forfeits without being asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from multiprocessing.connection import wait

from ..bot.limits import OUT_OF_MEMORY, Limits, Stop
from ..sandbox.processes import (
    children,
    end_strays,
    how_it_ended,
    keep_memory_private,
    take_in_orphans,
)
from ..store.blocks import Block
from .pairing import Pairing
from .schedule import Cutter, Task, Workers
from .worker import Gone, Worker, any_isolated

_LOOK_SECONDS = 0.05  # how often to look who is thinking
_MOST_LOST = 5  # times that one block is played again though no stranger's bot was there


class Pool(Workers):
    """Processes of this machine, watched."""

    def __init__(
        self, pairings: Sequence[Pairing], cutter: Cutter, jobs: int, limits: Limits
    ) -> None:
        super().__init__(cutter)
        self.pairings = pairings
        self.jobs = jobs
        self.limits = limits
        self.isolated = any_isolated(pairings)
        self.workers: list[Worker] = []
        self.stopped: frozenset[str] = frozenset()  # bots that have been stopped
        self.lost: Counter[Task] = Counter()  # nobody knows why
        self.spoilt: set[int] = set()  # pairings that have lost a worker with strangers in it,
        self.apart: set[int] = set()  # and whose bots were found guilty: not there again
        deal_time = limits.deal_time
        self.unheard = float("inf") if deal_time is None else deal_time + _LOOK_SECONDS

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
        worker.met_strangers = worker.met_strangers or self._hosts(task)
        worker.send(replace(task, apart=True) if task.pairing in self.apart else task)

    def is_busy(self) -> bool:
        return any(w.tasks for w in self.workers)

    def answers(self) -> Iterator[tuple[Task, Sequence[Block], float]]:
        for worker, ended in self._ready([w for w in self.workers if w.tasks]):
            try:
                answer = worker.answer()
            except Gone:
                answer, ended = None, True
            if answer is None:
                self._check(worker, ended)
            elif isinstance(answer, Exception):
                if not worker.met_strangers:
                    raise answer
                self._check(worker, True)  # it may be of their making
            else:
                task, (block, seconds) = worker.tasks.pop(0), answer
                if task.apart and block.faults:
                    self.apart |= self.spoilt & {task.pairing}
                if self._in_doubt(task, block):
                    self.again.append(replace(task, apart=True))
                else:
                    yield task, [block], seconds

    def _hosts(self, task: Task) -> bool:
        """Whether bots of strangers live in the worker that plays it."""
        return not task.apart and self.pairings[task.pairing].hosts_strangers

    def _in_doubt(self, task: Task, block: Block) -> bool:
        """Whether a bot may be charged with what another has done to the process of both."""
        specs = self.pairings[task.pairing].specs
        others = [specs[1 - fault.bot] for fault in block.faults]
        return self._hosts(task) and any(not o.built_in and not o.isolated for o in others)

    def _free(self) -> Worker | None:
        """Who takes a task: an idle worker, or else one that will soon be through."""
        idle = (w for w in self.workers if not w.tasks)
        soon = (w for w in self.workers if len(w.tasks) == 1 and self.cutter.is_quick(w.tasks[0]))
        return next(idle, None) or next(soon, None)

    def _new(self) -> Worker:
        number = min(set(range(self.jobs)) - {w.number for w in self.workers})
        worker = Worker(self.pairings, self.limits, self.stopped, number, self.isolated)
        self.workers.append(worker)
        return worker

    def _ready(self, busy: list[Worker]) -> list[tuple[Worker, bool]]:
        """Wait for those that have answered, or ended (then True), or are past a limit."""
        patience = min([_LOOK_SECONDS, *(self._left(w) for w in busy)])
        sources = [s for w in busy for s in (w.here.line, w.child.ended)]
        heard = wait(sources, max(0.0, patience))
        return [(w, w.child.ended in heard) for w in busy
                if w.here.line in heard or w.child.ended in heard or self._left(w) <= 0.0]

    def _left(self, worker: Worker) -> float:
        """Seconds until it is past a limit."""
        return worker.left(self.unheard if self._hosts(worker.tasks[0]) else float("inf"))

    def _check(self, worker: Worker, ended: bool) -> None:
        """End a worker that has died or is past a limit; its blocks are to be played again."""
        late = self._left(worker) <= 0.0
        if not late and not ended:
            return  # its bot has just answered
        task, *rest = worker.tasks
        slot = worker.slot
        seconds, place = slot.seconds(), slot.place
        code = worker.end()
        self.workers.remove(worker)
        end_strays(self.before)
        self.again += rest
        full = code == OUT_OF_MEMORY and slot.out_of_memory
        if self._hosts(task):
            self.again.append(replace(task, apart=True))
            self.spoilt.add(task.pairing)
        elif full or (late and not slot.at_the_table):
            stop = Stop(place, self.limits.hungry if full else slot.reason(self.limits), seconds)
            self.stopped |= {self.pairings[task.pairing].specs[place.bot].text}
            self.again += _split(task, stop)
        else:
            self._lose(task, how_it_ended(code))

    def _lose(self, task: Task, how: str) -> None:
        """A worker has ended for no reason that is known here: its task is played again."""
        self.lost[task] += 1
        if self.lost[task] > _MOST_LOST:
            raise RuntimeError(f"sets {task.start} .. {task.start + task.n - 1} of pairing "
                               f"{task.pairing + 1}: {_MOST_LOST + 1} workers were lost, the last "
                               f"one {how}")
        self.again.append(task)


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
