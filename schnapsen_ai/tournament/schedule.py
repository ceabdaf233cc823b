"""Work cut into blocks of sets, and the loop that hands it to workers of any kind.

A block depends only on its pairing and the index of its first set, so neither the number of
workers nor the order in which they finish changes a result.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass

from ..bot.limits import Stop
from ..store.blocks import Block
from .pairing import Pairing

_COMPILED_BLOCK = 2048  # sets of the first block of a compiled pairing; 1 of any other
_COMPILED_SECONDS = 0.5
_ASKED_SECONDS = 0.1  # a block is what is played again when a bot has to be stopped
_ISOLATED_SECONDS = 2.0  # and, with bots in processes of their own, what new ones are started for
_ISOLATED_SETS = 8  # so few at least: the moment at which a seating begins tells a dozen bits
_MOST_SETS = 1 << 14  # so that what is being written stays in a core's cache
_QUICK_SECONDS = 0.25  # blocks that are over so soon are sent before the worker asks


@dataclass(frozen=True)
class Task:
    """Sets to play: ``start .. start + n - 1`` of a pairing."""

    pairing: int
    start: int
    n: int
    stops: tuple[Stop, ...] = ()
    apart: bool = False  # each stranger's bot in a process of its own


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
        self.least = [_ISOLATED_SETS if _isolated(p) else 1 for p in pairings]
        self.size = [_COMPILED_BLOCK if p.in_one_loop else least
                     for p, least in zip(pairings, self.least, strict=True)]
        self.pace = [float("inf")] * len(pairings)  # seconds a set, of the last block
        self.seconds = [
            seconds or _seconds(p) for p in pairings
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
        self.pace[task.pairing] = seconds / task.n
        wanted = int(task.n * self.seconds[task.pairing] / max(seconds, 1e-6))
        most = min(4 * self.size[task.pairing], _MOST_SETS)
        self.size[task.pairing] = max(self.least[task.pairing], min(wanted, most))

    def is_quick(self, task: Task) -> bool:
        """Whether a block should be over within a moment."""
        return task.n * self.pace[task.pairing] < _QUICK_SECONDS


def _isolated(pairing: Pairing) -> bool:
    return any(spec.isolated for spec in pairing.specs)


def _seconds(pairing: Pairing) -> float:
    """How long a block should take."""
    if _isolated(pairing):
        return _ISOLATED_SECONDS
    return _COMPILED_SECONDS if pairing.in_one_loop else _ASKED_SECONDS


class Workers(ABC):
    """A source of workers: plays what a `Cutter` cuts, and again what was lost on the way."""

    def __init__(self, cutter: Cutter) -> None:
        self.cutter = cutter
        self.again: list[Task] = []  # to be played once more: those that were lost

    def run(self) -> Iterator[tuple[int, Block]]:
        """Index of the pairing and block, as they come back."""
        tasks = iter(self.cutter)
        self.begin()
        try:
            while self._hand_out(tasks):
                for task, blocks, seconds in self.answers():
                    self.cutter.learn(task, seconds)
                    for block in blocks:
                        yield task.pairing, block
        finally:
            self.close()

    def _hand_out(self, tasks: Iterator[Task]) -> bool:
        """Send what can be sent; whether anything is under way."""
        while self.has_room():
            task = self.again.pop() if self.again else next(tasks, None)
            if task is None:
                break
            self.send(task)
        return self.is_busy()

    def begin(self) -> None:  # noqa: B027
        """Before the first task."""

    def close(self) -> None:  # noqa: B027
        """At the end, whatever ends it."""

    @abstractmethod
    def has_room(self) -> bool:
        """Whether a further task may be sent now."""

    @abstractmethod
    def send(self, task: Task) -> None:
        """Have a task played.  One that is lost at once goes to `again`."""

    @abstractmethod
    def is_busy(self) -> bool:
        """Whether an answer is to be waited for."""

    @abstractmethod
    def answers(self) -> Iterable[tuple[Task, Sequence[Block], float]]:
        """Wait; tasks that were played, with their blocks and the seconds that took.

        What was lost goes to `again`; an error that would come back each time is raised.
        """
