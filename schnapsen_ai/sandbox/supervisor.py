"""A worker's side of isolation: the processes of its bots, and the forkserver they come from.

One process for each bot, seat and seating, so that none ever meets a pack twice: what a bot saw
of all hands in the first seating would tell it the other hand in the second.  Nor are those of two
seatings ever alive at once: a block of packs is played in one seating, their processes are ended,
and new ones play it in the next (`Pairing.play`).
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from ..bot.faults import Offence
from ..bot.limits import Clock
from ..deal.game import Game
from . import protocol
from .defences import Sandbox
from .family import how_it_went
from .launch import Launch
from .protocol import Channel, Ended, Late

START_SECONDS = 60.0  # to import a bot, or to start a program, and say hello
WITHOUT: tuple[str, ...] = ()  # defences left out; tests alone change it


class Process:
    """A bot's process, from its hello on."""

    def __init__(self, launch: Launch, channel: Channel, number: int) -> None:
        self.channel = channel
        self.number = number
        self.name = f"{launch.name} {number}"
        self.last = -1
        self.told = ""  # the game of its last deal
        until = time.monotonic() + START_SECONDS
        missing = json.loads(channel.line(until))["missing"]
        hello = self.ask(
            protocol.body({
                "type": "hello", "protocol": protocol.VERSION, "bot": launch.bot,
                "params": launch.params,
            }),
            until,
        )
        spoken = hello.get("protocol")
        if type(spoken) is not int or spoken != protocol.VERSION:
            raise Offence(
                f"speaks version {repr(spoken)[: protocol.SHOWN]} of the protocol: here it is "
                f"{protocol.VERSION}"
            )
        self.hello = {**hello, "missing": missing}

    def ask(self, body: str, until: float) -> dict[str, Any]:
        """Send a message (see `protocol.body`) with the next id; its answer."""
        self.last += 1
        if self.channel.rest or self.channel.readable.poll(0):
            self._unasked()
        return protocol.ask(self.channel, body, self.last, until)

    def _unasked(self) -> None:
        """It has written, or ended, while nothing was asked."""
        line = self.channel.line(time.monotonic() + protocol.PATIENCE)
        raise Offence(f"sent {protocol.shown(line)} without being asked")


class Supervisor:
    """The processes of a worker's isolated bots, and the forkserver they come from."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.processes: dict[tuple[Any, ...], Process] = {}
        self.count = 0
        self.loaded: set[str] = set()
        self.folders: dict[int, str] = {}
        self.forkserver: socket.socket | None = None
        self.seating = 0  # of the processes that are alive

    def process(self, launch: Launch, place: tuple[Any, ...]) -> Process:
        """The process of a bot at a place, started if there is none.  Offence if it does not."""
        for other in [p for p in self.processes if p[:2] != place[:2]]:
            self.end(other)  # of another pairing or seating, which is over
        self.seating = place[1] if len(place) > 1 else 0
        if place not in self.processes:
            self._start(launch, place)
        return self.processes[place]

    def _start(self, launch: Launch, place: tuple[Any, ...]) -> None:
        self.count += 1
        number = self.count
        incoming, its_out = os.pipe()
        its_in, outgoing = os.pipe()
        try:
            self._begin(launch, number, (its_in, its_out))
        finally:
            os.close(its_in)
            os.close(its_out)
        channel = Channel(incoming, outgoing)
        try:
            self.processes[place] = Process(launch, channel, number)
        except Late:
            offence = Offence(f"did not say hello within {START_SECONDS:g} s")
        except Ended:
            offence = Offence("")
        except Offence as error:
            offence = error
        else:
            return
        code = self._end(number, channel)
        raise offence if offence.what else Offence(how_it_went(code, self.clock.limits))

    def _begin(self, launch: Launch, number: int, fds: tuple[int, int]) -> None:
        """Start a process that reads and writes the protocol on two descriptors."""
        folder = self.folders[number] = tempfile.mkdtemp(
            prefix="schnapsen-ai-", dir=self.clock.folder)
        sandbox = Sandbox(launch.reads, folder, self.clock.limits.memory, WITHOUT)
        self._request(
            {"type": "start", "number": number, "command": launch.command,
             "sandbox": asdict(sandbox), "path": [os.path.abspath(p) for p in sys.path]},
            fds,
        )

    def end(self, place: tuple[Any, ...]) -> int:
        """End the process at a place; its exit code, minus the signal that killed it."""
        process = self.processes.pop(place)
        return self._end(process.number, process.channel)

    def _end(self, number: int, channel: Channel) -> int:
        channel.close()
        return self._finish(number)

    def _finish(self, number: int) -> int:
        """End a process and all that it started; its exit code."""
        code = int(self._request({"type": "end", "number": number})["code"])
        shutil.rmtree(self.folders.pop(number), ignore_errors=True)
        return code

    def load(self, game: Game) -> None:
        """Have the forkserver load a game, before a bot is timed."""
        if game.spec not in self.loaded:
            self.loaded.add(game.spec)
            self._request({"type": "load", "game": game.name, "options": game.options})

    def _request(self, message: dict[str, Any], fds: Sequence[int] = ()) -> dict[str, Any]:
        if self.forkserver is None:
            self.forkserver, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            with there:
                self.program = subprocess.Popen(
                    [sys.executable, "-P", "-m", f"{__package__}.forkserver"],
                    stdin=there.fileno(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                    cwd="/", env=_environment(), start_new_session=True,
                )
        socket.send_fds(self.forkserver, [json.dumps(message).encode()], fds)
        answer = self.forkserver.recv(1 << 16)
        if not answer:
            raise RuntimeError("the process from which bots are forked has ended")
        return dict(json.loads(answer))

    def close(self) -> None:
        """End all processes."""
        for place in list(self.processes):
            with contextlib.suppress(RuntimeError, OSError):
                self.end(place)
        if self.forkserver is not None:
            self.forkserver.close()
            self.forkserver = None
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.program.wait(5)
            self.program.kill()
            self.program.wait()


def _environment() -> dict[str, str]:
    """What the forkserver needs to find Python's packages and the compiled engine; nothing else."""
    names = ("PATH", "PYTHONPATH", "HOME", "XDG_CACHE_HOME", "LD_LIBRARY_PATH", "LANG",
             "NUMBA_CACHE_DIR", "NUMBA_DISABLE_JIT", "SYSTEMROOT")
    kept = {name: os.environ[name] for name in names if name in os.environ}
    return {**kept, "PYTHONHASHSEED": "0", "SCHNAPSEN_AI_QUIET": "1"}
