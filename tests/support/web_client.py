"""The web table in this process, and a browser of few words: for tests."""

from __future__ import annotations

import contextlib
import http.client
import json
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

from schnapsen_ai.web.server import WebServer


@contextlib.contextmanager
def running(**options: Any) -> Iterator[WebServer]:
    """A server in a thread, on a free port."""
    server, up = WebServer(**options), threading.Event()
    thread = threading.Thread(target=server.run, args=(up.set,))
    thread.start()
    try:
        assert up.wait(30)
        yield server
    finally:
        server.stop()
        thread.join(30)


class Client:
    """One session: requests as a page would make them, and everything that it was sent."""

    def __init__(self, server: WebServer, name: str = "Anna") -> None:
        self.server = server
        self.host = urlsplit(server.address).netloc
        self.cookie = ""
        self.received: list[dict[str, Any]] = []
        self.post("/api/session", {"name": name})

    def send(
        self, method: str, path: str, body: bytes | None = None, **headers: str
    ) -> tuple[int, Any]:
        """Any request at all: status and JSON (or text)."""
        connection = http.client.HTTPConnection(self.host, timeout=600)  # a cold compile takes long
        given = {"Cookie": self.cookie} if self.cookie else {}
        given |= {k.replace("_", "-"): v for k, v in headers.items()}
        connection.request(method, path, body, given)
        answer = connection.getresponse()
        cookie = answer.getheader("set-cookie")
        if cookie:
            self.cookie = cookie.split(";")[0]
        self.headers = {k.lower(): v for k, v in answer.getheaders()}
        text = answer.read().decode()
        connection.close()
        with contextlib.suppress(ValueError):
            return answer.status, json.loads(text)
        return answer.status, text

    def get(self, path: str) -> tuple[int, Any]:
        status, data = self.send("GET", path, Sec_Fetch_Site="same-origin")
        self._keep(data)
        return status, data

    def post(self, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        own = {"Origin": self.server.address, "Content-Type": "application/json"}
        data = json.dumps({} if body is None else body).encode()
        status, answer = self.send("POST", path, data, **{**own, **headers})
        self._keep(answer)
        return status, answer

    def _keep(self, data: Any) -> None:
        if isinstance(data, dict) and "scene" in data:
            self.received.append(data)

    # --- at a table ---

    def table(self, game: str, players: list[str], **wish: Any) -> str:
        """Make a table; its id."""
        wish = {"game": game, "players": players, "pace": "none", **wish}
        status, data = self.post("/api/tables", wish)
        assert status == 201, data
        return data["id"]

    def shown(self, table: str) -> dict[str, Any]:
        status, data = self.get(f"/api/tables/{table}")
        assert status == 200, data
        return data

    def act(self, table: str, what: str, **body: Any) -> tuple[int, Any]:
        return self.post(f"/api/tables/{table}/{what}", body)

    def play(self, table: str, move: int, state: dict[str, Any]) -> tuple[int, Any]:
        return self.act(table, "move", move=move, ply=len(state["scene"]["log"]))

    def until(
        self, table: str, test: Callable[[dict[str, Any]], bool], seconds: float = 60
    ) -> dict[str, Any]:
        """Look at the table until it is as wished."""
        end = time.monotonic() + seconds
        while True:
            state = self.shown(table)
            if test(state):
                return state
            assert time.monotonic() < end, state
            time.sleep(0.01)

    def my_turn(self, table: str) -> dict[str, Any]:
        """Wait for this session's turn, or the end of the deal."""
        return self.until(table, lambda s: s["phase"] == "over" or mine(s))

    def listen(self, table: str) -> threading.Thread:
        """Keep everything that the stream of a table brings, until it ends."""
        connection = http.client.HTTPConnection(self.host, timeout=120)
        connection.request("GET", f"/api/tables/{table}/events", headers={"Cookie": self.cookie})
        answer = connection.getresponse()
        assert answer.status == 200 and answer.getheader("content-type").startswith("text/event")

        def read() -> None:
            with contextlib.suppress(OSError, ValueError, http.client.HTTPException):
                for line in answer:
                    if line.startswith(b"data: "):
                        self._keep(json.loads(line[6:]))

        thread = threading.Thread(target=read, daemon=True)
        thread.start()
        return thread


def mine(state: dict[str, Any]) -> bool:
    scene = state["scene"]
    return scene is not None and scene["to_move"] is not None and scene["to_move"] == scene["seat"]
