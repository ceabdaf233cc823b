"""Many machines: the same tournament, its blocks played by any `concurrent.futures` executor.

On the command line ``--cluster tcp://scheduler:8786`` plays on a Dask cluster (``pip install
'schnapsen-ai[cluster]'`` here and on the workers); everything else stays as it is, ``--results``
and resuming too.  From Python:

>>> from concurrent.futures import ProcessPoolExecutor
>>> tournament.run(game, bots, executor=lambda: ProcessPoolExecutor(8))
>>> tournament.run(game, bots, executor=cluster.dask("tcp://scheduler:8786"))

An executor, or a function that makes one: then one that has broken (a dead process breaks a
`ProcessPoolExecutor` for good) is made anew.  A block depends only on its pairing and the index of
its first set, so the numbers are those of a local run whoever plays what, how often a worker is
lost, and in which order blocks come back.  A block whose worker was lost is sent again, up to
`MOST_LOST` times.  If the client dies, the same command goes on from its results file.

Give each worker process one thread: two threads of a process take turns.  Worker and client need
the same version of this package, and the same files of bots (a path is looked up from the folder
in which the client was started, so a shared home will do); a worker that differs says so.

A cluster by ssh, from one machine that may log in to the others::

    dask ssh --nthreads 1 --nworkers 8 --remote-python /path/to/venv/bin/python \\
        --hostfile hosts.txt                     # the first host runs the scheduler
    schnapsen-ai tournament all --deals 100000 --seed 1 --results r.db --cluster tcp://host1:8786

By hand it is ``dask scheduler`` on one machine and ``dask worker tcp://host1:8786 --nthreads 1
--nworkers 8`` on each.  On Slurm, with dask-jobqueue (PBS, SGE and LSF are alike)::

    from dask_jobqueue.slurm import SLURMCluster
    from schnapsen_ai import load, tournament
    from schnapsen_ai.bot import BotSpec
    from schnapsen_ai.store import Store
    from schnapsen_ai.tournament import cluster

    slurm = SLURMCluster(cores=8, processes=8, memory="8GB", walltime="02:00:00")
    slurm.adapt(minimum=0, maximum=64)           # of processes; they may come and go
    with Store("r.db") as store:
        tournament.run(load("schnapsen"), [BotSpec("ismcts"), BotSpec("rules")], 100_000, seed=1,
                       store=store, executor=cluster.dask(slurm.scheduler_address))

Compiled code is kept in a cache folder of the user: on a shared home the first worker compiles for
all.  Whoever reaches a Dask scheduler can run code as its user: keep it inside a network that you
trust, or set up its TLS.
"""

from __future__ import annotations

import functools
import hashlib
import os
import socket
import threading
import time
from collections.abc import Callable, Container, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait
from concurrent.futures import BrokenExecutor as Broken
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from .._version import __version__
from ..base.cache import PACKAGE
from ..bot.limits import Limits
from ..bot.spec import BotSpec
from ..deal.game import Game
from ..store.blocks import Block
from .pairing import Pairing
from .schedule import Cutter, Task, Workers
from .scheduler import dask as dask
from .workers import play_all

MOST_LOST = 5  # times that one block is sent again
BLOCK_SECONDS = 1.0  # that a block should take
_LOOK_SECONDS = 5.0  # how often to ask how many workers there are

Source = Executor | Callable[[], Executor]


@dataclass(frozen=True)
class Job:
    """All that a worker needs to play sets of a pairing."""

    key: str  # the same for all blocks of a pairing in one run
    game: Game
    bots: tuple[tuple[str, str], ...]  # text and hash of the file, of A and B
    secret: bytes
    unit: str
    packs: list[list[int]] | None
    keep_log: bool
    max_deals: int | None
    limits: Limits | None
    folder: str  # where the client was started
    version: tuple[str, str]


@functools.cache
def fingerprint() -> str:
    """A hash of the package's sources, wherever it is installed."""
    digest, bots = hashlib.blake2b(digest_size=8), import_module(f"{PACKAGE.name}.bots")
    for folder in (PACKAGE, *map(Path, bots.__path__)):
        for path in sorted(folder.rglob("*.py")):
            digest.update(f"{path.relative_to(folder)}\n".encode() + path.read_bytes())
    return digest.hexdigest()


def job_of(pairing: Pairing, limits: Limits | None, key: str) -> Job:
    """What is sent of a pairing.  ValueError for bots in processes of their own."""
    if not pairing.game.is_own:
        raise ValueError(f"{pairing.game.name} is no game of schnapsen-ai: workers elsewhere may "
                         "have another; play it on this machine, without --cluster")
    if any(spec.isolated for spec in pairing.specs):
        raise ValueError("bots in processes of their own play on this machine only: leave "
                         "--isolate or --cluster out")
    bots = tuple((spec.text, spec.source) for spec in pairing.specs)
    return Job(
        key, pairing.game, bots, pairing.secret, pairing.unit, pairing.packs, pairing.keep_log,
        pairing.max_deals, limits, os.getcwd(), (__version__, fingerprint()))


# --- on the worker ---

_turn = threading.Lock()  # solvers and tables are one a process
_pairings: dict[str, Pairing] = {}


def play(job: Job, start: int, n: int) -> tuple[list[Block], float]:
    """Play sets ``start .. start + n - 1``: their blocks, and the seconds that took."""
    with _turn:
        if job.key not in _pairings:
            _pairings.clear()
            _pairings[job.key] = _made(job)
        began = time.perf_counter()
        played = play_all([_pairings[job.key]], [[range(start, start + n)]], 1, (), job.limits)
        return [block for _, block in played], time.perf_counter() - began


def _made(job: Job) -> Pairing:
    here = socket.gethostname()
    if job.version != (__version__, fingerprint()):
        raise ValueError(f"worker on {here}: its schnapsen_ai is not that of the client "
                         f"(version {__version__}, client {job.version[0]}): install the same")
    specs = []
    for text, source in job.bots:
        spec = spec_of(text, job.folder)
        if spec.source != source:
            raise ValueError(f"worker on {here}: its file of the bot {text} is not the client's")
        specs.append(spec)
    pairing = Pairing(job.game, specs[0], specs[1], job.secret, job.unit, job.packs, job.keep_log,
                      job.max_deals)
    pairing.prepare()
    return pairing


def spec_of(text: str, folder: str) -> BotSpec:
    """The bot of a text as the client knows it: a relative path begins in its folder."""
    path = text.partition(".py")[0] + ".py"
    if ".py" not in text or os.path.isabs(path) or not os.path.isfile(os.path.join(folder, path)):
        return BotSpec(text)
    spec = BotSpec(os.path.join(folder, text))
    spec.text, spec.name = text, os.path.relpath(spec.name, folder)
    return spec


# --- on the client ---


def play_far(
    pairings: Sequence[Pairing],
    todo: Sequence[Sequence[range]],
    source: Source,
    ended: Container[int] = (),
    limits: Limits | None = None,
) -> Iterator[tuple[int, Block]]:
    """As `workers.play_all`, by an executor.

    RuntimeError if a block is lost `MOST_LOST` times; errors of workers are raised as they are.
    """
    run = os.urandom(8).hex()
    jobs = [job_of(p, limits, f"{run} {i}") for i, p in enumerate(pairings)]
    return _Farm(jobs, Cutter(pairings, todo, ended, BLOCK_SECONDS), source).run()


class _Farm(Workers):
    """The workers of an executor."""

    def __init__(self, jobs: list[Job], cutter: Cutter, source: Source) -> None:
        super().__init__(cutter)
        self.jobs, self.source = jobs, source
        self.lost: dict[Task, int] = {}
        self.out: dict[Future[Any], Task] = {}
        self.own = not isinstance(source, Executor)
        self.executor = self._executor()
        self.looked, self.slots = -_LOOK_SECONDS, 1

    def _executor(self) -> Executor:
        return self.source if isinstance(self.source, Executor) else self.source()

    def close(self) -> None:
        for future in self.out:
            future.cancel()
        if self.own:
            _end(self.executor)

    def has_room(self) -> bool:
        """Two blocks a worker are kept under way."""
        if time.monotonic() - self.looked > _LOOK_SECONDS:
            self.looked, self.slots = time.monotonic(), max(1, slots(self.executor))
        return len(self.out) < 2 * self.slots + 1

    def send(self, task: Task) -> None:
        try:
            future = self.executor.submit(play, self.jobs[task.pairing], task.start, task.n)
        except Broken as error:
            self._lose(task, error)
        else:
            self.out[future] = task

    def is_busy(self) -> bool:
        return bool(self.out)

    def answers(self) -> Iterator[tuple[Task, Sequence[Block], float]]:
        for future in wait(self.out, return_when=FIRST_COMPLETED).done:
            task = self.out.pop(future, None)
            if task is None:  # sent again, with all that a broken executor held
                continue
            try:
                blocks, seconds = future.result()
            except Exception as error:
                self._lose(task, error)
            else:
                yield task, blocks, seconds

    def _lose(self, task: Task, error: Exception) -> None:
        """A block did not come back: once more, if that was not its own fault."""
        broken = isinstance(error, Broken)
        if not broken and not isinstance(error, CancelledError | OSError) and (
            type(error).__name__ not in ("KilledWorker", "CommClosedError", "FutureCancelledError")
        ):
            raise error
        self.lost[task] = self.lost.get(task, 0) + 1
        if self.lost[task] > MOST_LOST:
            raise RuntimeError(f"sets {task.start} .. {task.start + task.n - 1} of pairing "
                               f"{task.pairing + 1}: their worker was lost {MOST_LOST + 1} times "
                               f"({type(error).__name__}: {error})") from error
        self.again.append(task)
        if broken and not self.own:
            raise RuntimeError("the executor is broken; give a function that makes one, as in "
                               "executor=lambda: ProcessPoolExecutor(8)") from error
        if broken:
            self.again += self.out.values()
            self.out.clear()
            _end(self.executor)
            self.executor = self._executor()


def _end(executor: Executor) -> None:
    """End an executor that was made here, and its connection."""
    executor.shutdown(wait=False)
    client = getattr(executor, "_client", None)
    if client is not None:
        client.close()


def slots(executor: Executor) -> int:
    """How many blocks an executor can play at a time."""
    client = getattr(executor, "_client", None)
    if client is not None:
        return int(sum(client.nthreads().values()))
    return int(getattr(executor, "_max_workers", None) or os.cpu_count() or 1)
