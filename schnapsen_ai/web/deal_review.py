"""The review of a finished deal: each decision with the numbers of `analyse`, as they come in."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from ..cards import Move
from ..deal.history import DealHistory
from ..show.scene import named_move
from .bot_pool import Thinkers

PATIENCE = 30.0  # seconds for one decision
COMPILING = 300.0  # for the first decision of a game that may have to be compiled


class Review:
    """Studies one decision after the other, the last first: the early ones take longest."""

    def __init__(
        self, history: DealHistory, thinkers: Thinkers, changed: Callable[[], None]
    ) -> None:
        self.history, self.thinkers, self.changed = history, thinkers, changed
        self.decisions: list[dict[str, Any]] = []
        for ply, (seat, move) in enumerate(history.log):
            legal = history.state_at(ply).legal_moves()
            entry: dict[str, Any] = {"ply": ply, "seat": seat, "move": move}
            if len(legal) == 1:
                entry["why"] = "one_move"
            self.decisions.append(entry)
        self.done = sum("why" in d for d in self.decisions)
        self._task = asyncio.get_running_loop().create_task(self._study_all())

    async def _study_all(self) -> None:
        too_long = False
        for entry in reversed(self.decisions):
            if "why" in entry:
                continue
            if too_long:
                entry["why"] = "too_long"
            else:
                view = self.history.view_at(entry["ply"], entry["seat"])
                state = self.history.state_at(entry["ply"])
                family = self.history.game.rules.__name__
                known = family in self.thinkers.studied
                patience = PATIENCE if known else COMPILING
                found = await self.thinkers.study(view, state, patience=patience)
                self.thinkers.studied.add(family)
                too_long = found is None
                entry.update(found if found is not None else {"why": "too_long"})
            self.done += 1
            self.changed()

    def as_json(self) -> dict[str, Any]:
        """All decisions in order; those without ``rows`` or ``why`` are still to come."""
        moves = []
        for entry in self.decisions:
            shown = entry | self._name(entry["move"])
            if "rows" in entry:
                shown["rows"] = [row | self._name(row["id"]) for row in entry["rows"]]
            moves.append(shown)
        return {"done": self.done, "all": len(moves), "decisions": moves}

    def _name(self, move: Move) -> dict[str, Any]:
        """The name of a move that is no card."""
        shown = named_move(self.history, move)
        return {"name": shown["name"]} if "name" in shown else {}

    def close(self) -> None:
        self._task.cancel()
