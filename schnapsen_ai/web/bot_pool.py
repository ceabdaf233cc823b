"""Who thinks where: quick built-in bots at once, all others in processes of their own.

A bot that thinks in compiled code holds Python's lock, so a thread would stop the whole table.
A bot keeps its memory between moves as a pickle that travels with the question, so that any free
process can go on with it.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import pickle
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from typing import Any

from ..base import seeds
from ..bot.faults import Offence, answered, move_of
from ..bot.fork_guard import only_one_returns
from ..bot.interface import Bot, Randomness, Resign
from ..bot.spec import BotSpec
from ..cards import Seat
from ..deal.game import Game
from ..deal.state import View
from .decision_review import study

QUICK = frozenset({"random", "shy", "bully", "greedy", "rules"})  # well below a millisecond a move
PATIENCE = 120.0  # seconds that a bot may think on one move


class Misbehaved(Exception):
    """A bot that raised, answered nonsense or never answered."""


@dataclass
class Seated:
    """A bot in a seat of one deal, and what it has been told so far."""

    game: Game
    spec: BotSpec
    seat: int
    word: Any
    memory: bytes | None = None
    told: int = 0
    here: Bot | None = field(default=None, repr=False)

    @property
    def quick(self) -> bool:
        return self.spec.compiled and self.spec.name in QUICK

    def forget(self) -> None:
        """Begin anew, after moves were taken back."""
        self.memory, self.told, self.here = None, 0, None


class Thinkers:
    """The processes in which bots think and deals are reviewed."""

    def __init__(self, processes: int | None = None) -> None:
        self.processes = processes or max(2, os.cpu_count() or 1)
        self._bots: ProcessPoolExecutor | None = None
        self._students: ProcessPoolExecutor | None = None
        self.studied: set[str] = set()  # games whose solver has been compiled

    async def choose(self, seated: Seated, view: View, log: list[tuple[int, int]]) -> int | None:
        """The move of a bot; None when it resigns; Misbehaved when it does anything else."""
        if seated.quick:
            return choose_here(seated, view)
        question = (
            seated.game, seated.spec.text, seated.memory, seated.seat, seated.word,
            log[seated.told if seated.memory is not None else 0 :], view,
        )
        for attempt in range(2):  # another bot may have taken the processes with it
            if self._bots is None:
                self._bots = new_pool(self.processes)
            pool = self._bots
            try:
                answer = asyncio.wrap_future(pool.submit(_think, *question))
                move, memory, fault = await asyncio.wait_for(answer, PATIENCE)
            except TimeoutError:
                self._bots = None if self._bots is pool else self._bots
                stop_pool(pool)
                raise Misbehaved(f"no move within {PATIENCE:.0f} seconds") from None
            except BrokenProcessPool:
                self._bots = None if self._bots is pool else self._bots
                stop_pool(pool)
                if attempt:
                    raise Misbehaved("its process died") from None
                continue
            if fault:
                raise Misbehaved(fault)
            seated.memory, seated.told = memory, len(log)
            return move
        raise AssertionError

    async def study(self, *question: Any, patience: float) -> dict[str, Any] | None:
        """The review of one decision (`study.study`), None if it takes too long."""
        if self._students is None:
            self._students = new_pool(1)
        pool = self._students
        try:
            answer = asyncio.wrap_future(pool.submit(study, *question))
            return await asyncio.wait_for(answer, patience)
        except (TimeoutError, BrokenProcessPool):
            self._students = None if self._students is pool else self._students
            stop_pool(pool)
            return None

    def close(self) -> None:
        """End all processes."""
        for pool in (self._bots, self._students):
            if pool is not None:
                stop_pool(pool, wait=True)


def new_pool(processes: int) -> ProcessPoolExecutor:
    """Processes that import everything themselves."""
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(processes, context, initializer=_end_with_the_server)


def _end_with_the_server() -> None:
    """In a process: leave when the server is gone, also where it was killed."""
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def stop_pool(pool: ProcessPoolExecutor, wait: bool = False) -> None:
    """End a pool whatever its processes are doing; `wait` until all is put away."""
    for process in list((getattr(pool, "_processes", None) or {}).values()):
        process.kill()
    pool.shutdown(wait=wait, cancel_futures=True)


def choose_here(seated: Seated, view: View) -> int:
    """The move of a quick bot, in this process."""
    if seated.here is None:
        seated.here = seated.spec.make()
        seated.here.begin(seated.game, seated.seat, Randomness(seated.word))
    return int(seated.here.choose(view))


def _think(
    game: Game,
    spec: str,
    memory: bytes | None,
    seat: Seat,
    word: Any,
    news: list[tuple[int, int]],
    view: View,
) -> tuple[int | None, bytes | None, str]:
    """In a process: go on with a bot or begin it, tell it the news, ask it.

    The move (None: it resigns), the bot's memory if it can be packed, and what went wrong.
    """
    seated: list[Bot] = []

    def asked() -> int | Offence:
        bot = pickle.loads(memory) if memory is not None else BotSpec(spec).make()
        seated.append(bot)
        if memory is None:
            bot.begin(game, seat, Randomness(word))
        for mover, move in news:
            bot.saw(mover, move)
        return move_of(bot.choose(view))

    def packed() -> bytes:
        return pickle.dumps(seated[0])

    with only_one_returns():
        try:
            move = answered(asked)
        except Resign:
            return None, None, ""
        except Offence as offence:
            move = offence
        if isinstance(move, Offence):
            return None, None, move.what[:200]
        with contextlib.suppress(Offence, Resign):  # else begun anew at its next move
            return move, answered(packed), ""
        return move, None, ""


def hint(game: Game, view: View) -> int:
    """What the built-in rule player would choose."""
    bot = BotSpec("rules").make()
    bot.begin(game, view.seat, Randomness(seeds.words(b"hint", "hint", 0, 1)[0]))
    return int(bot.choose(view))
