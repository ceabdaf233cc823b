"""The slow twin of Schafkopf against the recorded deals and the numbered scenarios of the page."""

from typing import Any

import pytest
from naive_four_checks import (
    MIXED_PACK,
    SORTED_PACK,
    check_perft,
    check_record,
    play_all,
    play_cards,
)
from naive_four_seats import GERMAN_SUITS, card, cards, pack_with
from naive_schafkopf import Deal
from naive_schafkopf_cards import CALLS, DOUBLE, PASS, SOLO, WENZ, trumps, winning_index
from paths import recorded

pytestmark = pytest.mark.interpreted

RECORDS = recorded("schafkopf.jsonl")
PERFT = [
    (SORTED_PACK, [7, 21, 45, 85, 672]),
    (MIXED_PACK, [8, 30, 77, 155, 1226]),
]
C1 = (
    "EO GO EU HA H9 EX E9 GK",
    "HO GU HX H8 EA GA SX S7",
    "SO HU HK H7 EK E8 G9 SA",
    "SU E7 GX G8 G7 SK S9 S8",
)
RUF = {GERMAN_SUITS[suit]: contract for contract, suit in CALLS.items()}
SOLOS = [SOLO + suit for suit in range(4)]
SOLO_E, SOLO_S = SOLO, SOLO + 3
NO_ACE = "EO HO E7"  # a declarer who may call the ace of E


def dealt(*hands: str, **options: Any) -> Deal:
    """Deal the cards written to seats 0, 1, ... and any others to fill the hands."""
    return Deal("schafkopf", pack_with(Deal.PACKETS, *hands), **options)


def contracted(contract: int, *hands: str, **options: Any) -> Deal:
    """Let seat 0 bid the contract and the others pass."""
    deal = dealt(*hands, **options)
    play_all(deal, [contract, PASS, PASS, PASS])
    return deal


def choice(deal: Deal, seat: int, hand: str, trick: str = "") -> list[int]:
    """Legal cards of a seat that holds just `hand`, after the cards of the trick."""
    deal.trick = cards(trick)
    deal.leader = (seat - len(deal.trick)) % 4
    deal.hands[seat] = sorted(cards(hand))
    return deal.legal()


def pays(deal: Deal, points: int, tricks: int) -> int:
    """Payoff of declarer seat 0 when his side has taken that many points and tricks."""
    defender = deal.sides().index(1)
    deal.points, deal.tricks = [0, 0, 0, 0], [0, 0, 0, 0]
    deal.points[0], deal.points[defender] = points, 120 - points
    deal.tricks[0], deal.tricks[defender] = tricks, 8 - tricks
    deal.finish()
    payoffs = deal.payoffs()
    assert sum(payoffs) == 0
    return payoffs[0]


@pytest.mark.parametrize("number", range(len(RECORDS)))
def test_golden(number: int) -> None:
    check_record(Deal, RECORDS[number])


@pytest.mark.parametrize(("pack", "counts"), PERFT)
def test_perft(pack: str, counts: list[int]) -> None:
    check_perft(Deal("schafkopf", pack), counts)


def test_K01() -> None:
    assert dealt(*C1).legal() == [PASS, WENZ, RUF["E"], RUF["G"], *SOLOS]


def test_K02() -> None:
    assert RUF["S"] not in dealt("SU SO HA HX HK H9 H8 H7").legal()
    assert RUF["E"] not in dealt("EU EO HA HX HK H9 H8 H7").legal()


def test_K03() -> None:
    deal = dealt(*C1)
    for bid, then in [(RUF["E"], [WENZ, *SOLOS]), (WENZ, SOLOS), (SOLO_E, []), (PASS, None)]:
        deal.play(bid)
        if then is not None:
            assert deal.legal() == [PASS, *then]
    assert (deal.declarer, deal.contract, deal.to_move) == (2, SOLO_E, 0)


def test_K04() -> None:
    deal = contracted(PASS, *C1)
    assert (deal.ending, deal.payoffs(), deal.to_move) == ("void", (0, 0, 0, 0), None)
    assert (deal.legal(), deal.sides()) == ([], None)


def test_K05() -> None:
    deal = contracted(RUF["E"], *C1)
    play_cards(deal, "H9")
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


def test_K06() -> None:
    deal = contracted(RUF["E"], NO_ACE, "EA EU EK EX")
    assert choice(deal, 1, "EA EU EK EX G7", "E9") == cards("EA")


def test_K07() -> None:
    deal = contracted(RUF["E"], NO_ACE, "EA EK E8 H7")
    assert choice(deal, 1, "EA EK E8 H7") == cards("EA H7")


def test_K08() -> None:
    deal = contracted(RUF["E"], NO_ACE, "EA EK E8 E9 H7")
    assert choice(deal, 1, "EA EK E8 E9 H7") == sorted(cards("EA EK E8 E9 H7"))
    deal.tricks = [1, 0, 0, 0]
    play_cards(deal, "E8")
    assert deal.ran
    assert card("EA") in choice(deal, 1, "EA EK E9 H7", "GK")
    assert choice(deal, 1, "EA EK E9 H7", "E7") == sorted(cards("EA EK E9"))


def test_K09() -> None:
    four, three = "EA EK E8 E9 H7", "EA EK E8 H7"
    assert choice(contracted(RUF["E"], NO_ACE, four), 1, three) == cards("EA H7")
    at_deal = contracted(RUF["E"], NO_ACE, four, at_deal=True)
    assert choice(at_deal, 1, three) == sorted(cards(three))


def test_K10() -> None:
    deal = contracted(RUF["E"], NO_ACE, "EA EK H7")
    assert choice(deal, 1, "EA H7", "G8") == cards("H7")
    assert choice(deal, 1, "EA", "G8") == cards("EA")
    assert choice(deal, 1, "EA EK", "G8") == cards("EK")


def test_K11() -> None:
    deal = contracted(RUF["G"], "EO G7", "GA")
    assert choice(deal, 2, "SO EA GX", "H7") == cards("SO")
    assert choice(deal, 2, "GO GU E9", "GX") == sorted(cards("GO GU E9"))


def test_K12() -> None:
    assert winning_index(cards("GK GO GX SU"), WENZ) == 3
    assert winning_index(cards("GK GO G9 GX"), WENZ) == 3
    assert winning_index(cards("G9 GO G8 G7"), WENZ) == 1
    deal = contracted(WENZ)
    assert choice(deal, 1, "EO GX", "GO") == cards("GX")


def test_K13() -> None:
    order = "EO GO HO SO EU GU HU SU SA SX SK S9 S8 S7"
    assert list(trumps(SOLO_S)) == cards(order)
    assert winning_index(cards("HA S7 HX H9"), SOLO_S) == 1
    assert choice(contracted(SOLO_S), 1, "HX S7 EO", "HA") == cards("HX")


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
    deal = contracted(RUF["E"], "EO E7", "EA", "GO")
    assert pays(deal, points, tricks) == pay


def test_K15() -> None:
    two_top = contracted(RUF["E"], "EO HO E7", "EA GO", "SO")
    assert (two_top.laufende(), pays(two_top, 61, 4)) == (3, 50)
    assert two_top.payoffs() == (50, 50, -50, -50)
    two_top.doublers = [2]
    assert pays(two_top, 61, 4) == 100
    too_few = contracted(RUF["E"], "HO E7", "EA", "EO GO")
    assert (too_few.laufende(), pays(too_few, 61, 4)) == (0, 20)
    defenders = ("EU E7", "EA", "EO GO", "HO SO")
    theirs = contracted(RUF["E"], *defenders)
    assert (theirs.laufende(), pays(theirs, 61, 4), pays(theirs, 60, 4)) == (4, 60, -60)
    wenz = contracted(WENZ, "EU GU", "HU")
    assert (wenz.laufende(), pays(wenz, 61, 4)) == (2, 3 * 70)
    assert pays(contracted(WENZ, "EU", "GU"), 61, 4) == 3 * 50


def test_K16() -> None:
    deal = contracted(SOLO_E, "EO GO HO SO", "EU")
    deal.doublers = [1, 0]
    assert pays(deal, 91, 7) == 1200
    assert deal.payoffs() == (1200, -400, -400, -400)


def test_real_game() -> None:
    """A deal played by people, with a run away from the ace of G."""
    deal = contracted(
        RUF["G"],
        "HO GU SU HA H9 H8 GK G8",
        "GO EU HU H7 EA E9 SK S7",
        "EO SO HK EX E8 E7 SA S9",
        "HX EK GA GX G9 G7 SX S8",
    )
    play_cards(deal, "H8")
    play_all(deal, [PASS, PASS, PASS])
    play_cards(deal, "H7 HK HX")
    for leader, trick in [
        (3, "G7 G8 HU SO"),
        (2, "SA S8 HA S7"),
        (0, "SU GO EO G9"),
        (2, "E7 EK H9 E9"),
        (0, "HO EU S9 SX"),
        (0, "GK SK E8 GA"),
        (3, "GX GU EA EX"),
    ]:
        assert deal.to_move == leader
        play_cards(deal, trick)
    assert deal.payoffs() == (30, -30, -30, 30)


def test_examples_of_the_value() -> None:
    """The page's examples beside the settlement rule."""
    ruf = contracted(RUF["E"], "EO GO HO SO E7", "EA", "EU")
    ruf.doublers = [2]
    assert pays(ruf, 95, 7) == 140
    assert pays(contracted(WENZ, "EU", "GU"), 28, 3) == -180
    assert pays(contracted(SOLO_E, "EO GO HO SO EU GU HU SU"), 120, 8) == 450


def test_option_ace_still_forced() -> None:
    deal = contracted(RUF["E"], NO_ACE, "EA EK E8 E9 H7", ace_still_forced=True)
    deal.ran = True
    assert choice(deal, 1, "EA EK E9 H7", "EX") == cards("EA")
    assert card("EA") in choice(deal, 1, "EA EK E9 H7", "GK")


def test_option_only_declarers() -> None:
    theirs = contracted(RUF["E"], "EU E7", "EA", "EO GO", "HO SO", only_declarers=True)
    assert pays(theirs, 61, 4) == 20
    own = contracted(RUF["E"], "EO HO E7", "EA GO", "SO", only_declarers=True)
    assert pays(own, 61, 4) == 50


def test_option_kontra_before_lead() -> None:
    deal = contracted(RUF["E"], *C1, kontra="before_lead")
    for seat in (1, 2, 3):
        assert deal.to_move == seat
        deal.play(PASS)
    play_cards(deal, "H9")
    assert (deal.to_move, deal.legal()) == (1, sorted(cards("GU H8 HX HO")))


def test_option_n_stoss_max() -> None:
    """Four doublings: defender 2, partner 1 (now open), defender 3, declarer 0."""
    deal = contracted(RUF["E"], *C1, n_stoss_max=4)
    play_cards(deal, "H9")
    play_all(deal, [PASS, DOUBLE, PASS, PASS, DOUBLE])
    assert deal.asked == [2, 3]  # neither the declarer nor the partner
    play_all(deal, [PASS, DOUBLE])
    assert deal.asked == [0, 1]  # neither defender: both have doubled
    deal.play(DOUBLE)
    assert (deal.asked, deal.doublers, deal.to_move) == ([], [2, 1, 3, 0], 1)
    assert pays(deal, 61, 4) == 16 * (20 + 30)  # EO GO HO on one side


def test_doubling_a_secret_partner_is_asked_to_the_end() -> None:
    deal = contracted(RUF["E"], *C1, n_stoss_max=4)
    play_cards(deal, "H9")
    play_all(deal, [PASS, DOUBLE, PASS, DOUBLE])
    assert deal.asked == [1, 2, 3]
    assert deal.legal() == [PASS]


def test_solo_asks_only_the_side_whose_turn_it_is() -> None:
    deal = contracted(SOLO_E, *C1, n_stoss_max=4)
    play_cards(deal, "H9")
    assert deal.asked == [1, 2, 3]
    play_all(deal, [PASS, DOUBLE])
    assert deal.asked == [0]
    deal.play(DOUBLE)
    assert deal.asked == [1, 2, 3]
