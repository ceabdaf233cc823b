"""What a seat of Rabló knows: what is hidden, worlds dealt for it, views."""

from __future__ import annotations

import random
from typing import Any

import naive_rablo
import numpy as np
import pytest
from naive_positions import pack_of
from naive_redeals import Redeals
from naive_tricks import parse_cards
from rablo_deals import (
    DOUBLE,
    EK,
    EX,
    PASS,
    PASSES,
    SHOW,
    SNAPSZER,
    engine,
    fresh,
    play_like,
    playing,
    put,
    random_pack,
)
from relatives_engine import random_options
from relatives_knowledge import check_knowledge, check_uniform, late_position
from sizes import few_and_many

from schnapsen_ai.card_text import Style
from schnapsen_ai.cards import members, set_of
from schnapsen_ai.games import rablo


@few_and_many("deals", 1, 110)
def test_every_redeal_is_a_possible_deal(deals: int) -> None:
    rng, words = random.Random(3), np.array([9], dtype=np.uint64)
    for _ in range(deals):
        deal = engine(**random_options(rablo, rng))
        pack = random_pack(rng)
        deal.lay_out(pack)
        while deal.to_move is not None:
            check_knowledge(deal, pack, words)
            deal.play(play_like(deal, rng))
        check_knowledge(deal, pack, words)


def position(rng: random.Random, cards_left: int, at_least: int, **wanted: Any) -> tuple:
    """(deal, pack) in the play with so many cards in the leader's hand and enough knowledge."""

    def draw() -> tuple:
        deal = engine(**random_options(rablo, rng))
        pack = random_pack(rng)
        return deal.lay_out(pack), pack

    return late_position(draw, play_like, rng, cards_left, at_least, **wanted)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("cards_left", "known", "seat", "wanted"),
    [
        (4, 5, 0, {}),
        (4, 6, 1, {"on_table": 1}),
        (4, 4, 2, {"doublings": 2}),
        (4, 4, 3, {"doublings": 1}),
        (3, 3, 0, {"on_table": 2}),
        (3, 2, 1, {"doublings": 3}),
        (3, 4, 2, {}),
        (3, 2, 3, {"melds": 20}),
    ],
)
def test_redeals_are_uniform(cards_left: int, known: int, seat: int, wanted: dict) -> None:
    rng = random.Random(100 * cards_left + seat)
    words = np.array([cards_left + 10 * seat], dtype=np.uint64)
    deal, pack = position(rng, cards_left, known, **wanted)
    options = {o.name: bool(deal.state.options[i]) for i, o in enumerate(rablo.OPTIONS[:5])}
    worlds = naive_rablo.redeals("rablo", pack, deal.history, seat, **options)
    check_uniform(deal, worlds, seat, words)


@pytest.mark.interpreted
def test_the_literal_oracle_agrees() -> None:
    deal, pack = position(random.Random(8), 2, 4)
    assert issubclass(naive_rablo._Redeals, Redeals)
    literal = naive_rablo.redeals("rablo", pack, deal.history, 1, literal=True)
    assert literal == naive_rablo.redeals("rablo", pack, deal.history, 1)


@pytest.mark.interpreted
def test_the_partner_stays_secret() -> None:
    deal = fresh().engine.play(SNAPSZER, EX, *PASSES)
    for seat, partner in ((0, -1), (1, -1), (2, 2), (3, -1)):
        assert deal.concealed(seat).partner == partner
    deal.play(PASS, PASS, DOUBLE, PASS, PASS)  # seat 3 doubles: not the partner
    deal.play(DOUBLE)  # seat 2 does: the partner
    for seat in range(4):
        concealed = deal.concealed(seat)
        assert concealed.partner == 2
        assert seat == 2 or members(concealed.hand[2]) == [EX]


@pytest.mark.interpreted
def test_a_doubler_lacks_the_called_card() -> None:
    deal = fresh().engine.play(SNAPSZER, EX, *PASSES, DOUBLE)
    assert members(rablo.known_absent_from(deal.concealed(0), 0, 1)) == [EX]
    assert deal.concealed(3).partner == -1


@pytest.mark.interpreted
def test_an_alone_caller_stays_secret() -> None:
    deal = playing(SNAPSZER, EK).engine
    assert [deal.concealed(seat).partner for seat in range(4)] == [0, -1, -1, -1]
    put("EO EA EX E9", deal)
    assert deal.ending == "opponent's trick"
    assert [deal.concealed(seat).partner for seat in range(4)] == [0, 0, 0, 0]  # by the payment


@pytest.mark.interpreted
def test_a_trick_shows_the_partner() -> None:
    """Seat 1 takes a trick and the deal goes on: it holds the called card."""
    hands = ["EK EO EU E9 H9 HU", "EA EX SA SX GA GX", "SK SO SU S9 G9 GU", "HA HX HK HO GK GO"]
    deal = engine().lay_out(pack_of(hands, 3)).play(SNAPSZER, EX, *PASSES, *PASSES)
    put("EK EA SK HK", deal)
    assert deal.to_move == 1
    assert [deal.concealed(seat).partner for seat in range(4)] == [1] * 4
    assert members(deal.concealed(3).hand[1]) == [EX]


@pytest.mark.interpreted
def test_show_lays_the_hand_open() -> None:
    hands = ["EA EX EK EO EU E9", "SA SX GA GX H9 HU", "SK SO SU S9 G9 GU", "HA HX HK HO GK GO"]
    deal = engine().lay_out(pack_of(hands, 3)).play(SNAPSZER, EX, *PASSES, *PASSES, SHOW)
    assert (deal.ending, deal.payoffs()) == ("show", (150, -50, -50, -50))
    assert deal.concealed(2).hand[0] == set_of(parse_cards(hands[0]))


@pytest.mark.interpreted
def test_descriptions_hide_what_is_hidden() -> None:
    deal = fresh().engine.play(SNAPSZER, EX, *PASSES)
    open_text = "\n".join(rablo.describe(deal.state, Style("french")))
    hidden = "\n".join(rablo.describe(deal.concealed(1), Style("french")))
    assert "partner seat 2" in open_text
    assert "partner" not in hidden
    assert len(hidden) < len(open_text)


@pytest.mark.interpreted
def test_the_facts_of_a_view() -> None:
    deal = put("SA SX", playing(SNAPSZER, EX).engine)
    out = np.zeros(sum(n for _, n in rablo.VIEW_FIELDS), np.int64)
    rablo.export(deal.concealed(2), 2, out)
    names = [name for name, n in rablo.VIEW_FIELDS for _ in range(n)]
    facts = dict(zip(names, out.tolist(), strict=True))
    assert (facts["partner"], facts["stake"], facts["best_seat"]) == (2, 50, 0)
    assert [rablo.hand_size(deal.state, seat) for seat in range(4)] == [5, 5, 6, 6]
