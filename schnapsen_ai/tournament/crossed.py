"""Who met whom, as rows and columns: the order of every cross table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, Self, TypeVar


class Met(Protocol):
    """What two bots did against each other, from the first one's side."""

    @property
    def a(self) -> object: ...

    @property
    def b(self) -> object: ...

    def reversed(self) -> Self: ...


M = TypeVar("M", bound=Met)


def crossed(bots: Sequence[object], meetings: Sequence[M]) -> list[list[M | None]]:
    """Meetings as rows and columns, each from its row's side; None where two did not meet."""

    def met(a: object, b: object) -> M | None:
        for m in meetings:
            if (m.a, m.b) == (a, b):
                return m
            if (m.b, m.a) == (a, b):
                return m.reversed()
        return None

    return [[met(a, b) for b in bots] for a in bots]
