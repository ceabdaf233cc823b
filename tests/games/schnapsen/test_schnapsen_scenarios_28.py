"""Micro-scenarios 28 to 44 of the rules page of Schnapsen and Sixty-Six, on engine and twin.

By number.  A is seat 0 and on lead unless said, trump is hearts.
"""

from __future__ import annotations

import numpy as np
import pytest
from schnapsen_positions import at, field, holds, last_trick, menu, play, result, words

import schnapsen_ai as sa
from schnapsen_ai.card_text import card_text, parse_card

TWO = "AS KS", "TS QS"

pytestmark = [pytest.mark.interpreted, pytest.mark.compiled]


def answers(led: str, hand: str, strict: bool = True) -> set[str]:
    """What may follow; the leader's other cards are of clubs."""
    theirs = hand.split()
    clubs = [card for card in ("TC", "KC", "QC", "AC") if card not in theirs]
    mine = " ".join([led, *clubs[: len(theirs) - 1]])
    if not strict:
        return menu(play(at(mine, hand, tricks=(1, 1)), led))
    return menu(play(at(mine, hand, tricks=(10 - len(theirs), 0)), led))


@pytest.mark.parametrize(
    ("led", "hand", "legal"),
    [
        ("TS", "AS KS JS AH", "AS"),
        ("AS", "KS JS AH", "KS JS"),
        ("AS", "JH AH TD", "JH AH"),
        ("AS", "TD JC", "TD JC"),
    ],
)
def test_scenario_28(led, hand, legal):
    assert answers(led, hand) == set(legal.split())


@pytest.mark.parametrize(
    ("led", "hand", "legal"),
    [("KH", "AH TH JH AS", "AH TH"), ("AH", "TH JH AS", "TH JH"), ("AH", "AS TD", "AS TD")],
)
def test_scenario_29(led, hand, legal):
    assert answers(led, hand) == set(legal.split())


def test_scenario_30():
    assert answers("TS", "JS AH") == {"JS"}


def test_scenario_31():
    assert answers("TS", "AS KS JS AH TD", strict=False) == {"AS", "KS", "JS", "AH", "TD"}


def test_scenario_32():
    hands = "AS TS KS QS JS", "AC TC KC QC JC"
    assert result(at(*hands, tricks=(4, 1), points=(66, 4)), "claim") == 2
    assert result(at(*hands, tricks=(4, 1), points=(66, 4 + 2 + 40)), "claim") == 1


def test_scenario_33():
    state = at("KH QH JC JD TC", "AH AS AC AD TD")
    play(state, "marriage H", "QH", "AH", "close")
    assert field(state, "pending") == [40, 0]
    assert [field(state, f) for f in ("closer", "close_points", "close_tricks")] == [1, 0, 0]
    closed = {"turn": 1, "pending": (40, 0), "closed": "1:0/0"}
    assert result(at("KH KC", "AS AD", tricks=(0, 4), points=(0, 66), **closed), "claim") == -3
    state = at("KH KC", "AS AD", tricks=(0, 4), points=(0, 60), **closed)
    play(state, "AS", "KH")  # forehand has to ruff: now the forty counts
    assert (field(state, "points"), field(state, "pending")) == ([15 + 40, 60], [0, 0])
    assert result(state, "KC", "AD", "end") == 3


def deal_won(game: sa.Game, seat: int, points: int) -> sa.State:
    """A finished deal that gives a seat 1, 2 or 3 game points."""
    tricks, other = {3: (0, 0), 2: (1, 20), 1: (1, 40)}[points]
    mine, theirs = TWO
    hands = (mine, theirs) if seat == 0 else (theirs, mine)
    won, counts = (9 - tricks - 1, tricks), (66, other)
    if seat == 1:
        won, counts = won[::-1], counts[::-1]
    state = at(*hands, game=game.name, tricks=won, points=counts, turn=seat)
    assert result(state, "claim") == (points if seat == 0 else -points)
    return play(state, "claim")


def test_scenario_34():
    game = sa.load("schnapsen")
    match = game.new_match(first_dealer=1)
    match["score"][0] = [1, 7]
    assert match["player"][0].tolist() == [0, 1]  # player 0 is forehand
    game.board.next_deal_at(match, deal_won(game, 0, 3)._pool)
    assert match["score"][0].tolist() == [-2, 7]
    assert (match["over"][0], match["winner"][0]) == (1, 0)
    assert match["marks"][0].tolist() == [0, 1]


def test_a_match_goes_on_until_a_score_is_used_up():
    game = sa.load("schnapsen")
    match = game.new_match(first_dealer=1)
    for seat, points, score, dealer in [
        (0, 3, [4, 7], 0),  # the deal alternates
        (0, 2, [4, 5], 1),  # seat 0 is player 1 now
        (1, 1, [4, 4], 0),
        (1, 3, [1, 4], 1),
        (0, 1, [0, 4], 0),
    ]:
        assert match["over"][0] == 0
        game.board.next_deal_at(match, deal_won(game, seat, points)._pool)
        assert match["score"][0].tolist() == score
        assert match["player"][0].tolist() == [1 - dealer, dealer]
    assert (match["over"][0], match["winner"][0], match["deals"][0]) == (1, 0, 5)
    assert match["marks"][0].tolist() == [0, 1]


def test_a_deal_knows_the_match_scores_by_seat():
    game = sa.load("schnapsen")
    match = game.new_match(first_dealer=0)
    match["score"][0] = [3, 6]
    state = game.deal(seed=1, match=match)
    assert field(state, "score") == [6, 3]
    assert state.view(0).score == (6, 3)


@pytest.mark.parametrize(("double", "mark"), [(True, 2), (False, 1)])
def test_a_match_lost_to_nothing(double, mark):
    game = sa.load("schnapsen", schneider_bummerl=double)
    match = game.new_match()
    match["score"][0] = [7, 2]
    state = deal_won(sa.load("schnapsen"), 1, 2)
    pool = game.new_pool(1)
    for name in ("winner", "value", "ending", "phase"):
        pool[name] = state._pool[name]
    game.board.next_deal_at(match, pool)
    assert match["marks"][0].tolist() == [mark, 0]


def test_resigning_loses_the_match():
    game = sa.load("schnapsen")
    match = game.new_match()
    state = game.deal(seed=1, match=match)
    state.resign(1)
    game.board.next_deal_at(match, state._pool)
    assert (match["over"][0], match["winner"][0]) == (1, 0)
    assert match["marks"][0].tolist() == [0, 1]


def test_scenario_35():
    position = {"game": "schnapsen_auto_claim", "tricks": (4, 2), "points": (53, 40)}
    assert result(at("AS", "JS", **position, closed="0:40/1"), "AS", "JS") == 1
    position |= {"tricks": (3, 4), "points": (46, 34)}
    state = at("KS QS AH", "AC JC TC", **position)
    assert menu(state) == {"KS", "QS", "AH", "marriage S"}
    assert result(state, "marriage S") == 1


def test_scenario_36():
    state = last_trick("AS", "JS", game="sixty_six", tricks=(6, 5), points=(42, 65))
    assert field(state, "points") == [65, 65]
    assert result(state, "end") == 0
    play(state, "end")
    assert state.ending == "drawn"
    match = state.game.new_match(first_dealer=0)
    before = match.copy()
    state.game.board.next_deal_at(match, state._pool)
    assert match["deals"][0] == 1
    for name in ("player", "score", "over", "winner", "marks"):
        assert np.array_equal(match[name], before[name])  # the same dealer deals again


def test_the_winner_deals_next_in_sixty_six():
    game = sa.load("sixty_six")
    for seat in (0, 1):
        match = game.new_match(first_dealer=1)
        state = game.deal(seed=1, match=match)
        state._pool["winner"], state._pool["value"], state._pool["ending"] = seat, 1, 1
        game.board.next_deal_at(match, state._pool)
        assert match["player"][0].tolist() == [1 - seat, seat]


def test_scenario_37():
    hands = "AS TS KS QS JS AH", "AC TC KC QC JC AD"
    assert result(at(*hands, game="sixty_six", tricks=(5, 1), points=(66, 0)), "claim") == 2


def test_scenario_38():
    state = last_trick("AS", "JS", game="sixty_six", tricks=(3, 8), points=(17, 90))
    assert field(state, "points") == [40, 90]
    assert result(state, "end") == -1


def test_scenario_39():
    state = at("9C KS QC JC JD QD", "9H JS AC AD TD TC", game="sixty_six")
    play(state, "9C", "AC")
    assert [hand.bit_count() for hand in field(state, "hand")] == [5, 5]
    assert menu(state) == {"claim", "close", "draw"}


@pytest.mark.parametrize("nine", ["9H", "9S"])
def test_scenario_40(nine):
    hands = "AS KS QC JC JD QD", f"{nine} JS AC AD TD TC"
    state = play(at(*hands, game="sixty_six", tricks=(1, 0), up="AH"), "close")
    swapped = nine == "9H"
    assert holds(state, 1, "AH") == swapped
    assert card_text(field(state, "turn_up")) == ("9H" if swapped else "AH")
    assert holds(state, 1, nine) != swapped


@pytest.mark.parametrize("seat", [0, 1])
def test_scenario_41(seat):
    hands = "KH QS QC JC JD", "AS JS AC AD TD"
    state = at(*hands, tricks=(1, 1), up="JH", turn=seat)
    assert "close" in words(state) and "exchange" not in words(state)


def test_scenario_42():
    state = play(at("KS QS JC JD TC", "AS JS AC AD TD"), "close")
    while set(menu(state)) != {"claim", "end"}:
        cards = [move for move in state.legal_moves() if move < 32]
        state.play(cards[0])
    assert sum(field(state, "tricks")) == 5
    assert field(state, "hand") == [0, 0]


def test_scenario_43():
    state = at("AS TS KS QS JS", "AC TC KC QC JC", game="playmore", tricks=(4, 0), points=(66, 0))
    assert result(state, "claim") == 1


@pytest.mark.parametrize(("thrown", "points", "worth"), [("JS JC KS", 66, 3), ("JS JC JD", 64, -3)])
def test_scenario_44(thrown, points, worth):
    state = at("AH KH QH TC TD", "JS JC JD KS QS", up="TH")
    first, second, third = thrown.split()
    play(state, "close", "AH", first, "marriage H", "KH", second, "QH", third)
    assert field(state, "points") == [points, 0]
    assert result(state, "claim") == worth


def test_the_other_half_that_lies_open_is_not_learned_to_be_absent():
    """Under marriage=auto a king or queen led alone says that the other half is not held."""
    state = at("KH KS AC TC JC", "AS TS JS AH TH", up="QH", marriage="auto", tricks=(0, 0))
    assert field(play(state.copy(), "KS"), "absent") == [1 << parse_card("QS"), 0]
    assert field(play(state.copy(), "KH"), "absent") == [0, 0]


@pytest.mark.parametrize(
    ("closed", "ending"),
    [("-", "claim"), ("0:0/0", "claim by the closer"), ("1:0/0", "claim against the closer")],
)
def test_a_claim_says_who_had_closed(closed, ending):
    state = at("AH KH AS KS JS", "TH QH TS AC TC", tricks=(2, 0), points=(66, 0), closed=closed)
    assert play(state, "claim").ending == ending
