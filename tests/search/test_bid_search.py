"""Bids by play-outs of the rule player: who is asked, what is sampled, what is given up."""

from __future__ import annotations

import numpy as np

import schnapsen_ai as sa
from schnapsen_ai.search import bids, workspace


def test_play_outs_are_spent_on_the_moves_that_are_left() -> None:
    moves = [1, 2, 3, 4]
    sizes = []
    for size in bids.rounds(400, moves):
        sizes.append(size)
        moves[:] = moves[:2]
    assert sizes == [32, 32, 32, 32, 32, 8]  # 4 * 32 + 2 * 136 = 400
    assert list(bids.rounds(3, [1, 2, 3, 4])) == [1]  # each move at least once


def test_a_move_is_given_up_when_it_lags_pair_by_pair() -> None:
    """Payoffs of worlds that differ much more than the moves do in each."""
    worlds = np.random.default_rng(1).normal(0, 100, 64)
    payoffs = np.zeros((64, 64))
    payoffs[:, 5] = worlds
    payoffs[:, 6] = worlds - 1 + 0.1 * np.arange(64) % 1
    payoffs[:, 7] = worlds + np.where(np.arange(64) % 2, 5, -5.1)
    assert bids.still_racing(payoffs, [5, 6, 7]) == [5, 7]
    assert bids.still_racing(payoffs[:31], [5, 6, 7]) == [5, 6, 7]


def test_where_a_card_can_be_played_nothing_is_a_bid() -> None:
    state = sa.load("schnapsen").deal(seed=1)
    while not state.is_over:
        moves = state.legal_moves()
        assert workspace.is_bid(state.view(state.to_move)) == (min(moves) >= 32)
        state.play(moves[0])
