"""Every game as a game of OpenSpiel: chance deals the pack card by card, then the seats play.

The deal is explicit chance, so that whatever samples chance runs on it: with `SAMPLED_STOCHASTIC`
OpenSpiel can neither pickle a game written in Python nor rebuild a state from its history.
"""

from __future__ import annotations

import ctypes
import functools
import re
from typing import Any

import numpy as np
import pyspiel

from ...card_text import card_text
from ...cards import Move, Seat
from ...deal.game import Game, deal_pack, games, load
from ...deal.state import State
from ...games.shared.options import Option, complete, spell
from .observers import observer
from .table import Table

PREFIX = "python_"  # as OpenSpiel names games written in Python
DOUBLED = 8  # Kontra, Rekontra and Subkontra: where a game names no largest payoff
UNEVEN = {"utility": "points"}  # house rules under which payoffs do not add up to 0


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A deal: `table.state` is our `State`, None until all cards are dealt."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.table = Table(game.rules)

    def current_player(self) -> int:
        """The seat to move, chance, or the end."""
        if self.table.state is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.table.state.to_move
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def is_terminal(self) -> bool:
        return self.table.state is not None and self.table.state.is_over

    def returns(self) -> list[float]:
        """Game points of each seat; zeros before the end."""
        if not self.is_terminal():
            return [0.0] * self.table.game.n_seats
        assert self.table.state is not None
        return [float(points) for points in self.table.state.payoffs()]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The cards not yet dealt, each as likely as the others."""
        left = self.table.left()
        return [(card, 1 / len(left)) for card in left]

    def resample_from_infostate(self, player: Seat, sampler: Any) -> SpielState:
        """A state drawn uniformly from all that the player cannot tell from this one.

        sampler: gives a number in [0, 1) at each call, as `pyspiel.UniformProbabilitySampler`.
        """
        state = self.table.state
        if state is None or state.is_over:
            raise ValueError("a seat is to move in a state that is drawn anew")
        rng = np.random.default_rng(int(sampler() * 2**53))
        return state_of(self.get_game(), state.view(player).redeal(rng))

    def _legal_actions(self, player: Seat) -> list[Move]:
        assert self.table.state is not None
        return self.table.state.legal_moves()

    def _apply_action(self, action: int) -> None:
        if self.table.state is None:
            self.table.deal(action)
        else:
            self.table.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {card_text(action)}"
        return self.table.game.move_text(action)

    def __str__(self) -> str:
        return str(self.table)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of ours, `rules`, as OpenSpiel holds it."""

    state = SpielState
    whole = True  # deals begin with the pack

    def __init__(self, rules: Game, kind: Any, params: dict[str, Any], outcomes: int = 32) -> None:
        self.rules = rules
        most = largest_payoff(rules)
        info = pyspiel.GameInfo(
            num_distinct_actions=max(*rules.pack, *rules.rules.MOVE_NAMES) + 1,
            max_chance_outcomes=outcomes, num_players=rules.n_seats, min_utility=-most,
            max_utility=most, utility_sum=0.0 if is_zero_sum(rules) else None,
            max_game_length=rules.rules.MAX_PLIES,
        )
        super().__init__(kind, info, params)

    def new_initial_state(self) -> Any:
        """Before the first card is dealt."""
        return self.state(self)

    def max_chance_nodes_in_history(self) -> int:
        return len(self.rules.pack)

    def __reduce__(self) -> Any:
        """By name: what OpenSpiel pickles of a game lacks all that is of Python."""
        return pyspiel.load_game, (str(self),)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Any:
        """What OpenSpiel asks for tensors and texts; None for a kind that we have not."""
        if params:
            raise ValueError(f"observers take no parameters: {params}")
        return observer(self.rules, kind, self.whole)


def state_of(game: Any, state: State) -> SpielState:
    """A deal of ours as a state of `game`, by its pack and its moves.

    ValueError where it began as a position: its pack is not known (`endgames` has those).
    """
    if state.origin is None:
        raise ValueError("this deal began as a position: make a game of it, with endgame(...)")
    made: SpielState = game.new_initial_state()
    for card in state.origin:
        made.apply_action(card)
    if state.in_match:
        made.table.state = deal_pack(state.game, state.pack, state.match())
    for move in state.history:
        made.apply_action(move)
    return made


def largest_payoff(rules: Game) -> float:
    """No payoff of a single deal is larger."""
    if np.isfinite(rules.largest_payoff):
        return rules.largest_payoff
    return float(DOUBLED * rules.board.largest_loss_at(rules.new_pool(1), 0))


def is_zero_sum(rules: Game) -> bool:
    """Whether the payoffs of every deal add up to 0."""
    uneven = any(rules.options.get(name) == value for name, value in UNEVEN.items())
    return bool(getattr(rules.rules, "ZERO_SUM", True)) and not uneven


# --- registration ---


def register(name: str) -> str:
    """Make a game known to OpenSpiel; the name it goes by there.

    name: as of `sa.load`, also ``"./mine.py"``.  House rules are its parameters, as in
    ``pyspiel.load_game("python_schnapsen(claim=auto)")``.
    """
    rules = load(name)
    short = _short(name)
    keep(make := functools.partial(_make, name))
    pyspiel.register_game(_type_of(rules, short), make)
    return short


def spiel_game(rules: Game) -> SpielGame:
    """A game of ours, with its house rules, for OpenSpiel."""
    changed = {
        option.name: _as_param(option, rules.options[option.name])
        for option in rules.rules.OPTIONS if option.name in rules.changed_options
    }
    return SpielGame(rules, _type_of(rules, _short(rules.name)), changed)


def _short(name: str) -> str:
    return PREFIX + re.sub(r"\W+", "_", name).strip("_")


def keep(function: Any) -> None:
    """Never free it: OpenSpiel's registry outlives the interpreter, which then would abort."""
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(function))


def _make(name: str, params: dict[str, Any]) -> SpielGame:
    given = {key: value for key, value in params.items() if key != "name"}
    words = {k: v.lstrip("_") if isinstance(v, str) else v for k, v in given.items()}
    return spiel_game(load(name, **words))


def _type_of(rules: Game, short: str) -> Any:
    preset = complete(rules.rules.OPTIONS, rules.rules.PRESETS[rules.preset])
    params = {option.name: _as_param(option, preset[option.name]) for option in rules.rules.OPTIONS}
    long = f"{rules.name}, by schnapsen-ai"
    return game_type(short, long, rules.n_seats, is_zero_sum(rules), params)


def _as_param(option: Option, value: Any) -> Any:
    """A value as OpenSpiel holds it, which must be of one type.

    Numbers among words become words: ``talon_min_close=_4``, beside ``never``.
    """
    kinds = {type(known) for known in option.values}
    if kinds in ({int}, {bool}):
        return value
    return f"_{value}" if isinstance(value, int) else spell(value)


def game_type(
    short: str, long: str, seats: int | tuple[int, int], zero_sum: bool, params: dict[str, Any],
    mandatory: bool = False,
) -> Any:
    """What OpenSpiel asks to know of a game before one is made."""
    fewest, most = (seats, seats) if isinstance(seats, int) else seats
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=short,
        long_name=long,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.ZERO_SUM if zero_sum else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most, min_num_players=fewest,
        provides_information_state_string=True, provides_information_state_tensor=True,
        provides_observation_string=True, provides_observation_tensor=True,
        parameter_specification=params, default_loadable=not mandatory,
    )


def register_all() -> tuple[str, ...]:
    """Make all our games known to OpenSpiel; the names they go by there."""
    return tuple(register(name) for name in games())
