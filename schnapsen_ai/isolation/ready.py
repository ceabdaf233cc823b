"""Loading, or once compiling, everything that a bot may use of a game, before anyone is timed."""

from __future__ import annotations

import numpy as np

from .. import _jit
from ..bot import BotSpec
from ..game import Game
from ..match import Pairing
from ..search import ismcts, mcts, pimc, rdeep, thinking


def warm(game: Game) -> None:
    """Call each kernel of a game once."""
    Pairing(game, BotSpec("rules"), BotSpec("random"), b"").play(0, 1)
    if _jit.COMPILED:  # else there is nothing to make ready
        for search in (ismcts, mcts, pimc, rdeep):
            thinking.ready(search.think, game)
    state = game.deal(seed=0)
    state.perft(1)
    while state.to_move is not None:
        view = state.view(state.to_move)
        view.redeal(np.random.default_rng(0))
        view.observation()
        state.play(state.legal_moves()[0])
    state.payoffs()
