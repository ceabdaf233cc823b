"""The clock of a table: how long each player has thought, and when a person's time is up; pace."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from ..deal.history import DealHistory
from .players import PACES


class Clock:
    """Counts for one player at a time; `flag(player)` is called when a limit has run out."""

    def __init__(self, players: int, limit: float | None, flag: Callable[[int], None]) -> None:
        self.limit = limit
        self.spent = [0.0] * players
        self.running: int | None = None
        self._flag = flag
        self._since = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def start(self, player: int, limited: bool) -> None:
        """It is this player's time from now on."""
        if self.running == player:
            return
        self.stop()
        self.running, self._since = player, time.monotonic()
        if limited and self.limit is not None:
            left = max(0.0, self.limit - self.spent[player])
            self._timer = asyncio.get_running_loop().call_later(left, self._flag, player)

    def stop(self) -> None:
        """It is nobody's time."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self.running is not None:
            self.spent[self.running] += time.monotonic() - self._since
            self.running = None

    def reset(self) -> None:
        """All players have their whole time again."""
        self.stop()
        self.spent = [0.0] * len(self.spent)

    def shown(self, player: int) -> dict[str, float | None]:
        """Seconds spent and left, as they stand now."""
        spent = self.spent[player]
        if self.running == player:
            spent += time.monotonic() - self._since
        left = None if self.limit is None else round(max(0.0, self.limit - spent), 1)
        return {"spent": round(spent, 1), "left": left}


async def pause(pace: str, history: DealHistory) -> None:
    """Wait before the move of a bot: for a moment, longer where a trick has just been taken."""
    move, trick = PACES[pace]
    taken = history.tricks and not history.open_trick
    await asyncio.sleep(0 if not history.log else trick if taken else move)
