"""Who plays which sets of which pairing: this very process, or others of this machine."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from ..bot.limits import NO_LIMITS, Clock, Limits
from ..sandbox.processes import CAN_FORK
from ..store.blocks import Block
from .pairing import Pairing
from .pool import Pool
from .schedule import Cutter, Task, Workers
from .worker import any_isolated, played


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
    if not CAN_FORK or (here and not any_isolated(pairings)):
        return _ThisProcess(pairings, cutter, limits or NO_LIMITS).run()
    return Pool(pairings, cutter, jobs, limits or NO_LIMITS).run()


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
        block, seconds = played(self.pairings, task, self.clock)
        yield task, [block], seconds
