"""The options of Schafkopf and who is asked to double, on the engine and on its slow twin."""

from __future__ import annotations

import pytest
from naive_four_seats import card, cards
from naive_schafkopf_cards import DOUBLE, PASS
from schafkopf_deals import C1, NO_ACE, RUF, SOLO_E, choice, contracted, pays, put


@pytest.mark.interpreted
def test_option_ace_still_forced() -> None:
    deal = contracted(RUF["E"], "EA EK E8 E9 H7", NO_ACE, "EX", by=1, ace_still_forced=True)
    put("E8 E7 EX", deal)
    assert choice(deal, 0, "EA EK E9 H7", "E7") == cards("EA")
    assert card("EA") in choice(deal, 0, "EA EK E9 H7", "GK")


@pytest.mark.interpreted
def test_option_only_declarers() -> None:
    theirs = contracted(RUF["E"], "EU E7", "EA", "EO GO", "HO SO", only_declarers=True)
    assert pays(theirs, 61, 4) == 20
    own = contracted(RUF["E"], "EO HO E7", "EA GO", "SO", only_declarers=True)
    assert pays(own, 61, 4) == 50


@pytest.mark.interpreted
def test_option_kontra_before_lead() -> None:
    deal = contracted(RUF["E"], *C1, kontra="before_lead")
    for seat in (1, 2, 3):
        assert deal.to_move == seat
        deal.play(PASS)
    deal.play(card("H9"))
    assert (deal.to_move, deal.legal()) == (1, sorted(cards("GU H8 HX HO")))


@pytest.mark.interpreted
def test_option_n_stoss_max() -> None:
    """Four doublings: defender 2, partner 1 (now open), defender 3, declarer 0."""
    deal = contracted(RUF["E"], *C1, n_stoss_max=4).play(card("H9"))
    deal.play(PASS, DOUBLE, PASS, PASS, DOUBLE)
    assert deal.asked == [2, 3]  # neither the declarer nor the partner
    deal.play(PASS, DOUBLE)
    assert deal.asked == [0, 1]  # neither defender: both have doubled
    deal.play(DOUBLE)
    assert (deal.asked, deal.to_move) == ([], 1)
    assert deal.doublings == 4
    assert pays(deal, 61, 4, doublings=4) == 16 * (20 + 30)


@pytest.mark.interpreted
def test_doubling_a_secret_partner_is_asked_to_the_end() -> None:
    deal = contracted(RUF["E"], *C1, n_stoss_max=4).play(card("H9"))
    deal.play(PASS, DOUBLE, PASS, DOUBLE)
    assert deal.asked == [1, 2, 3]
    assert deal.legal() == [PASS]


@pytest.mark.interpreted
def test_solo_asks_only_the_side_whose_turn_it_is() -> None:
    deal = contracted(SOLO_E, *C1, n_stoss_max=4).play(card("H9"))
    assert deal.asked == [1, 2, 3]
    deal.play(PASS, DOUBLE)
    assert deal.asked == [0]
    deal.play(DOUBLE)
    assert deal.asked == [1, 2, 3]
