"""Who sits at a table, and what was agreed when it was made."""

from __future__ import annotations

from dataclasses import dataclass

from ..bot.spec import BotSpec

PACES = {"calm": (0.9, 1.6), "brisk": (0.35, 0.7), "none": (0.0, 0.0)}  # a move, a trick


@dataclass
class Player:
    """Who plays: a person of a session (None while the seat is free) or a bot."""

    name: str
    session: str | None = None
    spec: BotSpec | None = None
    replaced: bool = False  # the rule player goes on for it
    asked: str = ""  # how the bot was asked for

    @property
    def is_bot(self) -> bool:
        return self.spec is not None

    @property
    def by_machine(self) -> bool:
        """Whether the server moves for it."""
        return self.is_bot or self.replaced

    @property
    def free(self) -> bool:
        return self.spec is None and self.session is None


@dataclass(frozen=True)
class Settings:
    """What was agreed when the table was made."""

    unit: str = "deal"  # or "match"
    minutes: float | None = None  # for each person: of a deal, or of the match
    hint: bool = False
    undo: bool = False
    pace: str = "calm"
    faces: str | None = None  # None: as is usual in the game
