"""A deal on the engine and on its slow twin at once: whatever is asked, both must say the same.

A scenario of a rules page is stated once on such a deal, and every move of it compares the two:
whose turn it is, the legal moves, and at the end the payoffs and how it ended.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from typing import Any, Self

Asked = Callable[[Any], Any]


class Both:
    """`facts`: name -> (what the engine's state says, what the twin says), read as attributes."""

    def __init__(
        self,
        engine: Any,
        twin: Any,
        facts: Mapping[str, tuple[Asked, Asked]],
        endings: Mapping[str, str],
    ) -> None:
        self.engine, self.twin = engine, twin
        self._facts, self._endings = facts, endings
        self.agree()

    def agree(self) -> None:
        """Compare what matters at every moment."""
        ours, theirs = self.engine, self.twin
        assert (ours.to_move, ours.legal()) == (theirs.to_move, theirs.legal()), theirs.history
        if ours.to_move is None:
            assert ours.payoffs() == theirs.payoffs(), theirs.history
            assert ours.ending == self._endings.get(theirs.ending, theirs.ending)

    def same(self, *names: str) -> None:
        """Compare these facts."""
        for name in names:
            getattr(self, name)

    def play(self, *moves: int) -> Self:
        for move in moves:
            self.engine.play(move)
            self.twin.play(move)
            self.agree()
        return self

    def copy(self) -> Self:
        other = copy.copy(self)
        other.engine, other.twin = self.engine.copy(), self.twin.copy()
        return other

    @property
    def to_move(self) -> int | None:
        return self.twin.to_move

    def legal(self) -> list[int]:
        return self.engine.legal()

    def payoffs(self) -> tuple[int, ...]:
        return self.engine.payoffs()

    @property
    def ending(self) -> str:
        return self.engine.ending

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._facts:
            raise AttributeError(name)
        of_engine, of_twin = self._facts[name]
        ours, theirs = of_engine(self.engine.state), of_twin(self.twin)
        assert ours == theirs, (name, self.twin.history)
        return ours


def field(name: str, twins: str = "") -> tuple[Asked, Asked]:
    """A number, or numbers, that the engine's state and the twin hold; -1 and None are the same."""
    return (lambda state: _plain(state[name])), (lambda twin: _plain(getattr(twin, twins or name)))


def _plain(value: Any) -> Any:
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, list | tuple):
        return [int(x) for x in value]
    return -1 if value is None else int(value)
