"""A trained network as it is."""

from __future__ import annotations

import functools
from typing import Any

import schnapsen_ai as sa
from schnapsen_ai.base.arrays import Record, Words
from schnapsen_ai.cards import Move, Moves, Seat, lowest
from schnapsen_ai.games import contract as rules
from schnapsen_ai.games.hooks import all_seen
from schnapsen_ai.learn.judge import chosen, judge_at, numbers_of, turned
from schnapsen_ai.learn.lockstep import choices
from schnapsen_ai.learn.player import has_player, player_of


@sa.template
def policy(state: Record, seat: Seat, legal: Moves, rng: Words, params: Any, scratch: Any) -> Move:
    moves = choices(state)
    if moves & (moves - 1) == 0:
        return lowest(moves)
    if all_seen(state):  # what is left can be counted out, as the rule player does
        return rules.advise(state, legal, rng)
    return chosen(state, seat, moves, params[0], rng, judge_at(params[1:]))


@functools.cache
def _kept(game: sa.Game, file: str) -> list[Any]:
    """The weights of a player, kept for as long as this process lives."""
    return turned(player_of(game, file).weights)


class Net(sa.CompiledBot):
    """A trained network: the move that it holds best, without search.

    file: a network from ``train`` (default: the one that comes with the game); warmth: above 0 it
    chooses by chance, a move the likelier the better it is held to be.
    """

    policy = staticmethod(policy)
    file_parameters = ("file",)

    def __init__(self, file: str = "", warmth: float = 0.0) -> None:
        self.file, self.warmth = file, warmth

    @classmethod
    def fits(cls, game: sa.Game) -> bool:
        return has_player(game)

    def params_for(self, game: sa.Game) -> list[float]:
        return [self.warmth, *numbers_of(game, _kept(game, self.file))]
