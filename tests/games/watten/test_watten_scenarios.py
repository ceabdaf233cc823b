"""Recorded deals and the rules page's scenarios of Watten, on the engine and on its slow twin."""

from __future__ import annotations

from itertools import pairwise

import pytest
from four_seat_engine import Engine, check_golden, perft
from naive_four_checks import MIXED_PACK, SORTED_PACK
from naive_four_seats import GERMAN_RANKS, card, cards, read_pack
from naive_watten import FOLD, RAISE, SCHLAG, SEE, TRUMP
from sizes import few_and_many
from watten_deals import dealt, may_follow, named, put, winner

from schnapsen_ai.games import watten


@pytest.mark.interpreted
def test_golden() -> None:
    assert check_golden(watten, "watten") == 63


@few_and_many("most", 1100, 10**6)
@pytest.mark.parametrize(
    ("pack", "counts"),
    [(SORTED_PACK, [8, 32, 192, 1014, 5186]), (MIXED_PACK, [8, 32, 192, 1012, 5181])],
)
def test_perft(pack: str, counts: list[int], most: int) -> None:
    for depth, nodes in enumerate([n for n in counts if n <= most], 1):
        assert perft(Engine(watten).deal(read_pack(pack)), depth) == nodes


@pytest.mark.interpreted
def test_W01() -> None:
    order = ["HK", "S7", "E7", "E9", "G9 H9 S9", "EA", "EK", "EO", "EU", "EX", "E8"]
    for place, high in enumerate(order):
        for low in order[place + 1 :]:
            for a in high.split():
                for b in low.split():
                    assert winner("9", "E", f"{a} {b}") == 0
                    assert winner("9", "E", f"{b} {a}") == 1
    assert winner("9", "E", "G9 EA E9 HK") == 3


@pytest.mark.interpreted
def test_W02() -> None:
    assert winner("9", "E", "EA H9 S9 G9") == 1


@pytest.mark.interpreted
def test_W03() -> None:
    assert winner("9", "E", "G9 GA GK S9") == 0


@pytest.mark.interpreted
def test_W04() -> None:
    assert winner("9", "E", "S8 SX GA SU") == 3
    for high, low in pairwise("AKOUX87"):
        assert winner("9", "E", f"G{low} G{high}") == 1
        assert winner("9", "E", f"G{high} G{low}") == 0


@pytest.mark.interpreted
def test_W05() -> None:
    assert winner("K", "H", "GK HA EK SK") == 0
    deal = named(dealt("HK"), "K", "H")
    assert deal.hauptschlag is None
    assert may_follow(put("HK", deal), "HA S7 G9 GA") == sorted(cards("HA S7 G9 GA"))


@pytest.mark.interpreted
def test_W06() -> None:
    assert winner("7", "G", "G7 H7 E7 GA") == 2
    assert winner("7", "G", "H7 S7 E7 G7") == 1
    assert winner("7", "G", "H7 G7 GA G8") == 1


@pytest.mark.interpreted
def test_W07() -> None:
    deal = put("E9", named(dealt("E9", "EX S7 G9 GA"), "9", "E"))
    assert may_follow(deal, "EX S7 G9 GA") == cards("EX S7")
    assert may_follow(deal, "G9 GA SA") == cards("G9 GA SA")


@pytest.mark.interpreted
def test_W08() -> None:
    hand = "EX G9 GA S7"
    assert may_follow(put("EA", named(dealt("EA", hand), "9", "E")), hand) == cards(hand)
    second = named(dealt("E9 HK", hand, "H8", "GX"), "9", "E")
    put("HK EX H8 GX E9", second)
    assert may_follow(second, hand) == cards(hand)


@pytest.mark.interpreted
def test_W09() -> None:
    deal = named(dealt("EX", "G8"), "9", "E").play(RAISE)
    assert (deal.to_move, deal.legal()) == (1, [SEE, FOLD])
    folded = deal.copy().play(FOLD)
    assert (folded.ending, folded.payoffs()) == ("folded", (2, -2, 2, -2))
    deal.play(SEE)
    assert (deal.stake, deal.to_move) == (3, 0)
    assert RAISE not in deal.legal()
    put("EX", deal)
    assert deal.to_move == 1
    assert RAISE in deal.legal()


@pytest.mark.interpreted
def test_W10() -> None:
    hands = ["HK S7 E7 G8 H8", "GA SX SO H7 S8", "EK EO EU GU HU", "EX EA GX GK GO"]
    deal = named(dealt(*hands), "9", "E")
    deal.play(RAISE, SEE, card("S7"), RAISE, SEE, *cards("SX EU GO"))
    put("G8 GA GU GK S8 HU GX E7", deal)
    assert (deal.tricks, deal.stake, deal.to_move) == ([2, 1], 4, 0)
    put("HK SO EK EX", deal)
    assert (deal.ending, deal.payoffs()) == ("three tricks", (4, -4, 4, -4))
    assert (deal.to_move, deal.legal()) == (None, [])
    assert deal.hands[0] == cards("H8")


@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("scores", "may"),
    [((13, 7), (False, True)), ((12, 7), (True, True)), ((14, 14), (False, False))],
)
def test_W11(scores: tuple[int, int], may: tuple[bool, bool]) -> None:
    deal = named(dealt("EX", scores=scores), "9", "E")
    assert (RAISE in deal.legal()) == may[0]
    put("EX", deal)
    assert (RAISE in deal.legal()) == may[1]


@pytest.mark.interpreted
def test_W12() -> None:
    deal = dealt("EA EK EO EU EX")
    assert (deal.to_move, deal.legal()) == (0, list(range(48, 56)))
    deal.play(SCHLAG)
    assert (deal.to_move, deal.legal()) == (3, [44, 45, 46, 47])
    deal.play(TRUMP)
    assert deal.to_move == 0


@pytest.mark.interpreted
def test_W13() -> None:
    assert winner("9", "E", "HK S7 E7 E9") == 0
    hand = "EX G9 GA S7"
    assert may_follow(put("HK", named(dealt("HK", hand), "9", "E")), hand) == cards(hand)


@pytest.mark.interpreted
def test_W14() -> None:
    assert winner("K", "S", "EK SK SA HK") == 3
    assert winner("K", "S", "EK GK SA S8") == 0
    assert named(dealt(), "K", "S").hauptschlag == card("SK")


@pytest.mark.interpreted
def test_raises_in_turn() -> None:
    """The page's example: two accepted raises make 4, the third is folded and pays 4."""
    deal = named(dealt("EX", "GX", "HX"), "9", "E")
    deal.play(RAISE, SEE, card("EX"), RAISE, SEE)
    assert deal.stake == 4
    deal.play(card("GX"), RAISE, FOLD)
    assert deal.payoffs() == (4, -4, 4, -4)


# --- the options ---


@pytest.mark.interpreted
def test_option_schlag_must_hold() -> None:
    deal = dealt("EA GA EK G9 H9", schlag_must_hold=True)
    assert deal.legal() == [SCHLAG + GERMAN_RANKS.index(rank) for rank in "9KA"]


@pytest.mark.interpreted
def test_option_schlag_counts_as_trump() -> None:
    deal = put("E9", named(dealt("E9", schlag_counts_as_trump=True), "9", "E"))
    assert may_follow(deal, "EX S7 G9 GA") == cards("EX G9 S7")
    assert may_follow(deal, "G9 GA SA") == cards("G9")


@pytest.mark.interpreted
def test_option_krit_lifts() -> None:
    for lifts in (False, True):
        deal = put("E9 S7", named(dealt("E9", "S7", krit_lifts=lifts), "9", "E"))
        assert may_follow(deal, "EX GA") == cards("EX GA" if lifts else "EX")
        deal = put("E9 EA", named(dealt("E9", "EA", krit_lifts=lifts), "9", "E"))
        assert may_follow(deal, "EX GA") == cards("EX")


@pytest.mark.interpreted
def test_option_max_stake() -> None:
    deal = named(dealt("EX", max_stake=3), "9", "E").play(RAISE, SEE, card("EX"))
    assert deal.stake == 3
    assert RAISE not in deal.legal()


@pytest.mark.interpreted
def test_option_target() -> None:
    assert RAISE not in named(dealt("EX", scores=(9, 0), target=11), "9", "E").legal()
    assert RAISE in named(dealt("EX", scores=(13, 0), target=18), "9", "E").legal()
