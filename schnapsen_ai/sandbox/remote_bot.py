"""Bots in processes of their own, seen from the table.

`RemoteSpec` names one, as `BotSpec` does, without importing it here; `RemoteBot` stands at the
table for it and speaks the protocol.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
from collections.abc import Collection
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..bot.faults import Offence
from ..bot.interface import Bot, BotError, Resign
from ..bot.limits import Clock
from ..bot.spec import BotSpec, split_text
from . import protocol
from .family import how_it_went
from .launch import Launch
from .protocol import Ended, Late, Said
from .readable import COMMAND, readable
from .supervisor import Supervisor

if TYPE_CHECKING:
    from ..deal.game import Game
    from ..deal.state import View



class RemoteSpec(BotSpec):
    """A bot that runs in a process of its own.  BotError if it cannot be used at all."""

    isolated = True
    compiled = False  # type: ignore[assignment]
    built_in = False  # type: ignore[assignment]

    def __init__(
        self, text: str, hello: dict[str, Any] | None = None, supervisor: Supervisor | None = None,
        hidden: Collection[str] = (),
    ) -> None:
        self.name, self.given = split_text(text)
        self.asked_for = text
        self.hidden = {real for h in hidden for real in (os.path.abspath(h), os.path.realpath(h))}
        path = self._relative_path()
        self.there = text if not path else os.path.abspath(path) + text[len(path) :]
        self.params = dict(self.given)
        self.cls = RemoteBot
        self.command = _program(self.name) if self.name.startswith(COMMAND) else None
        if hello is None:
            hello = _probe(self, supervisor)
        self.hello = hello
        self.text = text
        if self.command is None:  # with the parameters as the class spells them
            said = str(hello["name"])
            self.text = path + said[len(os.path.abspath(path)) :] if path else said

    @property
    def sees_all(self) -> bool:
        return self.hello.get("sees_all") is True

    @property
    def wants(self) -> list[str]:
        wants = self.hello.get("wants")
        return wants if isinstance(wants, list) else []

    @cached_property
    def listens(self) -> bool:
        return "saw" in self.wants

    @cached_property
    def hears_the_end(self) -> bool:
        return "end" in self.wants

    @property
    def missing(self) -> list[str]:
        """The defences that this system could not put up."""
        return list(self.hello["missing"])

    @cached_property
    def reads(self) -> tuple[str, ...]:
        """The paths that its process may read."""
        return readable(self.name, self.command, self.hidden)

    def hiding(self, files: Collection[str]) -> RemoteSpec:
        """The same bot, kept from further files."""
        return RemoteSpec(self.asked_for, self.hello, hidden={*self.hidden, *files})

    @cached_property
    def launch(self) -> Launch:
        """What its process is started with."""
        return Launch(self.asked_for, self.there, self.given, self.command, self.reads)

    @property
    def source(self) -> str:
        path = self._file()
        return path.read_text(errors="replace") if path is not None else ""

    def _relative_path(self) -> str:
        """The file of the bot as named, if its path hangs on the working folder, else ""."""
        if self._file() is None:
            return ""
        path = self.name if self.name.endswith(".py") else self.name.rpartition(":")[0]
        return "" if os.path.isabs(path) else path

    def _file(self) -> Path | None:
        """The file that the bot is written in, where its name says so."""
        name = self.name if self.name.endswith(".py") else self.name.rpartition(":")[0]
        return Path(name) if name.endswith(".py") and not self.name.startswith(COMMAND) else None

    def make(self) -> Bot:
        return self.make_at((), Clock())

    def expect(self, game: Game, clock: Clock) -> None:
        if clock.supervisor is None:
            clock.supervisor = Supervisor(clock)
        clock.supervisor.load(game)

    def make_at(self, place: tuple[Any, ...], clock: Clock) -> Bot:
        if clock.supervisor is None:
            clock.supervisor = Supervisor(clock)
        return RemoteBot(self, clock.supervisor, place)

    def __reduce__(self) -> Any:
        return RemoteSpec, (self.asked_for, self.hello, None, self.hidden)


def _probe(spec: RemoteSpec, supervisor: Supervisor | None) -> dict[str, Any]:
    """What a bot says of itself, asked once before the first deal."""
    with contextlib.ExitStack() as stack:
        if supervisor is None:
            supervisor = stack.enter_context(contextlib.closing(Supervisor(Clock())))
        try:
            process = supervisor.process(spec.launch, ("probe",))
        except Offence as offence:
            what = offence.what.removeprefix("raised BotError: ")
            what = what if spec.name in what else f"bot {spec.name}: {what}"
            raise BotError(what) from None
        supervisor.end(("probe",))
        return process.hello


def _program(name: str) -> list[str]:
    """The words of a ``cmd:`` bot, the program and files that exist as absolute paths."""
    words = shlex.split(name.removeprefix(COMMAND))
    if not words:
        raise BotError(f"bot {name!r}: name a program, as in cmd:./mybot or cmd:'node mybot.js'")
    program = shutil.which(words[0])
    if program is None:
        raise BotError(f"bot {name}: there is no program {words[0]}")
    rest = [os.path.abspath(w) if os.path.isfile(w) else w for w in words[1:]]
    return [os.path.abspath(program), *rest]


# --- the bot at the table ---


class RemoteBot(Bot):
    """Stands at the table for a bot in another process."""

    def __init__(self, spec: RemoteSpec, supervisor: Supervisor, place: tuple[Any, ...]) -> None:
        self.spec = spec
        self.supervisor = supervisor
        self.place = place
        self.in_python = "record" in spec.wants  # served by a `BotServer`
        self.fresh = True
        self.broken: Offence | None = None
        self.start()

    def start(self) -> None:
        """Have a process, started where there is none: not in the bot's thinking time."""
        try:
            self.process = self.supervisor.process(self.spec.launch, self.place)
        except Offence as offence:
            self.broken = offence

    @property
    def process_name(self) -> str:
        """For the clock: a new process may have to compile, unless the bot was stopped before."""
        if self.spec.text in self.supervisor.clock.stopped or self.broken is not None:
            return self.spec.text
        return self.process.name

    def begin(self, game: Game, seat: int, rng: Any = None) -> None:
        super().begin(game, seat, rng)
        if self.broken is not None and not self.fresh:  # in an earlier deal of this match
            self.fresh, self.broken = True, None
            self.start()
        message = {
            "type": "begin", "seat": seat, "seed": str(int(self.rng.words[0])), "fresh": self.fresh,
        }
        self.fresh = False
        if self.broken is None and not (self.in_python and self.process.told == game.spec):
            message["game"] = protocol.game_message(game)
            self.process.told = game.spec
        self._ask(protocol.body(message))

    def choose(self, view: View) -> int:
        if self.in_python:
            answer = self._ask(protocol.record_body(view))
        else:
            legal = view.legal_moves()
            answer = self._ask(protocol.body({
                "type": "choose", "legal": legal,
                "moves": [view.game.move_text(m) for m in legal],
                "view": protocol.view_message(view),
            }))
        if answer.get("resign") is True:
            raise Resign
        return answer.get("move")  # type: ignore[return-value]  # the table judges it

    @classmethod
    def parameters(cls) -> dict[str, Any]:
        return {}

    def saw(self, seat: int, move: int) -> None:
        if self.broken is None:
            self.process.channel.hold({"type": "saw", "seat": seat, "move": move})

    def end(self, payoffs: list[int]) -> None:
        """The deal is over."""
        if self.broken is None:
            self._ask(protocol.body({"type": "end", "payoffs": payoffs}))

    def _ask(self, body: str) -> dict[str, Any]:
        """Its answer.  Whatever goes wrong is an `Offence`; only after one that the bot owned up
        to, play on."""
        if self.broken is not None:
            raise self.broken
        clock = self.supervisor.clock
        try:
            return self.process.ask(body, clock.until)
        except Late:
            offence = Offence(clock.reason)
            clock.stopped |= {self.spec.text}
        except Ended:
            offence = Offence("")
        except Said as said:
            if not said.what.startswith("raised MemoryError") or clock.limits.memory is None:
                raise
            offence = Offence(clock.limits.hungry, said.detail)
        except Offence as error:
            offence = error
        code = self.supervisor.end(self.place)
        self.broken = offence if offence.what else Offence(how_it_went(code, clock.limits))
        raise self.broken
