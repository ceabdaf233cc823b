"""The trick on the table, as a game reads it from its record, beside the moves that led to it."""

from __future__ import annotations

import random

import pytest

import schnapsen_ai as sa
from schnapsen_ai.deal.history import DealHistory

pytestmark = pytest.mark.interpreted


@pytest.mark.parametrize("name", sa.games())
def test_the_cards_on_the_table_are_those_played_since_the_last_trick(name: str) -> None:
    game = sa.load(name)
    for k in range(2):
        history, choose = DealHistory.of(game.deal(seed=4, index=k)), random.Random(k)
        while not history.is_over:
            laid, winner = game.trick(history.pool[0])
            assert laid == history.open_trick
            assert winner == -1 or winner in [seat for seat, _ in laid]
            history.play(choose.choice(history.state.legal_moves()))
        for trick in history.tricks:
            assert trick.taker in (None, *(seat for seat, _ in trick.cards))
