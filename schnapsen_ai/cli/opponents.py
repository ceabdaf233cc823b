"""The bots at the other seats of a person's table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..bot.faults import Offence, answered, illegal, move_of
from ..bot.interface import Bot, BotError, Randomness
from ..bot.spec import BotSpec
from ..cards import Move, Seat
from ..deal.history import DealHistory


class Opponents:
    """Bots of one kind.  BotError ends the sitting where one misbehaves."""

    def __init__(self, spec: BotSpec) -> None:
        self.spec = spec
        self.bots: dict[Seat, Bot] = {}

    def sit(self, history: DealHistory, words: np.ndarray, person: Seat | None) -> None:
        """Fresh bots at all seats but the person's, told everything so far."""
        self.bots = {s: self._asked(self.spec.make) for s in range(history.seats) if s != person}
        for seat, bot in self.bots.items():
            self._asked(bot.begin, history.game, seat, Randomness(words[seat]))
        for told in history.log:
            self.saw(*told)

    def saw(self, seat: Seat, move: Move) -> None:
        for bot in self.bots.values():
            self._asked(bot.saw, seat, move)

    def choose(self, history: DealHistory, seat: Seat) -> Move:
        """A legal move.  Raises Resign."""
        view = history.view(seat, self.spec.sees_all)
        move: Move = self._asked(lambda: move_of(self.bots[seat].choose(view)))
        if move not in view.legal_moves():
            raise self._misbehaved(Offence(illegal(history.game, move)))
        return move

    def _asked(self, call: Callable[..., Any], *args: Any) -> Any:
        try:
            answer = answered(call, *args, ctrl_c=True)
        except Offence as offence:
            raise self._misbehaved(offence) from None
        if isinstance(answer, Offence):
            raise self._misbehaved(answer)
        return answer

    def _misbehaved(self, offence: Offence) -> BotError:
        error = BotError(f"{self.spec.text} {offence.what}")
        if offence.detail:
            error.add_note(offence.detail)  # for --traceback
        return error
