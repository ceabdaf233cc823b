"""How much one coordinator and its one writer take in, with workers that answer at once.

    python experiments/scale.py [SECONDS]

For blocks of several sizes: blocks and deals a second, how many workers of such bots that feeds,
bytes a deal sent and stored.  The coordinator is the real one (`tournament.cluster`,
`store.writer`), in one process; a worker answers with a block that was played before, under the
number that it was asked for.  Seconds are of the processor, so that other programs do not count.
"""

from __future__ import annotations

import itertools
import pickle
import sys
import tempfile
import time
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import numpy as np

from schnapsen_ai import load
from schnapsen_ai.bot.spec import BotSpec
from schnapsen_ai.store.blocks import Block
from schnapsen_ai.store.writer import Store
from schnapsen_ai.tournament import cluster
from schnapsen_ai.tournament.pairing import Pairing
from schnapsen_ai.tournament.runner import run

GAME = load("schnapsen")
BOT = """
import schnapsen_ai as sa


class First(sa.Bot):
    def choose(self, view):
        return view.legal_moves()[0]
"""
MOVED = ("first.py", "random")  # asked move by move: their moves are kept
LOOPED = ("rules", "random")  # in one compiled loop: their results alone


class AtOnce(Executor):
    """Answers with a template, cut to the sets that are asked for, pickled as on its way."""

    def __init__(self, template: Block, sets: int, until: float) -> None:
        self.template, self.sets, self.until = template, sets, until
        self.blocks = self.sent = 0
        self._max_workers = 8

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        _, start, n = args
        if time.perf_counter() > self.until:
            raise KeyboardInterrupt
        data = pickle.dumps(([renumbered(self.template, start, n)], 1.0), protocol=5)
        self.blocks += 1
        self.sent += len(data)
        answer: Future[Any] = Future()
        answer.set_result(pickle.loads(data))
        return answer


def renumbered(block: Block, start: int, n: int) -> Block:
    """The first sets of a block, as sets ``start .. start + n - 1``."""
    part = block.cut(0, n)
    part.start = start
    log = block.log
    if log is not None:
        part.log = log_of(log, start, n)
    return part


def log_of(log: Any, start: int, n: int) -> Any:
    """The log of its first sets, under their new numbers."""
    made = type(log)()
    kept = int(np.searchsorted(np.frombuffer(log.sets, "<u4"), n))
    moves = int(np.frombuffer(log.lengths, "<u2")[:kept].sum())
    for name, (_, of) in type(log).COLUMNS.items():
        each = {"": kept, "pack": kept * len(GAME.pack), "seats": kept * 2, "moves": moves,
                "context": 0}[of]
        getattr(made, name).extend(getattr(log, name)[:each])
    for i in range(kept):
        made.sets[i] += start
    return made


def measure(bots: tuple[str, str], sets: int, seconds: float) -> tuple[float, ...]:
    """Blocks and deals a second, deals a second of one worker, bytes a deal sent and stored."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "first.py").write_text(BOT)
        specs = [BotSpec(b.replace("first.py", f"{folder}/first.py")) for b in bots]
    pairing = Pairing(GAME, *specs, bytes(16), "deal", None, True)
    pairing.prepare()
    pairing.play(0, 1)
    began = time.process_time()
    template = pairing.play(0, sets)
    each = 2 * sets / (time.process_time() - began)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "scale.db")
        executor = AtOnce(template, sets, time.perf_counter() + seconds)
        began = time.process_time()
        with Store(path) as store:
            Cutter = cluster.Cutter

            def fixed(*args: Any) -> Any:
                cutter = Cutter(*args)
                cutter.size = [sets] * len(cutter.size)
                cutter.learn = lambda task, seconds: None  # type: ignore[method-assign]
                return cutter

            cluster.Cutter = fixed  # type: ignore[assignment,misc]
            try:
                run(GAME, specs, 10**9, 1, store=store, executor=executor)
            except KeyboardInterrupt:
                pass
            finally:
                cluster.Cutter = Cutter  # type: ignore[misc]
            took = time.process_time() - began
            stored = store.sets
        size = path.stat().st_size
    deals = 2 * stored
    sent = executor.sent / executor.blocks / sets / 2
    return stored / sets / took, deals / took, each, sent, size / deals


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    print("kept     sets a block  blocks/s     deals/s  workers fed  bytes sent, stored a deal")
    for (what, bots), sizes in zip(
        (("moves", MOVED), ("results", LOOPED)), ((1, 8, 64, 512), (1, 64, 2048, 16384)),
        strict=True,
    ):
        for sets in itertools.chain(sizes):
            blocks, deals, each, sent, stored = measure(bots, sets, seconds)
            print(f"{what:<8} {sets:>12} {blocks:>9.0f} {deals:>11,.0f} {deals / each:>12.1f}"
                  f" {sent:>12.1f} {stored:>8.1f}", flush=True)


if __name__ == "__main__":
    main()
