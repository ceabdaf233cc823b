"""Recorded deals and the rules page's scenarios of Bauernschnapsen, on the engine and its twin."""

from __future__ import annotations

import pytest
from bauernschnapsen_deals import (
    B1,
    MARRY_E,
    NAME,
    NO_DOUBLE,
    PASS,
    QUIET,
    Both,
    E,
    G,
    H,
    Match,
    S,
    announced,
    both,
    engine,
    fresh,
    over,
    put,
    table,
)
from naive_bauernschnapsen import (
    BAUERN,
    BETTLER,
    CARDS,
    CLAIM,
    GANG,
    HERREN,
    KBAUER,
    KSCHNAPSER,
    RING,
    SCHNAPSER,
    TURN_UP,
)
from naive_positions import cards, pack_of
from naive_tricks import DOUBLE, MARRIAGE, parse_pack
from paths import recorded
from relatives_engine import perft
from sizes import few_and_many

from schnapsen_ai.games.bauernschnapsen.state import NORMAL

pytestmark = pytest.mark.interpreted


def test_golden() -> None:
    deals = recorded("bauernschnapsen.jsonl")
    for record in deals:
        deal = both(parse_pack(record["pack"], CARDS))
        steps = zip(record["to_move"], record["moves"], record["legal"], strict=True)
        for seat, move, legal in steps:
            assert (deal.to_move, deal.legal()) == (seat, legal)
            deal.play(move)
        assert deal.to_move is None
        assert list(deal.payoffs()) == record["payoffs"]
    assert len(deals) == 68


@few_and_many("most", 1000, 10**6)
def test_perft(most: int) -> None:
    for record in (r for r in recorded("perft.jsonl") if r["game"] == NAME):
        deal = engine().lay_out(parse_pack(record["pack"], CARDS))
        counts = [n for n in record["counts"] if n <= most]
        assert [perft(deal, depth + 1) for depth in range(len(counts))] == counts


def test_B01() -> None:
    deal = fresh()
    assert deal.legal() == [E, G, TURN_UP]
    before = deal.twin.public(3)
    deal.play(TURN_UP)
    assert (deal.trump, {deal.turned}) == (1, cards("GX"))
    assert deal.twin.public(3) != before
    other = fresh(["EA EX GA HA GX", *B1[1:]]).play(TURN_UP)
    assert other.trump == 2


def test_B02() -> None:
    deal = announced()
    assert deal.legal() == [PASS, BETTLER, SCHNAPSER, GANG, BAUERN]
    assert deal.play(PASS).legal() == [PASS, BETTLER, GANG, KSCHNAPSER, KBAUER]
    assert deal.play(PASS).legal() == [PASS, BETTLER, SCHNAPSER, GANG, BAUERN, RING]


def test_B03() -> None:
    deal = announced(BAUERN)
    assert deal.legal() == [PASS, KBAUER]
    assert deal.play(PASS).legal() == [PASS, RING]


def test_B04() -> None:
    deal = announced(PASS, PASS, RING)
    assert deal.legal() == [PASS, KBAUER]
    over(deal.play(PASS), "shown", 0, 18)
    beaten = announced(PASS, PASS, RING, KBAUER)
    assert (beaten.to_move, beaten.legal()) == (0, [PASS, DOUBLE])
    assert beaten.play(PASS).to_move == 2


def test_B05() -> None:
    hands = ["SA SX SK SO SU", B1[1], "EA EX GA GX HA", B1[3]]
    deal = fresh(hands).play(S)
    assert {RING, HERREN} <= set(deal.legal())
    assert deal.play(HERREN).legal() == [PASS]
    over(deal.play(PASS, PASS, PASS), "shown", 0, 24)
    partner = fresh(["EA EX GA GX SO", B1[1], "SA SX SK SU HA", B1[3]]).play(TURN_UP)
    assert partner.trump == 1
    five = fresh([B1[0], B1[1], B1[2], B1[3]], trump_any=True).play(S, PASS, PASS)
    assert RING in five.legal()
    assert HERREN not in five.legal()


def test_B06() -> None:
    deal = announced(*QUIET)
    asked = []
    for move in (PASS, DOUBLE, PASS, PASS):
        asked.append(deal.to_move)
        assert deal.legal() == [PASS, DOUBLE]
        deal.play(move)
    assert asked == [1, 3, 0, 2]
    assert (deal.phase, deal.doublings, deal.to_move) == ("play", 1, 0)
    assert set(deal.legal()) == cards(B1[0])


def test_B07() -> None:
    announcer = {"contract": BETTLER, "declarer": 1, "turn": 1, "tricks": [3, 0]}
    deal = put("EK", table("EA HX", "EK GU", "EX EU", "HU HO", **announcer))
    assert (deal.to_move, set(deal.legal())) == (2, cards("EX"))
    put("EX", deal)
    assert (deal.to_move, set(deal.legal())) == (0, cards("EA"))
    over(put("EA HX GU EU", deal), "made", 1, 4)
    lost = table("EU HX", "EA GU", "EX EK", "HU HO", **announcer)
    over(put("EA EX EU", lost), "failed", 0, 4)


SCHNAPSER_DEAL = ["GA GX EA EX EK", "GK GO EU SA SX", "HX SK HO HA HK", "GU EO SO SU HU"]
SHORT_DEAL = [*SCHNAPSER_DEAL[:2], "HX SK HU HA HK", "GU EO SO SU HO"]  # 65 in three tricks
SCHNAPSER_SAID = (SCHNAPSER, *[PASS] * 3, *NO_DOUBLE)
TWO_TRICKS = "GA GK HX GU GX GO SK EO"
SHORT_TRICKS = f"{TWO_TRICKS} EA EU HU SO"


def schnapser(hands: list[str]) -> Both:
    """Seat 0 announces, and takes 47 points in two tricks."""
    deal = put(TWO_TRICKS, fresh(hands).play(G, *SCHNAPSER_SAID))
    assert (deal.to_move, deal.eff[0]) == (0, 47)
    return deal


def test_B08() -> None:
    over(put("EA EU HO SO", schnapser(SCHNAPSER_DEAL)), "made", 0, 6)
    short = put(SHORT_TRICKS, fresh(SHORT_DEAL).play(G, *SCHNAPSER_SAID))
    assert short.eff[0] == 65
    over(short, "failed", 1, 6)
    aces = ["GA GX HA EX EK", SCHNAPSER_DEAL[1], "HX SK HO EA HK", SCHNAPSER_DEAL[3]]
    partner = put("EK EU EA SO", schnapser(aces))  # lifts the team over 66, yet is not his
    assert partner.eff[0] == 67
    over(partner, "failed", 1, 6)


def test_B09() -> None:
    hands = ["EA EK EO GA HA", "EX GK HK SK SO", "HO GX SX SU GU", "EU GO HX HU SA"]
    deal = fresh(hands).play(E, SCHNAPSER, *[PASS] * 3, *NO_DOUBLE)
    assert MARRY_E in deal.legal()
    put("EA EX HO EU", deal)
    assert (deal.eff[0], deal.to_move) == (26, 0)
    over(deal.play(MARRY_E), "made", 0, 6)


def test_B10() -> None:
    deal = announced(PASS, KSCHNAPSER, PASS, PASS)
    assert deal.to_move == 2
    deal.play(PASS)
    assert deal.to_move == 0
    deal.play(PASS)
    assert deal.to_move == 0
    over(put("EA EK SU EU", deal), "failed", 0, 12)


def test_B11() -> None:
    for answers, points in (([PASS, PASS], 9), ([PASS, DOUBLE, PASS, PASS], 18)):
        deal = announced(PASS, PASS, GANG, PASS)
        assert deal.to_move == 3
        deal.play(*answers)
        assert deal.to_move == 2
        while deal.to_move is not None:
            assert not any(MARRIAGE <= move < PASS for move in deal.legal())
            deal.play(deal.legal()[-1])
        over(deal, "made", 0, points)


@pytest.mark.parametrize(
    ("points", "tricks", "melds", "gain"), [(33, 1, 0, 1), (32, 1, 0, 2), (0, 0, 40, 3)]
)
def test_B12(points: int, tricks: int, melds: int, gain: int) -> None:
    fields = {"points": [50, points], "tricks": [3, tricks], "melds": [0, melds]}
    over(put("EA GU GX HU", table("EA", "GU", "GX", "HU", **fields)), "sixty-six", 0, gain)


def test_B13() -> None:
    for doublings in (0, 1):
        counts = {"points": [43, 60], "tricks": [2, 2], "doublings": doublings}
        deal = put("SA EU GU HU", table("SA", "EU", "GU", "HU", trump=3, **counts))
        assert deal.points == [60, 60]
        over(deal, "last trick", 0, 2**doublings)


def test_B14() -> None:
    deal = table("EK EO", "EA GK", "EU GA", "HU GX", tricks=[0, 3]).play(MARRY_E)
    assert deal.eff[0] == 0
    assert set(deal.legal()) == cards("EK EO")
    put("EK EA EU HU", deal)
    assert (deal.to_move, deal.eff[0], deal.eff[1]) == (1, 0, 19)
    put("GK GA GX", deal)
    assert set(deal.legal()) == cards("EO")
    put("EO", deal)
    assert deal.eff[0] == 68
    over(deal, "sixty-six", 0, 2)


def test_B15() -> None:
    deal = table("EA", "GU", "GX", "HU", points=[50, 32], tricks=[3, 1], doublings=2)
    over(put("EA GU GX HU", deal), "sixty-six", 0, 8)
    match = Match(scores=(22, 0)).book(deal.engine)
    assert (match.over, match.twin.scores, match.twin.bummerl) == (True, [30, 0], [0, 2])
    assert match.engine.match.winner == 0


def test_a_match_counts_for_players() -> None:
    """Whoever sits there: the dealer moves on, so seat 1 is another player every deal."""
    match = Match()
    over(match.deal(pack_of([B1[0], B1[2], B1[1], B1[3]], 3)).play(E, PASS, RING, PASS, PASS),
         "shown", 1, 18)  # fmt: skip
    assert match.book(match.engine).seats() == (1, 2, 3, 0)
    for _ in range(2):  # seat 1 is player 2, then player 3
        deal = put(SHORT_TRICKS, match.deal(pack_of(SHORT_DEAL, 3)).play(G, *SCHNAPSER_SAID))
        over(deal, "failed", 1, 6)
        match.book(deal)
    assert (match.over, match.twin.scores, match.twin.bummerl) == (True, [6, 24], [1, 0])


def test_marriages_in_the_contracts() -> None:
    hands = ("SK SO HA", "EK EO HK", "EX GX HX", "EU GU HU")
    for contract, declarer, turn, may in (
        (NORMAL, 0, 1, True),
        (SCHNAPSER, 0, 0, True),
        (KSCHNAPSER, 1, 0, False),
        (KSCHNAPSER, 1, 1, True),
        (BAUERN, 0, 0, False),
        (BETTLER, 0, 0, False),
        (KBAUER, 1, 0, False),
    ):
        deal = table(*hands, contract=contract, declarer=declarer, turn=turn)
        assert any(MARRIAGE <= move < PASS for move in deal.legal()) is may


def test_bettler_is_doubled_by_all_four() -> None:
    deal = announced(BETTLER, PASS, PASS, PASS)
    asked = []
    for move in (DOUBLE, PASS, DOUBLE, DOUBLE):
        asked.append(deal.to_move)
        deal.play(move)
    assert asked == [1, 2, 0, 1]
    assert (deal.doublings, deal.to_move, deal.engine.state.idle) == (3, 0, 2)


def test_options() -> None:
    assert BAUERN not in announced(PASS, PASS, bauern_caller_only=True).legal()
    assert BAUERN in announced(bauern_caller_only=True).legal()
    assert fresh(trump_any=True).legal() == [E, G, H, S, TURN_UP]
    bettler = {"contract": BETTLER, "declarer": 1, "turn": 1}
    hands = ("EA EU SK", "EK GU SU", "EX EO SA", "HU HO HA")
    free = put("EK", table(*hands, options={"bettler_free": True}, **bettler))
    assert set(free.legal()) == cards("EX EO")


def test_need_claim() -> None:
    fields = {"points": [50, 20], "tricks": [2, 1]}
    hands = ("EA SA", "GU SK", "GX SX", "HU HO")

    def reached() -> Both:
        return put("EA GU GX HU", table(*hands, options={"need_claim": True}, **fields))

    assert reached().legal() == sorted([*cards("SA"), CLAIM])
    over(put("SA SK SX HO", reached()), "last trick", 0, 1)
    over(reached().play(CLAIM), "claim", 0, 2)
