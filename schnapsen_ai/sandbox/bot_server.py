"""A bot in Python on its side of the protocol: answers what the table asks.

It asks for views as records, from which `View` is made as in the table's own process: so a bot
plays the same moves here and there.
"""

from __future__ import annotations

import os
from typing import Any

from ..bot.faults import Offence, answered, move_of
from ..bot.fork_guard import leave_unless
from ..bot.interface import Bot, Randomness, Resign
from ..bot.spec import BotSpec
from ..deal.game import Game, load
from . import protocol
from .protocol import Channel


class BotServer:
    """Serves one bot until the channel ends: the one it is asked for, or `spec`."""

    def __init__(
        self, channel: Channel, spec: BotSpec | None = None, game: Game | None = None
    ) -> None:
        self.channel = channel
        self.pid = os.getpid()
        self.spec = spec
        self.told: dict[str, Any] = {}
        self.game = game
        self.bot: Bot | None = None
        self.pending: Offence | None = None  # what went wrong where no answer was wanted

    def serve(self) -> None:
        while True:
            try:
                message = protocol.message(self.channel.line())
            except protocol.Ended:
                return
            answer = self.answer(message)
            leave_unless(self.pid)
            if "id" in message:
                self.channel.send_line(protocol.reply(message["id"], answer))

    def answer(self, message: dict[str, Any]) -> dict[str, Any]:
        try:
            if self.pending is not None and message["type"] in ("choose", "end"):
                raise self.pending
            answer = answered(getattr(self, message["type"]), message)
            if not isinstance(answer, Offence):
                return answer or {}
            offence = answer
        except Resign:
            return {"resign": True}
        except Offence as error:
            offence = error
        if message["type"] == "saw":
            self.pending = self.pending or offence
        return {"error": offence.what, "detail": offence.detail[-10_000:]}

    def hello(self, message: dict[str, Any]) -> dict[str, Any]:
        spec = self.spec = self.spec or BotSpec(message["bot"])
        wants = ["record"]
        if spec.cls.saw is not Bot.saw:
            wants.append("saw")
        return {
            "protocol": protocol.VERSION,
            "name": spec.text,
            "wants": wants,
            "sees_all": spec.sees_all,
        }

    def begin(self, message: dict[str, Any]) -> None:
        assert self.spec is not None
        self.pending = None
        if message.get("game", self.told) != self.told:  # it is not repeated
            self.told = message["game"]
            self.game = load(self.told["name"], **self.told["options"])
        assert self.game is not None
        if message["fresh"] or self.bot is None:
            self.bot = None  # the last one goes first
            self.bot = self.spec.make()
        self.bot.begin(self.game, message["seat"], Randomness(int(message["seed"])))

    def choose(self, message: dict[str, Any]) -> dict[str, Any] | Offence:
        assert self.spec is not None and self.bot is not None and self.game is not None
        view = protocol.record_view(self.game, message["view"], self.spec.sees_all)
        move = move_of(self.bot.choose(view))
        return move if isinstance(move, Offence) else {"move": move}

    def saw(self, message: dict[str, Any]) -> None:
        assert self.bot is not None
        self.bot.saw(message["seat"], message["move"])

    def end(self, message: dict[str, Any]) -> None:
        pass
