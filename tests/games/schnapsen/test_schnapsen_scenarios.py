"""Micro-scenarios 1 to 27 of the rules page of Schnapsen and Sixty-Six, on engine and twin.

By number.  A is seat 0 and on lead unless said, trump is hearts.
"""

from __future__ import annotations

import pytest
from schnapsen_positions import at, field, holds, last_trick, menu, play, result, words

from schnapsen_ai.card_text import card_text

FIVE = "JC JD TC"  # with a pair, a hand of five
OTHER = "AS JS AC AD TD"

pytestmark = [pytest.mark.interpreted, pytest.mark.compiled]


def test_scenario_01():
    state = at(f"KS QS {FIVE}", OTHER)
    play(state, "marriage S")
    assert (field(state, "points"), field(state, "pending")) == ([0, 0], [20, 0])
    play(state, "QS", "AS")
    assert (field(state, "points"), field(state, "pending")) == ([0, 14], [20, 0])
    later = at("AH TH", "KC QC", tricks=(8, 0), points=(66, 0), pending=(0, 20))
    assert result(later, "claim") == 3


def test_scenario_02():
    state = play(at(f"KH QH {FIVE}", OTHER), "marriage H")
    assert (field(state, "points"), field(state, "pending")) == ([0, 0], [40, 0])
    play(state, "KH", "JS")
    assert (field(state, "points"), field(state, "pending")) == ([4 + 2 + 40, 0], [0, 0])


@pytest.mark.parametrize(("points", "tricks", "worth"), [(33, 2, 1), (32, 2, 2), (0, 0, 3)])
def test_scenario_03(points, tricks, worth):
    state = at("AS TS KS QS JS", "AC TC KC QC JC", tricks=(3, tricks), points=(66, points))
    assert result(state, "claim") == worth


def false_claim(opponent_tricks: int, points: int, **options) -> int:
    hands = "AS TS KS QS JS", "AC TC KC QC JC"
    if options.get("game") == "sixty_six":
        hands = "AS TS KS QS JS 9S", "AC TC KC QC JC 9C"
    return result(at(*hands, tricks=(3, opponent_tricks), points=(65, points), **options), "claim")


def test_scenario_04():
    assert false_claim(2, 40) == -2
    assert false_claim(0, 0) == -3
    assert false_claim(0, 0, game="sixty_six") == -2
    assert false_claim(2, 40, false_claim="mirror") == -1
    assert false_claim(2, 32, false_claim="mirror") == -2
    assert false_claim(0, 0, false_claim="mirror") == -3


def test_scenario_05():
    assert result(at(f"KS QS {FIVE}", OTHER), "marriage S", "claim") == -3


def test_scenario_06():
    assert "claim" not in menu(at(f"KS QS {FIVE}", OTHER))


def test_scenario_07():
    state = at("KS QS", "AS JS", tricks=(2, 6), points=(10, 70))
    assert menu(play(state, "KS")) == {"AS"}
    opened = at(f"KS QS {FIVE}", OTHER, tricks=(1, 1), points=(10, 70))
    assert menu(play(opened, "KS")) == set(OTHER.split())


def test_scenario_08():
    state = at("KS QS", "AS JS", tricks=(6, 2), points=(70, 10))
    assert play(state, "KS", "AS").to_move == 1


def test_scenario_09():
    assert result(at("AS", "JS", tricks=(5, 4), points=(70, 80)), "claim") == 1


def test_scenario_10():
    state = at("KS QS AH", "AC JC TC", tricks=(3, 4), points=(46, 34))
    play(state, "marriage S")
    assert field(state, "points") == [66, 34]
    assert result(state, "claim") == 1


def test_scenario_11():
    state = play(at("KS QS TS JC KH", OTHER), "marriage S")
    assert menu(state) == {"claim", "close", "KS", "QS"}


def test_scenario_12():
    hands = "JH KS QC JC JD", "AS JS AC AD TD"
    two = {"tricks": (2, 2), "up": "AH"}
    assert {"exchange", "close"} <= words(at(*hands, **two))
    four = at(*hands, **two, talon_min_exchange=4, talon_min_close=4)
    assert not {"exchange", "close"} & words(four)
    for name in ("talon_min_exchange", "talon_min_close"):
        assert len({"exchange", "close"} & words(at(*hands, **two, **{name: 4}))) == 1
    more = at(*hands, tricks=(2, 1), up="AH", talon_min_exchange=4, talon_min_close=4)
    assert {"exchange", "close"} <= words(more)


def test_scenario_13():
    state = at("JH AS QC JC JD", "KS JS AC AD TD", tricks=(2, 2), up="AH")
    face_down = card_text(field(state, "pack")[19])
    play(state, "exchange")
    assert holds(state, 0, "AH") and not holds(state, 0, "JH")
    play(state, "AS", "JS")
    assert holds(state, 0, face_down) and holds(state, 1, "JH")
    assert (field(state, "talon"), field(state, "turn_up")) == (0, -1)
    assert not {"exchange", "close"} & words(state)
    assert menu(play(state, "JC")) == {"AC"}  # STRICT


@pytest.mark.parametrize(("led", "loser"), [("QS", 0), ("AS", 1)])
def test_scenario_14(led, loser):
    state = at("AS QS QC JC JD", "KS JS AC AD TD", tricks=(2, 2), up="AH")
    play(state, led, "KS")
    assert holds(state, loser, "AH") and not holds(state, 1 - loser, "AH")


def test_scenario_15():
    hands = "JH KS QC JC JD", "AS JS AC AD TD"
    assert "exchange" not in menu(play(at(*hands, tricks=(1, 1)), "close"))
    assert "exchange" in menu(at(*hands))
    assert "exchange" in menu(at(*hands, tricks=(1, 1)))
    assert "exchange" not in menu(at(*hands, game="snaps_bosnian"))
    nines = "9H KS QC JC JD QD", "AS JS AC AD TD TC"
    assert "exchange" not in menu(at(*nines, game="sixty_six"))
    assert "exchange" in menu(at(*nines, game="sixty_six", tricks=(1, 1)))
    assert "exchange" not in menu(at(*nines, game="sixty_six", tricks=(0, 1)))


def test_scenario_16():
    state = at("JH QH QC JC JD", "AS JS AC AD TD", tricks=(1, 1), up="KH")
    assert "marriage H" not in menu(state)
    assert "marriage H" in menu(play(state, "exchange"))
    assert field(play(state, "marriage H"), "points") == [40, 0]


def test_scenario_17():
    hands = "KS QS QC JC JD", "AS JS AC AD TD"
    assert "marriage S" in menu(play(at(*hands, tricks=(1, 1)), "close"))
    six = {"game": "sixty_six", "tricks": (1, 1)}
    nines = "KH QH QC JC JD 9D", "AS JS AC AD TD 9C"
    assert "marriage H" not in menu(play(at(*nines, **six), "close"))
    state = play(at(*nines, **six), "marriage H", "close")
    assert field(state, "points") == [40, 0]
    assert menu(state) == {"claim", "KH", "QH"}


def test_scenario_18():
    state = last_trick("JS", "AS", tricks=(3, 2), points=(50, 27), closed="0:0/0")
    assert field(state, "points") == [50, 40]
    assert (state.to_move, menu(state)) == (1, {"claim", "end"})
    assert (result(state, "end"), result(state, "claim")) == (-3, 2)


def test_scenario_19():
    state = last_trick("JS", "AS", tricks=(3, 3), points=(20, 67), closed="0:10/1")
    assert field(state, "points") == [20, 80]
    assert (result(state, "end"), result(state, "claim")) == (-2, -2)


TWO = "AS KS", "TS QS"


def test_scenario_20():
    position = {"tricks": (3, 1), "points": (70, 20), "closed": "0:0/0"}
    assert result(at(*TWO, **position), "claim") == 3
    assert result(at(*TWO, **position, close_scoring="at_end"), "claim") == 2


def test_scenario_21():
    position = {"tricks": (3, 3), "points": (70, 50), "closed": "0:30/2"}
    assert result(at(*TWO, **position), "claim") == 2
    assert result(at(*TWO, **position, close_scoring="at_end"), "claim") == 1


@pytest.mark.parametrize(
    ("game", "had", "worth"), [("schnapsen", 0, 3), ("schnapsen", 1, 2), ("sixty_six", 0, 2)]
)
def test_scenario_22(game, had, worth):
    # here the claimer is seat 0 and seat 1 has closed
    state = at(*TWO, game=game, tricks=(3, 2), points=(70, 30), closed=f"1:{9 * had}/{had}")
    assert result(state, "claim") == worth


def test_scenario_23():
    position = {"tricks": (4, 2), "points": (53, 40), "closed": "0:40/1"}
    state = last_trick("AS", "JS", **position)
    assert (field(state, "points"), state.to_move) == ([66, 40], 0)
    assert menu(state) == {"claim", "end"}
    assert (result(state, "claim"), result(state, "end")) == (1, -2)
    assert result(at("AS", "JS", **position, final_claim="none"), "AS", "JS") == -2
    assert result(at("AS", "JS", **position, final_claim="auto"), "AS", "JS") == 1


def test_scenario_24():
    state = last_trick("JS", "AS", tricks=(3, 2), points=(70, 30), closed="0:20/1")
    assert state.to_move == 1
    assert result(state, "end") == -2


def test_scenario_25():
    low = last_trick("AS", "JS", tricks=(2, 7), points=(20, 87))
    assert result(low, "end") == 1
    high = last_trick("AS", "JS", tricks=(7, 2), points=(75, 32))
    assert field(high, "points") == [88, 32]
    assert (result(high, "end"), result(high, "claim")) == (1, 2)


def test_scenario_26():
    position = {"tricks": (3, 1), "points": (50, 20), "closed": "0:0/0"}
    assert result(at(*TWO, **position), "claim") == -3
    assert result(at(*TWO, **position, closer_false_claim="current"), "claim") == -2


@pytest.mark.parametrize(("tricks", "worth"), [(1, -2), (0, -3)])
def test_scenario_27(tricks, worth):
    # here the closer is seat 1
    state = at(*TWO, tricks=(4, tricks), points=(50, 11 * tricks), closed="1:0/0")
    assert result(state, "claim") == worth
