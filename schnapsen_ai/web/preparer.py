"""Compiling what a table will need before anyone sits down at it."""

from __future__ import annotations

import asyncio
import contextlib
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from ..base import seeds
from ..bot import compiled
from ..bot.spec import BotSpec
from ..deal.game import Game
from ..deal.history import DealHistory
from .bot_pool import Seated, choose_here, new_pool, stop_pool
from .second_thought import drawn


def compile_for(game: Game, names: frozenset[str]) -> None:
    """The kernels of a game and of some quick bots: one deal by the rule player."""
    match = game.new_match()
    history = DealHistory.deal(game, seeds.words(b"prepare", "pack", 0, 1), match)
    for name in names:
        compiled.decider_of(game, BotSpec(name).cls.policy)  # type: ignore[attr-defined]
    spec = BotSpec("rules")
    words = seeds.words(b"prepare", "bots", 0, game.n_seats)
    bots = [Seated(game, spec, seat, words[seat]) for seat in range(game.n_seats)]
    drawn(history.view(history.to_move or 0))  # as `sure_loss` does
    while history.to_move is not None:
        seat = history.to_move
        history.play(choose_here(bots[seat], history.view(seat)))
    game.board.next_deal_at(match, history.pool)


class Preparer:
    """Compiles in a process of its own, which fills the cache on disk; then loads from there.

    To compile in the process of the tables would make everybody at them wait.
    """

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._one_by_one = asyncio.Lock()
        self._ready: set[str] = set()

    async def prepare(self, game: Game, names: frozenset[str]) -> None:
        """Have a game and some quick bots ready."""
        wanted = {f"{game.rules.__name__} {name}" for name in names}
        async with self._one_by_one:
            if wanted <= self._ready:
                return
            if self._pool is None:
                self._pool = new_pool(1)
            with contextlib.suppress(BrokenProcessPool):  # then it is compiled here
                await asyncio.wrap_future(self._pool.submit(compile_for, game, names))
            await asyncio.to_thread(compile_for, game, names)
            self._ready |= wanted

    def close(self) -> None:
        """End the process."""
        if self._pool is not None:
            stop_pool(self._pool, wait=True)
