"""The slow twin of Schnapsen and Sixty-Six against recorded deals and the rules page's scenarios.

test_scenario_NN is micro-scenario NN of the rules page. Scenario 34 and the second half of 36 are
about matches, which the twin does not play.
"""

from __future__ import annotations

import json
import random

import pytest
from naive import ENDINGS, PRESETS, RANKS, SUITS, Deal, cards, full_pack, move_values, perft, value
from paths import GOLDEN, recorded

WORDS = {"exchange": 36, "close": 37, "claim": 38, "end": 39, "draw": 40}
WORDS |= {f"marriage {s}": 32 + i for i, s in enumerate(SUITS)}
WORDS |= {r + s: 8 * i + j for i, s in enumerate(SUITS) for j, r in enumerate(RANKS)}
NAMES = {move: word for word, move in WORDS.items()}


def at(
    mine: str,
    theirs: str = "",
    talon: str = "",
    up: str = "",
    *,
    game: str = "schnapsen",
    points: tuple[int, int] = (0, 0),
    tricks: tuple[int, int] = (1, 1),
    closed_by: int | None = None,
    at_close: tuple[int, int] | None = None,
    trump: str = "H",
    **options,
) -> Deal:
    """A position with seat 0 ("A", or forehand where it matters) on lead."""
    deal = Deal(game, full_pack(game), **options)
    deal.hands, deal.talon = [cards(mine), cards(theirs)], cards(talon)
    deal.turn_up = cards(up)[0] if up else None
    deal.trump = SUITS.index(trump)
    deal.points, deal.tricks, deal.tricks_played = list(points), list(tricks), sum(tricks)
    deal.closed_by, deal.at_close = closed_by, at_close
    laid = deal.hands[0] + deal.hands[1] + deal.talon
    assert len(laid) == len(set(laid)) and deal.turn_up not in laid
    return deal


def play(deal: Deal, *moves: str) -> Deal:
    for move in moves:
        deal.play(WORDS[move])
    return deal


def menu(deal: Deal) -> set[str]:
    return {NAMES[move] for move in deal.legal()}


def words(deal: Deal) -> set[str]:
    """The legal moves that are not cards."""
    return {NAMES[move] for move in deal.legal() if move >= 32}


def result(deal: Deal, *moves: str) -> int:
    """Game points of seat 0 once the moves have ended the deal."""
    played = play(deal.copy(), *moves)
    assert played.ending in ENDINGS and played.to_move is None and played.legal() == []
    assert sum(played.payoffs()) == 0
    return played.payoffs()[0]


# ---- recorded deals


@pytest.mark.parametrize("name", PRESETS)
def test_golden(name):
    for record in recorded(f"{name}.jsonl"):
        deal = Deal(record["game"], record["pack"])
        steps = zip(record["moves"], record["to_move"], record["legal"], strict=True)
        for move, seat, legal in steps:
            assert (deal.to_move, deal.legal()) == (seat, legal), record["pack"]
            deal.play(move)
        assert deal.to_move is None
        assert list(deal.payoffs()) == record["payoffs"], record["pack"]
        assert deal.history == record["moves"]


@pytest.mark.parametrize("name", PRESETS)
def test_perft(name):
    records = [record for record in recorded("perft.jsonl") if record["game"] == name]
    assert records
    for record in records:
        start = Deal(name, record["pack"])
        counts = [perft(start, depth) for depth in range(1, len(record["counts"]) + 1)]
        assert counts == record["counts"]


# ---- the object itself


def test_bad_arguments():
    for arguments in [("skat", full_pack("schnapsen")), ("schnapsen", "AS"), ("sixty_six", [0])]:
        with pytest.raises(ValueError):
            Deal(*arguments)
    with pytest.raises(ValueError):
        Deal("schnapsen", full_pack("schnapsen"), no_such_option=1)


def test_presets_are_complete():
    assert all(set(options) == set(PRESETS["schnapsen"]) for options in PRESETS.values())


@pytest.mark.parametrize("name", PRESETS)
def test_random_deals(name):
    """Illegal moves change nothing, copies are independent, the pack's points are all there."""
    rng = random.Random(name)
    for _ in range(40):
        deal = Deal(name, rng.sample(full_pack(name), len(full_pack(name))))
        while deal.to_move is not None:
            before = deal.key(), deal.public(0), deal.public(1), list(deal.history)
            for wrong in set(range(41)) - set(deal.legal()):
                with pytest.raises(ValueError):
                    deal.play(wrong)
            deal.copy().play(rng.choice(deal.legal()))
            assert before == (deal.key(), deal.public(0), deal.public(1), deal.history)
            deal.play(rng.choice(deal.legal()))
        assert deal.ending in ENDINGS
        with pytest.raises(ValueError):
            deal.play(38)


# ---- the micro-scenarios of the rules page; A is seat 0, trump is hearts


def test_scenario_01():
    deal = at("KS QS JC JD TC", "AS JS AC AD TD", "KC", "KH", tricks=(0, 0))
    play(deal, "marriage S", "QS", "AS")
    assert (deal.points[0], deal.pending[0]) == (0, 20)
    deal.points[1] = 66
    assert result(deal, "claim") == -3


def test_scenario_02():
    deal = at("KH QH JC JD TC", "AS JS AC AD TD", "KC", "TH", tricks=(0, 0))
    play(deal, "marriage H")
    assert (deal.points[0], deal.pending[0]) == (0, 40)
    play(deal, "KH", "JS")
    assert (deal.points[0], deal.pending[0]) == (46, 0)


@pytest.mark.parametrize(("points", "tricks", "worth"), [(33, 2, 1), (32, 2, 2), (0, 0, 3)])
def test_scenario_03(points, tricks, worth):
    deal = at("AS", "JS", points=(66, points), tricks=(2, tricks))
    assert result(deal, "claim") == worth


def test_scenario_04():
    some, none = {"points": (65, 40), "tricks": (2, 1)}, {"points": (65, 0), "tricks": (2, 0)}
    assert result(at("AS", "JS", **some), "claim") == -2
    assert result(at("AS", "JS", **none), "claim") == -3
    assert result(at("AS", "JS", game="sixty_six", **none), "claim") == -2
    assert result(at("AS", "JS", false_claim="mirror", **some), "claim") == -1
    assert result(at("AS", "JS", false_claim="mirror", **none), "claim") == -3


def test_scenario_05():
    deal = at("KS QS JC JD TC", "AS JS AC AD TD", "KC", "KH", tricks=(0, 0))
    assert result(deal, "marriage S", "claim") == -3


def test_scenario_06():
    deal = at("KS QS JC JD TC", "AS JS AC AD TD", "KC", "KH", tricks=(0, 0))
    assert "claim" not in menu(deal)


def test_scenario_07():
    deal = at("KS QS", "AS JS", points=(10, 70))
    assert menu(play(deal, "KS")) == {"AS"}


def test_scenario_08():
    deal = play(at("KS QS", "AS JS", points=(70, 10)), "KS", "AS")
    assert deal.to_move == 1


def test_scenario_09():
    assert result(at("AS", "JS", points=(70, 80)), "claim") == 1


def test_scenario_10():
    deal = at("KS QS", "AC JC", points=(46, 34), tricks=(3, 4))
    assert result(deal, "marriage S", "claim") == 1


def test_scenario_11():
    deal = at("KS QS TS JC KH", "AS JS AC AD TD", "KC", "AH", tricks=(0, 0))
    assert menu(play(deal, "marriage S")) == {"claim", "close", "KS", "QS"}


def test_scenario_12():
    hands = ("JH KS QC JC JD", "AS JS AC AD TD", "KC", "AH")
    assert {"exchange", "close"} <= words(at(*hands))
    four = at(*hands, talon_min_exchange=4, talon_min_close=4)
    assert not {"exchange", "close"} & words(four)


def test_scenario_13():
    deal = at("JH AS QC JC JD", "KS JS AC AD TD", "KC", "AH")
    play(deal, "exchange", "AS", "JS")
    assert cards("KC")[0] in deal.hands[0] and cards("JH")[0] in deal.hands[1]
    assert not deal.is_open and deal.turn_up is None


def test_scenario_14():
    deal = at("AS QS QC JC JD", "KS JS AC AD TD", "KC", "AH")
    lost, won = play(deal.copy(), "QS", "KS"), play(deal, "AS", "KS")
    assert cards("AH")[0] in lost.hands[0] and cards("AH")[0] in won.hands[1]


def test_scenario_15():
    hands = ("JH KS QC JC JD", "AS JS AC AD TD", "KC TC", "AH")
    assert "exchange" in menu(at(*hands))
    assert "exchange" not in menu(play(at(*hands), "close"))
    assert "exchange" in menu(at(*hands, tricks=(0, 0)))
    assert "exchange" not in menu(at(*hands, tricks=(0, 0), game="snaps_bosnian"))
    nines = ("9H KS QC JC JD QD", "AS JS AC AD TD TC", "KC TS", "AH")
    assert "exchange" not in menu(at(*nines, tricks=(0, 0), game="sixty_six"))
    assert "exchange" in menu(at(*nines, game="sixty_six"))


def test_scenario_16():
    deal = at("JH QH QC JC JD", "AS JS AC AD TD", "KC", "KH")
    assert "marriage H" not in menu(deal)
    assert "marriage H" in menu(play(deal, "exchange"))
    assert play(deal, "marriage H").points[0] == 40


def test_scenario_17():
    hands = ("KS QS QC JC JD", "AS JS AC AD TD", "KC", "KH")
    assert "marriage S" in menu(play(at(*hands), "close"))
    six = ("KS QS QC JC JD 9D", "AS JS AC AD TD 9C", "KC", "AH")
    assert "marriage S" not in menu(play(at(*six, game="sixty_six"), "close"))
    trumps = ("KH QH QC JC JD 9D", "AS JS AC AD TD 9C", "KC", "AH")
    deal = play(at(*trumps, game="sixty_six"), "marriage H", "close")
    assert deal.points[0] == 40
    assert menu(deal) == {"claim", "KH", "QH"}


def test_scenario_18():
    state = {"points": (50, 40), "tricks": (3, 1), "closed_by": 0, "at_close": (0, 0)}
    deal = play(at("JS", "AS", **state), "JS", "AS")
    assert (deal.to_move, menu(deal)) == (1, {"claim", "end"})
    assert result(deal, "end") == -3
    assert result(deal, "claim") == 2


def test_scenario_19():
    state = {"points": (20, 67), "tricks": (2, 2), "closed_by": 0, "at_close": (10, 1)}
    deal = play(at("JS", "AS", **state), "JS", "AS")
    assert deal.points[1] == 80
    assert (result(deal, "end"), result(deal, "claim")) == (-2, -2)


def test_scenario_20():
    state = {"points": (70, 20), "tricks": (3, 1), "closed_by": 0, "at_close": (0, 0)}
    assert result(at("AS", "JS", **state), "claim") == 3
    assert result(at("AS", "JS", close_scoring="at_end", **state), "claim") == 2


def test_scenario_21():
    state = {"points": (70, 50), "tricks": (3, 3), "closed_by": 0, "at_close": (30, 2)}
    assert result(at("AS", "JS", **state), "claim") == 2
    assert result(at("AS", "JS", close_scoring="at_end", **state), "claim") == 1


def test_scenario_22():
    for game, had, worth in [("schnapsen", 0, 3), ("schnapsen", 1, 2), ("sixty_six", 0, 2)]:
        state = {"points": (70, 30), "tricks": (3, 2), "closed_by": 1, "at_close": (9 * had, had)}
        deal = at("AS", "JS", game=game, **state)  # here the claimer is seat 0
        assert result(deal, "claim") == worth


def test_scenario_23():
    state = {"points": (53, 40), "tricks": (3, 1), "closed_by": 0, "at_close": (40, 1)}
    deal = play(at("AS", "JS", **state), "AS", "JS")
    assert (deal.points[0], menu(deal)) == (66, {"claim", "end"})
    assert (result(deal, "claim"), result(deal, "end")) == (1, -2)
    assert result(at("AS", "JS", final_claim="none", **state), "AS", "JS") == -2
    assert result(at("AS", "JS", final_claim="auto", **state), "AS", "JS") == 1


def test_scenario_24():
    state = {"points": (70, 30), "tricks": (3, 2), "closed_by": 0, "at_close": (20, 1)}
    deal = play(at("JS", "AS", **state), "JS", "AS")
    assert deal.to_move == 1
    assert result(deal, "end") == -2


def test_scenario_25():
    low = play(at("AS", "JS", points=(20, 87), tricks=(2, 7)), "AS", "JS")
    assert result(low, "end") == 1
    high = play(at("AS", "JS", points=(75, 32), tricks=(7, 2)), "AS", "JS")
    assert high.points == [88, 32]
    assert (result(high, "end"), result(high, "claim")) == (1, 2)


def test_scenario_26():
    state = {"points": (50, 20), "tricks": (3, 1), "closed_by": 0, "at_close": (0, 0)}
    assert result(at("AS", "JS", **state), "claim") == -3
    assert result(at("AS", "JS", closer_false_claim="current", **state), "claim") == -2


def test_scenario_27():
    for tricks, worth in [(1, -2), (0, -3)]:  # here the closer is seat 1
        state = {"points": (50, 0), "tricks": (3, tricks), "closed_by": 1, "at_close": (0, 0)}
        assert result(at("AS", "JS", **state), "claim") == worth


FOLLOWS_28 = [
    ("TS", "AS KS JS AH", "AS"),
    ("AS", "KS JS AH", "KS JS"),
    ("AS", "JH AH TD", "JH AH"),
    ("AS", "TD JC", "TD JC"),
]
FOLLOWS_29 = [
    ("KH", "AH TH JH AS", "AH TH"),
    ("AH", "TH JH AS", "TH JH"),
    ("AH", "AS TD", "AS TD"),
]


def answers(led: str, hand: str, **state) -> set[str]:
    return menu(play(at(led + " KC QC", hand, **state), led))


@pytest.mark.parametrize(("led", "hand", "legal"), FOLLOWS_28)
def test_scenario_28(led, hand, legal):
    assert answers(led, hand) == set(legal.split())


@pytest.mark.parametrize(("led", "hand", "legal"), FOLLOWS_29)
def test_scenario_29(led, hand, legal):
    assert answers(led, hand) == set(legal.split())


def test_scenario_30():
    assert answers("TS", "JS AH") == {"JS"}


def test_scenario_31():
    assert answers("TS", "AS KS JS AH", talon="TD", up="QH") == {"AS", "KS", "JS", "AH"}


def test_scenario_32():
    assert result(at("AS", "JS", points=(66, 4), tricks=(3, 1)), "claim") == 2
    assert result(at("AS", "JS", points=(66, 4 + 2 + 40), tricks=(3, 1)), "claim") == 1


def closed_by_dealer_over_a_pending_forty() -> Deal:
    deal = at("KH QH JC JD TC", "AH AS AC AD TD", "TS KC KS", "TH", tricks=(0, 0))
    play(deal, "marriage H", "QH", "AH", "close")
    assert (deal.pending[0], deal.closed_by, deal.at_close) == (40, 1, (0, 0))
    return deal


def test_scenario_33():
    deal = closed_by_dealer_over_a_pending_forty()
    deal.points[1] = 66
    assert result(deal, "claim") == -3
    deal = closed_by_dealer_over_a_pending_forty()
    play(deal, "AS", "KH")  # forehand has to ruff: now the forty counts
    assert deal.points[0] == 15 + 40
    deal.hands = [cards("KC"), cards("AD")]
    assert result(play(deal, "KC", "AD"), "end") == 3


def test_scenario_35():
    auto = {"game": "schnapsen_auto_claim"}
    state = {"points": (53, 40), "tricks": (3, 1), "closed_by": 0, "at_close": (40, 1)}
    assert result(at("AS", "JS", **state, **auto), "AS", "JS") == 1
    deal = at("KS QS", "AC JC", points=(46, 34), tricks=(3, 4), **auto)
    assert menu(deal) == {"KS", "QS", "marriage S"}
    assert result(deal, "marriage S") == 1


def test_scenario_36():
    deal = at("AS", "JS", points=(42, 65), tricks=(6, 5), game="sixty_six")
    play(deal, "AS", "JS")
    assert deal.points == [65, 65]
    assert result(deal, "end") == 0
    assert play(deal, "end").ending == "draw"


def test_scenario_37():
    deal = at("AS", "JS", points=(66, 0), tricks=(5, 1), game="sixty_six")
    assert result(deal, "claim") == 2


def test_scenario_38():
    deal = at("AS", "JS", points=(17, 90), tricks=(3, 8), game="sixty_six")
    play(deal, "AS", "JS")
    assert deal.points == [40, 90]
    assert result(deal, "end") == -1


def test_scenario_39():
    deal = Deal("sixty_six", full_pack("sixty_six"))
    play(deal, "9C", "AC")
    assert [len(hand) for hand in deal.hands] == [5, 5]
    assert menu(deal) == {"claim", "close", "draw"}


def test_scenario_40():
    hands = ("AS KS QC JC JD QD", "9H JS AC AD TD TC", "KC TS 9S", "AH")
    deal = play(at(*hands, tricks=(1, 0), game="sixty_six"), "close")
    assert deal.swapped is True
    assert cards("AH")[0] in deal.hands[1] and cards("9H")[0] not in deal.hands[1]
    assert deal.turn_up == cards("9H")[0]
    none = ("AS KS QC JC JD QD", "9S JS AC AD TD TC", "KC TS 9H", "AH")
    assert play(at(*none, tricks=(1, 0), game="sixty_six"), "close").swapped is False


def test_scenario_41():
    deal = at("KH QS QC JC JD", "AS JS AC AD TD", "KC", "JH")
    assert "exchange" not in menu(deal)


def test_scenario_42():
    deal = Deal("schnapsen", full_pack("schnapsen"))
    play(deal, "close")
    while not deal.final_window:
        deal.play(deal.legal()[0])
    assert deal.tricks_played == 5


def test_scenario_43():
    deal = at("AS", "JS", points=(66, 0), tricks=(4, 0), game="playmore")
    assert result(deal, "claim") == 1


@pytest.mark.parametrize(("thrown", "points", "worth"), [("JS JC KS", 66, 3), ("JS JC JD", 64, -3)])
def test_scenario_44(thrown, points, worth):
    deal = at("AH KH QH TC TD", "JS JC JD KS QS", "AC", "TH", tricks=(0, 0))
    first, second, third = thrown.split()
    play(deal, "close", "AH", first, "marriage H", "KH", second, "QH", third)
    assert deal.points[0] == points
    assert result(deal, "claim") == worth


# ---- options that the scenarios do not reach


def test_schneider_at_30():
    assert result(at("AS", "JS", points=(66, 30), schneider_at=30), "claim") == 1
    assert result(at("AS", "JS", points=(66, 29), schneider_at=30), "claim") == 2


def test_false_claim_flat2():
    state = {"points": (20, 0), "tricks": (2, 0), "false_claim": "flat2"}
    assert result(at("AS", "JS", **state), "claim") == -2
    closed = {"closed_by": 0, "at_close": (0, 0)}
    assert result(at("AS", "JS", **closed, **state), "claim") == -2


def test_failed_close_options():
    state = {"points": (50, 40), "tricks": (3, 1), "closed_by": 0, "at_close": (10, 1)}
    deal = at("AS", "JS", failed_close="always3", **state)
    assert result(deal, "AS", "JS", "end") == -3
    deal = at("AS", "JS", failed_close="last_trick", **state)
    assert result(deal, "AS", "JS", "end") == 1
    deal = at("AS", "JS", failed_close="last_trick", last_trick="ten_points", **state)
    assert play(deal, "AS", "JS").points[0] == 63


def test_last_trick_scale():
    deal = at("AS", "JS", points=(20, 32), tricks=(2, 7), last_trick="scale")
    assert result(deal, "AS", "JS", "end") == 2


def test_final_claim_auto_below_66():
    assert result(at("AS", "JS", points=(20, 87), final_claim="auto"), "AS", "JS") == 1


def test_exchange_on_turn():
    hands = ("AS KS QC JC JD", "JH JS AC AD TD", "KC", "AH")
    assert "exchange" not in menu(play(at(*hands), "AS"))
    deal = play(at(*hands, exchange_when="on_turn"), "AS", "exchange")
    assert menu(deal) == {"AH", "JS", "AC", "AD", "TD"}


def test_marriage_locks_turn():
    hands = ("KS QS JH JC JD", "AS JS AC AD TD", "KC", "AH")
    deal = play(at(*hands, marriage_locks_turn=True), "marriage S")
    assert menu(deal) == {"claim", "KS", "QS"}


def test_marriage_lead_king():
    deal = play(at("KS QS", "AC JC", marriage_lead="king"), "marriage S")
    assert menu(deal) == {"claim", "KS"}


def test_marriage_counts_next_trick():
    deal = at("KS QS AH", "AC JC AS", marriage_counts="next_trick")
    deal.pending[1] = 20  # both may hold pending points
    play(deal, "marriage S", "KS", "AS")
    assert (deal.pending, deal.points) == ([20, 0], [0, 15 + 20])


def test_marriage_auto():
    hands = ("KS QS AH", "AC JC AS")
    either = at(*hands, marriage="auto")
    assert words(either) == {"claim"}
    assert play(either, "QS").points[0] == 20
    assert play(at(*hands, marriage="auto", marriage_lead="king"), "QS").points[0] == 0
    assert play(at(*hands, marriage="auto", marriage_lead="king"), "KS").points[0] == 20
    assert play(at(*hands, marriage="auto", marriage_after_close=False), "KS").points[0] == 0
    first = {"marriage": "auto", "tricks": (0, 0)}
    assert play(at(*hands, **first), "KS").pending[0] == 20
    assert play(at(*hands, marriage_requires_trick=True, **first), "KS").pending[0] == 0


def test_marriage_auto_ends_an_auto_claim_deal():
    deal = at("KS QS", "AC JC", points=(46, 34), marriage="auto", claim="auto")
    assert result(deal, "KS") == 1


def test_close_before_draw_in_schnapsen():
    hands = ("AS KS QC JC JD", "JH JS AC AD TD", "KC", "AH")
    deal = play(at(*hands, close_before_draw=True), "AS", "JS")
    assert menu(deal) == {"claim", "close", "draw"}
    four = play(at(*hands, close_before_draw=True, talon_min_close=4), "AS", "JS")
    assert menu(four) == {"claim", "draw"}
    play(deal, "close", "KS", "JH")
    assert (deal.closed_by, len(deal.hands[0]), len(deal.hands[1])) == (0, 3, 3)


def test_opponent_swaps_the_jack_in_schnapsen():
    hands = ("AS KS QC JC JD", "JH JS AC AD TD", "KC", "AH")
    deal = play(at(*hands, opponent_exchange_on_close="auto", talon_min_exchange=4), "close")
    assert cards("AH")[0] in deal.hands[1]


# ---- exact values


def plain_minimax(deal: Deal) -> int:
    """Seat 0's value with nothing remembered and nothing cut."""
    if deal.ending:
        return deal.payoffs()[0]
    values = []
    for move in deal.legal():
        following = deal.copy()
        following.play(move)
        values.append(plain_minimax(following))
    return max(values) if deal.turn == 0 else min(values)


@pytest.mark.parametrize("name", PRESETS)
def test_value_is_minimax(name):
    rng = random.Random(name)
    checked = 0
    while checked < 6:
        deal = Deal(name, rng.sample(full_pack(name), len(full_pack(name))))
        while deal.to_move is not None and len(deal.hands[0]) + len(deal.hands[1]) > 7:
            deal.play(rng.choice([move for move in deal.legal() if move != 38]))
        if deal.to_move is None:
            continue
        checked += 1
        assert value(deal) == -value(deal, 1) == plain_minimax(deal)
        best = max if deal.turn == 0 else min
        sign = 1 if deal.turn == 0 else -1
        assert best(sign * v for v in move_values(deal).values()) == value(deal)


POSITIONS = json.loads((GOLDEN / "positions.json").read_text())["positions"]


def named(card: str) -> str:
    return card[1] + card[0].upper()


def suited(text: str) -> list[str]:
    """Cards such as "hAQ cJ" as AH, QH, JC."""
    return [named(group[0] + rank) for group in text.split() for rank in group[1:]]


def published(position: dict, talon: str = "") -> Deal:
    """The position with `me` as seat 0; a led card lies on the table, led by seat 1."""
    theirs = set(suited(position.get("opp") or position["unseen"])) - {talon}
    led, up = suited(position.get("led", "")), suited(position.get("faceup", ""))
    trump = position["trump"].upper() if "trump" in position else up[0][1]
    deal = at(
        " ".join(suited(position["me"])),
        " ".join(theirs - set(led)),
        talon,
        " ".join(up),
        points=position["pts"],
        trump=trump,
    )
    if position.get("closed"):
        deal.closed_by, deal.at_close = position["closed"]["cl"], (position["closed"]["cp"], 1)
    if led:
        deal.led = cards(led[0])[0]
    return deal


def card_values(deal: Deal) -> dict[str, int]:
    return {NAMES[move]: worth for move, worth in move_values(deal).items() if move < 32}


def by_name(values: dict) -> dict:
    return {named(card): worth for card, worth in values.items()}


def stocks(position: dict) -> list[str]:
    """The cards that may be the one face-down card."""
    known = suited(position.get("led", "")) + suited(position["known_opp"])
    return [card for card in suited(position["unseen"]) if card not in known]


def of_kind(*kinds: str):
    chosen = [position for position in POSITIONS if position["kind"] in kinds]
    assert chosen
    return pytest.mark.parametrize("position", chosen, ids=[p["id"] for p in chosen])


@of_kind("lead", "reply")
def test_published_endgames(position):
    assert card_values(published(position)) == by_name(position["values"])


@of_kind("trick5 follower")
def test_published_fifth_trick_replies(position):
    worlds = {stock: card_values(published(position, stock)) for stock in stocks(position)}
    for card, by_stock in by_name(position["by_stock"]).items():
        assert {stock: values[card] for stock, values in worlds.items()} == by_name(by_stock)


@of_kind("trick5 leader")
def test_published_fifth_trick_leads(position):
    deals = [published(position, stock) for stock in stocks(position)]
    assert len(deals) == position["worlds"]
    opened = [card_values(deal) for deal in deals]
    closed = [card_values(play(deal, "close")) for deal in deals]
    for card, mean in by_name(position["open_vs_clairvoyant"]).items():
        assert sum(values[card] for values in opened) / len(deals) == pytest.approx(mean, abs=1e-4)
    for card, wins in by_name(position["close_pimc_wins"]).items():
        assert sum(values[card] > 0 for values in closed) == wins
