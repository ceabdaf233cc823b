"""A match: how long it lasts, as text, and who has won it."""

from __future__ import annotations

import numpy as np

from ..base import seeds
from ..base.numbers import counted
from ..cards import Seat
from .ruleset import Ruleset

MAX_DEALS = 1000  # a match that lasts longer is broken off


def most_deals(given: int | None) -> int:
    """After how many deals a match is broken off; ValueError unless it is a whole number."""
    return MAX_DEALS if given is None else counted("max_deals", given)


def opening(game: Ruleset, max_deals: int | None = None) -> np.ndarray:
    """A match that begins, to last so many deals where the game sets its length by a number."""
    match = game.new_match()
    if max_deals and "limit" in (match.dtype.names or ()):
        match["limit"] = max_deals
    return match


def cut(game: Ruleset, secret: bytes, number: int = 0) -> Seat:
    """Who deals first in match `number`, by cutting the pack: at random, fixed by the secret."""
    return int(seeds.words(secret, "cut", number, 1)[0] % np.uint64(game.n_seats))


def winners_now(game: Ruleset, match: np.ndarray) -> list[int]:
    """The `winners`; in money, of a match that is broken off, the richest, if one is."""
    won = winners(match)
    if not won and getattr(game.rules, "IN_MONEY", False):
        money = match["score"][0].tolist()
        won = [p for p, amount in enumerate(money) if amount == max(money)]
        won = won if len(won) == 1 else []
    return won


def winners(match: np.ndarray) -> list[int]:
    """The players, or the teams where a match counts for teams, who won a finished match.

    `match` is a record of ``Game.new_match()``.  Several have shared the win; [] where nobody won.
    """
    alone = int(match["winner"][0])
    if alone >= 0:
        return [alone]
    if not match["over"][0] or "winners" not in (match.dtype.names or ()):
        return []
    together = int(match["winners"][0])
    return [player for player in range(together.bit_length()) if together >> player & 1]


def rewards(game: Ruleset, match: np.ndarray) -> list[int]:
    """What a match brought each player: 1 who won it, -1 the others, 0 where nobody did.

    Where partners are fixed a match is a team's.
    """
    won, teams = winners_now(game, match), game.rules.FIXED_PARTNERS
    if not won:
        return [0] * game.n_seats
    return [1 if (p & 1 if teams else p) in won else -1 for p in range(game.n_seats)]


def match_fields(game: Ruleset, match: np.ndarray | None) -> dict[str, str]:
    """The fields of a match record that differ from its start, as text: ``score`` -> ``3/2``."""
    if match is None:
        return {}
    start = game.new_match()
    return {
        name: "/".join(map(str, np.ravel(match[name][0]).tolist()))
        for name in match.dtype.names or ()
        if not np.array_equal(match[name], start[name])
    }


def match_with(
    game: Ruleset, fields: dict[str, str], first_dealer: int | None = None
) -> np.ndarray:
    """A match record that differs from its start in some fields.  ValueError if it is not one."""
    match = game.new_match(first_dealer)
    for name, values in fields.items():
        names = match.dtype.names or ()
        if name not in names:
            known = ", ".join(names)
            raise ValueError(f"match: {name} is not a field; fields of {game.name}: {known}")
        place = match[name][0]
        try:
            numbers = [int(v) for v in values.split("/")]
            match[name][0] = np.reshape(numbers, np.shape(place))
        except (ValueError, OverflowError):
            raise ValueError(
                f"match: {name}={values} does not hold {np.size(place)} numbers"
            ) from None
    return match
