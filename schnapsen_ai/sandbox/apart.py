"""Bots of this process, each in a process of its own: where it has to be known who did what.

Bots in one worker can end, hang or spoil it without a trace of which of them it was.  Then the
same sets are played again with each stranger's bot in a fork of the worker: it plays the same
moves, and whatever happens to its process is its own doing.  This keeps bots from harming each
other, not from reading anything: that is `defences`.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from ..bot.interface import Bot
from ..bot.limits import Clock, limit_memory
from ..bot.spec import BotSpec
from ..deal.game import Game
from .bot_server import BotServer
from .family import Family, private_memory
from .launch import Launch
from .processes import Child, keep_only
from .protocol import Channel
from .remote_bot import RemoteBot, RemoteSpec
from .supervisor import Supervisor


class ApartSpec(RemoteSpec):
    """A bot known to this process that plays in forks of it."""

    def __init__(self, spec: BotSpec) -> None:
        self.spec, self.name, self.text = spec, spec.name, spec.text
        self.given, self.params = spec.given, spec.params
        self.cls = RemoteBot
        self.hello = {"wants": ["record", *(["saw"] if spec.listens else [])],
                      "sees_all": spec.sees_all, "missing": []}

    @cached_property
    def launch(self) -> Launch:
        return Launch(self.text, self.text, {}, None, (), self.spec)

    def expect(self, game: Game, clock: Clock) -> None:
        if clock.apart is None:
            clock.apart = Forks(clock)
        clock.apart.game = game

    def make_at(self, place: tuple[Any, ...], clock: Clock) -> Bot:
        return RemoteBot(self, clock.apart, place)


class Forks(Supervisor):
    """The forks of a worker, one for each bot, seat and seating."""

    game: Game  # that is being played

    def __init__(self, clock: Clock) -> None:
        super().__init__(clock)
        self.children: dict[int, Child] = {}

    def _begin(self, launch: Launch, number: int, fds: tuple[int, int]) -> None:
        def work() -> None:
            keep_only(*fds)
            limit_memory(self.clock.limits, bots=1)
            channel = Channel(*fds, patient=True)
            channel.send({"missing": []})
            BotServer(channel, launch.spec, self.game).serve()

        family = Family(self.clock.limits.memory, private_memory("self"))
        self.children[number] = Child(work, excess=family.excess)

    def _start(self, launch: Launch, place: tuple[Any, ...]) -> None:
        super()._start(launch, place)
        self.processes[place].told = self.game.spec

    def _finish(self, number: int) -> int:
        return self.children.pop(number).end()
