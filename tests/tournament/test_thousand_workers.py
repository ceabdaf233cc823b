"""A cluster of a thousand workers, of which some are always being lost: the numbers of one run."""

from __future__ import annotations

import heapq
import random
import threading
from concurrent.futures import BrokenExecutor, Executor, Future
from typing import Any

import pytest
from store_checks import check_blocks, same

import schnapsen_ai as sa
from schnapsen_ai.bot.spec import BotSpec
from schnapsen_ai.store.writer import Store
from schnapsen_ai.tournament import runner

WORKERS = 1000
SECONDS = 0.4  # that a set is said to have taken, so that blocks are of two or three


class Simulated(Executor):
    """Workers of very different speed; answers come in the order of a clock of their own.

    A worker may be lost with its block, and now and then the scheduler is, with all under way.
    """

    _max_workers = WORKERS

    def __init__(self, chance: random.Random, seen: dict[str, int]) -> None:
        self.chance, self.seen = chance, seen
        self.speed = [chance.lognormvariate(0, 1) for _ in range(WORKERS)]
        self.free = [(0.0, worker) for worker in range(WORKERS)]
        self.under_way: list[Any] = []
        self.news = threading.Condition()
        self.dead = False
        threading.Thread(target=self._serve, daemon=True).start()

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        with self.news:
            if self.dead:
                raise BrokenExecutor("the scheduler has gone")
            ready, worker = heapq.heappop(self.free)
            end = ready + self.speed[worker] * self.chance.expovariate(1.0)
            heapq.heappush(self.free, (end, worker))
            future: Future[Any] = Future()
            self.seen["sent"] += 1
            heapq.heappush(self.under_way, (end, self.seen["sent"], future, fn, args))
            self.seen["most"] = max(self.seen["most"], len(self.under_way))
            self.news.notify()
        return future

    def _serve(self) -> None:
        while True:
            with self.news:
                self.news.wait_for(lambda: self.under_way or self.dead)
                if self.dead:
                    return
                _, _, future, fn, args = heapq.heappop(self.under_way)
                fate = self.chance.random()
                self.dead = fate < 0.001
            if fate < 0.001:
                self.seen["broken"] += 1
                future.set_exception(BrokenExecutor("the scheduler has gone"))
            elif fate < 0.1:
                self.seen["lost"] += 1
                future.set_exception(ConnectionResetError("the worker has gone"))
            else:
                blocks, _ = fn(*args)
                future.set_result((blocks, SECONDS * args[2]))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with self.news:
            self.dead = True
            self.news.notify()


@pytest.mark.full
def test_a_thousand_workers_with_losses(bots, tmp_path) -> None:
    game, specs = sa.load("schnapsen"), [BotSpec(f"{bots}:First"), BotSpec("random")]
    chance, sets = random.Random(5), 6000
    seen = {"sent": 0, "most": 0, "lost": 0, "broken": 0}
    with Store(tmp_path / "r.db") as store:
        far = runner.run(game, specs, 2 * sets, 3, store=store,
                         executor=lambda: Simulated(chance, seen))
    assert seen["most"] > WORKERS and seen["sent"] > 3000, seen
    assert seen["lost"] > 100 and seen["broken"] > 0, seen
    assert same(far, runner.run(game, specs, 2 * sets, 3, jobs=1))
    check_blocks(tmp_path / "r.db", sets)
