"""What the twins of Watten and Schafkopf have in common: packs, copies, values, matches."""

from types import ModuleType

import naive_schafkopf
import naive_watten
import pytest
from naive_four_checks import plain_value, replay
from naive_four_seats import card, pack_with
from paths import recorded

pytestmark = pytest.mark.interpreted

GAMES = [("watten", naive_watten), ("schafkopf", naive_schafkopf)]
PACK = list(range(32))


def test_cards_in_both_styles() -> None:
    assert [card(text) for text in ("AS", "GA", "TH", "HX", "7C", "E7", "JD", "SU")] == [
        *(15, 15, 22, 22, 0, 0, 27, 27)
    ]
    with pytest.raises(ValueError, match="not a card"):
        card("SJ")


def test_pack_with_gives_the_cards_written() -> None:
    deal = naive_watten.Deal("watten", pack_with((3, 2), "HK S7", "E7"))
    assert {card("HK"), card("S7")} <= set(deal.hands[0])
    assert card("E7") in deal.hands[1]
    assert [len(hand) for hand in deal.hands] == [5, 5, 5, 5]


def test_packets_are_dealt_in_turn() -> None:
    watten = naive_watten.Deal("watten", PACK)
    assert watten.hands[1] == [3, 4, 5, 14, 15]
    assert watten.out == PACK[20:]
    schafkopf = naive_schafkopf.Deal("schafkopf", PACK)
    assert schafkopf.hands[1] == [4, 5, 6, 7, 20, 21, 22, 23]


@pytest.mark.parametrize(("game", "twin"), GAMES)
def test_bad_input(game: str, twin: ModuleType) -> None:
    with pytest.raises(ValueError, match="each of the 32 cards once"):
        twin.Deal(game, PACK[:31])
    with pytest.raises(ValueError, match="no option"):
        twin.Deal(game, PACK, nonsense=True)
    with pytest.raises(ValueError, match="twin of"):
        twin.Deal("schnapsen", PACK)


@pytest.mark.parametrize(("game", "twin"), GAMES)
def test_illegal_move_changes_nothing(game: str, twin: ModuleType) -> None:
    deal = twin.Deal(game, PACK)
    before = deal.key()
    with pytest.raises(ValueError, match="not a legal move"):
        deal.play(0)
    assert (deal.key(), deal.history) == (before, [])
    with pytest.raises(ValueError, match="not over"):
        deal.payoffs()


@pytest.mark.parametrize(("game", "twin"), GAMES)
def test_copy_is_independent(game: str, twin: ModuleType) -> None:
    deal = replay(twin.Deal, recorded(f"{game}.jsonl")[0], 3)
    other, before = deal.copy(), deal.key()
    while other.to_move is not None:
        other.play(other.legal()[0])
    assert deal.key() == before != other.key()


@pytest.mark.parametrize("number", [0, 61, 62])
@pytest.mark.parametrize(("game", "twin"), GAMES)
def test_value_is_minimax(game: str, twin: ModuleType, number: int) -> None:
    deal = replay(twin.Deal, recorded(f"{game}.jsonl")[number], 2)
    memo: dict = {}
    for seat in range(4):
        assert twin.value(deal, seat, memo) == plain_value(deal, seat)


def test_value_needs_settled_sides() -> None:
    with pytest.raises(ValueError, match="not settled"):
        naive_schafkopf.value(naive_schafkopf.Deal("schafkopf", PACK), 0)


@pytest.mark.parametrize(("game", "twin"), GAMES)
def test_endings_are_listed(game: str, twin: ModuleType) -> None:
    endings = {replay(twin.Deal, record, 0).ending for record in recorded(f"{game}.jsonl")}
    assert endings <= set(twin.ENDINGS)
    assert len(endings) == 2


def test_watten_match() -> None:
    """Seats move on after every deal, and the scores of a context are those of its seats."""
    match = naive_watten.Match()
    assert match.next_context() == {"scores": (0, 0)}
    match.record((4, -4, 4, -4))
    assert match.seating() == (1, 2, 3, 0)
    assert match.next_context() == {"scores": (0, 4)}
    match.record((-9, 9, -9, 9))
    assert match.next_context() == {"scores": (13, 0)}
    match.record((2, -2, 2, -2))
    assert (match.winner, match.next_context()) == (0, None)


def test_schafkopf_match() -> None:
    """A void deal counts; seats move on after every deal."""
    match = naive_schafkopf.Match(deals=2)
    assert match.next_context() == {}
    match.record((0, 0, 0, 0))
    assert match.seating() == (1, 2, 3, 0)
    match.record((150, -50, -50, -50))
    assert match.money == [-50, 150, -50, -50]
    assert match.next_context() is None
