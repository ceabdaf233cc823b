"""Loading, or once compiling, everything that a bot may use of a game, before anyone is timed."""

from __future__ import annotations

import numpy as np

from ..base import cache
from ..deal.game import Game
from ..search import ismcts, mcts, pimc, rdeep, workspace
from .compiled import decider_of
from .spec import BotSpec

_POLICIES = ("rules", "random")  # built in and compiled: to play on for others, to be called


def warm(game: Game) -> None:
    """Call each kernel of a game once."""
    for name in _POLICIES:
        decider_of(game, BotSpec(name).cls.policy)  # type: ignore[attr-defined]
    if cache.COMPILED:  # else there is nothing to make ready
        for search in (ismcts, mcts, pimc, rdeep):
            workspace.ready(search.think, game)
    state = game.deal(seed=0)
    state.perft(1)
    while state.to_move is not None:
        view = state.view(state.to_move)
        view.redeal(np.random.default_rng(0))
        view.observation()
        state.play(state.legal_moves()[0])
    state.payoffs()
