"""The slow twin of Schnapsen and Sixty-Six: counts of move sequences, the object, its values.

The scenarios of the rules page and the recorded deals are played on engine and twin at once.
"""

from __future__ import annotations

import random

import pytest
from naive import ENDINGS, PRESETS, Deal, full_pack, move_values, perft, value
from paths import recorded


@pytest.mark.parametrize("name", PRESETS)
def test_perft(name):
    records = [record for record in recorded("perft.jsonl") if record["game"] == name]
    assert records
    for record in records:
        start = Deal(name, record["pack"])
        counts = [perft(start, depth) for depth in range(1, len(record["counts"]) + 1)]
        assert counts == record["counts"]


def test_bad_arguments():
    for arguments in [("skat", full_pack("schnapsen")), ("schnapsen", "AS"), ("sixty_six", [0])]:
        with pytest.raises(ValueError):
            Deal(*arguments)
    with pytest.raises(ValueError):
        Deal("schnapsen", full_pack("schnapsen"), no_such_option=1)


def test_presets_are_complete():
    assert all(set(options) == set(PRESETS["schnapsen"]) for options in PRESETS.values())


@pytest.mark.parametrize("name", PRESETS)
def test_random_deals(name):
    """Illegal moves change nothing, copies are independent, the pack's points are all there."""
    rng = random.Random(name)
    for _ in range(40):
        deal = Deal(name, rng.sample(full_pack(name), len(full_pack(name))))
        while deal.to_move is not None:
            before = deal.key(), deal.public(0), deal.public(1), list(deal.history)
            for wrong in set(range(41)) - set(deal.legal()):
                with pytest.raises(ValueError):
                    deal.play(wrong)
            deal.copy().play(rng.choice(deal.legal()))
            assert before == (deal.key(), deal.public(0), deal.public(1), deal.history)
            deal.play(rng.choice(deal.legal()))
        assert deal.ending in ENDINGS
        with pytest.raises(ValueError):
            deal.play(38)


def plain_minimax(deal: Deal) -> int:
    """Seat 0's value with nothing remembered and nothing cut."""
    if deal.ending:
        return deal.payoffs()[0]
    values = []
    for move in deal.legal():
        following = deal.copy()
        following.play(move)
        values.append(plain_minimax(following))
    return max(values) if deal.turn == 0 else min(values)


@pytest.mark.parametrize("name", PRESETS)
def test_value_is_minimax(name):
    rng = random.Random(name)
    checked = 0
    while checked < 6:
        deal = Deal(name, rng.sample(full_pack(name), len(full_pack(name))))
        while deal.to_move is not None and len(deal.hands[0]) + len(deal.hands[1]) > 7:
            deal.play(rng.choice([move for move in deal.legal() if move != 38]))
        if deal.to_move is None:
            continue
        checked += 1
        assert value(deal) == -value(deal, 1) == plain_minimax(deal)
        best = max if deal.turn == 0 else min
        sign = 1 if deal.turn == 0 else -1
        assert best(sign * v for v in move_values(deal).values()) == value(deal)
