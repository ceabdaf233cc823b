"""Recorded deals and the rules page's scenarios of Snapszer, on the engine and on its slow twin."""

from __future__ import annotations

import pytest
from naive_positions import pack_of
from naive_tricks import parse_cards
from paths import recorded
from relatives_engine import perft
from sizes import few_and_many
from snapszer_deals import (
    BOTH_SIZES,
    DOUBLE,
    DURI,
    ENOUGH,
    FOLD,
    MARRY_E,
    NORMAL,
    PASS,
    SHOW,
    SNAPSZER,
    TRUMP_E,
    Match,
    both,
    dealt,
    engine,
    put,
    table,
)

from schnapsen_ai.deal.matches import winners

pytestmark = pytest.mark.interpreted


@BOTH_SIZES
def test_golden_deals(seats: int) -> None:
    for record in recorded(f"snapszer{seats}.jsonl"):
        deal = both(seats, parse_cards(record["pack"]))
        for seat, legal, move in zip(
            record["to_move"], record["legal"], record["moves"], strict=True
        ):
            assert (deal.to_move, deal.legal()) == (seat, legal)
            deal.play(move)
        assert (deal.to_move, deal.legal()) == (None, [])
        assert deal.payoffs() == tuple(record["payoffs"])


@few_and_many("most", 1000, 10**6)
@BOTH_SIZES
def test_perft(seats: int, most: int) -> None:
    for record in recorded("perft.jsonl"):
        if record["game"] == f"snapszer{seats}":
            deal = engine(seats).lay_out(parse_cards(record["pack"]))
            counts = [n for n in record["counts"] if n <= most]
            assert [perft(deal, depth + 1) for depth in range(len(counts))] == counts


def test_S01() -> None:
    three = dealt(3).play(TRUMP_E, FOLD)
    assert (three.ending, three.gained, three.payoffs()) == ("fold", (0, 6, 6), (-12, 6, 6))
    two = dealt(2).play(TRUMP_E, FOLD)
    assert (two.gained, two.payoffs()) == ((0, 6), (-6, 6))


def test_S02() -> None:
    for first in ("EA EX EK EO", "HA SX GU E9"):
        assert dealt(3, first).legal() == [44, 45, 46, 47]


def test_S03() -> None:
    deal = dealt(3).play(TRUMP_E, NORMAL)
    asked = []
    for move in (PASS, DOUBLE, DOUBLE, DOUBLE):
        asked.append(deal.to_move)
        assert deal.legal() == [PASS, DOUBLE]
        deal.play(move)
    assert asked == [1, 2, 0, 1]
    assert (deal.phase, deal.doublings, deal.to_move) == ("play", 3, 0)
    lost = table("S9", "G9", "SA", points=[20, 70], tricks=[1, 6], doublings=3)
    assert put("S9 G9 SA", lost).gained == (0, 32, 32)


def test_S04() -> None:
    deal = table("EO EK SA", "EA S9 H9", "E9 SU SX").play(MARRY_E)
    assert deal.legal() == parse_cards("EO EK")
    put("EO EA E9", deal)
    assert (deal.to_move, deal.effective[0], deal.melds) == (1, 0, [40, 0])
    put("S9 SX SA", deal)
    assert (deal.points[0], deal.effective[0]) == (21, 61)


def test_S05() -> None:
    hands = ("SA GK", "GA SK", "HA HK")
    declarer = table(*hands, points=[30, 70], tricks=[3, 3], turn=0)
    assert ENOUGH not in declarer.legal()
    defender = table(*hands, points=[30, 70], tricks=[3, 3], turn=2)
    assert (defender.to_move, ENOUGH in defender.legal()) == (2, True)
    assert defender.play(ENOUGH).gained == (0, 4, 4)


def test_S06() -> None:
    deal = put("S9 HK SA", table("S9 GA", "HK G9", "SA GX", points=[70, 20], tricks=[4, 2]))
    assert (deal.ending, deal.gained) == ("kept silent", (0, 2, 2))


def test_S07() -> None:
    deal = put("S9 G9 SA", table("S9", "G9", "SA", points=[60, 38], tricks=[4, 3]))
    assert (deal.ending, deal.gained) == ("last trick", (0, 2, 2))


def test_S08() -> None:
    for k in (0, 1, 2):
        silent = table("EA", "G9", "H9", points=[100, 0], tricks=[7, 0], doublings=k)
        put("EA G9 H9", silent)
        # 66 long ago, never said, and no trick lost: all eight
        assert (silent.ending, silent.gained) == ("all tricks", (16 * 2**k, 0, 0))
    said = table("EA SA", "G9 GA", "H9 HA", points=[70, 0], tricks=[6, 0]).play(ENOUGH)
    assert (said.ending, said.gained) == ("enough", (6, 0, 0))


def test_S09() -> None:
    deal = put("SA G9", table("SA", "G9", contract=SNAPSZER, points=[50, 0], tricks=[7, 0]))
    assert (deal.points[0], deal.ending, deal.payoffs()) == (61, "all tricks", (12, -12))


def test_S10() -> None:
    hands = ("S9 GA", "HK G9", "SA GX")
    deal = table(*hands, contract=SNAPSZER, points=[70, 0], tricks=[6, 0])
    assert ENOUGH in deal.legal()
    made = deal.copy().play(ENOUGH)
    assert (made.ending, made.gained) == ("enough", (12, 0, 0))
    put("S9 HK SA", deal)
    assert (deal.ending, deal.gained) == ("opponent's trick", (0, 12, 12))


def test_S11() -> None:
    hands = ("EK EO S9", "EA G9 H9", "EU SU SX")
    first = table(*hands, contract=DURI)
    assert first.legal() == sorted(parse_cards("EK EO S9"))
    assert put("EK EA EU", first).gained == (0, 32, 32)
    late = table(*hands, contract=DURI, points=[80, 0], tricks=[5, 0])
    assert late.legal() == sorted(parse_cards("EK EO S9"))
    made = table("EA", "G9", "H9", contract=DURI, points=[80, 0], tricks=[7, 0])
    assert put("EA G9 H9", made).gained == (32, 0, 0)


def test_S12() -> None:
    deal = table("G9", "SA", turn=1, melds=[40, 0], points=[0, 70], tricks=[0, 7])
    assert deal.play(ENOUGH).gained == (0, 6)


@pytest.mark.parametrize(
    ("points", "melds", "gain"), [(32, 0, 4), (33, 0, 2), (13, 20, 2), (12, 20, 4)]
)
def test_S13(points: int, melds: int, gain: int) -> None:
    deal = table("SA HK", "G9 GA", points=[66, points], melds=[0, melds], tricks=[4, 2])
    assert deal.play(ENOUGH).gained == (gain, 0)


def test_S14() -> None:
    hands = ("EK EO S9", "G9 GA HA", "HU HO HK")
    deal = table(*hands, points=[30, 20], tricks=[2, 3]).play(MARRY_E)
    assert deal.effective[0] == 70
    assert deal.legal() == sorted([*parse_cards("EK EO"), ENOUGH])
    deal.play(ENOUGH)
    assert (deal.ending, deal.gained) == ("enough", (4, 0, 0))


def test_S15() -> None:
    hands = ("EA SA", "S9 G9", "SK H9")
    silent = table(*hands, points=[60, 0], tricks=[6, 0]).play(SHOW)
    assert (silent.ending, silent.gained) == ("show", (16, 0, 0))
    one_trick = table(*hands, points=[60, 20], tricks=[5, 1]).play(SHOW)
    assert one_trick.gained == (4, 0, 0)
    assert table("EA EX", "S9 G9", "SK H9").play(SHOW).gained == (16, 0, 0)


def test_S16() -> None:
    deal = table("S9 G9", "EA SA", "SK H9", turn=1, points=[20, 60], tricks=[2, 4])
    assert SHOW not in deal.legal()


def test_show_knows_nothing_of_the_cards_out() -> None:
    deal = table("SX", "G9")
    assert parse_cards("SA")[0] in deal.twin.out
    assert SHOW not in deal.legal()


# --- options ---


def test_option_overtrump() -> None:
    hands = ("S9 G9", "EK HA", "EA E9")
    for overtrump, legal in ((True, "EA"), (False, "E9 EA")):
        deal = table(*hands, options={"overtrump": overtrump})
        assert put("S9 EK", deal).legal() == parse_cards(legal)
    trump_led = table("EU G9", "E9 HA", "EA EO", options={"overtrump": False})
    assert put("EU E9", trump_led).legal() == parse_cards("EO EA")


def test_option_marriage_void() -> None:
    options = {"marriage_void": True}
    deal = table("EO EK SA", "EA S9 H9", "E9 SU SX", options=options).play(MARRY_E)
    assert deal.legal() == parse_cards("EO EK")
    put("EO EA E9 S9 SX SA", deal)
    assert deal.effective[0] == 21


def test_option_silent_no_marriage() -> None:
    fields = {"points": [100, 0], "tricks": [7, 0], "melds": [20, 0], "declared": [1, 0]}
    hands, options = ("EA", "G9", "H9"), {"silent_no_marriage": True}
    assert put("EA G9 H9", table(*hands, **fields)).gained == (16, 0, 0)
    assert put("EA G9 H9", table(*hands, options=options, **fields)).gained == (6, 0, 0)
    assert table(*hands, options=options, **fields).play(SHOW).gained == (6, 0, 0)


def test_option_show_no_silent() -> None:
    fields = {"points": [60, 0], "tricks": [6, 0]}
    deal = table("EA SA", "S9 G9", "SK H9", options={"show_no_silent": True}, **fields)
    assert deal.play(SHOW).gained == (6, 0, 0)


def test_option_utility() -> None:
    assert dealt(3, utility="points").play(TRUMP_E, FOLD).payoffs() == (0, 6, 6)


# --- matches ---

STRONG = pack_of(
    ["EA EX EK EO EU E9 SA SX", "GA GX GK GO GU G9 HA HX", "HK HO HU H9 SK SO SU S9"], 4
)
TWO_STRONG = [*STRONG[:8], *STRONG[12:20], *STRONG[8:12], *STRONG[20:]]  # the third hand is out


@pytest.mark.parametrize("utility", ["zero_sum", "points"])
def test_a_fold_gives_each_opponent_six(utility: str) -> None:
    match = Match(3, utility=utility)
    assert match.book(match.deal(STRONG).play(TRUMP_E, FOLD)).left == [32, 26, 26]


def test_a_match_goes_on_with_two() -> None:
    match = Match(3)
    assert match.seats() == (0, 1, 2)
    deal = match.deal(STRONG).play(TRUMP_E, DURI, PASS, PASS, SHOW)
    assert deal.payoffs() == (64, -32, -32)  # player 0 is out
    assert match.book(deal).seats() == (2, 1)
    deal = match.deal(TWO_STRONG).play(TRUMP_E, FOLD)
    assert deal.payoffs() == (-6, 6)
    assert match.book(deal).seats() == (1, 2)
    assert match.left == [0, 26, 32]
    deal = match.deal(TWO_STRONG).play(TRUMP_E, DURI, PASS, SHOW)
    assert deal.payoffs() == (32, -32)
    assert match.book(deal).over
    assert deal.match.loser == match.twin.loser == 2


def test_both_opponents_out_leave_the_mark_to_the_declarer() -> None:
    match = Match(3)
    deal = match.deal(STRONG).play(TRUMP_E + 1, DURI, PASS, PASS)
    while deal.to_move is not None:
        deal.play(deal.legal()[0])
    assert deal.payoffs() == (-64, 32, 32)
    assert match.book(deal).over
    assert (deal.match.loser, deal.match.winner, match.twin.loser) == (0, -1, 0)
    assert deal.match.marks.tolist() == match.twin.marks == [1, 0, 0]
    assert winners(deal.matches) == match.twin.winners == [1, 2]
