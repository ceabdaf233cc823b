"""The web server: one process with an event loop, and the processes in which bots think."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import uvicorn

from .address import Address
from .api import create_app
from .half_sent import ImpatientProtocol
from .lobby import Lobby


class WebServer:
    """A table that listens; `run` serves until `stop` is called from anywhere, or Ctrl-C."""

    def __init__(
        self,
        host: str = "127.0.0.1",
        port: int = 0,
        *,
        hosts: tuple[str, ...] = (),
        bots: tuple[str, ...] = (),
        processes: int | None = None,
        results: str | None = None,
        keep: Path | None = None,
    ) -> None:
        """keep: the file in which tables and seats outlive the server; None: they do not."""
        self._listener = _listen(host, port)
        shown = f"[{host}]" if ":" in host else host
        self.reached = Address(shown, self._listener.getsockname()[1], hosts)
        self.address = self.reached.url
        self.bots, self.processes, self.results, self.keep = bots, processes, results, keep
        self.lobby: Lobby | None = None
        self._server: uvicorn.Server | None = None

    def run(self, ready: Callable[[], Any] = lambda: None) -> None:
        """Serve; `ready` is called once the address answers."""
        asyncio.run(self._run(ready))

    async def _run(self, ready: Callable[[], Any]) -> None:
        self.lobby = Lobby(self.bots, self.processes, self.results, self.keep)
        config = uvicorn.Config(
            create_app(self.lobby, self.reached),
            log_level="warning",
            timeout_graceful_shutdown=1,
            http=ImpatientProtocol,
            ws="none",
            server_header=False,
        )
        self._server = uvicorn.Server(config)
        serving = asyncio.get_running_loop().create_task(
            self._server.serve(sockets=[self._listener])
        )
        try:
            while not self._server.started and not serving.done():
                await asyncio.sleep(0.01)
            ready()
            while not self._server.should_exit and not serving.done():
                await asyncio.sleep(0.05)
            self.lobby.end_tables()
            await serving
        finally:
            self.lobby.close()

    def stop(self) -> None:
        """End `run`."""
        if self._server is not None:
            self._server.should_exit = True


def _listen(host: str, port: int) -> socket.socket:
    if not host:
        raise ValueError("--host is empty: 127.0.0.1 is this machine, 0.0.0.0 everyone in reach")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise OSError(f"cannot listen on {host} port {port}: {error.strerror}") from None
    return listener
