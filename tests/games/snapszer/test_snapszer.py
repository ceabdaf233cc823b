"""The compiled Snapszer against the golden deals, the rules page's scenarios and its slow twin."""

from __future__ import annotations

import random
from typing import Any

import naive_snapszer
import numpy as np
import pytest
from contract_helpers_relatives import (
    Coverage,
    Engine,
    check_knowledge,
    check_uniform,
    digest_of_play,
    duel,
    engine_played,
    lopsided_pack,
    perft,
    random_options,
)
from naive_matches import SnapszerMatch
from naive_tricks import parse_cards
from paths import recorded
from sizes import few_and_many

from schnapsen_ai.cards import members, set_of
from schnapsen_ai.deal.matches import winners
from schnapsen_ai.games import snapszer

CARDS = naive_snapszer.CARDS
PASS, DOUBLE, ENOUGH, SHOW, NORMAL, SNAPSZER, DURI, FOLD = range(36, 44)
TRUMP_E = 44
MARRY_E = 32
BOTH = pytest.mark.parametrize("seats", [2, 3])
TWIN_ENDINGS = {
    "fold": "fold",
    "enough": "enough",
    "show": "show",
    "kept_silent": "kept silent",
    "last_trick": "last trick",
    "all_tricks": "all tricks",
    "opponent_trick": "opponent's trick",
}


def engine(seats: int, **options: Any) -> Engine:
    return Engine(snapszer, f"snapszer{seats}", **options)


def dealt(seats: int, first_four: str = "EA EX EK EO", **options: Any) -> Engine:
    """Seat 0 gets these four cards first, the rest is in order."""
    first = parse_cards(first_four)
    return engine(seats, **options).lay_out(first + [c for c in CARDS if c not in first])


def table(*hands: str, options: dict[str, Any] | None = None, **fields: Any) -> Engine:
    """A position in the play, trump E, a normal game, as many seats as hands."""
    deal = dealt(len(hands), **(options or {}))
    state = deal.state
    state.hand[: len(hands)] = [set_of(parse_cards(hand)) for hand in hands]
    state.played[0] = set_of(CARDS) & ~sum(int(hand) for hand in state.hand)
    state.phase, state.contract, state.trump = snapszer.LEAD, NORMAL, 0
    for name, value in fields.items():
        state[name] = value
    return deal


def put(text: str, deal: Engine) -> Engine:
    return deal.play(*parse_cards(text))


def gained(deal: Engine) -> tuple[int, ...]:
    """The points behind the payoffs, whatever the utility."""
    worth = int(deal.state.value)
    return tuple(worth * (int(deal.state.winners) >> p & 1) for p in range(deal.n))


# --- golden deals and counts ---


@pytest.mark.interpreted
@BOTH
def test_golden_deals(seats: int) -> None:
    deal = engine(seats)
    for record in recorded(f"snapszer{seats}.jsonl"):
        deal.lay_out(parse_cards(record["pack"]))
        for seat, legal, move in zip(
            record["to_move"], record["legal"], record["moves"], strict=True
        ):
            assert (deal.to_move, deal.legal()) == (seat, legal)
            deal.play(move)
        assert (deal.to_move, deal.legal()) == (None, [])
        assert deal.payoffs() == tuple(record["payoffs"])


@few_and_many("most", 1000, 10**6)
@BOTH
def test_perft(seats: int, most: int) -> None:
    for record in recorded("perft.jsonl"):
        if record["game"] == f"snapszer{seats}":
            deal = engine(seats).lay_out(parse_cards(record["pack"]))
            counts = [n for n in record["counts"] if n <= most]
            assert [perft(deal, depth + 1) for depth in range(len(counts))] == counts


# --- the scenarios of the rules page ---


@pytest.mark.interpreted
def test_S01() -> None:
    three = dealt(3).play(TRUMP_E, FOLD)
    assert (three.ending, gained(three), three.payoffs()) == ("fold", (0, 6, 6), (-12, 6, 6))
    snapszer.next_deal(three.match, three.state)
    assert three.match.score.tolist() == [32, 26, 26]
    two = dealt(2).play(TRUMP_E, FOLD)
    assert (gained(two), two.payoffs()) == ((0, 6), (-6, 6))


@pytest.mark.interpreted
def test_S02() -> None:
    for first in ("EA EX EK EO", "HA SX GU E9"):
        assert dealt(3, first).legal() == [44, 45, 46, 47]


@pytest.mark.interpreted
def test_S03() -> None:
    deal = dealt(3).play(TRUMP_E, NORMAL)
    asked = []
    for move in (PASS, DOUBLE, DOUBLE, DOUBLE):
        asked.append(deal.to_move)
        assert deal.legal() == [PASS, DOUBLE]
        deal.play(move)
    assert asked == [1, 2, 0, 1]
    assert (deal.state.phase, deal.state.doublings, deal.to_move) == (snapszer.LEAD, 3, 0)
    lost = table("S9", "G9", "SA", points=[20, 70], tricks=[1, 6], doublings=3)
    assert gained(put("S9 G9 SA", lost)) == (0, 32, 32)


@pytest.mark.interpreted
def test_S04() -> None:
    deal = table("EO EK SA", "EA S9 H9", "E9 SU SX").play(MARRY_E)
    assert deal.legal() == parse_cards("EO EK")
    put("EO EA E9", deal)
    assert deal.to_move == 1
    assert (snapszer.effective(deal.state, 0), deal.state.melds.tolist()) == (0, [40, 0])
    put("S9 SX SA", deal)
    assert (deal.state.points[0], snapszer.effective(deal.state, 0)) == (21, 61)


@pytest.mark.interpreted
def test_S05() -> None:
    hands = ("SA GK", "GA SK", "HA HK")
    declarer = table(*hands, points=[30, 70], tricks=[3, 3], turn=0)
    assert ENOUGH not in declarer.legal()
    defender = table(*hands, points=[30, 70], tricks=[3, 3], turn=2)
    assert (defender.to_move, ENOUGH in defender.legal()) == (2, True)
    assert gained(defender.play(ENOUGH)) == (0, 4, 4)


@pytest.mark.interpreted
def test_S06() -> None:
    deal = put("S9 HK SA", table("S9 GA", "HK G9", "SA GX", points=[70, 20], tricks=[4, 2]))
    assert (deal.ending, gained(deal)) == ("kept silent", (0, 2, 2))


@pytest.mark.interpreted
def test_S07() -> None:
    deal = put("S9 G9 SA", table("S9", "G9", "SA", points=[60, 38], tricks=[4, 3]))
    assert (deal.ending, gained(deal)) == ("last trick", (0, 2, 2))


@pytest.mark.interpreted
def test_S08() -> None:
    for k in (0, 1, 2):
        silent = table("EA", "G9", "H9", points=[100, 0], tricks=[7, 0], doublings=k)
        put("EA G9 H9", silent)
        # 66 long ago, never said, and no trick lost: all eight
        assert (silent.ending, gained(silent)) == ("all tricks", (16 * 2**k, 0, 0))
    said = table("EA SA", "G9 GA", "H9 HA", points=[70, 0], tricks=[6, 0]).play(ENOUGH)
    assert (said.ending, gained(said)) == ("enough", (6, 0, 0))


@pytest.mark.interpreted
def test_S09() -> None:
    deal = put("SA G9", table("SA", "G9", contract=SNAPSZER, points=[50, 0], tricks=[7, 0]))
    assert (deal.state.points[0], deal.ending, deal.payoffs()) == (61, "all tricks", (12, -12))


@pytest.mark.interpreted
def test_S10() -> None:
    hands = ("S9 GA", "HK G9", "SA GX")
    deal = table(*hands, contract=SNAPSZER, points=[70, 0], tricks=[6, 0])
    assert ENOUGH in deal.legal()
    put("S9 HK SA", deal)
    assert (deal.ending, gained(deal)) == ("opponent's trick", (0, 12, 12))


@pytest.mark.interpreted
def test_S11() -> None:
    hands = ("EK EO S9", "EA G9 H9", "EU SU SX")
    first = table(*hands, contract=DURI)
    assert first.legal() == sorted(parse_cards("EK EO S9"))
    assert gained(put("EK EA EU", first)) == (0, 32, 32)
    late = table(*hands, contract=DURI, points=[80, 0], tricks=[5, 0])
    assert late.legal() == sorted(parse_cards("EK EO S9"))
    made = table("EA", "G9", "H9", contract=DURI, points=[80, 0], tricks=[7, 0])
    assert gained(put("EA G9 H9", made)) == (32, 0, 0)


@pytest.mark.interpreted
def test_S12() -> None:
    deal = table("G9", "SA", turn=1, melds=[40, 0], points=[0, 70], tricks=[0, 7])
    assert gained(deal.play(ENOUGH)) == (0, 6)


@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("points", "melds", "gain"), [(32, 0, 4), (33, 0, 2), (13, 20, 2), (12, 20, 4)]
)
def test_S13(points: int, melds: int, gain: int) -> None:
    deal = table("SA HK", "G9 GA", points=[66, points], melds=[0, melds], tricks=[4, 2])
    assert gained(deal.play(ENOUGH)) == (gain, 0)


@pytest.mark.interpreted
def test_S14() -> None:
    hands = ("EK EO S9", "G9 GA HA", "HU HO HK")
    deal = table(*hands, points=[30, 20], tricks=[2, 3]).play(MARRY_E)
    assert snapszer.effective(deal.state, 0) == 70
    assert deal.legal() == sorted([*parse_cards("EK EO"), ENOUGH])
    assert gained(deal.play(ENOUGH)) == (4, 0, 0)


@pytest.mark.interpreted
def test_S15() -> None:
    hands = ("EA SA", "S9 G9", "SK H9")
    silent = table(*hands, points=[60, 0], tricks=[6, 0]).play(SHOW)
    assert (silent.ending, gained(silent)) == ("show", (16, 0, 0))
    one_trick = table(*hands, points=[60, 20], tricks=[5, 1]).play(SHOW)
    assert gained(one_trick) == (4, 0, 0)
    assert gained(table("EA EX", "S9 G9", "SK H9").play(SHOW)) == (16, 0, 0)


@pytest.mark.interpreted
def test_S16() -> None:
    deal = table("S9 G9", "EA SA", "SK H9", turn=1, points=[20, 60], tricks=[2, 4])
    assert SHOW not in deal.legal()


@pytest.mark.interpreted
def test_show_knows_nothing_of_the_cards_out() -> None:
    deal = table("SX", "G9")
    deal.state.played[0] &= ~set_of(parse_cards("SA"))  # it is out, unseen
    assert SHOW not in deal.legal()


# --- options ---


@pytest.mark.interpreted
def test_option_overtrump() -> None:
    hands = ("S9 G9", "EK HA", "EA E9")
    for overtrump, legal in ((True, "EA"), (False, "E9 EA")):
        deal = table(*hands, options={"overtrump": overtrump})
        assert put("S9 EK", deal).legal() == parse_cards(legal)
    put("E9", deal)  # freely undertrumped: the ace may well be there
    assert deal.state.cannot_hold[2] == 0xFF << 24  # only the suit led
    trump_led = table("EU G9", "E9 HA", "EA EO", options={"overtrump": False})
    assert put("EU E9", trump_led).legal() == parse_cards("EO EA")


@pytest.mark.interpreted
def test_option_marriage_void() -> None:
    options = {"marriage_void": True}
    deal = table("EO EK SA", "EA S9 H9", "E9 SU SX", options=options).play(MARRY_E)
    assert deal.legal() == parse_cards("EO EK")
    put("EO EA E9 S9 SX SA", deal)
    assert snapszer.effective(deal.state, 0) == 21


@pytest.mark.interpreted
def test_option_silent_no_marriage() -> None:
    fields = {"points": [100, 0], "tricks": [7, 0], "melds": [20, 0], "declared": [1, 0]}
    hands, options = ("EA", "G9", "H9"), {"silent_no_marriage": True}
    assert gained(put("EA G9 H9", table(*hands, **fields))) == (16, 0, 0)
    assert gained(put("EA G9 H9", table(*hands, options=options, **fields))) == (6, 0, 0)
    assert gained(table(*hands, options=options, **fields).play(SHOW)) == (6, 0, 0)


@pytest.mark.interpreted
def test_option_show_no_silent() -> None:
    fields = {"points": [60, 0], "tricks": [6, 0]}
    deal = table("EA SA", "S9 G9", "SK H9", options={"show_no_silent": True}, **fields)
    assert gained(deal.play(SHOW)) == (6, 0, 0)


@pytest.mark.interpreted
def test_option_utility() -> None:
    deal = dealt(3, utility="points").play(TRUMP_E, FOLD)
    assert deal.payoffs() == (0, 6, 6)
    snapszer.next_deal(deal.match, deal.state)
    assert deal.match.score.tolist() == [32, 26, 26]


# --- against the slow twin ---


def play_like(deal: Engine, rng: random.Random) -> int:
    """A move that makes rare things happen: likely contracts, doublings, long deals."""
    legal, phase, mood = deal.legal(), deal.field("phase"), temper(deal)
    hand = deal.hands()[deal.field("turn")]
    if phase == snapszer.TRUMP_CHOICE:
        longest = max(range(4), key=lambda s: sum(c // 8 == s for c in hand))
        return TRUMP_E + (longest if rng.random() < 0.8 else rng.randrange(4))
    if phase == snapszer.CONTRACT:
        return rng.choice([NORMAL] * 6 + [SNAPSZER, SNAPSZER, DURI, FOLD])
    if phase == snapszer.KONTRA:
        return DOUBLE if rng.random() < mood["double"] else PASS
    ends = [m for m in legal if m in (ENOUGH, SHOW)]
    if ends and rng.random() < mood["end"]:
        return rng.choice(ends)
    marriages = [m for m in legal if 32 <= m < 36]
    if marriages and rng.random() < 0.5:
        return rng.choice(marriages)
    cards = [m for m in legal if m < 32]
    high = [c for c in cards if c % 8 == 7 or c // 8 == deal.field("trump")]
    return rng.choice(high if phase == snapszer.LEAD and high and rng.random() < 0.7 else cards)


def temper(deal: Engine) -> dict[str, float]:
    """One for each deal, from its pack."""
    pack = deal.field("pack")
    return {
        "double": (0.1, 0.3, 0.9)[(pack[0] + pack[9]) % 3],
        "end": (0.0, 0.1, 0.9)[(pack[1] + pack[4]) % 3],
    }


def random_pack(seats: int, rng: random.Random) -> list[int]:
    return lopsided_pack(CARDS, seats, 4, rng)


@few_and_many("deals", 15, 2000)
@BOTH
def test_random_deals_equal_the_twin(seats: int, deals: int) -> None:
    rng, coverage = random.Random(seats), Coverage(snapszer)
    for _ in range(deals):
        options = random_options(snapszer, rng)
        deal = engine(seats, **options)
        pack = random_pack(seats, rng)
        deal.lay_out(pack)
        twin = naive_snapszer.Deal(f"snapszer{seats}", pack, **options)
        while twin.to_move is not None:
            assert (deal.to_move, deal.legal()) == (twin.to_move, twin.legal())
            move = play_like(deal, rng)
            deal.play(move)
            twin.play(move)
            assert move == SHOW or deal.field("points") == twin.points
            assert deal.field("melds") == twin.melds
        assert (deal.to_move, deal.legal(), deal.payoffs()) == (None, [], twin.payoffs())
        assert (deal.ending, gained(deal)) == (TWIN_ENDINGS[str(twin.ending)], twin.gained)
        assert len(deal.history) <= snapszer.MAX_PLIES
        coverage.deal(options, deal.history, deal.ending)
    if deals < 1000:
        return
    coverage.check(CARDS, endings=TWIN_ENDINGS.values())


@pytest.mark.interpreted
def test_resigning() -> None:
    deal = dealt(2)
    snapszer.resign(deal.state, 0)
    assert (deal.to_move, deal.payoffs(), deal.ending) == (None, (-6, 6), "resigned")
    for contract, own, other in ((NORMAL, 6, 16), (SNAPSZER, 12, 12), (DURI, 32, 32)):
        for seat, worth in ((0, own), (1, other)):
            deal = dealt(2).play(TRUMP_E, contract, DOUBLE, PASS)
            snapszer.resign(deal.state, seat)
            assert deal.payoffs()[seat] == -2 * worth
    assert snapszer.largest_loss(dealt(2).state) == 32
    assert snapszer.largest_loss(dealt(3).state) == 64
    assert snapszer.largest_loss(dealt(3, utility="points").state) == 32


@few_and_many("matches", 2, 60)
@BOTH
def test_matches_equal_the_twin(seats: int, matches: int) -> None:
    """From three players to two, with who sits where."""
    rng = random.Random(4)
    went_on = 0
    for number in range(matches):
        utility = ("zero_sum", "points")[number % 2]
        marks = (1, 3, 1, 2)[number % 4]
        deal = engine(seats, utility=utility, marks=marks)
        match = SnapszerMatch(f"snapszer{seats}", utility=utility, marks=marks)
        while not match.over:
            assert not deal.match.over
            playing = match.seats()
            assert deal.match.seats_in_play == len(playing)
            assert tuple(deal.match.player[: len(playing)]) == playing
            deal.lay_out(random_pack(len(playing), rng))
            assert deal.n == len(playing)
            assert deal.field("score")[: deal.n] == [match.left[p] for p in playing]
            while deal.to_move is not None:
                deal.play(play_like(deal, rng))
            snapszer.next_deal(deal.match, deal.state)
            match.record(deal.payoffs())
            went_on += len(match.playing) < len(playing) and not match.over
            assert deal.match.marks.tolist()[:seats] == match.marks
        assert deal.match.over
        assert deal.match.score.tolist()[:seats] == match.left
        assert deal.match.loser == match.loser
        assert winners(deal.matches) == match.winners
    assert went_on > 5 or seats == 2 or matches < 60


@pytest.mark.interpreted
def test_both_opponents_out_leave_the_mark_to_the_declarer() -> None:
    deal = dealt(3).play(TRUMP_E, DURI, PASS, PASS)
    while deal.to_move is not None:
        deal.play(deal.legal()[0])
    assert gained(deal) == (0, 32, 32)
    snapszer.next_deal(deal.match, deal.state)
    match = deal.match
    assert (match.over, match.loser, match.winner, match.marks.tolist()) == (1, 0, -1, [1, 0, 0])
    assert winners(deal.matches) == [1, 2]


# --- knowledge ---


@few_and_many("deals", 1, 80)
@BOTH
def test_every_redeal_is_a_possible_deal(seats: int, deals: int) -> None:
    rng, words = random.Random(seats), np.array([seats], dtype=np.uint64)
    for _ in range(deals):
        deal = engine(seats, **random_options(snapszer, rng))
        pack = random_pack(seats, rng)
        deal.lay_out(pack)
        while deal.to_move is not None:
            check_knowledge(deal, pack, words)
            deal.play(play_like(deal, rng))
        check_knowledge(deal, pack, words)


@pytest.mark.interpreted
def test_two_of_three_players() -> None:
    """The deal of a match that goes on with two: the record of three, a game of two."""
    rng, words = random.Random(6), np.array([6], dtype=np.uint64)
    deal = engine(3)
    deal.match.score[1] = 0
    deal.lay_out(random_pack(3, rng))
    while deal.to_move is not None:
        deal.play(FOLD if FOLD in deal.legal() else deal.legal()[0])
    snapszer.next_deal(deal.match, deal.state)
    assert (deal.match.seats_in_play, deal.match.player.tolist()) == (2, [2, 0, -1])
    pack = random_pack(2, rng)
    deal.lay_out(pack)
    while deal.to_move is not None:
        check_knowledge(deal, pack, words)
        assert snapszer.known_in(deal.state, 0, 2) == snapszer.hand_size(deal.state, 2) == 0
        deal.play(play_like(deal, rng))
    assert snapszer.payoff(deal.state, 2) == 0
    assert sum(deal.payoffs()) == 0


@pytest.mark.slow
def test_before_the_trump_everybody_has_seen_four_cards() -> None:
    deal = dealt(3)
    counts = np.zeros((3, 32))
    words = np.array([1], dtype=np.uint64)
    for _ in range(6000):
        world = deal.world(1, words)
        assert world.hand[1] == deal.state.hand[1]
        snapszer.play(world, TRUMP_E)
        for seat, hand in enumerate(world.hand[:3]):
            assert int(hand).bit_count() == 8
            for card in members(hand):
                counts[seat, card] += 1
    own = members(deal.state.hand[1])
    assert (counts[1, own] == 6000).all()
    rest = [card for card in CARDS if card not in own]
    shares = counts[:, rest] / 6000
    for seat, share in ((0, 0.4), (1, 0.2), (2, 0.4)):
        assert abs(shares[seat] - share).max() < 0.035


def position(rng: random.Random, seats: int, left: int, at_least: int, **wanted: Any) -> tuple:
    """(deal, pack) in the play with so many cards in the leader's hand and enough knowledge."""
    while True:
        deal = engine(seats, **random_options(snapszer, rng))
        pack = random_pack(seats, rng)
        deal.lay_out(pack)
        while deal.to_move is not None:
            sizes = [len(hand) for hand in deal.hands()]
            if deal.field("phase") >= snapszer.LEAD and max(sizes) <= left and min(sizes) > 0:
                out = set_of(engine_played(deal))
                learned = deal.field("must_hold") + deal.field("cannot_hold")
                known = sum((m & ~out).bit_count() for m in learned)
                fits = all(deal.field(name) == value for name, value in wanted.items())
                if known >= at_least and fits:
                    return deal, pack
            deal.play(play_like(deal, rng))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seats", "left", "known", "seat", "wanted"),
    [
        (2, 4, 4, 0, {}),
        (2, 4, 3, 1, {"on_table": 1}),
        (2, 5, 2, 0, {"on_table": 1}),
        (3, 4, 3, 0, {}),
        (3, 5, 3, 1, {"on_table": 1}),
        (3, 6, 2, 2, {"on_table": 2}),
        (3, 4, 2, 1, {"melds": [20, 0]}),
        (3, 4, 2, 2, {"melds": [0, 40]}),
    ],
)
def test_redeals_are_uniform(seats: int, left: int, known: int, seat: int, wanted: dict) -> None:
    rng = random.Random(100 * left + seat)
    words = np.array([left + 10 * seat], dtype=np.uint64)
    deal, pack = position(rng, seats, left, known, **wanted)
    options = {
        o.name: next(k for k, v in o.values.items() if v == deal.state.options[i])
        for i, o in enumerate(snapszer.OPTIONS)
    }
    worlds = naive_snapszer.redeals(f"snapszer{seats}", pack, deal.history, seat, **options)
    check_uniform(deal, {world[:seats]: 1 for world in worlds}, seat, words)


@pytest.mark.interpreted
def test_the_facts_of_a_view() -> None:
    deal = dealt(3).play(TRUMP_E, NORMAL, PASS, DOUBLE, PASS, 7)
    out = np.zeros(sum(n for _, n in snapszer.VIEW_FIELDS), np.int64)
    snapszer.export(deal.concealed(0), 0, out)
    names = [name for name, n in snapszer.VIEW_FIELDS for _ in range(n)]
    facts = dict(zip(names, out.tolist(), strict=True))
    assert (facts["trump"], facts["contract"], facts["doublings"]) == (0, NORMAL, 1)
    assert facts["first_four"] == set_of(parse_cards("EA EX EK EO"))
    assert [snapszer.hand_size(deal.state, seat) for seat in range(3)] == [7, 8, 8]


@pytest.mark.slow
@BOTH
def test_the_rule_player_beats_chance(seats: int) -> None:
    """Alone among players at random, or that play normal games undoubled and then at random.

    Over all seats: a random declarer doubled by chance loses so much that seats differ widely.
    """
    for quiet, least in (([], 5.0), ([NORMAL, PASS], 0.8)):
        own = [duel(engine(seats), [seat], quiet=quiet)[seat] for seat in range(seats)]
        assert sum(own) / seats > least


@pytest.mark.interpreted
def test_the_rule_player_announces_what_it_can_make() -> None:
    deal = engine(2).lay_out(
        parse_cards("EA EX EK EO GU G9 HU H9 EU E9 SA GA SX SK SO SU S9 HA HX HK HO GX GK GO")
    )
    words = np.array([1], dtype=np.uint64)
    while deal.to_move is not None:
        seen = deal.concealed(deal.to_move)
        deal.play(int(snapszer.advise(seen, snapszer.legal(seen), words)))
    assert deal.history[:2] == [TRUMP_E, DURI]
    assert (deal.ending, deal.payoffs()) == ("show", (32, -32))


@few_and_many("deals", 3, 150)
@BOTH
def test_searches_may_rely_on_the_bounds(seats: int, deals: int) -> None:
    rng = random.Random(9)
    for _ in range(deals):
        deal = engine(seats, **random_options(snapszer, rng))
        deal.lay_out(random_pack(seats, rng))
        promised = []
        while deal.to_move is not None:
            promised.append([snapszer.bounds(deal.state, seat) for seat in range(seats)])
            deal.play(play_like(deal, rng))
        for bounds in promised:
            for (low, high), paid in zip(bounds, deal.payoffs(), strict=True):
                assert low <= paid <= high


@pytest.mark.slow
@BOTH
def test_interpreted_play_equals_compiled_play(seats: int) -> None:
    name = f"snapszer{seats}"
    digests = [digest_of_play("snapszer", name, 4, interpreted) for interpreted in (False, True)]
    assert digests[0] == digests[1]
