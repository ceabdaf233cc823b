"""What the supervisor needs to start a bot's process: plain data, made by `RemoteSpec`."""

from __future__ import annotations

from dataclasses import dataclass

from ..bot.spec import BotSpec


@dataclass(frozen=True)
class Launch:
    """A bot to be started."""

    name: str  # as the user asked for it
    bot: str  # as its own process finds it: files by absolute paths
    params: dict[str, str]  # as given
    command: list[str] | None  # a program and its arguments; None for a bot in Python
    reads: tuple[str, ...]  # the paths that its process may read
    spec: BotSpec | None = None  # the bot itself, where its process is a fork of this one
