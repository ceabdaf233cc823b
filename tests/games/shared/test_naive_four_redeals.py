"""What a seat can infer in Schafkopf, worked by hand, and the pruning against trying all."""

from itertools import combinations

import pytest
from naive_four_checks import replay
from naive_four_redeals import deals_per_layout
from naive_four_seats import SEATS, card, pack_of, pack_with
from naive_schafkopf import Deal, consistent, redeals
from naive_schafkopf_cards import DOUBLE, PASS
from paths import recorded

RECORDS = recorded("schafkopf.jsonl")
CALL_E = 41
# The ace of E is with seat 1.  Seats 1, 2 and 3 can swap it for hearts without harm to a bid.
REAL = (
    "EO GO EU HA H9 EX E9 GK",
    "HO GU HX H8 EA GA SX S7",
    "SO HU HK H7 EK E8 G9 SA",
    "SU E7 GX G8 G7 SK S9 S8",
)
WINDOW = [CALL_E, PASS, PASS, PASS, card("H9")]


def pack(*swaps: tuple[str, str]) -> list[int]:
    """Give the real pack with pairs of cards swapped."""
    hands = " | ".join(REAL)
    for a, b in swaps:
        hands = hands.replace(a, "??").replace(b, a).replace("??", b)
    return pack_with(Deal.PACKETS, *hands.split(" | "))


def fits(seat: int, history: list[int], *swaps: tuple[str, str]) -> bool:
    """Say whether the pack with the swaps looks to the seat like the real one."""
    return consistent("schafkopf", pack(), pack(*swaps), history, seat)


def test_a_pass_in_the_window_excludes_nothing() -> None:
    history = [*WINDOW, PASS, PASS, PASS]
    assert fits(0, history, ("EA", "E8"))  # the ace with seat 2
    assert fits(0, history, ("EA", "E7"))  # the ace with seat 3


def test_kontra_excludes_the_called_ace() -> None:
    history = [*WINDOW, PASS, DOUBLE]
    assert not fits(0, history, ("EA", "E8"))
    assert fits(0, history, ("EA", "E7"))


def test_re_of_another_seat_shows_the_called_ace() -> None:
    history = [*WINDOW, PASS, DOUBLE, PASS, PASS, DOUBLE]
    assert not fits(0, history, ("EA", "E7"))
    assert fits(0, history, ("HX", "HK"))


def test_a_call_needs_a_plain_card_of_the_suit_and_not_the_ace() -> None:
    history = [CALL_E]
    assert fits(2, history, ("EX", "G8"))  # E9 is left
    assert not fits(2, history, ("EX", "G8"), ("E9", "G7"))
    assert not fits(2, history, ("EX", "EA"))


def test_following_the_called_suit_without_the_ace() -> None:
    """Seat 1 follows a lead of E with E7: the ace cannot be there."""
    other = pack(("EA", "E7"))  # seat 3 holds the ace, seat 1 the seven
    history = [CALL_E, PASS, PASS, PASS, card("E9"), PASS, PASS, PASS, card("E7")]
    assert consistent("schafkopf", other, pack(("EA", "E8"), ("E7", "E8")), history, 0)
    back = pack(("EA", "E7"), ("EA", "GA"))  # seat 3's ace against seat 1's ace of G
    assert not consistent("schafkopf", other, back, history, 0)


def test_a_card_seen_is_not_elsewhere() -> None:
    assert not fits(1, WINDOW, ("EA", "E7"))  # seat 1 sees its own ace
    assert not fits(1, WINDOW, ("H9", "H7"))  # H9 was played by seat 0


@pytest.mark.parametrize("number", [0, 2, 61, 62, 63])
def test_redeals_are_all_packs_that_replay(number: int) -> None:
    """Two cards a hand: 90 ways to place six unseen cards, each tried without pruning."""
    record = RECORDS[number]
    deal = replay(Deal, record, 2)
    seat, history = deal.to_move, deal.history
    hidden = [s for s in SEATS if s != seat]
    played = [sorted(deal.dealt[s] - set(deal.hands[s])) for s in SEATS]
    unseen = [c for s in hidden for c in deal.hands[s]]
    expected = set()
    for first in combinations(unseen, 2):
        rest = [c for c in unseen if c not in first]
        for second in combinations(rest, 2):
            now = [list(first), list(second), [c for c in rest if c not in second]]
            now.insert(seat, deal.hands[seat])
            other = pack_of([played[s] + now[s] for s in SEATS], [], Deal.PACKETS)
            if consistent("schafkopf", record["pack"], other, history, seat):
                expected.add(tuple(frozenset(hand) for hand in now))
    found = redeals("schafkopf", record["pack"], history, seat)
    assert set(found) == expected
    assert deal.layout() in expected


def test_redeals_with_four_cards_a_hand() -> None:
    deal = replay(Deal, RECORDS[61], 4)
    found = redeals("schafkopf", RECORDS[61]["pack"], deal.history, deal.to_move)
    assert deal.layout() in found
    assert set(found.values()) == {deals_per_layout(Deal.PACKETS)} == {70**4}
