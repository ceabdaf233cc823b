"""What a network sees: within its bounds, of every game; the same of suits exchanged."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import schnapsen_ai as sa
from schnapsen_ai.card_text import card_text
from schnapsen_ai.learn.features import features_of


def seen(view: sa.View) -> tuple[list[int], list[int]]:
    """Active features of who sees this, and the outputs of the legal moves."""
    features = features_of(view.game.rules)
    order, out = np.zeros(4, np.int64), np.zeros(features.most, np.int16)
    record = view.record()[0]
    features.order_of(record, view.seat, order)
    n = int(features.active(record, view.seat, order, out))
    return sorted(out[:n].tolist()), [int(features.output_of(m, order)) for m in view.legal_moves()]


@pytest.mark.interpreted
@pytest.mark.parametrize("name", ["schnapsen", "snapszer3", "rablo", "watten", "schafkopf",
                                  "bauernschnapsen", "sixty_six"])
def test_features_are_within_bounds_and_of_what_is_seen(name: str) -> None:
    game = sa.load(name)
    features = features_of(game.rules)
    assert features.size == sum(stretch.length for stretch in features.stretches) < 2**15
    chance = np.random.default_rng(1)
    for index in range(2):
        state = game.deal(seed=3, index=index)
        while not state.is_over:
            view = state.view(state.to_move)
            active, outputs = seen(view)
            assert len(set(active)) == len(active) <= features.most
            assert active[0] >= 0 and active[-1] < features.size
            assert len(set(outputs)) == len(outputs) and max(outputs) < 64
            assert seen(view.redeal(chance).view(view.seat)) == (active, outputs)
            state.play(int(chance.choice(state.legal_moves())))


@pytest.mark.interpreted
@pytest.mark.parametrize(
    "name", ["schnapsen", "sixty_six", "bauernschnapsen", "snapszer2", "snapszer3"]
)
def test_suits_exchanged_look_the_same(name: str) -> None:
    """Where a game says that its suits are alike: the same deal in other suits."""
    game = sa.load(name)
    first = game.rules.SUIT_MOVES
    chance = np.random.default_rng(2)
    for index, suits in enumerate(list(itertools.permutations(range(4)))[1::7]):

        def other(move: int, suits: tuple[int, ...] = suits) -> int:
            if move < 32:
                return 8 * suits[move >> 3] + (move & 7)
            named = [f for f in first if f <= move < f + 4]
            return named[0] + suits[move - named[0]] if named else move

        pack = chance.permutation(game.pack).tolist()
        mine = game.deal(pack=" ".join(card_text(c) for c in pack))
        theirs = game.deal(pack=" ".join(card_text(other(c)) for c in pack))
        while not mine.is_over:
            one, two = mine.view(mine.to_move), theirs.view(mine.to_move)
            assert sorted(map(other, one.legal_moves())) == two.legal_moves()
            assert seen(one)[0] == seen(two)[0], (index, mine.history)
            assert set(seen(one)[1]) == set(seen(two)[1])  # suits wholly alike change places
            move = int(chance.choice(mine.legal_moves()))
            mine.play(move)
            theirs.play(other(move))
