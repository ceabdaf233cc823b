"""The slow twin of Watten against the recorded deals; the scenarios: test_watten_scenarios."""

import pytest
from naive_four_checks import MIXED_PACK, SORTED_PACK, check_perft, check_record, replay
from naive_four_seats import card, pack_with
from naive_watten import SCHLAG, TRUMP, Deal, consistent, redeals
from paths import recorded

pytestmark = pytest.mark.interpreted

RECORDS = recorded("watten.jsonl")
PERFT = [
    (SORTED_PACK, [8, 32, 192, 1014, 5186]),
    (MIXED_PACK, [8, 32, 192, 1012, 5181]),
]


@pytest.mark.parametrize("number", range(len(RECORDS)))
def test_golden(number: int) -> None:
    check_record(Deal, RECORDS[number])


@pytest.mark.parametrize(("pack", "counts"), PERFT)
def test_perft(pack: str, counts: list[int]) -> None:
    check_perft(Deal("watten", pack), counts)


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
