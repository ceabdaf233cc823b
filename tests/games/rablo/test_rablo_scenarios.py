"""Recorded deals and the rules page's scenarios of Rabló, on the engine and on its slow twin."""

from __future__ import annotations

import naive_rablo
import pytest
from naive_matches import RabloMatch
from naive_positions import pack_of
from naive_tricks import parse_card, parse_cards
from paths import recorded
from rablo_deals import (
    CARDS,
    D1,
    DOUBLE,
    DURI,
    EK,
    ENDINGS,
    ENOUGH,
    EX,
    FACTS,
    HA,
    MARRY_E,
    PASS,
    PASSES,
    SHOW,
    SNAPSZER,
    Both,
    booked,
    both,
    engine,
    following,
    fresh,
    leading,
    playing,
    put,
)
from relatives_engine import perft
from sizes import few_and_many

HEARTS = parse_cards("H9 HU HO HK HX HA")


@pytest.mark.interpreted
def test_golden_deals() -> None:
    for record in recorded("rablo.jsonl"):
        deal = both(parse_cards(record["pack"]))
        for seat, legal, move in zip(
            record["to_move"], record["legal"], record["moves"], strict=True
        ):
            assert (deal.to_move, deal.legal()) == (seat, legal)
            deal.play(move)
        assert (deal.to_move, deal.legal()) == (None, [])
        assert deal.payoffs() == tuple(record["payoffs"])


@few_and_many("most", 1000, 10**6)
def test_perft(most: int) -> None:
    for record in recorded("perft.jsonl"):
        if record["game"] == "rablo":
            deal = engine().lay_out(parse_cards(record["pack"]))
            counts = [n for n in record["counts"] if n <= most]
            assert [perft(deal, depth + 1) for depth in range(len(counts))] == counts


@pytest.mark.interpreted
def test_R01() -> None:
    deal = fresh()
    assert (deal.to_move, deal.legal()) == (0, [PASS, SNAPSZER, DURI])
    for kind in (SNAPSZER, DURI):
        naming = fresh().play(kind)
        assert (naming.to_move, naming.legal()) == (0, CARDS)
    deal.play(*[PASS] * 4)
    assert (deal.to_move, deal.payoffs(), deal.ending) == (None, (-50,) * 4, "passed out")
    assert booked(deal).pot == 200


@pytest.mark.interpreted
def test_R02() -> None:
    deal = fresh().play(SNAPSZER, parse_card("GA"))
    assert (deal.to_move, deal.legal()) == (1, [PASS, SNAPSZER, DURI])
    assert deal.copy().play(DURI).legal() == CARDS
    assert deal.play(SNAPSZER).legal() == HEARTS
    with pytest.raises(ValueError, match="illegal"):
        deal.twin.play(parse_card("EA"))


@pytest.mark.interpreted
def test_R03() -> None:
    deal = fresh().play(DURI, EX)
    assert deal.legal() == [PASS, DURI]
    assert deal.play(DURI).legal() == HEARTS
    deal.play(HA)
    assert (deal.to_move, deal.legal()) == (2, [PASS])  # asked first; holds the called card
    assert (deal.phase, deal.caller, deal.level) == ("kontra", 1, 3)


@pytest.mark.interpreted
def test_R04() -> None:
    deal = fresh().play(PASS, SNAPSZER, EX, PASS, PASS)
    assert deal.to_move == 0
    deal.play(SNAPSZER, HA, *PASSES)
    assert (deal.phase, deal.caller, deal.level) == ("kontra", 0, 1)


@pytest.mark.interpreted
def test_R05_R17() -> None:
    deal = fresh().play(SNAPSZER, EX, *PASSES)
    may, forced = [PASS, DOUBLE], [PASS]
    asked = []
    for move in (PASS, PASS, DOUBLE, PASS, PASS, DOUBLE, PASS, PASS):
        asked.append((deal.to_move, deal.legal()))
        deal.play(move)
    rekontra = [(0, may), (1, forced), (2, may)]
    assert asked == [(1, may), (2, forced), (3, may), *rekontra, (3, may), (1, may)]
    assert (deal.phase, deal.to_move) == ("play", 0)


@pytest.mark.interpreted
def test_R06() -> None:
    deal = put("G9", playing(SNAPSZER, EK))
    assert deal.legal() == parse_cards("GK GX GA")
    assert put("GA", deal).legal() == [EX]
    assert put("EX", deal).legal() == parse_cards("E9 EU")
    put("E9", deal)
    assert (deal.ending, deal.payoffs()) == ("opponent's trick", (-150, 50, 50, 50))


@pytest.mark.interpreted
def test_R07() -> None:
    assert following("SO SK", "SX S9 HA", "H") == parse_cards("SX")
    assert following("SK S9", "SA SU", "H") == parse_cards("SA")  # its partner led


@pytest.mark.interpreted
def test_R08() -> None:
    assert following("SO H9", "SA S9 HK", "H") == parse_cards("S9 SA")


@pytest.mark.interpreted
def test_R09() -> None:
    assert following("SO HU", "H9 HO EA", "H") == parse_cards("HO")
    assert following("SO HU", "H9 EA", "H") == parse_cards("H9")
    assert following("SO HU", "EA G9", "H") == parse_cards("EA G9")


@pytest.mark.interpreted
def test_R10() -> None:
    deal = put("SA SX SK SO", playing(SNAPSZER, EX))
    assert deal.team_points == 28
    assert ENOUGH not in deal.legal()
    deal.play(MARRY_E)
    assert deal.team_points == 68
    assert deal.legal() == sorted([*parse_cards("EK EO"), ENOUGH])
    assert put("EO", deal).legal() == parse_cards("EA")
    put("EA EX E9", deal)
    assert (deal.ending, deal.payoffs()) == ("opponent's trick", (50, -50, 50, -50))


@pytest.mark.interpreted
def test_R11() -> None:
    deal = playing(SNAPSZER, EX).play(MARRY_E)
    assert deal.team_points == 40
    assert deal.legal() == parse_cards("EO EK")
    assert put("EK EA EX E9", deal).payoffs() == (-50, 50, -50, 50)


@pytest.mark.interpreted
def test_R12() -> None:
    low = put("SA SX SK S9", playing(SNAPSZER, EX)).play(MARRY_E)
    assert low.team_points == 65
    assert ENOUGH not in low.legal()
    assert put("EO EA EX E9", low).payoffs() == (-50, 50, -50, 50)
    enough = put("SA SX SK SU", playing(SNAPSZER, EX)).play(MARRY_E)
    assert enough.team_points == 67
    assert enough.play(ENOUGH).payoffs() == (50, -50, 50, -50)


@pytest.mark.interpreted
def test_R13() -> None:
    deal = playing(DURI, EX)
    assert MARRY_E not in deal.legal()
    assert MARRY_E not in put("SA SX SK SO", deal).legal()
    assert put("EO", deal).legal() == parse_cards("EA")
    put("EA EX E9", deal)
    assert (deal.ending, deal.payoffs()) == ("opponent's trick", (-150, 150, -150, 150))


@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("hand", "unseen", "legal"),
    [
        ("SA GA", "SK GK H9 HU", True),
        ("EA SA", "EX SK", True),
        ("EA EK", "EX SK", True),
        ("EK SA", "EX SK", False),
        ("SA S9", "SK SO", False),
        ("SA SX S9", "SK SO HA", True),
        ("EA SA", "EX EU", False),
    ],
)
def test_R14(hand: str, unseen: str, legal: bool) -> None:
    assert (SHOW in leading(hand, unseen)) is legal


@pytest.mark.interpreted
def test_R15() -> None:
    deal = put("G9 GA EX E9", playing(SNAPSZER, EK, money=(2950,) * 4, pot=200))
    assert deal.payoffs() == (-150, 117, 117, 116)
    assert booked(deal).pot == 0


@pytest.mark.interpreted
def test_R16() -> None:
    deal = fresh().play(PASS, PASS, DURI, HA)
    assert (deal.caller, deal.partner) == (2, 2)
    deal.play(DOUBLE, PASS, PASS, DOUBLE, DOUBLE)
    assert (deal.phase, deal.doublings) == ("play", 3)
    assert put("SK SO SA SX", deal).payoffs() == (2400, 2400, -7200, 2400)
    match, twin = booked(deal), RabloMatch()
    assert (match.over, match.marks.tolist()) == (1, [0, 0, 1, 0])
    twin.record(deal.payoffs())
    assert match.score.tolist() == twin.money == [5400, 5400, -4200, 5400]
    assert (twin.over, min(range(4), key=twin.money.__getitem__)) == (True, 2)


@pytest.mark.interpreted
def test_a_passed_out_deal_and_the_next() -> None:
    match = RabloMatch()
    assert match.next_context()["seats"] == (0, 1, 2, 3)
    deal = fresh().play(*[PASS] * 4)
    match.record(deal.payoffs())
    context = match.next_context()
    assert tuple(booked(deal).player) == context["seats"] == (1, 2, 3, 0)
    pack = pack_of(D1, 3)
    twin = naive_rablo.Deal("rablo", pack, {"money": context["money"], "pot": context["pot"]})
    deal = Both(deal.engine.lay_out(pack), twin, FACTS, ENDINGS)
    put("G9 GA EX E9", deal.play(SNAPSZER, EK, *PASSES, *PASSES))
    match.record(deal.payoffs())
    assert booked(deal).score.tolist() == match.money == [3066, 2800, 3067, 3067]
    assert (match.pot, match.over) == (0, False)


# --- options ---


@pytest.mark.interpreted
def test_option_pass_final() -> None:
    deal = fresh(pass_final=True).play(PASS, SNAPSZER, EX, PASS, PASS)
    assert (deal.phase, deal.caller) == ("kontra", 1)
    assert fresh(pass_final=True).play(PASS, SNAPSZER, EX, SNAPSZER, HA, PASS).to_move == 1
    last = fresh(pass_final=True).play(PASS, PASS, PASS, SNAPSZER, EX)
    assert (last.phase, last.caller) == ("kontra", 3)


@pytest.mark.interpreted
def test_option_auto_enough() -> None:
    deal = put("SA SX SK SO", playing(SNAPSZER, EX, auto_enough=True)).play(MARRY_E)
    assert (deal.ending, deal.payoffs()) == ("enough", (50, -50, 50, -50))


@pytest.mark.interpreted
def test_option_marriage_needs_trick() -> None:
    deal = playing(SNAPSZER, EX, marriage_needs_trick=True).play(MARRY_E)
    assert deal.team_points == 0
    assert put("EK EA EX E9", deal).payoffs() == (-50, 50, -50, 50)


@pytest.mark.interpreted
def test_option_enough_needs_called_card() -> None:
    deal = put("SA SX SK SO", playing(SNAPSZER, EX, enough_needs_called_card=True)).play(MARRY_E)
    assert ENOUGH not in deal.legal()


@pytest.mark.interpreted
def test_option_cap_payment() -> None:
    deal = playing(SNAPSZER, EK, money=(100, 3000, 3000, 5900), cap_payment=True)
    assert put("G9 GA EX E9", deal).payoffs() == (-100, 33, 33, 33)
    passed = fresh(money=(30, 3000, 3000, 3970), cap_payment=True).play(*[PASS] * 4)
    assert passed.payoffs() == (-30, -50, -50, -50)
    assert booked(passed).pot == 180
