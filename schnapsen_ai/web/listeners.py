"""The streams of a table: each waits for news of it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

EACH = 8  # streams of one session at one table


class Listener(asyncio.Event):
    """A stream of one session; set when there is news for it."""

    def __init__(self, session: str) -> None:
        super().__init__()
        self.session = session
        self.replaced = False  # the session has opened so many others since


class Listeners:
    """All streams of a table, the oldest first."""

    def __init__(self) -> None:
        self._all: list[Listener] = []

    def add(self, session: str) -> Listener:
        """A new stream.  One too many ends the oldest of the same session, nobody else's."""
        mine = [stream for stream in self._all if stream.session == session]
        if len(mine) >= EACH:
            mine[0].replaced = True
            mine[0].set()
            self._all.remove(mine[0])
        stream = Listener(session)
        self._all.append(stream)
        return stream

    def discard(self, stream: Listener) -> None:
        """Its reader has gone."""
        if stream in self._all:
            self._all.remove(stream)

    def wake(self) -> None:
        """There is news."""
        for stream in self._all:
            stream.set()

    def __len__(self) -> int:
        return len(self._all)

    def __iter__(self) -> Iterator[Listener]:
        return iter(self._all)
