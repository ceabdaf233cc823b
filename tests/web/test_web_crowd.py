"""Many at one server, and several servers on one machine: nobody pays for what another does."""

from __future__ import annotations

import http.client
import socket
import time
from collections.abc import Iterator
from unittest import mock
from urllib.parse import urlsplit

import pytest
from web_client import Client, running

from schnapsen_ai.web import guard, half_sent, listeners, lobby
from schnapsen_ai.web.address import Address
from schnapsen_ai.web.preparer import Preparer
from schnapsen_ai.web.server import WebServer

pytestmark = pytest.mark.interpreted


@pytest.fixture(scope="module")
def server() -> Iterator[WebServer]:
    """Tables that wait for people: nothing is compiled ahead for them."""
    async def nothing(*_: object) -> None:
        return None

    with mock.patch.object(Preparer, "prepare", nothing), running() as server:
        yield server


class Stranger(Client):
    """A session from another machine, as a proxy tells of it."""

    place = "203.0.113.9"

    def send(self, method: str, path: str, body: bytes | None = None, **headers: str):  # type: ignore[no-untyped-def]
        return super().send(method, path, body, X_Forwarded_For=self.place, **headers)


# --- more than there is room for ---


def test_a_stranger_crowds_out_his_own_tables(
    server: WebServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = Client(server)
    mine = [anna.table("schnapsen", ["you", "open"]) for _ in range(2)]
    monkeypatch.setattr(lobby, "MAX_TABLES", len(server.lobby.tables) + 3)
    for _ in range(3):
        stranger = Stranger(server)
        for _ in range(4):
            stranger.table("schnapsen", ["you", "open"])
    assert len(server.lobby.tables) == lobby.MAX_TABLES
    assert {t["id"] for t in anna.get("/api/tables")[1]} == set(mine)


def test_a_table_that_is_looked_at_goes_last(
    server: WebServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "TABLES_EACH", 3)
    anna = Client(server)
    first = anna.table("schnapsen", ["you", "open"])
    anna.listen(first)
    others = [anna.table("schnapsen", ["you", "open"]) for _ in range(3)]
    assert [t["id"] for t in anna.get("/api/tables")[1]] == [*reversed(others[1:]), first]


def test_a_stranger_crowds_out_his_own_sessions(
    server: WebServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = Client(server)
    monkeypatch.setattr(lobby, "MAX_SESSIONS", len(server.lobby.sessions) + 5)
    for _ in range(len(server.lobby.sessions) + 20):
        Stranger(server)
    assert len(server.lobby.sessions) == lobby.MAX_SESSIONS
    assert anna.get("/api/tables")[0] == 200


def test_streams_of_one_never_shut_out_another(server: WebServer) -> None:
    anna, berta = Client(server, "Anna"), Client(server, "Berta")
    table = anna.table("schnapsen", ["you", "open"])
    assert berta.act(table, "join", invite=anna.shown(table)["invite"])[0] == 200
    held = [anna.listen(table) for _ in range(listeners.EACH + 3)]
    berta.listen(table)
    end = time.monotonic() + 10
    streams = server.lobby.tables[table].listeners
    while len(streams) <= listeners.EACH or sum(s.is_alive() for s in held) > listeners.EACH:
        assert time.monotonic() < end
        time.sleep(0.01)
    assert len(streams) == listeners.EACH + 1 and not any(s.replaced for s in streams)


@pytest.mark.parametrize(
    "sent",
    [
        b"", b"GET / HTTP/1.1\r\nHost: localhost\r\n",
        b"POST /api/session HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n"
        b"Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
    ],
)
def test_half_a_request_is_not_waited_for(
    server: WebServer, monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    for module in (half_sent, guard):
        monkeypatch.setattr(module, "SECONDS", 0.05)
    where = urlsplit(server.address)
    with socket.create_connection((where.hostname, where.port), timeout=20) as line:
        line.sendall(sent)
        while line.recv(65536):  # TimeoutError if it is held
            pass


def test_a_stream_is_no_half_request(server: WebServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(half_sent, "SECONDS", 0.05)
    anna = Client(server)
    table = anna.table("schnapsen", ["you", "open"])
    stream = anna.listen(table)
    time.sleep(0.3)
    assert stream.is_alive()


# --- several servers, several addresses ---


def test_two_servers_of_a_machine_keep_their_people_apart(server: WebServer) -> None:
    with running() as other:
        anna = Client(server)
        first = anna.cookie
        again = Client(other)
        assert first.split("=")[0] != again.cookie.split("=")[0]
        anna.cookie = f"{first}; {again.cookie}"  # as a browser sends them: to every port
        assert anna.get("/api/tables")[0] == 200


def test_a_server_for_everyone_answers_to_this_machines_address() -> None:
    with running(host="0.0.0.0") as server:
        assert "0.0.0.0" not in server.address
        port = server.reached.port
        for host in (server.address[7:], f"{socket.gethostname()}:{port}", f"10.1.2.3:{port}"):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
            connection.request("GET", "/", headers={"Host": host})
            assert connection.getresponse().status == 200
            connection.close()
        client = Client.__new__(Client)
        client.server, client.host, client.cookie = server, f"127.0.0.1:{port}", ""
        client.received = []
        own = {"Origin": f"http://127.0.0.1:{port}"}
        assert client.post("/api/session", {}, **own)[1]["reach"] == server.address
        assert client.send("GET", "/", Host=f"evil.example:{port}")[0] == 403


def test_who_listens_here_only_is_reached_here_only() -> None:
    here = Address("127.0.0.1", 80)
    assert here.reach is None and here.url == "http://127.0.0.1:80"
    assert here.is_ours("localhost:80") and here.is_ours("[::1]") and here.is_ours("127.0.0.1")
    assert not here.is_ours("10.1.2.3:80") and not here.is_ours("") and not here.is_ours("evil")
    assert Address("[::]", 80).is_ours("[fe80::1]:80") and not Address("[::]", 80).is_ours("[x]")


# --- what is sent is small, and not sent twice ---


@pytest.mark.parametrize(
    "path", ["/", "/static/scene.js", "/faces/french.svg", "/words/hu.json", "/rules/watten.md"]
)
def test_texts_are_packed_and_kept(server: WebServer, path: str) -> None:
    anna = Client(server)
    connection = http.client.HTTPConnection(anna.host, timeout=20)
    connection.request("GET", path, headers={"Accept-Encoding": "gzip"})
    answer = connection.getresponse()
    packed, mark = answer.read(), answer.getheader("etag")
    connection.close()
    assert answer.getheader("content-encoding") == "gzip"
    plain = anna.send("GET", path)[1]
    assert len(packed) < 0.7 * len(plain if isinstance(plain, str) else str(plain))
    assert anna.send("GET", path, If_None_Match=mark)[:2] == (304, "")
