"""Whether a game gives what the contract asks for, name by name."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from types import ModuleType
from typing import Any, get_origin, get_type_hints

import numpy as np

from ..deal.game import Game
from ..games import contract, hooks
from .case import Case, GameError

_STATE_FIELDS = ("options", "pack", "ending", "turn", "hand")
_MATCH_FIELDS = ("player", "score", "over", "winner", "marks", "deals")


def check_names(module: ModuleType | Game, size: float = 1.0) -> None:
    """All names of the contract are there, of the right types, with its parameters."""
    rules = module.rules if isinstance(module, Game) else module
    asked = vars(contract)
    for name, kind in get_type_hints(contract).items():
        if name.isupper() and name in contract.__annotations__:
            _have(rules, name)
            _typed(rules, name, kind)
    for name, function in asked.items():
        if inspect.isfunction(function) and function.__module__ == contract.__name__:
            _have(rules, name)
            _same_parameters(rules, name, function)
    for name, kind in get_type_hints(hooks).items():
        if name.isupper() and name in hooks.__annotations__ and hasattr(rules, name):
            _typed(rules, name, kind)
    for name, function in vars(hooks).items():
        ours = inspect.isfunction(function) and function.__module__ == hooks.__name__
        if ours and hasattr(rules, name):
            _same_parameters(rules, name, function)
    if any(rules.seats(name) == 2 for name in rules.NAMES):
        _have(rules, "resign")


def _have(rules: ModuleType, name: str) -> None:
    if not hasattr(rules, name):
        raise GameError(f"{rules.__name__} has no {name} (see schnapsen_ai.games.contract)")


def _typed(rules: ModuleType, name: str, kind: Any) -> None:
    wanted = get_origin(kind) or kind
    value = getattr(rules, name)
    if not isinstance(value, wanted) or (wanted is int and isinstance(value, bool)):
        raise GameError(f"{rules.__name__}.{name} is {value!r}, not {wanted.__name__}")


def _same_parameters(rules: ModuleType, name: str, function: Any) -> None:
    own = getattr(rules, name)
    if not callable(own):
        raise GameError(f"{rules.__name__}.{name} is {own!r}, not a function")
    ours = list(inspect.signature(getattr(own, "py_func", own)).parameters)
    wanted = list(inspect.signature(function).parameters)
    if len(ours) != len(wanted) or ours[1:] != wanted[1:]:
        raise GameError(f"{rules.__name__}.{name} takes {ours}, not {wanted}")


def check_data(game: Game, size: float = 1.0) -> None:
    """What the module says of itself agrees."""
    rules, expect = game.rules, Case(game).expect
    expect((rules.__doc__ or "").strip(), "the module has no docstring")
    observe = rules.observe
    expect(getattr(observe, "py_func", observe).__doc__, "observe has no docstring: its layout")
    expect(set(rules.NAMES) <= set(rules.PRESETS), "NAMES has what PRESETS has not")
    names = [option.name for option in rules.OPTIONS]
    expect(len(set(names)) == len(names), "two OPTIONS have one name")
    expect(1 <= game.n_seats <= rules.N_SEATS <= 4, f"{game.n_seats} seats of {rules.N_SEATS}")
    pack = list(game.pack)
    expect(pack == sorted(set(pack)) and pack[0] >= 0 and pack[-1] < 32,
           "pack_of gives no ascending cards of 0 to 31")
    packets = rules.packets(game.preset)
    expect(sum(packets) == len(pack), f"packets {packets} are not {len(pack)} cards")
    expect(rules.ENDINGS[0] == "not over", "ENDINGS[0] is not 'not over'")
    expect(all(32 <= m <= 62 for m in rules.MOVE_NAMES), "ids of MOVE_NAMES are 32 to 62")
    texts = [name.lower() for name in rules.MOVE_NAMES.values()]
    expect(len(set(texts)) == len(texts), "two moves of MOVE_NAMES have one name")
    expect(rules.CARD_STYLE in ("french", "german"), "CARD_STYLE is french or german")
    _check_fields(game, rules.STATE, _STATE_FIELDS, "STATE")
    _check_fields(game, rules.MATCH, _MATCH_FIELDS, "MATCH")
    expect(rules.STATE["pack"].shape[0] >= len(pack), "the field pack is too short for the pack")


def _check_fields(game: Game, record: np.dtype[Any], wanted: tuple[str, ...], name: str) -> None:
    fields: Mapping[str, Any] = record.fields or {}
    for field in wanted:
        Case(game).expect(field in fields, f"{name} has no field {field}")


def check_text(game: Game, size: float = 1.0) -> None:
    """There is a page of rules, and every move has a name that is read back."""
    case = Case(game)
    with case.trying("the page of rules"):
        case.expect(len(game.rulebook().split()) > 20, "the page of rules is all but empty")
    for move in [*game.pack, *game.rules.MOVE_NAMES]:
        with case.trying(f"the text of move {move}"):
            case.expect(game.parse_move(game.move_text(move)) == move,
                        f"the text of move {move}, {game.move_text(move)!r}, is not read back")
