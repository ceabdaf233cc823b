"""`expert`'s search: how far lines go, what bids are not told, what fits into a time."""

from __future__ import annotations

import numpy as np
import pytest

import schnapsen_ai as sa
from schnapsen_ai.learn.features import features_of
from schnapsen_ai.learn.judge import judge_of
from schnapsen_ai.learn.network import Network
from schnapsen_ai.search import lookahead
from schnapsen_ai.search.lookahead import Budget, Seer, Temper, pieces

pytestmark = pytest.mark.interpreted
SMALL = Budget(worlds=2, lines=2, solved=1, depth=0)


def seer_of(name: str) -> Seer:
    """One who knows nothing: a network of random weights."""
    game = sa.load(name)
    network = Network(features_of(game.rules).size, (8, 4), seed=2)
    return Seer(game, judge_of(game, network.weights), 2.0)


def think(view: sa.View, seer: Seer) -> dict[int, dict[str, float]]:
    return lookahead.think(view, seer, np.array([3], np.uint64), SMALL, Temper(), 0.5)


def test_a_line_goes_past_as_many_own_choices_as_it_is_told() -> None:
    """Past all of them it ends with the deal, in game points; else in what the network holds."""
    seer = seer_of("watten")
    state = sa.load("watten").deal(seed=1)
    worth = []
    for depth in (0, 1, 100):
        seer.room.pool[2] = state.record()[0]
        words = np.array([3], np.uint64)
        worth.append(float(seer.kernels.line(seer.room.pool, 0, depth, seer.judge, seer.scale, 0.1,
                                             0, seer.room.work, words)))
    assert worth[0] != worth[1] and worth[0] % 1 and worth[1] % 1
    assert abs(worth[2]) >= 2 and worth[2] % 1 == 0


def test_open_cards_are_not_asked_about_bids(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(lookahead, "_solved", lambda *given: asked.append(given) or 0)
    seer = seer_of("bauernschnapsen")
    state = sa.load("bauernschnapsen").deal(seed=4)
    think(state.view(0), seer)
    assert not asked  # trump is to be named
    while lookahead.is_bid(state.view(state.to_move)):
        state.play(min(m for m in state.legal_moves() if m >= 32))
    think(state.view(state.to_move), seer)
    assert len(asked) == 1


def test_pieces_add_up_or_end_with_the_time() -> None:
    assert list(pieces(10, 0.0)) == [10]
    assert sum(pieces(40, 1e6)) == 40
    assert 1 <= sum(pieces(10**9, 1e-9)) < 10**9
