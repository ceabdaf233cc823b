"""Words that cost a deal at once, such as a claim that cannot hold: asked for twice."""

from __future__ import annotations

import numpy as np

from ..cards import Move
from ..deal.state import State, View


def drawn(view: View) -> State:
    """One of the deals that a seat may be in."""
    return view.redeal(np.random.default_rng(0))


def sure_loss(view: View, move: Move) -> int:
    """What a legal move that is no card costs the seat, where it ends the deal now; else 0.

    Played in a deal drawn from what the seat has seen, never in the true one: the answer says
    nothing that is hidden.
    """
    if move < 32:
        return 0
    state = drawn(view)
    state.play(move)
    return max(0, -state.payoffs()[view.seat]) if state.is_over else 0
