"""Who thinks where: quick built-in bots at once, all others in processes of their own.

A bot that thinks in compiled code holds Python's lock, so a thread would stop the whole table.
A bot keeps its memory between moves as a pickle that travels with the question, so that any free
process can go on with it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import pickle
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakValueDictionary

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
_log = logging.getLogger(__name__)
PATIENCE = 120.0  # seconds that a bot may think on one move


class Misbehaved(Exception):
    """A bot that raised, answered nonsense or never answered.

    key: of `words`; names: what fills it in.  Neither has anything of what the bot said: that may
    be its hand, and goes to the log only.
    """

    def __init__(self, key: str, **names: object) -> None:
        super().__init__(key)
        self.key, self.names = key, names


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


class Desk:
    """A process of its own, for one question at a time; started anew where it had to be stopped.

    Nobody else's question is with it, so whoever makes it hang or die harms himself only.
    """

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    async def ask(self, question: Callable[..., Any], *given: Any, patience: float) -> Any:
        """The answer; TimeoutError, BrokenProcessPool.  Who leaves meanwhile stops the process."""
        if self._pool is None:
            self._pool = new_pool(1)
        try:
            answer = asyncio.wrap_future(self._pool.submit(question, *given))
            return await asyncio.wait_for(answer, patience)
        except (TimeoutError, BrokenProcessPool, asyncio.CancelledError):
            self.close()
            raise

    def close(self, wait: bool = False) -> None:
        """End the process, whatever it is doing."""
        pool, self._pool = self._pool, None
        if pool is not None:
            stop_pool(pool, wait)


class Thinkers:
    """The processes in which bots think and deals are reviewed."""

    def __init__(self, processes: int | None = None) -> None:
        self.processes = processes or max(2, os.cpu_count() or 1)
        self._desks = [Desk() for _ in range(self.processes)]
        self._free = list(self._desks)
        self._line = asyncio.Semaphore(self.processes)
        self._shares: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        self._student = Desk()
        self._study_line = asyncio.Lock()
        self.studied: set[str] = set()  # games whose solver has been compiled

    async def choose(
        self, seated: Seated, view: View, log: list[tuple[int, int]], owner: str = ""
    ) -> int | None:
        """The move of a bot; None when it resigns; Misbehaved when it does anything else.

        owner: who made the table.  One person's tables never take all processes, and the time in
        which a bot waits for one is not its own.
        """
        if seated.quick:
            return choose_here(seated, view)
        question = (
            seated.game, seated.spec.text, seated.memory, seated.seat, seated.word,
            log[seated.told if seated.memory is not None else 0 :], view,
        )
        move, memory, fault = await self._answer(question, owner)
        if fault:
            _log.warning("%s: %s\n%s", seated.spec.text, fault.what, fault.detail)
            raise _told(fault)
        seated.memory, seated.told = memory, len(log)
        return move

    async def _answer(self, question: tuple[Any, ...], owner: str) -> Any:
        share = self._shares.setdefault(owner, asyncio.Semaphore(max(1, self.processes - 1)))
        async with share, self._line:
            desk = self._free.pop()
            try:
                return await _twice(desk, question)
            except TimeoutError:
                raise Misbehaved("b.slow", n=f"{PATIENCE:.0f}") from None
            except BrokenProcessPool:
                raise Misbehaved("b.died") from None
            finally:
                self._free.append(desk)

    async def study(self, *question: Any, patience: float) -> dict[str, Any] | None:
        """The review of one decision (`study.study`), None if it takes too long."""
        async with self._study_line:
            try:
                found: dict[str, Any] = await self._student.ask(study, *question, patience=patience)
            except (TimeoutError, BrokenProcessPool):
                return None
            return found

    def close(self) -> None:
        """End all processes."""
        for desk in (*self._desks, self._student):
            desk.close(wait=True)


async def _twice(desk: Desk, question: tuple[Any, ...]) -> Any:
    """Asked again if the process died: whoever sat there before may have left something in it."""
    with contextlib.suppress(BrokenProcessPool):
        return await desk.ask(_think, *question, patience=PATIENCE)
    return await desk.ask(_think, *question, patience=PATIENCE)


def _told(offence: Offence) -> Misbehaved:
    """What a person may hear of an offence: the kind of error, nothing of its text."""
    kind, _, name = offence.what.partition(":")[0].partition(" ")
    return Misbehaved("b.raised", error=name[:40]) if kind == "raised" else Misbehaved("b.no_move")


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
) -> tuple[int | None, bytes | None, Offence | None]:
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
            return None, None, None
        except Offence as offence:
            move = offence
        if isinstance(move, Offence):
            return None, None, move
        with contextlib.suppress(Offence, Resign):  # else begun anew at its next move
            return move, answered(packed), None
        return move, None, None


def hint(game: Game, view: View) -> int:
    """What the built-in rule player would choose."""
    bot = BotSpec("rules").make()
    bot.begin(game, view.seat, Randomness(seeds.words(b"hint", "hint", 0, 1)[0]))
    return int(bot.choose(view))
