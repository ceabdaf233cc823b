"""Recorded deals and counts of move sequences of Schnapsen and Sixty-Six, on the engine."""

from __future__ import annotations

import pytest
from naive import PRESETS
from paths import recorded

import schnapsen_ai as sa


@pytest.mark.compiled
@pytest.mark.interpreted
@pytest.mark.parametrize("name", PRESETS)
def test_recorded_deals(name):
    game = sa.load(name)
    for record in recorded(f"{name}.jsonl"):
        assert record["game"] == name
        state = game.deal(pack=record["pack"])
        for move, seat, legal in zip(
            record["moves"], record["to_move"], record["legal"], strict=True
        ):
            assert (state.to_move, state.legal_moves()) == (seat, legal), record["pack"]
            state.play(move)
        assert (state.to_move, state.legal_moves(), state.is_over) == (None, [], True)
        assert list(state.payoffs()) == record["payoffs"], record["pack"]
        assert state.history == record["moves"]


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
