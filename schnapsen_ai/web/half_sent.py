"""Requests that are never finished: closed in time, so that no connection is held for nothing."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

SECONDS = 10.0  # for the head of a request, and for its body


class ImpatientProtocol(H11Protocol):
    """HTTP as uvicorn speaks it, which by itself waits for ever for the rest of a request."""

    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._be_patient()  # the head is here: the rest is the application's
        elif self._waiting is None:
            self._wait()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._be_patient()  # uvicorn's own timer runs until the next request begins

    def connection_lost(self, exc: Exception | None) -> None:
        self._be_patient()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._waiting = self.loop.call_later(SECONDS, self.transport.close)

    def _be_patient(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
