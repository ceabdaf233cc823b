"""The numbered Rablo scenarios of the rules page, played on the slow twin."""

from __future__ import annotations

from typing import Any

import pytest
from naive_matches import RabloMatch
from naive_positions import cards, pack_of, play_all, play_cards, set_up
from naive_rablo import DURI, SNAPSZER, Deal
from naive_tricks import DOUBLE, ENOUGH, MARRIAGE, PASS, SHOW, parse_card

D1 = [
    "SA EK EO G9 GU GO",
    "SX EA GA GX GK H9",
    "SK EX HA HX HK HO",
    "SO SU S9 E9 EU HU",
]
EX, EK, HA = parse_card("EX"), parse_card("EK"), parse_card("HA")
MARRY_E = MARRIAGE + 0
HEART_CARDS = sorted(cards("HA HX HK HO HU H9"))
PASSES = [PASS] * 3


def fresh(context: dict[str, Any] | None = None, **options: Any) -> Deal:
    return Deal("rablo", pack_of(D1, 3), context, **options)


def called(kind: int, card: int, context: dict[str, Any] | None = None, **options: Any) -> Deal:
    """D1, seat 0 called, nobody else spoke: the kontra window is open."""
    return play_all(fresh(context, **options), [kind, card, *PASSES])


def playing(kind: int, card: int, context: dict[str, Any] | None = None, **options: Any) -> Deal:
    """D1, seat 0 called, no kontra: seat 0 leads."""
    return play_all(called(kind, card, context, **options), PASSES)


def table(trick: str, hand: str, trump: str, seat: int = 2, **attributes: Any) -> Deal:
    """Seat `seat` follows to this trick with this hand."""
    hands = [hand if p == seat else "" for p in range(4)]
    laid = [parse_card(word) for word in trick.split()]
    seats = [(seat - len(laid) + i) % 4 for i in range(len(laid))]
    suit = "EGHS".index(trump)
    position = {"phase": "play", "turn": seat, "trump": suit, "caller": 0, "partner": 2}
    return set_up(fresh(), hands, trick=laid, trick_seats=seats, **position, **attributes)


def test_R01() -> None:
    deal = fresh()
    assert deal.to_move == 0
    assert deal.legal() == [PASS, SNAPSZER, DURI]
    for kind in (SNAPSZER, DURI):
        naming = play_all(fresh(), [kind])
        assert (naming.to_move, len(naming.legal())) == (0, 24)
    play_all(deal, [PASS] * 4)
    assert deal.to_move is None
    assert deal.payoffs() == (-50,) * 4
    assert (deal.ending, deal.pot) == ("passed_out", 200)


def test_R02() -> None:
    deal = play_all(fresh(), [SNAPSZER, parse_card("GA")])
    assert deal.to_move == 1
    assert deal.legal() == [PASS, SNAPSZER, DURI]
    assert play_all(deal.copy(), [SNAPSZER]).legal() == HEART_CARDS
    assert len(play_all(deal.copy(), [DURI]).legal()) == 24
    with pytest.raises(ValueError, match="illegal"):
        play_all(deal, [SNAPSZER, parse_card("EA")])


def test_R03() -> None:
    deal = play_all(fresh(), [DURI, EX])
    assert deal.legal() == [PASS, DURI]
    play_all(deal, [DURI])
    assert deal.legal() == HEART_CARDS
    play_all(deal, [HA])
    assert (deal.phase, deal.caller, deal.level) == ("kontra", 1, 3)
    assert deal.to_move == 2


def test_R04() -> None:
    deal = play_all(fresh(), [PASS, SNAPSZER, EX, PASS, PASS])
    assert deal.to_move == 0
    play_all(deal, [SNAPSZER, HA, *PASSES])
    assert (deal.phase, deal.caller, deal.level) == ("kontra", 0, 1)


def test_R05() -> None:
    deal = called(SNAPSZER, EX)
    asked = []
    for move in (PASS, PASS, DOUBLE, PASS, PASS):
        asked.append((deal.to_move, deal.legal()))
        deal.play(move)
    asked.append((deal.to_move, deal.legal()))
    both, forced = [PASS, DOUBLE], [PASS]
    assert asked == [(1, both), (2, forced), (3, both), (0, both), (1, forced), (2, both)]


def test_R06() -> None:
    deal = play_cards(playing(SNAPSZER, EK), "G9")
    assert set(deal.legal()) == cards("GA GX GK")
    play_cards(deal, "GA")
    assert set(deal.legal()) == cards("EX")
    play_cards(deal, "EX")
    assert set(deal.legal()) == cards("E9 EU")
    play_cards(deal, "E9")
    assert deal.ending == "opponent_trick"
    assert deal.payoffs() == (-150, 50, 50, 50)


def test_R07() -> None:
    assert set(table("SO SK", "SX S9 HA", "H").legal()) == cards("SX")
    partner = table("SK S9", "SA SU", "H")
    assert partner.sides() == (0, 1, 0, 1)
    assert set(partner.legal()) == cards("SA")


def test_R08() -> None:
    assert set(table("SO H9", "SA S9 HK", "H").legal()) == cards("SA S9")


def test_R09() -> None:
    assert set(table("SO HU", "H9 HO EA", "H").legal()) == cards("HO")
    assert set(table("SO HU", "H9 EA", "H").legal()) == cards("H9")
    assert set(table("SO HU", "EA G9", "H").legal()) == cards("EA G9")


def test_R10() -> None:
    deal = play_cards(playing(SNAPSZER, EX), "SA SX SK SO")
    assert deal.team_points() == 28
    assert ENOUGH not in deal.legal()
    deal.play(MARRY_E)
    assert deal.team_points() == 68
    assert deal.legal() == sorted([*cards("EK EO"), ENOUGH])
    play_cards(deal, "EO")
    assert set(deal.legal()) == cards("EA")
    play_cards(deal, "EA EX E9")
    assert deal.ending == "opponent_trick"
    assert deal.payoffs() == (50, -50, 50, -50)


def test_R11() -> None:
    deal = play_all(playing(SNAPSZER, EX), [MARRY_E])
    assert deal.team_points() == 40
    assert set(deal.legal()) == cards("EK EO")
    play_cards(deal, "EK EA EX E9")
    assert deal.payoffs() == (-50, 50, -50, 50)


def test_R12() -> None:
    low = play_all(play_cards(playing(SNAPSZER, EX), "SA SX SK S9"), [MARRY_E])
    assert low.team_points() == 65
    assert ENOUGH not in low.legal()
    assert play_cards(low, "EO EA EX E9").payoffs() == (-50, 50, -50, 50)
    enough = play_all(play_cards(playing(SNAPSZER, EX), "SA SX SK SU"), [MARRY_E])
    assert enough.team_points() == 67
    assert play_all(enough, [ENOUGH]).payoffs() == (50, -50, 50, -50)


def test_R13() -> None:
    deal = playing(DURI, EX)
    assert MARRY_E not in deal.legal()
    play_cards(deal, "SA SX SK SO")
    assert MARRY_E not in deal.legal()
    play_cards(deal, "EO")
    assert set(deal.legal()) == cards("EA")
    assert play_cards(deal, "EA EX E9").payoffs() == (-150, 150, -150, 150)


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
    words = unseen.split()
    hands = [hand, " ".join(words[::2]), " ".join(words[1::2]), ""]
    position = {"phase": "play", "trump": 0, "level": 0, "caller": 0, "partner": 2}
    deal = set_up(fresh(), hands, called=EX, **position)
    assert (SHOW in deal.legal()) is legal


def test_R15() -> None:
    deal = playing(SNAPSZER, EK, {"money": (2950,) * 4, "pot": 200})
    play_cards(deal, "G9 GA EX E9")
    assert deal.payoffs() == (-150, 117, 117, 116)
    assert deal.pot == 0


def test_R16() -> None:
    deal = play_all(fresh(), [PASS, PASS, DURI, HA])
    assert deal.caller == deal.partner == 2
    play_all(deal, [DOUBLE, PASS, PASS, DOUBLE, DOUBLE])
    assert (deal.phase, deal.k) == ("play", 3)
    play_cards(deal, "SK SO SA SX")
    assert deal.payoffs() == (2400, 2400, -7200, 2400)
    match = RabloMatch()
    match.record(deal.payoffs())
    assert match.over
    assert match.ranking()[-1] == 2


def test_R17() -> None:
    deal = play_all(called(SNAPSZER, EX), [PASS, PASS, DOUBLE, PASS, PASS, DOUBLE])
    assert (deal.to_move, deal.legal()) == (3, [PASS, DOUBLE])
    deal.play(PASS)
    assert (deal.to_move, deal.legal()) == (1, [PASS, DOUBLE])
    deal.play(PASS)
    assert (deal.phase, deal.to_move) == ("play", 0)


def test_option_pass_final() -> None:
    deal = play_all(fresh(pass_final=True), [PASS, SNAPSZER, EX, PASS, PASS])
    assert (deal.phase, deal.caller) == ("kontra", 1)
    skipped = play_all(fresh(pass_final=True), [PASS, SNAPSZER, EX, SNAPSZER, HA, PASS])
    assert skipped.to_move == 1
    last = play_all(fresh(pass_final=True), [PASS, PASS, PASS, SNAPSZER, EX])
    assert (last.phase, last.caller) == ("kontra", 3)


def test_option_auto_enough() -> None:
    deal = play_cards(playing(SNAPSZER, EX, auto_enough=True), "SA SX SK SO")
    deal.play(MARRY_E)
    assert (deal.ending, deal.won) == ("enough", True)


def test_option_marriage_needs_trick() -> None:
    deal = play_all(playing(SNAPSZER, EX, marriage_needs_trick=True), [MARRY_E])
    assert deal.team_points() == 0
    assert play_cards(deal, "EK EA EX E9").payoffs() == (-50, 50, -50, 50)


def test_option_enough_needs_called_card() -> None:
    deal = play_cards(playing(SNAPSZER, EX, enough_needs_called_card=True), "SA SX SK SO")
    deal.play(MARRY_E)
    assert ENOUGH not in deal.legal()


def test_option_cap_payment() -> None:
    money = (100, 3000, 3000, 5900)
    deal = playing(SNAPSZER, EK, {"money": money, "pot": 0}, cap_payment=True)
    assert play_cards(deal, "G9 GA EX E9").payoffs() == (-100, 33, 33, 33)
    passed = fresh({"money": (30, 3000, 3000, 3000), "pot": 0}, cap_payment=True)
    play_all(passed, [PASS] * 4)
    assert (passed.payoffs(), passed.pot) == ((-30, -50, -50, -50), 180)


def test_match() -> None:
    match = RabloMatch()
    assert match.next_context()["seats"] == (0, 1, 2, 3)
    match.record((-50,) * 4)
    context = match.next_context()
    assert (context["seats"], context["pot"]) == ((1, 2, 3, 0), 200)
    deal = play_cards(playing(SNAPSZER, EK, context), "G9 GA EX E9")
    match.record(deal.payoffs())
    assert match.money == [3066, 2800, 3067, 3067]
    assert match.pot == 0
    assert not match.over
