"""What moves the bots of a table: one task as long as bots are to move."""

from __future__ import annotations

import asyncio
import logging
from typing import Protocol

from ..cards import Seat
from ..deal.game import Game
from ..deal.history import DealHistory
from ..deal.moves import IllegalMove
from .bot_pool import Misbehaved, Seated, Thinkers, hint
from .clock import pause
from .players import Player, Settings

_log = logging.getLogger(__name__)


class Driven(Protocol):
    """A table, as far as what moves its bots needs it."""

    game: Game
    players: list[Player]
    settings: Settings
    owner: str
    thinkers: Thinkers
    bots: dict[int, Seated]

    @property
    def history(self) -> DealHistory: ...
    @property
    def seating(self) -> list[int]: ...

    def time_of(self, seat: Seat) -> None: ...
    def gives_up(self, seat: Seat, why: str = "", **names: object) -> None: ...
    def go_on(self) -> None: ...
    def changed(self) -> None: ...


class Driver:
    """Moves the bots of one table until a person is to move; whatever a bot does, it goes on."""

    def __init__(self, table: Driven) -> None:
        self.table = table
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """A bot is to move."""
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._drive())

    def stop(self) -> None:
        """Something else happened: what a bot thinks about now is no longer asked."""
        if self._task is not None and self._task is not _current():
            self._task.cancel()
            self._task = None

    async def _drive(self) -> None:
        """Bots move until a person is to move or the deal is over."""
        table = self.table
        history = table.history
        while history is table.history and not history.is_over:
            seat = history.to_move
            assert seat is not None
            if not table.players[table.seating[seat]].by_machine:
                break
            await pause(table.settings.pace, history)
            await self._moves(history, seat)
            if history.to_move is not None:
                table.time_of(history.to_move)
            table.changed()
        self._task = None
        if history is table.history and history.is_over:
            table.go_on()
            table.changed()

    async def _moves(self, history: DealHistory, seat: Seat) -> None:
        table = self.table
        seated = table.bots.get(seat)
        if table.players[table.seating[seat]].replaced or seated is None:
            history.play(hint(table.game, history.view(seat)))
            return
        view = history.view(seat, bool(seated.spec.sees_all))
        try:
            move = await table.thinkers.choose(seated, view, history.log, table.owner)
            if move is None:
                table.gives_up(seat)
            else:
                history.play(move)
        except Misbehaved as fault:
            table.gives_up(seat, fault.key, **fault.names)
        except IllegalMove as fault:
            _log.warning("%s: %s", seated.spec.text, fault)
            table.gives_up(seat, "b.illegal")
        except Exception as error:  # ours, or of a bot in this process: the table goes on
            _log.exception("%s at a table of %s", seated.spec.text, table.game.spec)
            table.gives_up(seat, "b.raised", error=type(error).__name__)


def _current() -> asyncio.Task[object] | None:
    try:
        return asyncio.current_task()
    except RuntimeError:
        return None
