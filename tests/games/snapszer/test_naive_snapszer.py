"""The numbered Snapszer scenarios of the rules page, played on the slow twin."""

from __future__ import annotations

from typing import Any

import pytest
from naive_positions import cards, play_all, play_cards, set_up
from naive_snapszer import CARDS, DURI, FOLD, NORMAL, SNAPSZER, Deal, Match
from naive_tricks import DOUBLE, ENOUGH, MARRIAGE, PASS, SHOW, TRUMP, parse_cards

pytestmark = pytest.mark.interpreted

MARRY_E = MARRIAGE + 0
OVER_TO_PLAY = {"phase": "play", "contract": NORMAL, "trump": 0}


def dealt(seats: int, first_four: str = "EA EX EK EO", **options: Any) -> Deal:
    """Seat 0 gets these four cards first, the rest is in order."""
    first = parse_cards(first_four)
    rest = [card for card in CARDS if card not in first]
    return Deal(f"snapszer{seats}", first + rest, **options)


def table(*hands: str, options: dict[str, Any] | None = None, **attributes: Any) -> Deal:
    """A position in the play, trump E, as many seats as hands."""
    deal = dealt(len(hands), **(options or {}))
    return set_up(deal, hands, **{**OVER_TO_PLAY, **attributes})


def with_contract(seats: int, contract: int) -> Deal:
    return play_all(dealt(seats), [TRUMP, contract])


def test_S01() -> None:
    three = with_contract(3, FOLD)
    assert (three.gained, three.payoffs()) == ((0, 6, 6), (-12, 6, 6))
    two = with_contract(2, FOLD)
    assert (two.gained, two.payoffs()) == ((0, 6), (-6, 6))
    match = Match("snapszer3")
    match.record(three.payoffs())
    assert match.left == [32, 26, 26]


def test_S02() -> None:
    for first in ("EA EX EK EO", "HA SX GU E9"):
        assert dealt(3, first).legal() == [TRUMP, TRUMP + 1, TRUMP + 2, TRUMP + 3]


def test_S03() -> None:
    deal = with_contract(3, NORMAL)
    asked = []
    for move in (PASS, DOUBLE, DOUBLE, DOUBLE):
        asked.append(deal.to_move)
        assert deal.legal() == [PASS, DOUBLE]
        deal.play(move)
    assert asked == [1, 2, 0, 1]
    assert (deal.phase, deal.k, deal.to_move) == ("play", 3, 0)
    lost = table("S9", "G9", "SA", points=[20, 70], tricks=[1, 6], k=3)
    play_cards(lost, "S9 G9 SA")
    assert lost.gained == (0, 32, 32)


def test_S04() -> None:
    deal = table("EO EK SA", "EA S9 H9", "E9 SU SX")
    deal.play(MARRY_E)
    assert set(deal.legal()) == cards("EO EK")
    play_cards(deal, "EO EA E9")
    assert deal.to_move == 1
    assert (deal.eff(0), deal.melds) == (0, [40, 0])
    play_cards(deal, "S9 SX SA")
    assert (deal.points[0], deal.eff(0)) == (21, 61)


def test_S05() -> None:
    hands = ("SA GK", "GA SK", "HA HK")
    declarer = table(*hands, points=[30, 70], tricks=[3, 3], turn=0)
    assert ENOUGH not in declarer.legal()
    defender = table(*hands, points=[30, 70], tricks=[3, 3], turn=2)
    assert defender.to_move == 2
    assert ENOUGH in defender.legal()
    play_all(defender, [ENOUGH])
    assert defender.gained == (0, 4, 4)


def test_S06() -> None:
    deal = table("S9 GA", "HK G9", "SA GX", points=[70, 20], tricks=[4, 2])
    play_cards(deal, "S9 HK SA")
    assert (deal.ending, deal.winner) == ("kept_silent", 1)
    assert deal.gained == (0, 2, 2)


def test_S07() -> None:
    deal = table("S9", "G9", "SA", points=[60, 38], tricks=[4, 3])
    play_cards(deal, "S9 G9 SA")
    assert (deal.ending, deal.winner) == ("last_trick", 1)
    assert deal.gained == (0, 2, 2)


def test_S08() -> None:
    for k in (0, 1, 2):
        silent = table("EA", "G9", "H9", points=[100, 0], tricks=[7, 0], k=k)
        play_cards(silent, "EA G9 H9")
        assert silent.ending == "all_tricks"
        assert silent.gained == (16 * 2**k, 0, 0)
    said = table("EA SA", "G9 GA", "H9 HA", points=[70, 0], tricks=[6, 0])
    assert play_all(said, [ENOUGH]).gained == (6, 0, 0)


def test_S09() -> None:
    deal = table("SA", "G9", contract=SNAPSZER, points=[50, 0], tricks=[7, 0])
    play_cards(deal, "SA G9")
    assert deal.points[0] == 61
    assert deal.payoffs() == (12, -12)


def test_S10() -> None:
    deal = table("S9 GA", "HK G9", "SA GX", contract=SNAPSZER, points=[70, 0], tricks=[6, 0])
    assert ENOUGH in deal.legal()
    play_cards(deal, "S9 HK SA")
    assert (deal.ending, deal.gained) == ("opponent_trick", (0, 12, 12))


def test_S11() -> None:
    hands = ("EK EO S9", "EA G9 H9", "EU SU SX")
    first = table(*hands, contract=DURI)
    assert set(first.legal()) == cards("EK EO S9")
    play_cards(first, "EK EA EU")
    assert first.gained == (0, 32, 32)
    late = table(*hands, contract=DURI, points=[80, 0], tricks=[5, 0])
    assert set(late.legal()) == cards("EK EO S9")
    made = table("EA", "G9", "H9", contract=DURI, points=[80, 0], tricks=[7, 0])
    assert play_cards(made, "EA G9 H9").gained == (32, 0, 0)


def test_S12() -> None:
    deal = table("G9", "SA", turn=1, melds=[40, 0], points=[0, 70], tricks=[0, 7])
    assert play_all(deal, [ENOUGH]).gained == (0, 6)


@pytest.mark.parametrize(
    ("points", "melds", "gain"), [(32, 0, 4), (33, 0, 2), (13, 20, 2), (12, 20, 4)]
)
def test_S13(points: int, melds: int, gain: int) -> None:
    deal = table("SA HK", "G9 GA", points=[66, points], melds=[0, melds], tricks=[4, 2])
    assert play_all(deal, [ENOUGH]).gained == (gain, 0)


def test_S14() -> None:
    deal = table("EK EO S9", "G9 GA HA", "HU HO HK", points=[30, 20], tricks=[2, 3])
    deal.play(MARRY_E)
    assert deal.eff(0) == 70
    assert deal.legal() == sorted([*cards("EK EO"), ENOUGH])
    deal.play(ENOUGH)
    assert (deal.ending, deal.gained) == ("enough", (4, 0, 0))


def test_S15() -> None:
    hands = ("EA SA", "S9 G9", "SK H9")
    silent = table(*hands, points=[60, 0], tricks=[6, 0])
    assert play_all(silent, [SHOW]).gained == (16, 0, 0)
    one_trick = table(*hands, points=[60, 20], tricks=[5, 1])
    assert play_all(one_trick, [SHOW]).gained == (4, 0, 0)
    first_lead = table("EA EX", "S9 G9", "SK H9")
    assert play_all(first_lead, [SHOW]).gained == (16, 0, 0)


def test_S16() -> None:
    deal = table("S9 G9", "EA SA", "SK H9", turn=1, points=[20, 60], tricks=[2, 4])
    assert SHOW not in deal.legal()


def test_show_knows_nothing_of_the_cards_out() -> None:
    deal = dealt(2)
    hidden = parse_cards("SA")[0]
    assert hidden in deal.out
    position = set_up(deal, ("SX", "G9"), **OVER_TO_PLAY)
    assert SHOW not in position.legal()


def test_option_overtrump() -> None:
    position = {"trick": parse_cards("S9 EK"), "trick_seats": [0, 1], "turn": 2}
    hands = ("G9", "HA", "EA E9")
    assert set(table(*hands, **position).legal()) == cards("EA")
    free = table(*hands, options={"overtrump": False}, **position)
    assert set(free.legal()) == cards("EA E9")


def test_option_marriage_void() -> None:
    deal = table("EO EK SA", "EA S9 H9", "E9 SU SX", options={"marriage_void": True})
    deal.play(MARRY_E)
    assert set(deal.legal()) == cards("EO EK")
    play_cards(deal, "EO EA E9 S9 SX SA")
    assert deal.eff(0) == 21


def test_option_silent_no_marriage() -> None:
    position = {"points": [100, 0], "tricks": [7, 0], "melds": [20, 0], "declared": [True, False]}
    hands, option = ("EA", "G9", "H9"), {"silent_no_marriage": True}
    assert play_cards(table(*hands, **position), "EA G9 H9").gained == (16, 0, 0)
    assert play_cards(table(*hands, options=option, **position), "EA G9 H9").gained == (6, 0, 0)
    assert play_all(table(*hands, options=option, **position), [SHOW]).gained == (6, 0, 0)


def test_option_show_no_silent() -> None:
    hands, position = ("EA SA", "S9 G9", "SK H9"), {"points": [60, 0], "tricks": [6, 0]}
    deal = table(*hands, options={"show_no_silent": True}, **position)
    assert play_all(deal, [SHOW]).gained == (6, 0, 0)


def test_option_utility() -> None:
    deal = play_all(dealt(3, utility="points"), [TRUMP, FOLD])
    assert deal.payoffs() == (0, 6, 6)
    match = Match("snapszer3", utility="points")
    match.record(deal.payoffs())
    assert match.left == [32, 26, 26]


def test_match_goes_on_with_two() -> None:
    match = Match("snapszer3")
    assert match.next_context() == {"game": "snapszer3", "seats": (0, 1, 2)}
    match.record((64, -32, -32))  # player 0 out with a duri
    assert match.next_context() == {"game": "snapszer2", "seats": (2, 1)}
    match.record((-6, 6))
    assert match.next_context()["seats"] == (1, 2)
    assert match.left == [0, 26, 32]
    match.record((32, -32))
    assert (match.over, match.loser) == (True, 2)


def test_match_both_opponents_out() -> None:
    match = Match("snapszer3")
    match.record((-64, 32, 32))
    assert (match.over, match.loser) == (True, 0)
