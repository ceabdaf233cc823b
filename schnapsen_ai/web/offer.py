"""What can be played here, and with which bots: the only place where a page names one."""

from __future__ import annotations

from typing import Any

from ..bot.spec import BotSpec, split_text
from ..deal.game import games, load_known
from ..games.shared.options import spell
from .players import PACES

MINUTES = (1, 3, 5, 10, 30)
TIMES = 20  # of its default that a parameter from a page may be at most
MOST = 10.0  # where the default is 0: seconds a move


def offer(known: dict[str, str]) -> dict[str, Any]:
    """What can be played here: games with their house rules, and bots."""
    found = []
    for name in games():
        game = load_known(name, {})
        found.append({
            "name": name, "seats": game.n_seats, "style": game.rules.CARD_STYLE,
            "options": [
                {"name": o.name, "value": spell(game.options[o.name]), "values": o.spelled(),
                 "sentence": o.sentence}
                for o in game.rules.OPTIONS
            ],
        })
    bots = []
    for name, text in known.items():
        spec = BotSpec(text)
        doc = (spec.cls.__doc__ or "").strip().splitlines()
        bots.append({
            "name": name, "sees_all": spec.sees_all, "says": doc[0] if doc else "",
            "parameters": {k: str(v) for k, v in spec.cls.parameters().items()
                           if k not in spec.cls.file_parameters},
        })
    return {"games": found, "bots": bots, "minutes": MINUTES, "paces": list(PACES)}


def label(text: str, taken: dict[str, str]) -> str:
    """How a bot of the operator is named to others: its class, not the file that it is in."""
    found = name = BotSpec(text).cls.__name__
    number = 2
    while found in taken:
        found, number = f"{name} {number}", number + 1
    return found


def bot_on_offer(text: Any, known: dict[str, str]) -> BotSpec:
    """A bot of the list that the server was started with; never a file that a page names.

    ValueError, also for a parameter that would keep a process busy for everyone.
    """
    if not isinstance(text, str):
        raise ValueError("a player is 'you', 'open' or the name of a bot")
    if text in known:
        return BotSpec(known[text])
    name, colon, params = text.rpartition(":")
    if not colon or "=" not in params or name not in known:
        raise ValueError(f"the bot {text[:60]!r} is not on offer at this table")
    given = split_text(f"x:{params}")[1]
    if local := set(BotSpec(known[name]).cls.file_parameters) & set(given):
        raise ValueError(f"{', '.join(sorted(local))} cannot be chosen at this table")
    spec = BotSpec(f"{known[name]}:{params}")  # which looks whether a file is there
    for key, value in spec.params.items():
        most = _most(spec.cls.parameters()[key])
        if key in spec.given and most is not None and abs(value) > most:
            raise ValueError(f"{key}={spec.given[key]} is too much here: at most {most:g}")
    return spec


def _most(default: Any) -> float | None:
    """The most that a page may ask for where this is the default; None for what is no number."""
    if isinstance(default, bool) or not isinstance(default, int | float):
        return None
    return TIMES * abs(default) or MOST
