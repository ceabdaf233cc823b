"""House rules of Schnapsen and Sixty-Six that the scenarios do not reach, on engine and twin.

A is seat 0 and on lead unless said, trump is hearts.
"""

from __future__ import annotations

import pytest
from schnapsen_positions import at, field, holds, menu, play, result, words

TWO = "AS KS", "TS QS"
FIVE = "AS TS KS QS JS", "AC TC KC QC JC"
HANDS = "AS KS QC JC JD", "JH JS AC AD TD"

pytestmark = [pytest.mark.interpreted, pytest.mark.compiled]


@pytest.mark.parametrize(("points", "worth"), [(30, 1), (29, 2)])
def test_schneider_at_30(points, worth):
    state = at(*FIVE, tricks=(3, 2), points=(66, points), schneider_at=30)
    assert result(state, "claim") == worth


def test_false_claim_flat2():
    position = {"tricks": (3, 0), "points": (50, 0), "false_claim": "flat2"}
    assert result(at(*FIVE, **position), "claim") == -2
    assert result(at(*TWO, closed="0:0/0", **position), "claim") == -2


def test_failed_close():
    position = {"tricks": (3, 2), "points": (50, 40), "closed": "0:10/1"}
    assert result(at("AS", "JS", failed_close="always3", **position), "AS", "JS", "end") == -3
    last = {"failed_close": "last_trick", **position}
    assert result(at("AS", "JS", **last), "AS", "JS", "end") == 1
    ten = play(at("AS", "JS", last_trick="ten_points", **last), "AS", "JS")
    assert field(ten, "points") == [63, 40]


def test_last_trick_scale():
    state = at("AS", "JS", tricks=(2, 7), points=(20, 32), last_trick="scale")
    assert result(state, "AS", "JS", "end") == 2


def test_final_claim_auto_below_66():
    state = at("AS", "JS", tricks=(2, 7), points=(20, 87), final_claim="auto")
    assert result(state, "AS", "JS") == 1


def test_exchange_on_turn():
    position = {"tricks": (2, 2), "up": "AH"}
    assert "exchange" not in menu(play(at(*HANDS, **position), "AS"))
    state = play(at(*HANDS, exchange_when="on_turn", **position), "AS", "exchange")
    assert menu(state) == {"AH", "JS", "AC", "AD", "TD"}


def test_marriage_locks_turn():
    hands = "KS QS JH JC JD", "AS JS AC AD TD"
    state = at(*hands, tricks=(2, 2), up="AH", marriage_locks_turn=True)
    assert menu(play(state, "marriage S")) == {"claim", "KS", "QS"}


PAIR = {"tricks": (3, 4), "points": (30, 34)}


def test_marriage_lead_king():
    state = play(at("KS QS AH", "AC JC TC", marriage_lead="king", **PAIR), "marriage S")
    assert menu(state) == {"claim", "KS"}


def test_marriage_counts_next_trick():
    """Both may hold points that are pending."""
    state = at("KS QS AH", "AC JC AS", pending=(0, 20), marriage_counts="next_trick", **PAIR)
    play(state, "marriage S", "KS", "AS")
    assert (field(state, "pending"), field(state, "points")) == ([20, 0], [30, 34 + 15 + 20])


def test_marriage_auto():
    def led(card: str, **options) -> list[int]:
        return field(play(at("KS QS AH", "AC JC AS", marriage="auto", **PAIR, **options), card),
                     "points")  # fmt: skip

    assert words(at("KS QS AH", "AC JC AS", marriage="auto", **PAIR)) == {"claim"}
    assert led("QS") == [50, 34]
    assert led("QS", marriage_lead="king") == [30, 34]
    assert led("KS", marriage_lead="king") == [50, 34]
    assert led("KS", marriage_after_close=False) == [30, 34]


def test_marriage_auto_on_the_first_lead():
    def pending(**options) -> list[int]:
        state = at("KS QS JC JD TC", "AS JS AC AD TD", marriage="auto", **options)
        return field(play(state, "KS"), "pending")

    assert pending() == [20, 0]
    assert pending(marriage_requires_trick=True) == [0, 0]


def test_marriage_auto_ends_an_auto_claim_deal():
    position = {"tricks": (3, 4), "points": (46, 34), "marriage": "auto", "claim": "auto"}
    assert result(at("KS QS AH", "AC JC TC", **position), "KS") == 1


def test_close_before_draw_in_schnapsen():
    position = {"tricks": (2, 2), "up": "AH", "close_before_draw": True}
    state = play(at(*HANDS, **position), "AS", "JS")
    assert menu(state) == {"claim", "close", "draw"}
    four = play(at(*HANDS, talon_min_close=4, **position), "AS", "JS")
    assert menu(four) == {"claim", "draw"}
    play(state, "close", "KS", "JH")
    assert field(state, "closer") == 0
    assert [hand.bit_count() for hand in field(state, "hand")] == [3, 3]


def test_the_opponent_swaps_the_jack_in_schnapsen():
    options = {"opponent_exchange_on_close": "auto", "talon_min_exchange": 4}
    assert holds(play(at(*HANDS, tricks=(2, 2), up="AH", **options), "close"), 1, "AH")
