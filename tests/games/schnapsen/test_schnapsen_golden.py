"""Recorded deals of Schnapsen and Sixty-Six on engine and twin, counts of move sequences."""

from __future__ import annotations

import pytest
from naive import PRESETS, Deal
from paths import recorded
from schnapsen_positions import Both

import schnapsen_ai as sa


@pytest.mark.parametrize("every", [pytest.param(4, marks=pytest.mark.interpreted), 1])
@pytest.mark.parametrize("name", PRESETS)
def test_recorded_deals(name, every):
    game = sa.load(name)
    for record in recorded(f"{name}.jsonl")[::every]:
        assert record["game"] == name
        deal = Both(game.deal(pack=record["pack"]), Deal(name, record["pack"]))
        for move, seat, legal in zip(
            record["moves"], record["to_move"], record["legal"], strict=True
        ):
            assert (deal.to_move, deal.legal_moves()) == (seat, legal), record["pack"]
            deal.play(move)
        assert (deal.to_move, deal.legal_moves(), deal.is_over) == (None, [], True)
        assert list(deal.payoffs()) == record["payoffs"], record["pack"]
        assert deal.history == deal.twin.history == record["moves"]


@pytest.mark.parametrize("name", PRESETS)
def test_perft(name):
    records = [record for record in recorded("perft.jsonl") if record["game"] == name]
    assert records
    for record in records:
        state = sa.load(name).deal(pack=record["pack"])
        depths = range(1, len(record["counts"]) + 1)
        assert [state.perft(depth) for depth in depths] == record["counts"]


def test_a_finished_deal_has_no_sequences():
    state = sa.load("schnapsen").deal(seed=1)
    while not state.is_over:
        state.play(state.legal_moves()[-1])
    assert [state.perft(depth) for depth in range(3)] == [1, 0, 0]
