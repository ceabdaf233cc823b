"""A worker process: plays the tasks it is sent, one after the other."""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import pickle
import signal
import tempfile
import time
from collections.abc import Sequence
from typing import Any

from ..bot.limits import Clock, Limits, Slot, limit_memory
from ..sandbox.mail import Mail
from ..sandbox.processes import Child, keep_only, silence, stay_on_one_core
from ..store.blocks import Block
from .pairing import Pairing
from .schedule import Task


def any_isolated(pairings: Sequence[Pairing]) -> bool:
    """Whether a bot plays in a process of its own."""
    return any(spec.isolated for p in pairings for spec in p.specs)


def played(pairings: Sequence[Pairing], task: Task, clock: Clock) -> tuple[Block, float]:
    """Play a task in this process: its block, and the seconds that took."""
    began = time.perf_counter()
    pairing = pairings[task.pairing]
    pairing = pairing.apart if task.apart else pairing
    clock.hosts_strangers(pairing.hosts_strangers)
    block = pairing.play(task.start, task.n, clock, task.stops)
    return block, time.perf_counter() - began


class Gone(Exception):
    """A worker has ended, or is of no use any more."""


class Worker:
    """A process that plays the tasks it is sent, one after the other."""

    def __init__(
        self, pairings: Sequence[Pairing], limits: Limits, stopped: frozenset[str], number: int,
        isolated: bool,
    ) -> None:
        self.number = number  # among those at work
        self.slot = Slot()
        self.here, there = Mail.pair()
        self.tasks: list[Task] = []  # the one it is at, and what it is to play next
        self.met_strangers = False  # whether bots of strangers have lived in it
        self.heard = time.monotonic()  # when it was last sent or answered anything
        self.until, self.since = 0.0, self.heard  # what its slot says, and since when

        folder = tempfile.mkdtemp(prefix="schnapsen-ai-") if isolated else None

        def work() -> None:
            keep_only(there.fileno())  # what the parent has open, a results file too, is no bot's
            _serve(there, pairings, Clock(limits, self.slot, stopped, folder), number)

        self.child = Child(work, folder=folder)
        there.close()

    def send(self, task: Task) -> None:
        self.tasks.append(task)
        self.heard = time.monotonic()
        with contextlib.suppress(OSError):  # it has ended, which will be seen
            self.here.send(task)

    def answer(self) -> Any:
        """The block of its first task with the seconds that took, or an error; None if that is not
        all here yet.  Gone if it has ended, or has sent anything else."""
        try:
            answer = self.here.arrived()
        except Exception as error:  # what a bot has sent may not even be read
            raise Gone from error
        if answer is not None:
            self.heard = time.monotonic()
            if not (isinstance(answer, Exception) or _answers(answer, self.tasks[0])):
                raise Gone
        return answer

    def left(self, unheard: float) -> float:
        """Seconds until a limit is up, that of the bot that is thinking or of the table.

        unheard: how long a worker may wait for a task that it has been sent.  Nor may anything in
        it last more than twice that, whatever its slot says: a bot may have found that.
        """
        now = time.monotonic()
        if self.slot.until != self.until:
            self.until, self.since = self.slot.until, now
        if not self.until:
            return self.heard + unheard - now
        return min(self.until, self.since + 2.0 * unheard) - now

    def end(self) -> int:
        """End it; its exit code, minus the signal that killed it."""
        self.here.close()
        return self.child.end()


def _answers(answer: Any, task: Task) -> bool:
    """Whether a message is the block of a task: a bot in the worker may have sent another."""
    if not (isinstance(answer, tuple) and len(answer) == 2 and isinstance(answer[0], Block)):
        return False
    block, seconds = answer
    return (block.start, block.sets) == (task.start, task.n) and isinstance(seconds, float)


def _serve(line: Mail, pairings: Sequence[Pairing], clock: Clock, number: int) -> None:
    """The worker's side.  What bots print is dropped, and Ctrl-C is the parent's affair."""
    faulthandler.disable()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    silence()
    limit_memory(clock.limits, bots=2)
    gc.freeze()  # what came along stays to the end: the collector need not walk it
    if any_isolated(pairings):
        stay_on_one_core(number)
    met = False  # whether bots of strangers have lived here
    while True:
        try:
            task = line.receive()
        except (EOFError, OSError):
            return
        met = met or (not task.apart and pairings[task.pairing].hosts_strangers)
        try:
            line.send(played(pairings, task, clock))
        except Exception as error:
            if met:  # it may be of their making, even in the block of others
                return
            line.send(_travelling(error))
        clock.hosts_strangers(False)


def _travelling(error: Exception) -> Exception:
    """An error that pickles."""
    try:
        pickle.dumps(error)
        return error
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
