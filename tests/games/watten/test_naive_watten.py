"""The slow twin of Watten against the recorded deals and the numbered scenarios of the page."""

from itertools import pairwise
from typing import Any

import pytest
from naive_four_checks import (
    MIXED_PACK,
    SORTED_PACK,
    check_perft,
    check_record,
    play_all,
    play_cards,
    replay,
)
from naive_four_seats import GERMAN_RANKS, GERMAN_SUITS, card, cards, pack_with
from naive_watten import FOLD, RAISE, SCHLAG, SEE, TRUMP, Deal, consistent, redeals
from paths import recorded

pytestmark = pytest.mark.interpreted

RECORDS = recorded("watten.jsonl")
PERFT = [
    (SORTED_PACK, [8, 32, 192, 1014, 5186]),
    (MIXED_PACK, [8, 32, 192, 1012, 5181]),
]


def dealt(*hands: str, scores: tuple[int, int] = (0, 0), **options: Any) -> Deal:
    """Deal the cards written to seats 0, 1, ... and any others to fill the hands."""
    return Deal("watten", pack_with(Deal.PACKETS, *hands), {"scores": scores}, **options)


def named(deal: Deal, schlag: str, trump: str) -> Deal:
    """Let seat 0 name the Schlag and the dealer the trump."""
    play_all(deal, [SCHLAG + GERMAN_RANKS.index(schlag), TRUMP + GERMAN_SUITS.index(trump)])
    return deal


def winner(schlag: str, trump: str, trick: str) -> int:
    """Place of the winning card of a trick."""
    deal = named(dealt(), schlag, trump)
    deal.trick = cards(trick)
    return deal.winning_index()


def may_follow(deal: Deal, trick: str, hand: str) -> list[int]:
    """Cards that the next seat may play from a hand on a trick led by seat 0."""
    deal.trick = cards(trick)
    deal.hands[deal.to_move] = sorted(cards(hand))
    return [move for move in deal.legal() if move < RAISE]


@pytest.mark.parametrize("number", range(len(RECORDS)))
def test_golden(number: int) -> None:
    check_record(Deal, RECORDS[number])


@pytest.mark.parametrize(("pack", "counts"), PERFT)
def test_perft(pack: str, counts: list[int]) -> None:
    check_perft(Deal("watten", pack), counts)


def test_W01() -> None:
    order = ["HK", "S7", "E7", "E9", "G9 H9 S9", "EA", "EK", "EO", "EU", "EX", "E8"]
    for place, high in enumerate(order):
        for low in order[place + 1 :]:
            for a in high.split():
                for b in low.split():
                    assert winner("9", "E", f"{a} {b}") == 0
                    assert winner("9", "E", f"{b} {a}") == 1
    assert winner("9", "E", "G9 EA E9 HK") == 3


def test_W02() -> None:
    assert winner("9", "E", "EA H9 S9 G9") == 1


def test_W03() -> None:
    assert winner("9", "E", "G9 GA GK S9") == 0


def test_W04() -> None:
    assert winner("9", "E", "S8 SX GA SU") == 3
    for high, low in pairwise("AKOUX87"):
        assert winner("9", "E", f"G{low} G{high}") == 1


def test_W05() -> None:
    assert winner("K", "H", "GK HA EK SK") == 0
    deal = named(dealt(), "K", "H")
    assert deal.hauptschlag() is None
    assert may_follow(deal, "HK", "HA S7 G9 GA") == sorted(cards("HA S7 G9 GA"))


def test_W06() -> None:
    assert winner("7", "G", "G7 H7 E7 GA") == 2
    assert winner("7", "G", "H7 S7 E7 G7") == 1
    assert winner("7", "G", "H7 G7 GA G8") == 1


def test_W07() -> None:
    deal = named(dealt(), "9", "E")
    assert may_follow(deal, "E9", "EX S7 G9 GA") == cards("EX S7")
    assert may_follow(deal, "E9", "G9 GA SA") == cards("G9 GA SA")


def test_W08() -> None:
    hand = "EX G9 GA S7"
    deal = named(dealt(), "9", "E")
    assert may_follow(deal, "EA", hand) == cards(hand)
    deal.tricks = [1, 0]
    assert may_follow(deal, "E9", hand) == cards(hand)


def test_W09() -> None:
    deal = named(dealt("EX"), "9", "E")
    deal.play(RAISE)
    assert (deal.to_move, deal.legal()) == (1, [SEE, FOLD])
    folded = deal.copy()
    folded.play(FOLD)
    assert (folded.ending, folded.payoffs()) == ("fold", (2, -2, 2, -2))
    deal.play(SEE)
    assert (deal.stake, deal.to_move) == (3, 0)
    assert RAISE not in deal.legal()
    play_cards(deal, "EX")
    assert deal.to_move == 1
    assert RAISE in deal.legal()


def test_W10() -> None:
    deal = named(dealt("HK G8", "E8 EA", "EK G7", "EX SA"), "9", "E")
    deal.tricks, deal.stake = [2, 1], 4
    play_cards(deal, "HK EA EK EX")
    assert (deal.ending, deal.payoffs()) == ("tricks", (4, -4, 4, -4))
    assert (deal.to_move, deal.legal()) == (None, [])
    assert card("G8") in deal.hands[0]


@pytest.mark.parametrize(
    ("scores", "may"),
    [((13, 7), (False, True)), ((12, 7), (True, True)), ((14, 14), (False, False))],
)
def test_W11(scores: tuple[int, int], may: tuple[bool, bool]) -> None:
    deal = named(dealt("EX", scores=scores), "9", "E")
    assert (RAISE in deal.legal()) == may[0]
    play_cards(deal, "EX")
    assert (RAISE in deal.legal()) == may[1]


def test_W12() -> None:
    deal = dealt("EA EK EO EU EX")
    assert (deal.to_move, deal.legal()) == (0, list(range(48, 56)))
    deal.play(SCHLAG)
    assert (deal.to_move, deal.legal()) == (3, [44, 45, 46, 47])
    deal.play(TRUMP)
    assert deal.to_move == 0


def test_W13() -> None:
    assert winner("9", "E", "HK S7 E7 E9") == 0
    hand = "EX G9 GA S7"
    assert may_follow(named(dealt(), "9", "E"), "HK", hand) == cards(hand)


def test_W14() -> None:
    assert winner("K", "S", "EK SK SA HK") == 3
    assert winner("K", "S", "EK GK SA S8") == 0
    assert named(dealt(), "K", "S").hauptschlag() == card("SK")


def test_raises_in_turn() -> None:
    """The page's example: two accepted raises make 4, the third is folded and pays 4."""
    deal = named(dealt("EX", "GX", "HX"), "9", "E")
    play_all(deal, [RAISE, SEE, card("EX"), RAISE, SEE])
    assert deal.stake == 4
    play_all(deal, [card("GX"), RAISE, FOLD])
    assert deal.payoffs() == (4, -4, 4, -4)


def test_option_schlag_must_hold() -> None:
    deal = dealt("EA GA EK G9 H9", schlag_must_hold=True)
    assert deal.legal() == [SCHLAG + GERMAN_RANKS.index(rank) for rank in "9KA"]


def test_option_schlag_counts_as_trump() -> None:
    deal = named(dealt(schlag_counts_as_trump=True), "9", "E")
    assert may_follow(deal, "E9", "EX S7 G9 GA") == cards("EX G9 S7")
    assert may_follow(deal, "E9", "G9 GA SA") == cards("G9")


def test_option_krit_lifts() -> None:
    strict, lifted = named(dealt(), "9", "E"), named(dealt(krit_lifts=True), "9", "E")
    assert may_follow(strict, "E9 S7", "EX GA") == cards("EX")
    assert may_follow(lifted, "E9 S7", "EX GA") == cards("EX GA")
    assert may_follow(lifted, "E9 EA", "EX GA") == cards("EX")


def test_option_max_stake() -> None:
    deal = named(dealt("EX", max_stake=3), "9", "E")
    play_all(deal, [RAISE, SEE, card("EX")])
    assert deal.stake == 3
    assert RAISE not in deal.legal()


def test_option_target() -> None:
    assert RAISE not in named(dealt(scores=(9, 0), target=11), "9", "E").legal()
    assert RAISE in named(dealt(scores=(13, 0), target=18), "9", "E").legal()


def test_redeals_hold_the_real_deal_and_only_like_ones() -> None:
    last = [replay(Deal, record, 1) for record in RECORDS]
    deal = next(deal for deal in last if deal.to_move is not None)
    seat = deal.to_move
    found = redeals("watten", deal.pack, deal.history, seat)
    assert len(found) == 15 * 14 * 13
    assert deal.layout() in found
    assert set(found.values()) == {10**4}
    assert all(layout[seat] == frozenset(deal.hands[seat]) for layout in found)


def test_forced_trick_tells_what_a_seat_lacks() -> None:
    """Seat 1 throws GA on the Hauptschlag: no trump suit card and no Kritischer in its hand."""
    real = ["E9 HA HX HU G8", "GA SX S8 GK GX", "SA", "SK"]
    pack = pack_with(Deal.PACKETS, *real)
    history = [SCHLAG + 2, TRUMP, card("E9"), card("GA")]
    seen = {"game": "watten", "pack": pack, "history": history, "seat": 0}
    for other in ("GA SX S8 GK H7", "GA S9 S8 GK GX"):
        assert consistent(other=pack_with(Deal.PACKETS, real[0], other), **seen)
    for other in ("GA SX S8 GK EX", "GA SX S8 GK S7", "GA SX S8 HK GX"):
        assert not consistent(other=pack_with(Deal.PACKETS, real[0], other), **seen)
