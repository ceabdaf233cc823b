"""What OpenSpiel's players see: the game's table of facts as a tensor, the view as a text."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pyspiel

from ...batched.layout import Layout
from ...card_text import card_text
from ...cards import Seat
from ...deal.game import Game
from ...deal.state import View
from .table import Table, known


@functools.cache
def layout(game: Game, recall: bool) -> Layout:
    """The tensor: the facts spread out into flags, with the past of the deal if it is to recall."""
    return Layout(game, "onehot+recall" if recall else "onehot")


def observer(game: Game, kind: Any, whole: bool) -> Observer | HandObserver | None:
    """The observer of an `IIGObservationType`; None where there is none of that kind.

    whole: whether deals begin with the pack, so that their past can be told.
    """
    single = pyspiel.PrivateInfoType.SINGLE_PLAYER
    if kind is None or (kind.public_info and kind.private_info == single):
        return Observer(game, kind is not None and kind.perfect_recall, whole)
    if kind.private_info == single:
        return HandObserver()
    return None


class Observer:
    """What a seat sees.  With perfect recall: all that it has seen."""

    def __init__(self, game: Game, recall: bool, whole: bool) -> None:
        self.recall = recall
        self.layout = layout(game, recall and whole)
        past = 0 if whole or not recall else game.rules.MAX_PLIES
        self.tensor = np.zeros(self.layout.size + past, np.float32)
        self._past = self.tensor[self.layout.size :]
        self.dict = {"facts": self.tensor[: self.layout.size]}
        if past:
            self.dict["moves"] = self._past

    def set_from(self, state: Any, player: Seat) -> None:
        """Fill `tensor` with what the player sees."""
        self.tensor.fill(0)
        view = _view(state.table, player)
        if view is not None:
            self.dict["facts"][:] = self.layout.of(view, state.table.movers)
            if len(self._past):  # of a position: move + 1 for each move made since
                made = np.array(view.history[-len(self._past) :], np.float32)
                self._past[: len(made)] = made + 1

    def string_from(self, state: Any, player: Seat) -> str:
        """What the player sees, for people; with perfect recall `table.known`."""
        view = _view(state.table, player)
        if view is None:
            return f"seat {player}: the cards are being dealt"
        return known(view) if self.recall else view.shown()


class HandObserver:
    """What only one seat sees: its hand."""

    def __init__(self) -> None:
        self.tensor = np.zeros(32, np.float32)
        self.dict = {"hand": self.tensor}

    def set_from(self, state: Any, player: Seat) -> None:
        """Fill `tensor` with flags by card id."""
        self.tensor.fill(0)
        self.tensor[state.table.hand(player)] = 1

    def string_from(self, state: Any, player: Seat) -> str:
        return " ".join(card_text(card) for card in state.table.hand(player))


def _view(table: Table, seat: Seat) -> View | None:
    return None if table.state is None else table.state.view(seat)
