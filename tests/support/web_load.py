"""How fast the web table answers when many play at once: ``python tests/support/web_load.py``.

Starts a server of its own and lets `--sessions` people play against `rules`, each thinking for
`--think` seconds on the mean before a move.  Two times are taken, in milliseconds: until the
move is answered, and until the table has moved on to the person's next turn (or the end).
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import random
import subprocess
import sys
import threading
import time
from typing import Any
from urllib.parse import urlsplit


class Person(threading.Thread):
    """One session: listens to its table and plays random legal moves."""

    def __init__(self, address: str, game: str, seats: int, think: float, until: float) -> None:
        super().__init__(daemon=True)
        self.address, self.host = address, urlsplit(address).netloc
        self.game, self.seats, self.think, self.end = game, seats, think, until
        self.answers: list[float] = []
        self.turns: list[float] = []
        self.cookie = ""
        self.connection = http.client.HTTPConnection(self.host, timeout=900)
        self.post("/api/session", {"name": "load"})
        players = ["you"] + ["rules"] * (seats - 1)
        wish = {"game": game, "players": players, "pace": "none"}
        self.table = f"/api/tables/{self.post('/api/tables', wish)['id']}"

    def post(self, path: str, body: Any) -> Any:
        headers = {"Origin": self.address, "Content-Type": "application/json"}
        headers["Cookie"] = self.cookie
        try:
            self.connection.request("POST", path, json.dumps(body), headers)
            answer = self.connection.getresponse()
        except OSError:  # an idle connection was closed
            self.connection.close()
            self.connection.request("POST", path, json.dumps(body), headers)
            answer = self.connection.getresponse()
        cookie = answer.getheader("set-cookie")
        self.cookie = cookie.split(";")[0] if cookie else self.cookie
        return json.loads(answer.read())

    def run(self) -> None:
        rng = random.Random(id(self))
        stream = http.client.HTTPConnection(self.host, timeout=900)
        stream.request("GET", f"{self.table}/events", headers={"Cookie": self.cookie})
        events, asked = stream.getresponse(), 0.0
        for line in events:
            if not line.startswith(b"data: "):
                continue
            state = json.loads(line[6:])
            scene = state["scene"]
            if state["phase"] != "over" and scene["to_move"] != scene["seat"]:
                continue
            if asked:
                self.turns.append(time.perf_counter() - asked)
            time.sleep(rng.expovariate(1 / self.think) if self.think else 0)
            if time.monotonic() > self.end:
                return
            asked = time.perf_counter()
            if state["phase"] == "over":
                self.post(f"{self.table}/next", {})
            else:
                move = rng.choice(scene["moves"])["id"]
                self.post(f"{self.table}/move", {"move": move, "ply": len(scene["log"])})
            self.answers.append(time.perf_counter() - asked)


def percentiles(times: list[float]) -> str:
    ordered = sorted(times)
    last = len(ordered) - 1
    return " / ".join(f"{1000 * ordered[min(last, int(p * last))]:.1f}" for p in (0.5, 0.95, 0.99))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--think", type=float, default=1.0)
    parser.add_argument("--game", default="schnapsen")
    parser.add_argument("--seats", type=int, default=2)
    args = parser.parse_args()
    command = [sys.executable, "-m", "schnapsen_ai", "web", "--port", "0"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    try:
        address = server.stdout.readline().split()[4].rstrip("/")
        end = time.monotonic() + 3600
        people = [
            Person(address, args.game, args.seats, args.think, end) for _ in range(args.sessions)
        ]
        for person in people:
            person.end = time.monotonic() + args.seconds
            person.start()
        time.sleep(args.seconds + 3)
    finally:
        server.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            server.wait(10)
    answers = [t for p in people for t in p.answers]
    turns = [t for p in people for t in p.turns]
    print(f"{args.sessions} sessions, {len(answers) / args.seconds:.0f} moves/s")
    print(f"answer to a move, ms (50/95/99 %): {percentiles(answers)}")
    print(f"own turn again, ms (50/95/99 %): {percentiles(turns)}")


if __name__ == "__main__":
    main()
