"""The numbered Bauernschnapsen scenarios of the rules page, played on the slow twin."""

from __future__ import annotations

from typing import Any

import pytest
from naive_bauernschnapsen import (
    BAUERN,
    BETTLER,
    CLAIM,
    GANG,
    HERREN,
    KBAUER,
    KSCHNAPSER,
    RING,
    SCHNAPSER,
    TURN_UP,
    Deal,
    Match,
)
from naive_positions import cards, pack_of, play_all, play_cards, set_up
from naive_tricks import DOUBLE, MARRIAGE, PASS, TRUMP

pytestmark = pytest.mark.interpreted

B1 = ["EA EX GA GX HA", "EK EO GK GO HK", "SA SX SK SO SU", "EU GU HX HO HU"]
E, G, H, S = TRUMP, TRUMP + 1, TRUMP + 2, TRUMP + 3
MARRY_E, MARRY_S = MARRIAGE + 0, MARRIAGE + 3


def fresh(hands: list[str] = B1, **options: Any) -> Deal:
    return Deal("bauernschnapsen", pack_of(hands, 3), **options)


def announced(*said: int, **options: Any) -> Deal:
    """B1, trump E, these announcements: the kontra window is open."""
    return play_all(fresh(**options), [E, *said])


def table(*hands: str, options: dict[str, Any] | None = None, **attributes: Any) -> Deal:
    """A position in the play, trump E; the normal game unless said otherwise."""
    deal = fresh(**(options or {}))
    return set_up(deal, hands, **{"phase": "play", "trump": 0, **attributes})


def won(team: int, points: int) -> tuple[int, ...]:
    return tuple(points if seat % 2 == team else -points for seat in range(4))


def test_B01() -> None:
    deal = fresh()
    assert deal.legal() == [E, G, TURN_UP]
    before = deal.public(3)
    deal.play(TURN_UP)
    assert deal.trump == 1
    assert {deal.turned} == cards("GX")
    assert deal.public(3) != before
    other = play_all(fresh(["EA EX GA HA GX", *B1[1:]]), [TURN_UP])
    assert other.trump == 2


def test_B02() -> None:
    deal = announced()
    assert deal.legal() == [PASS, BETTLER, SCHNAPSER, GANG, BAUERN]
    deal.play(PASS)
    assert deal.legal() == [PASS, BETTLER, GANG, KSCHNAPSER, KBAUER]
    deal.play(PASS)
    assert deal.legal() == [PASS, BETTLER, SCHNAPSER, GANG, BAUERN, RING]


def test_B03() -> None:
    deal = announced(BAUERN)
    assert deal.legal() == [PASS, KBAUER]
    deal.play(PASS)
    assert deal.legal() == [PASS, RING]


def test_B04() -> None:
    deal = announced(PASS, PASS, RING)
    assert deal.legal() == [PASS, KBAUER]
    deal.play(PASS)
    assert (deal.ending, deal.payoffs()) == ("shown", won(0, 18))
    beaten = announced(PASS, PASS, RING, KBAUER)
    assert (beaten.phase, beaten.queue) == ("kontra", [0, 2])


def test_B05() -> None:
    deal = play_all(fresh(["SA SX SK SO SU", B1[1], "EA EX GA GX HA", B1[3]]), [S])
    assert {RING, HERREN} <= set(deal.legal())
    deal.play(HERREN)
    assert deal.legal() == [PASS]
    play_all(deal, [PASS] * 3)
    assert (deal.ending, deal.payoffs()) == ("shown", won(0, 24))
    partner = set_up(announced(PASS, PASS), B1, trump=3)
    assert RING in partner.legal()
    assert HERREN not in partner.legal()


def test_B06() -> None:
    deal = announced(PASS, PASS, PASS, PASS)
    asked = []
    for move in (PASS, DOUBLE, PASS, PASS):
        asked.append(deal.to_move)
        assert deal.legal() == [PASS, DOUBLE]
        deal.play(move)
    assert asked == [1, 3, 0, 2]
    assert (deal.phase, deal.k, deal.to_move) == ("play", 1, 0)


def test_B07() -> None:
    announcer = {"contract": BETTLER, "declarer": 1, "turn": 1}
    deal = table("EA HX", "EK GU", "EX EU", "HU HO", **announcer)
    play_cards(deal, "EK")
    assert deal.to_move == 2
    assert set(deal.legal()) == cards("EX")
    play_cards(deal, "EX")
    assert deal.to_move == 0
    assert set(deal.legal()) == cards("EA")
    play_cards(deal, "EA")
    assert (deal.ending, deal.to_move) == (None, 0)
    play_cards(deal, "HX GU EU")
    assert (deal.ending, deal.payoffs()) == ("made", won(1, 4))
    lost = table("EU HX", "EA GU", "EX EK", "HU HO", **announcer)
    play_cards(lost, "EA EX EU")
    assert (lost.ending, lost.payoffs()) == ("failed", won(0, 4))


def test_B08() -> None:
    own = {"contract": SCHNAPSER, "tricks": [2, 0], "points": [47, 0]}
    made = table("EA GU GK", "EU GX HK", "HO GA SU", "SO HX SK", **own)
    play_cards(made, "EA EU HO SO")
    assert (made.ending, made.payoffs()) == ("made", won(0, 6))
    short = table("EA GU GK", "EU GX HK", "HU GA SU", "SO HX SK", **own)
    play_cards(short, "EA EU HU SO")
    assert short.points[0] == 65
    assert (short.ending, short.payoffs()) == ("failed", won(1, 6))
    partner = table("EA GU GK", "EU GX HK", "HU GA SU", "SO HX SK", **own)
    play_cards(partner, "GU GX GA SO")
    assert (partner.ending, partner.payoffs()) == ("failed", won(1, 6))


def test_B09() -> None:
    own = {"contract": SCHNAPSER, "tricks": [1, 0], "points": [26, 0]}
    deal = table("EK EO GA HA", "EX GK HK SK", "GX HX SX SU", "GO HO SO HU", **own)
    deal.play(MARRY_E)
    assert (deal.ending, deal.payoffs()) == ("made", won(0, 6))


def test_B10() -> None:
    deal = announced(PASS, KSCHNAPSER, PASS, PASS)
    assert deal.queue == [2, 0]
    play_all(deal, [PASS, PASS])
    assert deal.to_move == 0
    play_cards(deal, "EA EK SU EU")
    assert (deal.ending, deal.payoffs()) == ("failed", won(0, 12))


def test_B11() -> None:
    for answers, points in (([PASS, PASS], 9), ([PASS, DOUBLE, PASS, PASS], 18)):
        deal = announced(PASS, PASS, GANG, PASS)
        assert deal.queue == [3, 1]
        play_all(deal, answers)
        assert deal.to_move == 2
        assert set(deal.legal()) == cards("SA SX SK SO SU")
        while deal.to_move is not None:
            deal.play(deal.legal()[-1])
        assert (deal.ending, deal.payoffs()) == ("made", won(0, points))


@pytest.mark.parametrize(
    ("points", "tricks", "melds", "gain"), [(33, 1, 0, 1), (32, 1, 0, 2), (0, 0, 40, 3)]
)
def test_B12(points: int, tricks: int, melds: int, gain: int) -> None:
    state = {"points": [50, points], "tricks": [3, tricks], "melds": [0, melds]}
    deal = table("EA", "GU", "GX", "HU", **state)
    play_cards(deal, "EA GU GX HU")
    assert (deal.ending, deal.payoffs()) == ("sixty_six", won(0, gain))


def test_B13() -> None:
    for k in (0, 1):
        deal = table("SA", "EU", "GU", "HU", points=[43, 60], tricks=[2, 2], k=k)
        deal.trump = 3
        play_cards(deal, "SA EU GU HU")
        assert deal.points == [60, 60]
        assert (deal.ending, deal.payoffs()) == ("last_trick", won(0, 2**k))


def test_B14() -> None:
    deal = table("EK EO", "EA GK", "EU GA", "HU GX")
    deal.play(MARRY_E)
    assert deal.eff(0) == 0
    play_cards(deal, "EK EA EU HU")
    assert (deal.to_move, deal.eff(0), deal.eff(1)) == (1, 0, 19)
    play_cards(deal, "GK GA GX")
    assert set(deal.legal()) == cards("EO")
    play_cards(deal, "EO")
    assert deal.eff(0) == 68
    assert (deal.ending, deal.payoffs()) == ("sixty_six", won(0, 2))


def test_B15() -> None:
    match = Match()
    match.scores = [22, 0]
    match.record(won(0, 2 * 4))
    assert match.scores == [30, 0]
    assert match.over
    assert match.bummerl == [0, 2]


def test_match_turns() -> None:
    match = Match()
    match.record(won(1, 18))  # seat 1 is player 1
    assert match.next_context()["seats"] == (1, 2, 3, 0)
    match.record(won(1, 2))  # seat 1 is player 2
    match.record(won(1, 6))  # seat 1 is player 3
    assert match.scores == [2, 24]
    assert (match.over, match.bummerl) == (True, [1, 0])


def test_marriages_in_the_contracts() -> None:
    hands = ("SK SO HA", "EK EO HK", "EX GX HX", "EU GU HU")
    for contract, declarer, turn, may in (
        (None, 0, 1, True),
        (SCHNAPSER, 0, 0, True),
        (KSCHNAPSER, 1, 0, False),
        (KSCHNAPSER, 1, 1, True),
        (BAUERN, 0, 0, False),
        (BETTLER, 0, 0, False),
        (KBAUER, 1, 0, False),
    ):
        deal = table(*hands, contract=contract, declarer=declarer, turn=turn)
        assert bool({MARRY_E, MARRY_S} & set(deal.legal())) is may


def test_bettler_is_doubled_by_all_four() -> None:
    deal = announced(BETTLER, PASS, PASS, PASS)
    assert deal.queue == [1, 3]
    play_all(deal, [DOUBLE])
    assert deal.queue == [2, 0]


def test_option_bauern_caller_only() -> None:
    deal = announced(PASS, PASS, bauern_caller_only=True)
    assert BAUERN not in deal.legal()
    assert BAUERN in announced(bauern_caller_only=True).legal()


def test_option_trump_any() -> None:
    assert fresh(trump_any=True).legal() == [E, G, H, S, TURN_UP]


def test_option_bettler_free() -> None:
    hands = ("EA EU", "EK GU", "EX EO", "HU HO")
    state = {"contract": BETTLER, "declarer": 1, "turn": 1}
    deal = play_cards(table(*hands, options={"bettler_free": True}, **state), "EK")
    assert set(deal.legal()) == cards("EX EO")


def test_option_need_claim() -> None:
    hands, state = ("EA SA", "GU SK", "GX SX", "HU HO"), {"points": [50, 20], "tricks": [2, 1]}
    deal = play_cards(table(*hands, options={"need_claim": True}, **state), "EA GU GX HU")
    assert deal.legal() == sorted([*cards("SA"), CLAIM])
    silent = play_cards(deal.copy(), "SA SK SX HO")
    assert (silent.ending, silent.payoffs()) == ("last_trick", won(0, 1))
    assert play_all(deal, [CLAIM]).payoffs() == won(0, 2)
