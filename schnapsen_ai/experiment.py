"""Experiments: a TOML file that declares one or more tournaments, for anybody to run again.

::

    title = "How strong is each bot?"

    [[tournament]]
    game = "schnapsen"
    bots = ["minimax", "ismcts", "rules", "random"]
    deals = 2000                 # of each pairing
    seed = 1
    unit = "deal"                # or "match"
    options = { flat = 1 }       # house rules

Keys of the file itself are defaults for all its tournaments.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .bot import BotSpec
from .game import Game, load

_KEYS = {"game": str, "bots": list, "deals": int, "seed": int, "unit": str, "options": dict}


@dataclass(frozen=True)
class Experiment:
    """One tournament of an experiment file."""

    game: Game
    bots: list[BotSpec]
    deals: int | None
    seed: int | None
    unit: str


def read(path: str) -> tuple[str, list[Experiment]]:
    """Title and tournaments of a file; ValueError says what is wrong with it."""
    file = Path(path)
    if not file.is_file():
        raise ValueError(f"experiment {path}: there is no such file")
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"experiment {path}: {error}") from error
    title = str(data.pop("title", file.stem))
    tournaments = data.pop("tournament", [{}])
    if not isinstance(tournaments, list):
        raise ValueError(f"experiment {path}: write [[tournament]], with two brackets")
    return title, [_experiment(path, {**data, **t}) for t in tournaments]


def _experiment(path: str, data: dict[str, Any]) -> Experiment:
    for key, value in data.items():
        if key not in _KEYS:
            raise ValueError(f"experiment {path}: {key} is not a key; keys: {', '.join(_KEYS)}")
        if type(value) is not _KEYS[key]:
            kind = {str: "text", list: "a list", int: "a whole number", dict: "a table"}[_KEYS[key]]
            raise ValueError(f"experiment {path}: {key} = {value!r} is not {kind}")
    if "bots" not in data:
        raise ValueError(f"experiment {path}: bots = [...] is missing")
    if data.get("unit", "deal") not in ("deal", "match"):
        raise ValueError(f"experiment {path}: unit is deal or match")
    if data.get("deals", 1) < 1:
        raise ValueError(f"experiment {path}: deals is at least 1")
    try:
        game = load(data.get("game", "schnapsen"), **data.get("options", {}))
        bots = [BotSpec(str(b)) for b in data["bots"]]
    except ValueError as error:
        raise ValueError(f"experiment {path}: {error}") from error
    return Experiment(game, bots, data.get("deals"), data.get("seed"), data.get("unit", "deal"))
