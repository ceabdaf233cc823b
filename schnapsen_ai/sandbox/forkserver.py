"""The process from which bots of strangers are forked: it never had a secret.

A worker starts it as a program of its own (``python -m schnapsen_ai.sandbox.forkserver``) with an
environment that holds nothing; it loads the engine, and forks a bot's process within milliseconds
whenever one is wanted.  Each then enters its `Sandbox` and either runs a bot in Python (by a
`BotServer`) or executes a program.  Requests and answers are JSON, one a packet, on standard input.
"""

from __future__ import annotations

import contextlib
import fcntl
import gc
import importlib
import json
import os
import socket
import sys
from typing import Any

from .bot_server import BotServer
from .defences import Sandbox
from .family import Family, private_memory
from .processes import PR_SET_PDEATHSIG, Child, prctl
from .protocol import Channel
from .seccomp import UnknownMachine, assembled

PACKET = 1 << 20


class Forkserver:
    """Forks, watches over and ends the processes of bots, as its worker asks."""

    def __init__(self, requests: socket.socket) -> None:
        self.requests = requests
        self.children: dict[int, Child] = {}

    def serve(self) -> None:
        """Until the worker is gone; then end them all."""
        try:
            while True:
                data, fds, _, _ = socket.recv_fds(self.requests, PACKET, 2)
                if not data:
                    return
                message = json.loads(data)
                answer = getattr(self, message.pop("type"))(fds=fds, **message)
                self.requests.send(json.dumps(answer or {}).encode())
        finally:
            for child in self.children.values():
                child.end()

    def load(self, fds: list[int], game: str, options: dict[str, Any]) -> None:
        """Load all that a bot may use of a game."""
        from ..bot.warmup import warm
        from ..deal.game import load

        warm(load(game, **options))
        _share()

    def start(
        self, fds: list[int], number: int, command: list[str] | None, sandbox: dict[str, Any],
        path: list[str],
    ) -> None:
        """Fork a process that speaks the protocol on the two descriptors that came along."""
        box = Sandbox(
            tuple(sandbox["reads"]), sandbox["folder"], sandbox["memory"],
            tuple(sandbox["without"]),
        )
        missing: list[str] = []

        def work() -> None:
            _become_bot(fds, command, box, missing, path)

        inherited = private_memory("self") if command is None else 0
        self.children[number] = Child(
            work, lambda: missing.extend(box.leave_namespaces()),
            excess=Family(box.memory, inherited).excess)
        for fd in fds:
            os.close(fd)

    def end(self, fds: list[int], number: int) -> dict[str, int]:
        """End a process and all that it has started: how it ended."""
        return {"code": self.children.pop(number).end()}


def _share() -> None:
    """The children's collector need not look at what all of them share."""
    gc.collect()
    gc.freeze()


def _become_bot(
    fds: list[int], command: list[str] | None, box: Sandbox, missing: list[str], path: list[str]
) -> None:
    """In the new process: keep the two descriptors, go into the sandbox, be the bot."""
    os.chdir(box.folder)
    incoming, outgoing = (fcntl.fcntl(fd, fcntl.F_DUPFD, 16) for fd in fds)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nowhere, standard)
    if command is not None:
        os.dup2(incoming, 0)
        os.dup2(outgoing, 1)
        os.closerange(3, 1 << 16)
        missing += box.enter(executes=True)
        os.write(1, json.dumps({"missing": missing}).encode() + b"\n")
        clean = {"PATH": os.environ.get("PATH", os.defpath), "LANG": "C.UTF-8",
                 "HOME": box.folder, "TMPDIR": box.folder}
        os.execve(command[0], command, clean)
    os.dup2(incoming, 3)
    os.dup2(outgoing, 4)
    os.closerange(5, 1 << 16)
    os.environ.clear()
    os.environ.update(HOME=box.folder, TMPDIR=box.folder)
    sys.path[:] = path
    from ..base import cache

    cache.write_to(box.folder)
    missing += box.enter(executes=False)
    channel = Channel(3, 4, patient=True)
    channel.send({"missing": missing})
    BotServer(channel).serve()


def main() -> None:
    prctl(PR_SET_PDEATHSIG, 15)
    with contextlib.suppress(UnknownMachine):
        assembled(programs=False)
    with contextlib.suppress(ImportError):
        importlib.import_module("resource")  # once for all who are to be limited
    requests = socket.socket(fileno=os.dup(0))
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    _share()
    Forkserver(requests).serve()


if __name__ == "__main__":
    main()
