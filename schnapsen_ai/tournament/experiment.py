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
    isolate = true               # as --isolate

Keys of the file itself are defaults for all its tournaments.  Paths of bots are taken from the
folder in which the command is given.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..base.files import read_text
from ..base.numbers import BOUNDS, within
from ..bot.limits import Limits
from ..bot.spec import BotSpec
from ..deal.game import Game, load
from ..sandbox import specs_of
from ..stats.sprt import Sprt
from .runner import check_bots, pairs_of

_KEYS = {
    "game": str, "bots": list, "deals": int, "seed": int, "unit": str, "options": dict,
    "schedule": str, "sprt": str, "move_time": float, "deal_time": float, "memory": int,
    "isolate": bool,
}
_KINDS = {str: "text", list: "a list", int: "a whole number", dict: "a table", float: "a number",
          bool: "true or false"}
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
    isolate: bool = False
    name: str = ""  # of the file


def read(path: str) -> tuple[str, list[Experiment]]:
    """Title and tournaments of a file; ValueError says what is wrong with it."""
    try:
        return _read(path)
    except RecursionError:
        raise ValueError(f"experiment {path}: tables or lists are nested too deep") from None
    except ValueError as error:
        raise ValueError(f"experiment {path}: {error}") from error


def _read(path: str) -> tuple[str, list[Experiment]]:
    data = tomllib.loads(read_text(path))
    title = str(data.pop("title", Path(path).stem))
    tournaments = data.pop("tournament", [{}])
    if not isinstance(tournaments, list) or not all(isinstance(t, dict) for t in tournaments):
        raise ValueError("write [[tournament]], with two brackets")
    return title, [_experiment(path, {**data, **t}) for t in tournaments]


def _experiment(path: str, data: dict[str, Any]) -> Experiment:
    for key, value in list(data.items()):
        if key not in _KEYS:
            raise ValueError(f"{key} is not a key; keys: {', '.join(_KEYS)}")
        if key in BOUNDS and type(value) in (int, float):
            within(key, value, *BOUNDS[key])
        if key in ("move_time", "deal_time") and type(value) is int:
            data[key] = value = float(value)
        if type(value) is not _KEYS[key]:
            raise ValueError(f"{key} = {str(value)[:60]} is not {_KINDS[_KEYS[key]]}")
    if "bots" not in data:
        raise ValueError("bots = [...] is missing")
    if data.get("unit", "deal") not in ("deal", "match"):
        raise ValueError("unit is deal or match")
    game = load(data.get("game", "schnapsen"), **data.get("options", {}))
    if not all(isinstance(bot, str) for bot in data["bots"]):
        raise ValueError("bots is a list of texts")
    bots = specs_of(data["bots"], data.get("isolate", False))
    pairs_of(data.get("schedule", "round robin"), len(bots))
    sprt = Sprt.parse(data["sprt"]) if "sprt" in data else None
    check_bots(bots)
    limits = {k: data[k] for k in ("move_time", "deal_time", "memory") if k in data}
    return Experiment(
        game, bots, data.get("deals"), data.get("seed"), data.get("unit", "deal"),
        data.get("schedule", "round robin"), sprt, Limits(**limits), data.get("isolate", False),
        Path(path).stem,
    )
