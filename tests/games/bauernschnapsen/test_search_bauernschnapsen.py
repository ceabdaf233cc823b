"""What searches make of the bidding of Bauernschnapsen."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import pytest

import schnapsen_ai as sa
from schnapsen_ai.games.bauernschnapsen.state import BAUERN, DOUBLE, GANG, NAME_TRUMP, PASS
from schnapsen_ai.search import belief, ismcts, mcts, pimc, rdeep, workspace

GAME = sa.load("bauernschnapsen")
# Two players double whose hands are good, to the rule player, once in a hundred deals each.
# Of the worlds that were believed in when each misfit counted a tenth, 24 and 17 % fitted.
THIRD_DOUBLES = (
    ("AD QS KS JC AS TH KC AC QH TD TC QC KD TS JS AH QD JH JD KH", 45, 36, 36, 36, 36, 37, 36, 37),
    ("AD KS TS TH JS AS QD QC KH JD AC JH TC QS AH KC TD KD JC QH", 45, 36, 36, 36, 36, 37, 36, 37),
)


def fitting(view: sa.View, worlds: np.ndarray) -> float:
    """The share of worlds in which the rule player would have made all moves of the others."""
    replay = GAME.kernels(belief).replay
    pool, words = GAME.new_pool(4), np.array([5], np.uint64)
    moves = np.array(view.history, np.int64)
    fit = 0
    for world in worlds:
        pool[1] = world
        none = np.zeros(len(moves))
        fit += replay(pool, view.seat, view.match(), moves, none, 0.0, none.copy(), words) == 1
    return fit / len(worlds)


def test_at_a_third_double_most_worlds_fit_the_play() -> None:
    shares = []
    for pack, *moves in THIRD_DOUBLES:
        state = GAME.deal(pack=pack)
        for move in moves:
            state.play(move)
        view = state.view(state.to_move)
        assert DOUBLE in view.legal_moves()
        room = GAME.new_pool(4 + belief.WORLDS)
        room[0] = view.record()[0]
        worlds = belief.worlds_of(view, room, belief.WORLDS, 0.1, np.array([9], np.uint64))
        assert len(worlds) == belief.WORLDS
        shares.append(fitting(view, worlds[::8]))
    assert np.mean(shares) > 0.5


@pytest.mark.parametrize("search", [ismcts, mcts, pimc, rdeep], ids=lambda m: m.__name__[20:])
def test_a_hand_without_tricks_announces_no_contract_of_all_tricks(search: ModuleType) -> None:
    """Open cards and random play-outs announced a Gang; three times asked, it is the same bid."""
    state = GAME.deal(pack="QS JS QH AH TH KH AD TD KD AC TC QC JD KC AS TS KS JC QD JH")
    state.play(NAME_TRUMP + 1)
    view = state.view(state.to_move)
    answers = set()
    for word in (3, 4, 5):
        thoughts = search.think(view, np.array([word], np.uint64))
        assert set(thoughts) == set(view.legal_moves()) >= {PASS, GANG, BAUERN}
        assert max(thoughts[move]["value"] for move in (GANG, BAUERN)) < -5
        answers.add(workspace.favourite(thoughts, by="visits"))
    assert search is rdeep or len(answers) == 1
