"""What is to be played into files: bots, deals, seed, form; which shard holds what."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..base import seeds
from ..base.files import check_can_write
from ..base.numbers import counted
from ..batched.layout import parse
from ..bot.spec import BotSpec
from ..deal import matches
from ..deal.game import Game
from ..deal.seatings import seatings

FORMATS = (".npz", ".parquet")
UNITS = ("deal", "match")
SHARD = 10_000  # deals of a file
VERSION = 1  # of what is in it


@dataclass(frozen=True)
class Plan:
    """All that decides what is in the files.  It travels to workers."""

    game: Game
    a: str
    b: str
    deals: int
    to: str
    seed: int | None = None
    observations: str | bool = "compact"
    values: bool = False
    shard: int = SHARD
    unit: str = "deal"  # or "match": then `deals` and `shard` count matches
    max_deals: int | None = None  # of a match
    secret: bytes = field(default=b"", repr=False)

    def __post_init__(self) -> None:
        if Path(self.to).suffix not in FORMATS:
            raise ValueError(f"{self.to}: data is written to a .npz or a .parquet")
        check_can_write(self.path(0))
        if "oracle" in parse(self.observations):
            raise ValueError("rows hold what the seat sees: leave +oracle out")
        if self.unit not in UNITS:
            raise ValueError(f"unit {self.unit!r} is not known: {' or '.join(UNITS)}")
        matches.most_deals(self.max_deals)
        for name in ("deals", "shard"):
            counted(name, getattr(self, name))
        if not self.secret:
            object.__setattr__(self, "secret", seeds.secret_of(self.seed))
        for text in (self.a, self.b):
            BotSpec(text)

    @property
    def seatings(self) -> int:
        """Deals of a set: each pack is played in every seating."""
        return len(seatings(self.game))

    @property
    def sets(self) -> int:
        return -(-self.deals // self.seatings)

    @property
    def shard_sets(self) -> int:
        """Sets of a whole shard."""
        return max(1, self.shard // self.seatings)

    @property
    def n_shards(self) -> int:
        return -(-self.sets // self.shard_sets)

    def part(self, k: int) -> tuple[int, int]:
        """The first set of shard `k`, and how many it has."""
        start = k * self.shard_sets
        return start, min(self.shard_sets, self.sets - start)

    def path(self, k: int) -> str:
        """``data-00003.npz`` of data.npz."""
        stem, suffix = os.path.splitext(self.to)
        return f"{stem}-{k:05d}{suffix}"

    def label(self) -> dict[str, Any]:
        """What every shard says of itself: others are of other play."""
        return {
            "version": VERSION,
            "game": self.game.spec,
            "a": self.a,
            "b": self.b,
            "sources": [BotSpec(text).source for text in (self.a, self.b)],
            "seed": self.seed,
            "observations": self.observations,
            "values": self.values,
            "shard": self.shard,
            "unit": self.unit,
            "max_deals": self.max_deals,
        }
