"""Recorded deals and the page's scenarios of Schafkopf, on the engine and on its slow twin."""

from __future__ import annotations

import pytest
from four_seat_engine import Engine, check_golden, perft
from naive_four_checks import MIXED_PACK, SORTED_PACK
from naive_four_seats import card, cards, read_pack
from naive_schafkopf_cards import DOUBLE, PASS, WENZ, trumps
from schafkopf_deals import (
    C1,
    NO_ACE,
    RUF,
    SOLO_E,
    SOLO_S,
    SOLOS,
    choice,
    contracted,
    dealt,
    pays,
    put,
)
from sizes import few_and_many

from schnapsen_ai.games import schafkopf


@pytest.mark.interpreted
def test_golden() -> None:
    assert check_golden(schafkopf, "schafkopf") == 64


@few_and_many("most", 1100, 10**6)
@pytest.mark.parametrize(
    ("pack", "counts"),
    [(SORTED_PACK, [7, 21, 45, 85, 672]), (MIXED_PACK, [8, 30, 77, 155, 1226])],
)
def test_perft(pack: str, counts: list[int], most: int) -> None:
    for depth, nodes in enumerate([n for n in counts if n <= most], 1):
        assert perft(Engine(schafkopf).deal(read_pack(pack)), depth) == nodes


@pytest.mark.interpreted
def test_K01() -> None:
    assert dealt(*C1).legal() == [PASS, WENZ, RUF["E"], RUF["G"], *SOLOS]


@pytest.mark.interpreted
def test_K02() -> None:
    assert RUF["S"] not in dealt("SU SO HA HX HK H9 H8 H7").legal()
    assert RUF["E"] not in dealt("EU EO HA HX HK H9 H8 H7").legal()


@pytest.mark.interpreted
def test_K03() -> None:
    deal = dealt(*C1)
    for bid, then in [(RUF["E"], [WENZ, *SOLOS]), (WENZ, SOLOS), (SOLO_E, [])]:
        deal.play(bid)
        assert deal.legal() == [PASS, *then]
    deal.play(PASS)
    assert (deal.declarer, deal.contract) == (2, SOLO_E)
    assert deal.to_move == 0


@pytest.mark.interpreted
def test_K04() -> None:
    deal = contracted(PASS, *C1)
    assert (deal.ending, deal.payoffs()) == ("void", (0, 0, 0, 0))
    assert (deal.to_move, deal.legal()) == (None, [])
    assert deal.sides is None


@pytest.mark.interpreted
def test_K05() -> None:
    deal = contracted(RUF["E"], *C1).play(card("H9"))
    asked = [
        (1, PASS, False),
        (2, DOUBLE, True),
        (3, PASS, False),
        (0, PASS, True),
        (1, PASS, True),
    ]
    for seat, answer, may in asked:
        assert (deal.to_move, deal.legal()) == (seat, [PASS, DOUBLE] if may else [PASS])
        deal.play(answer)
    assert (deal.to_move, deal.legal()) == (1, sorted(cards("GU H8 HX HO")))
    assert deal.doublings == 1


@pytest.mark.interpreted
def test_K06() -> None:
    deal = put("E9", contracted(RUF["E"], "EO HO E9", "EA EU EK EX G7"))
    assert (deal.to_move, deal.legal()) == (1, cards("EA"))


@pytest.mark.interpreted
def test_K07() -> None:
    """The holder leads: with three of the suit only the ace of it."""
    deal = contracted(RUF["E"], "EA EK E8 H7 GK GX G9 SK", "EO HO E7", by=1)
    assert deal.legal() == sorted(cards("EA H7 GK GX G9 SK"))


@pytest.mark.interpreted
def test_K08() -> None:
    hands = ("EA EK E8 E7 H7 SK SX S9", "EO HO E9 GX GK", "EX GO SO G9", "G8 G7 GA SU EU")
    deal = contracted(RUF["E"], *hands, by=1)
    assert deal.legal() == sorted(cards(hands[0]))
    put("E8 E9 EX G8", deal)  # he runs away; seat 2 wins
    assert deal.ran
    put("G9 GA", deal)
    assert deal.to_move == 0
    assert card("EA") in deal.legal()  # void of G: he may discard it
    other = contracted(RUF["E"], *hands, by=1)
    put("E8 E9 EX G8", other)
    assert choice(other, 0, "EA EK E7 H7", "EU") == cards("H7")
    assert choice(other, 0, "EA EK E7 H7", "E9") == sorted(cards("EA EK E7"))


@pytest.mark.interpreted
def test_K09() -> None:
    """Four at the deal, one discarded: no running away, but for the option at_deal."""
    hands = ("GA G9 H9 HO E7 SK", "EA EK E8 E9 EO GO H7 SX", "G8 GX SA", "G7 GK S7")
    for at_deal in (False, True):
        deal = contracted(RUF["E"], *hands, at_deal=at_deal)
        put("GA E9 GX GK", deal)
        put("H9 EO", deal)
        for _ in range(2):
            deal.play(deal.legal()[0])
        assert deal.to_move == 1
        free = cards("EA EK E8 GO H7 SX")
        assert deal.legal() == sorted(free if at_deal else cards("EA GO H7 SX"))


@pytest.mark.interpreted
def test_K10() -> None:
    deal = contracted(RUF["E"], NO_ACE, "EA EK H7")
    assert choice(deal, 1, "EA H7", "G8") == cards("H7")
    assert choice(deal, 1, "EA", "G8") == cards("EA")
    assert choice(deal, 1, "EA EK", "G8") == cards("EK")


@pytest.mark.interpreted
def test_K11() -> None:
    deal = contracted(RUF["G"], "EO G7", "GA")
    assert choice(deal, 2, "SO EA GX", "H7") == cards("SO")
    assert choice(deal, 2, "GO GU E9", "GX") == sorted(cards("GO GU E9"))


@pytest.mark.interpreted
def test_K12() -> None:
    for trick, leader in [("GK GO GX SU", 3), ("GK GO G9 GX", 3), ("G9 GO G8 G7", 1)]:
        deal = contracted(WENZ, *trick.split())
        put(trick, deal)
        assert deal.leader == leader
    assert choice(contracted(WENZ), 1, "EO GX", "GO") == cards("GX")


@pytest.mark.interpreted
def test_K13() -> None:
    order = "EO GO HO SO EU GU HU SU SA SX SK S9 S8 S7"
    assert [c for c in schafkopf.TRUMP_ORDER[3] if c >= 0] == cards(order) == list(trumps(SOLO_S))
    for high, low in zip(cards(order), cards(order)[1:], strict=False):
        assert schafkopf.BEATEN_BY[3, low] >> high & 1
        assert not schafkopf.BEATEN_BY[3, high] >> low & 1
    deal = contracted(SOLO_S, "HA", "S7 EA EX EK E9 E8 E7 GA", "HX", "H9")
    assert put("HA S7 HX H9", deal).leader == 1
    assert choice(contracted(SOLO_S), 1, "HX S7 EO", "HA") == cards("HX")


@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("points", "tricks", "pay"),
    [
        (61, 4, 20),
        (60, 4, -20),
        (90, 6, 20),
        (91, 6, 30),
        (120, 8, 40),
        (30, 3, -30),
        (31, 3, -20),
        (0, 0, -40),
        (0, 1, -30),
    ],
)
def test_K14(points: int, tricks: int, pay: int) -> None:
    assert pays(contracted(RUF["E"], "EO E7", "EA", "GO"), points, tricks) == pay


@pytest.mark.interpreted
def test_K15() -> None:
    two_top = contracted(RUF["E"], "EO HO E7", "EA GO", "SO")
    assert (two_top.laufende, pays(two_top, 61, 4)) == (3, 50)
    assert two_top.payoffs() == (50, 50, -50, -50)
    assert pays(two_top, 61, 4, doublings=1) == 100
    too_few = contracted(RUF["E"], "HO E7", "EA", "EO GO")
    assert (too_few.laufende, pays(too_few, 61, 4)) == (0, 20)
    theirs = contracted(RUF["E"], "EU E7", "EA", "EO GO", "HO SO")
    assert (theirs.laufende, pays(theirs, 61, 4), pays(theirs, 60, 4)) == (4, 60, -60)
    wenz = contracted(WENZ, "EU GU", "HU")
    assert (wenz.laufende, pays(wenz, 61, 4)) == (2, 3 * 70)
    assert pays(contracted(WENZ, "EU", "GU"), 61, 4) == 3 * 50


@pytest.mark.interpreted
def test_K16() -> None:
    deal = contracted(SOLO_E, "EO GO HO SO", "EU")
    assert pays(deal, 91, 7, doublings=2) == 1200
    assert deal.payoffs() == (1200, -400, -400, -400)


@pytest.mark.interpreted
def test_real_game() -> None:
    """A deal played by people, with a run away from the ace of G."""
    deal = contracted(
        RUF["G"],
        "HO GU SU HA H9 H8 GK G8",
        "GO EU HU H7 EA E9 SK S7",
        "EO SO HK EX E8 E7 SA S9",
        "HX EK GA GX G9 G7 SX S8",
    )
    for leader, trick in [
        (0, "H8 H7 HK HX"),
        (3, "G7 G8 HU SO"),
        (2, "SA S8 HA S7"),
        (0, "SU GO EO G9"),
        (2, "E7 EK H9 E9"),
        (0, "HO EU S9 SX"),
        (0, "GK SK E8 GA"),
        (3, "GX GU EA EX"),
    ]:
        assert deal.to_move == leader
        put(trick, deal)
    assert deal.payoffs() == (30, -30, -30, 30)


@pytest.mark.interpreted
def test_examples_of_the_value() -> None:
    ruf = contracted(RUF["E"], "EO GO HO SO E7", "EA", "EU")
    assert pays(ruf, 95, 7, doublings=1) == 140
    assert pays(contracted(WENZ, "EU", "GU"), 28, 3) == -180
    assert pays(contracted(SOLO_E, "EO GO HO SO EU GU HU SU"), 120, 8) == 450
    assert pays(contracted(SOLO_E, "EO GO HO SO EU GU HU SU"), 120, 8) == 450


@pytest.mark.interpreted
def test_largest_loss_and_payoff() -> None:
    """A solo without a trump, Schwarz."""
    deal = contracted(SOLO_S, "EA EX EK E9 GA GX GK G9")
    assert deal.laufende == 14
    assert pays(deal, 0, 0) == -schafkopf.largest_loss(deal.engine.state)
    assert pays(deal, 0, 0, doublings=4) == -schafkopf.MAX_ABS_PAYOFF
