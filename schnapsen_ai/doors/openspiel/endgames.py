"""Endgames: from a position with hidden cards, one chance node with every world that fits.

>>> game = endgame("schnapsen_auto_claim hands=ASTSKHQHJD/????? talon=? up=JS trump=S ...")
>>> game = pyspiel.convert_to_cached_tree(game)       # then CFR runs at the speed of C++

Where every seat knows all cards nobody can gain from hiding anything: there the game ends with
its exact value, unless ``solved=False``.  What is left of Schnapsen is what is played while
talon cards lie face down, and a closed talon to the end.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import pyspiel

from ...cards import Seat
from ...deal.game import Game, load
from ...deal.notation import game_of
from ...deal.state import State, View
from .games import SpielGame, SpielState, game_type, is_zero_sum, keep
from .table import Table
from .worlds import Worlds, worlds_of

NAME = "python_card_endgame"
_MEANT = str.maketrans("~;", "=,")  # OpenSpiel takes = and , in a parameter for its own
_WRITTEN = str.maketrans("=,", "~;")
_DEFAULTS = {"solved": True, "mutual": False, "draws": 0}


def knows_all(view: View) -> bool:
    """Whether a seat knows where every card is, by elimination too."""
    others = [seat for seat in range(view.game.n_seats) if seat != view.seat]
    return set(view.unseen) <= {card for other in others for card in view.known(other)}


class EndTable(Table):
    """A deal that begins in one of several worlds."""

    __slots__ = ("paid", "solved", "worlds")

    def __init__(self, worlds: Worlds, solved: bool) -> None:
        super().__init__(worlds.game)
        self.worlds = worlds
        self.solved = solved
        self.paid: list[float] | None = None  # once the end is reached, or settled

    def deal(self, card: int) -> None:
        """Chance chooses a world."""
        self.cards.append(card)
        self.state = self.worlds.state(card)
        self.settle()

    def play(self, move: int) -> None:
        super().play(move)
        self.settle()

    def settle(self) -> None:
        """Note what is paid, if that is certain."""
        assert self.state is not None
        seats = range(self.game.n_seats)
        if self.state.is_over:
            self.paid = [float(p) for p in self.state.payoffs()]
        elif self.solved and all(knows_all(self.state.view(seat)) for seat in seats):
            self.paid = [float(self.state.value(seat)) for seat in seats]

    def __deepcopy__(self, memo: Any) -> EndTable:
        other: EndTable = super().__deepcopy__(memo)  # type: ignore[assignment]
        other.worlds, other.solved, other.paid = self.worlds, self.solved, self.paid
        return other


class EndState(SpielState):
    """A deal in an endgame."""

    def __init__(self, game: EndGame) -> None:
        pyspiel.State.__init__(self, game)
        self.table: EndTable = EndTable(game.worlds, game.solved)

    def current_player(self) -> int:
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else super().current_player()

    def is_terminal(self) -> bool:
        return self.table.paid is not None

    def returns(self) -> list[float]:
        """Payoffs of each seat; zeros before the end."""
        return self.table.paid or [0.0] * self.table.game.n_seats

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The numbers of the worlds with how likely each is."""
        return list(enumerate(self.table.worlds.chances))

    def resample_from_infostate(self, player: Seat, sampler: Any) -> EndState:
        """As of a whole deal, from the worlds of the endgame."""
        state, worlds = self.table.state, self.table.worlds
        if state is None or self.is_terminal():
            raise ValueError("a seat is to move in a state that is drawn anew")
        which, chances = worlds.fitting(state, player)
        place = int(np.searchsorted(np.cumsum(chances), sampler(), side="right"))
        made: EndState = self.get_game().new_initial_state()
        for action in (which[min(place, len(which) - 1)], *self.history()[1:]):
            made.apply_action(action)
        return made

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"world {action}"
        return self.table.game.move_text(action)


class EndGame(SpielGame):
    """The endgame of a position."""

    state = EndState
    whole = False

    def __init__(self, params: dict[str, Any]) -> None:
        given = {**_DEFAULTS, **params}
        view = view_of(str(given["position"]).translate(_MEANT))
        self.solved = bool(given["solved"])
        self.worlds = worlds_of(view, bool(given["mutual"]), int(given["draws"]))
        rules = cast("Game", view.game)
        kind = game_type(NAME, f"an endgame of {rules.spec}", rules.n_seats, is_zero_sum(rules),
                         {**_DEFAULTS, "position": ""})
        kept = {key: given[key] for key in _DEFAULTS}
        kept["position"] = view.text().translate(_WRITTEN)
        super().__init__(rules, kind, kept, len(self.worlds))

    def max_chance_nodes_in_history(self) -> int:
        return 1


def endgame(
    position: str | View, solved: bool = True, mutual: bool = False, draws: int = 0
) -> EndGame:
    """The game that begins with a position, seen by the seat to move or another.

    position: its notation (`sa.View.text`), or a view; the hidden cards are `?`.  solved: end
    with exact values once all cards are known to all.  mutual, draws: as of `worlds.worlds_of`.
    ValueError says what is wrong.
    """
    view = position if isinstance(position, View) else view_of(position)
    return EndGame({
        "position": view.text(), "solved": solved, "mutual": mutual, "draws": draws
    })


def view_of(text: str) -> View:
    """The view that a position describes; ValueError if it shows all cards."""
    name, options = game_of(text) or ("schnapsen", {})
    found = load(name, **options).position(text)
    if isinstance(found, State):
        raise ValueError("all cards of this position are known: it has no hidden worlds")
    return found


def register() -> None:
    """Make endgames known to OpenSpiel, as `NAME`, with the parameter ``position``."""
    keep(EndGame)
    pyspiel.register_game(
        game_type(NAME, "an endgame of a card game, by schnapsen-ai", (2, 4), True,
                  {**_DEFAULTS, "position": ""}, mandatory=True),
        EndGame,
    )
