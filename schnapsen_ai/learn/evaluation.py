"""How strong a network is: paired deals in lockstep."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..deal.game import Game
from ..deal.seatings import seatings
from .experience import held_values, pick_warm
from .lockstep import Lockstep
from .network import Weights


class Strength(NamedTuple):
    """Points a deal with the half-width of the 95 % interval over sets."""

    points: float
    half: float


def against_rules(game: Game, weights: Weights, words: np.ndarray) -> Strength:
    """A network, which always takes the move it holds best, against the rule player.

    words: uint64[sets]; each pack is played once in every seating.
    """
    holders = np.array(seatings(game))
    table = Lockstep(game, len(words) * len(holders))
    of_rules = np.tile(holders, len(words))  # the seats that the rule player holds
    table.deal(np.repeat(words, len(holders)))
    nothing = np.zeros(table.n, np.float32)
    while table.settle():
        theirs = (of_rules >> table.seats & 1).astype(np.bool_)
        ours = table.live & ~theirs
        table.ask_rules(table.live & theirs)
        pick_warm(ours, held_values(table, weights, ours), table.moves, table.outputs,
                  table.n_moves, 0.0, table.words, table.picked, nothing)
        table.make()
    mine = 1 - (of_rules[:, None] >> np.arange(game.n_seats) & 1)
    payoffs = table.payoffs[:, : game.n_seats]
    won = (payoffs * mine).sum(1) / mine.sum(1)
    lost = (payoffs * (1 - mine)).sum(1) / (1 - mine).sum(1)
    points = ((won - lost) / 2).reshape(len(words), -1).mean(1)
    return Strength(float(points.mean()), float(1.96 * points.std(ddof=1) / np.sqrt(len(points))))
