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
    schedule = "round robin"     # "gauntlet": the first against each other; "ladder": the next
    sprt = "elo0=0,elo1=10"      # stop when this test is decided, `deals` at the most
    move_time = 1.0              # limits on each bot: seconds a move,
    deal_time = 60.0             # seconds a deal,
    memory = 1024                # MB

Keys of the file itself are defaults for all its tournaments.  Paths of bots are taken from the
folder in which the command is given.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..base.files import read_text
from ..bot.limits import Limits
from ..bot.spec import BotSpec
from ..deal.game import Game, load
from ..stats.sprt import Sprt
from .runner import pairs_of

_KEYS = {
    "game": str, "bots": list, "deals": int, "seed": int, "unit": str, "options": dict,
    "schedule": str, "sprt": str, "move_time": float, "deal_time": float, "memory": int,
}
_KINDS = {str: "text", list: "a list", int: "a whole number", dict: "a table", float: "a number"}
USUAL = Limits()


@dataclass(frozen=True)
class Experiment:
    """One tournament, as declared."""

    game: Game
    bots: list[BotSpec]
    deals: int | None = None  # None: as many as usual
    seed: int | None = None
    unit: str = "deal"
    schedule: str = "round robin"
    sprt: Sprt | None = None
    limits: Limits = USUAL
    name: str = ""  # of the file


def read(path: str) -> tuple[str, list[Experiment]]:
    """Title and tournaments of a file; ValueError says what is wrong with it."""
    try:
        data = tomllib.loads(read_text(path))
    except ValueError as error:
        raise ValueError(f"experiment {path}: {error}") from error
    title = str(data.pop("title", Path(path).stem))
    tournaments = data.pop("tournament", [{}])
    if not isinstance(tournaments, list) or not all(isinstance(t, dict) for t in tournaments):
        raise ValueError(f"experiment {path}: write [[tournament]], with two brackets")
    return title, [_experiment(path, {**data, **t}) for t in tournaments]


def _experiment(path: str, data: dict[str, Any]) -> Experiment:
    for key, value in list(data.items()):
        if key not in _KEYS:
            raise ValueError(f"experiment {path}: {key} is not a key; keys: {', '.join(_KEYS)}")
        if key in ("move_time", "deal_time") and type(value) is int:
            data[key] = value = float(value)
        if type(value) is not _KEYS[key]:
            raise ValueError(f"experiment {path}: {key} = {value!r} is not {_KINDS[_KEYS[key]]}")
    if "bots" not in data:
        raise ValueError(f"experiment {path}: bots = [...] is missing")
    if data.get("unit", "deal") not in ("deal", "match"):
        raise ValueError(f"experiment {path}: unit is deal or match")
    if data.get("deals", 1) < 1:
        raise ValueError(f"experiment {path}: deals is at least 1")
    try:
        game = load(data.get("game", "schnapsen"), **data.get("options", {}))
        bots = [BotSpec(str(b)) for b in data["bots"]]
        pairs_of(data.get("schedule", "round robin"), len(bots))
        sprt = Sprt.parse(data["sprt"]) if "sprt" in data else None
    except ValueError as error:
        raise ValueError(f"experiment {path}: {error}") from error
    limits = {k: data[k] for k in ("move_time", "deal_time", "memory") if k in data}
    return Experiment(
        game, bots, data.get("deals"), data.get("seed"), data.get("unit", "deal"),
        data.get("schedule", "round robin"), sprt, Limits(**limits), Path(path).stem,
    )
