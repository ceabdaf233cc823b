"""Worker processes: who plays which sets of which pairing, and when.

Work is cut into blocks of sets.  A block depends only on its pairing and the index of its first
set, so neither the number of workers nor the order in which they finish changes a result.
"""

from __future__ import annotations

import itertools
import multiprocessing
import time
from collections.abc import Container, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from typing import Any

from .match import Pairing
from .outcome import Block

_FIRST_BLOCK = 4  # sets of the first block of a pairing that is not compiled
_COMPILED_BLOCK = 2048
_BLOCK_SECONDS = 0.5

_pairings: list[Pairing] = []  # in a worker: set when it starts


def _start_worker(pairings: list[Pairing]) -> None:
    global _pairings
    _pairings = pairings


def _work(index: int, start: int, n: int) -> tuple[int, Block, float]:
    began = time.perf_counter()
    block = _pairings[index].play(start, n)
    return index, block, time.perf_counter() - began


class _Cutter:
    """Cuts the ranges of sets that each pairing has to play into blocks of about half a second.

    A pairing that enters `ended` meanwhile gets no further block.
    """

    def __init__(
        self, pairings: Sequence[Pairing], todo: Sequence[Sequence[range]], ended: Container[int]
    ) -> None:
        self.todo = [list(ranges) for ranges in todo]
        self.ended = ended
        self.size = [_COMPILED_BLOCK if p.compiled else _FIRST_BLOCK for p in pairings]

    def __iter__(self) -> Iterator[tuple[int, int, int]]:
        for index, ranges in enumerate(self.todo):
            for sets in ranges:
                start = sets.start
                while start < sets.stop and index not in self.ended:
                    n = min(self.size[index], sets.stop - start)
                    yield index, start, n
                    start += n

    def learn(self, index: int, n: int, seconds: float) -> None:
        """Adapt the block size of a pairing to the time a block took."""
        wanted = int(n * _BLOCK_SECONDS / max(seconds, 1e-6))
        self.size[index] = max(1, min(wanted, 4 * self.size[index], 1 << 16))


def play_all(
    pairings: list[Pairing],
    todo: Sequence[Sequence[range]],
    jobs: int,
    ended: Container[int] = (),
) -> Iterator[tuple[int, Block]]:
    """Play the sets in ``todo[i]`` (ranges) of each pairing i; (i, Block) of each as it finishes.

    A pairing that enters `ended` meanwhile is played no further.
    """
    cutter = _Cutter(pairings, todo, ended)
    if jobs == 1:
        _start_worker(pairings)
        for index, start, n in cutter:
            _, block, seconds = _work(index, start, n)
            cutter.learn(index, n, seconds)
            yield index, block
        return
    with _executor(pairings, jobs) as executor:
        tasks = iter(cutter)
        running: set[Future[Any]] = set()
        try:
            while True:
                for index, start, n in itertools.islice(tasks, 2 * jobs - len(running)):
                    running.add(executor.submit(_work, index, start, n))
                if not running:
                    return
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    index, block, seconds = future.result()
                    cutter.learn(index, block.sets, seconds)
                    yield index, block
        except BaseException:
            executor.shutdown(wait=False, cancel_futures=True)
            raise


def _executor(pairings: list[Pairing], jobs: int) -> ProcessPoolExecutor:
    method = "fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn"
    return ProcessPoolExecutor(
        jobs,
        mp_context=multiprocessing.get_context(method),
        initializer=_start_worker,
        initargs=(pairings,),
    )
