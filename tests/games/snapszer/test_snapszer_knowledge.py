"""What a seat of Snapszer knows: what is hidden, worlds dealt for it, views."""

from __future__ import annotations

import random
from typing import Any

import naive_snapszer
import numpy as np
import pytest
from naive_tricks import parse_cards
from relatives_engine import random_options
from relatives_knowledge import check_knowledge, check_uniform, late_position
from sizes import few_and_many
from snapszer_deals import (
    BOTH_SIZES,
    CARDS,
    DOUBLE,
    FOLD,
    NORMAL,
    PASS,
    TRUMP_E,
    dealt,
    engine,
    play_like,
    put,
    random_pack,
    table,
)

from schnapsen_ai.cards import members, set_of
from schnapsen_ai.games import snapszer


@few_and_many("deals", 1, 80)
@BOTH_SIZES
def test_every_redeal_is_a_possible_deal(seats: int, deals: int) -> None:
    rng, words = random.Random(seats), np.array([seats], dtype=np.uint64)
    for _ in range(deals):
        deal = engine(seats, **random_options(snapszer, rng))
        pack = random_pack(seats, rng)
        deal.lay_out(pack)
        while deal.to_move is not None:
            check_knowledge(deal, pack, words)
            deal.play(play_like(deal, rng))
        check_knowledge(deal, pack, words)


@pytest.mark.interpreted
def test_two_of_three_players() -> None:
    """The deal of a match that goes on with two: the record of three, a game of two."""
    rng, words = random.Random(6), np.array([6], dtype=np.uint64)
    deal = engine(3)
    deal.match.score[1] = 0
    deal.lay_out(random_pack(3, rng))
    while deal.to_move is not None:
        deal.play(FOLD if FOLD in deal.legal() else deal.legal()[0])
    snapszer.next_deal(deal.match, deal.state)
    assert (deal.match.seats_in_play, deal.match.player.tolist()) == (2, [2, 0, -1])
    pack = random_pack(2, rng)
    deal.lay_out(pack)
    while deal.to_move is not None:
        check_knowledge(deal, pack, words)
        assert snapszer.known_in(deal.state, 0, 2) == snapszer.hand_size(deal.state, 2) == 0
        deal.play(play_like(deal, rng))
    assert snapszer.payoff(deal.state, 2) == 0
    assert sum(deal.payoffs()) == 0


@pytest.mark.slow
def test_before_the_trump_everybody_has_seen_four_cards() -> None:
    deal = dealt(3).engine
    counts = np.zeros((3, 32))
    words = np.array([1], dtype=np.uint64)
    for _ in range(6000):
        world = deal.world(1, words)
        assert world.hand[1] == deal.state.hand[1]
        snapszer.play(world, TRUMP_E)
        for seat, hand in enumerate(world.hand[:3]):
            assert int(hand).bit_count() == 8
            for card in members(hand):
                counts[seat, card] += 1
    own = members(deal.state.hand[1])
    assert (counts[1, own] == 6000).all()
    rest = [card for card in CARDS if card not in own]
    shares = counts[:, rest] / 6000
    for seat, share in ((0, 0.4), (1, 0.2), (2, 0.4)):
        assert abs(shares[seat] - share).max() < 0.035


def position(rng: random.Random, seats: int, left: int, at_least: int, **wanted: Any) -> tuple:
    """(deal, pack) in the play with so many cards in the leader's hand and enough knowledge."""

    def draw() -> tuple:
        deal = engine(seats, **random_options(snapszer, rng))
        pack = random_pack(seats, rng)
        return deal.lay_out(pack), pack

    return late_position(draw, play_like, rng, left, at_least, **wanted)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seats", "left", "known", "seat", "wanted"),
    [
        (2, 4, 4, 0, {}),
        (2, 4, 3, 1, {"on_table": 1}),
        (2, 5, 2, 0, {"on_table": 1}),
        (3, 4, 3, 0, {}),
        (3, 5, 3, 1, {"on_table": 1}),
        (3, 6, 2, 2, {"on_table": 2}),
        (3, 4, 2, 1, {"melds": [20, 0]}),
        (3, 4, 2, 2, {"melds": [0, 40]}),
    ],
)
def test_redeals_are_uniform(seats: int, left: int, known: int, seat: int, wanted: dict) -> None:
    rng = random.Random(100 * left + seat)
    words = np.array([left + 10 * seat], dtype=np.uint64)
    deal, pack = position(rng, seats, left, known, **wanted)
    options = {
        o.name: next(k for k, v in o.values.items() if v == deal.state.options[i])
        for i, o in enumerate(snapszer.OPTIONS)
    }
    worlds = naive_snapszer.redeals(f"snapszer{seats}", pack, deal.history, seat, **options)
    check_uniform(deal, {world[:seats]: 1 for world in worlds}, seat, words)


@pytest.mark.interpreted
def test_the_facts_of_a_view() -> None:
    deal = dealt(3).engine.play(TRUMP_E, NORMAL, PASS, DOUBLE, PASS, 7)
    out = np.zeros(sum(n for _, n in snapszer.VIEW_FIELDS), np.int64)
    snapszer.export(deal.concealed(0), 0, out)
    names = [name for name, n in snapszer.VIEW_FIELDS for _ in range(n)]
    facts = dict(zip(names, out.tolist(), strict=True))
    assert (facts["trump"], facts["contract"], facts["doublings"]) == (0, NORMAL, 1)
    assert facts["first_four"] == set_of(parse_cards("EA EX EK EO"))
    assert [snapszer.hand_size(deal.state, seat) for seat in range(3)] == [7, 8, 8]


@pytest.mark.interpreted
def test_who_may_undertrump_may_hold_higher_trumps() -> None:
    deal = table("S9 G9", "EK HA", "EA E9", options={"overtrump": False})
    put("S9 EK E9", deal)
    assert deal.engine.state.cannot_hold[2] == 0xFF << 24  # only the suit led
