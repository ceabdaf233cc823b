"""The compiled Rabló against the golden deals, the rules page's scenarios and its slow twin."""

from __future__ import annotations

import random
from typing import Any

import naive_rablo
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
from naive_matches import RabloMatch
from naive_positions import pack_of
from naive_redeals import Redeals
from naive_tricks import parse_card, parse_cards
from paths import recorded

from schnapsen_ai.card_text import Style
from schnapsen_ai.cards import members, set_of
from schnapsen_ai.games import rablo

CARDS = naive_rablo.CARDS
PASS, DOUBLE, ENOUGH, SHOW, SNAPSZER, DURI = 36, 37, 38, 39, 40, 41
MARRY_E = 32
PASSES = (PASS,) * 3
D1 = ["SA EK EO G9 GU GO", "SX EA GA GX GK H9", "SK EX HA HX HK HO", "SO SU S9 E9 EU HU"]
EX, EK, HA = (parse_card(text) for text in ("EX", "EK", "HA"))
HEARTS = parse_cards("H9 HU HO HK HX HA")
TWIN_ENDINGS = {
    "passed_out": "passed out",
    "enough": "enough",
    "show": "show",
    "all_tricks": "all tricks",
    "opponent_trick": "opponent's trick",
}


def engine(**options: Any) -> Engine:
    return Engine(rablo, "rablo", **options)


def fresh(**options: Any) -> Engine:
    return engine(**options).lay_out(pack_of(D1, 3))


def playing(kind: int, card: int, **options: Any) -> Engine:
    """D1, seat 0 called, no kontra: seat 0 leads."""
    return fresh(**options).play(kind, card, *PASSES, *PASSES)


def put(text: str, deal: Engine) -> Engine:
    return deal.play(*parse_cards(text))


# --- golden deals and counts ---


def test_golden_deals() -> None:
    deal = engine()
    for record in recorded("rablo.jsonl"):
        deal.lay_out(parse_cards(record["pack"]))
        for seat, legal, move in zip(
            record["to_move"], record["legal"], record["moves"], strict=True
        ):
            assert (deal.to_move, deal.legal()) == (seat, legal)
            deal.play(move)
        assert (deal.to_move, deal.legal()) == (None, [])
        assert deal.payoffs() == tuple(record["payoffs"])


def test_perft() -> None:
    for record in recorded("perft.jsonl"):
        if record["game"] == "rablo":
            deal = engine().lay_out(parse_cards(record["pack"]))
            counts = record["counts"]
            assert [perft(deal, depth + 1) for depth in range(len(counts))] == counts


# --- the scenarios of the rules page ---


def test_R01() -> None:
    deal = fresh()
    assert (deal.to_move, deal.legal()) == (0, [PASS, SNAPSZER, DURI])
    for kind in (SNAPSZER, DURI):
        naming = fresh().play(kind)
        assert (naming.to_move, naming.legal()) == (0, CARDS)
    deal.play(*[PASS] * 4)
    assert (deal.to_move, deal.payoffs(), deal.ending) == (None, (-50,) * 4, "passed out")
    rablo.next_deal(deal.match, deal.state)
    assert deal.match.pot == 200


def test_R02() -> None:
    deal = fresh().play(SNAPSZER, parse_card("GA"))
    assert (deal.to_move, deal.legal()) == (1, [PASS, SNAPSZER, DURI])
    deal.play(SNAPSZER)
    assert deal.legal() == HEARTS
    assert fresh().play(SNAPSZER, parse_card("GA"), DURI).legal() == CARDS


def test_R03() -> None:
    deal = fresh().play(DURI, EX)
    assert deal.legal() == [PASS, DURI]
    assert deal.play(DURI).legal() == HEARTS
    deal.play(HA)
    assert (deal.to_move, deal.legal()) == (2, [PASS])  # asked first; holds the called card
    assert (deal.state.phase, deal.state.caller) == (rablo.KONTRA, 1)


def test_R04() -> None:
    deal = fresh().play(PASS, SNAPSZER, EX, PASS, PASS)
    assert deal.to_move == 0
    deal.play(SNAPSZER, HA, *PASSES)
    assert (deal.state.phase, deal.state.caller, deal.state.level) == (rablo.KONTRA, 0, 1)


def test_R05_R17() -> None:
    deal = fresh().play(SNAPSZER, EX, *PASSES)
    both, forced = [PASS, DOUBLE], [PASS]
    asked = []
    for move in (PASS, PASS, DOUBLE, PASS, PASS, DOUBLE, PASS, PASS):
        asked.append((deal.to_move, deal.legal()))
        deal.play(move)
    rekontra = [(0, both), (1, forced), (2, both)]
    assert asked == [(1, both), (2, forced), (3, both), *rekontra, (3, both), (1, both)]
    assert (deal.state.phase, deal.to_move) == (rablo.LEAD, 0)


def test_R06() -> None:
    deal = put("G9", playing(SNAPSZER, EK))
    assert deal.legal() == parse_cards("GK GX GA")
    assert put("GA", deal).legal() == [EX]
    assert put("EX", deal).legal() == parse_cards("E9 EU")
    put("E9", deal)
    assert (deal.ending, deal.payoffs()) == ("opponent's trick", (-150, 50, 50, 50))


def table(trick: str, hand: str, trump: str, seat: int = 2) -> list[int]:
    """What seat `seat` may follow with; the position is set up by hand."""
    deal = fresh()
    state, laid = deal.state, parse_cards(trick)
    state.hand[:] = 0
    state.hand[seat] = set_of(parse_cards(hand))
    state.trump, state.caller, state.partner, state.level = "EGHS".index(trump), 0, 2, 0
    state.turn = (seat - len(laid)) % 4
    state.phase = rablo.LEAD
    for card in laid:
        state.hand[state.turn] |= 1 << card
        rablo.play(state, card)
    assert deal.to_move == seat
    return deal.legal()


def test_R07() -> None:
    assert table("SO SK", "SX S9 HA", "H") == parse_cards("SX")
    assert table("SK S9", "SA SU", "H") == parse_cards("SA")  # seat 0, the caller, led


def test_R08() -> None:
    assert table("SO H9", "SA S9 HK", "H") == parse_cards("S9 SA")


def test_R09() -> None:
    assert table("SO HU", "H9 HO EA", "H") == parse_cards("HO")
    assert table("SO HU", "H9 EA", "H") == parse_cards("H9")
    assert table("SO HU", "EA G9", "H") == parse_cards("EA G9")


def test_R10() -> None:
    deal = put("SA SX SK SO", playing(SNAPSZER, EX))
    assert rablo.team_points(deal.state) == 28
    assert ENOUGH not in deal.legal()
    deal.play(MARRY_E)
    assert rablo.team_points(deal.state) == 68
    assert deal.legal() == sorted([*parse_cards("EK EO"), ENOUGH])
    assert put("EO", deal).legal() == parse_cards("EA")
    put("EA EX E9", deal)
    assert (deal.ending, deal.payoffs()) == ("opponent's trick", (50, -50, 50, -50))


def test_R11() -> None:
    deal = playing(SNAPSZER, EX).play(MARRY_E)
    assert rablo.team_points(deal.state) == 40
    assert deal.legal() == parse_cards("EO EK")
    assert put("EK EA EX E9", deal).payoffs() == (-50, 50, -50, 50)


def test_R12() -> None:
    low = put("SA SX SK S9", playing(SNAPSZER, EX)).play(MARRY_E)
    assert rablo.team_points(low.state) == 65
    assert ENOUGH not in low.legal()
    assert put("EO EA EX E9", low).payoffs() == (-50, 50, -50, 50)
    enough = put("SA SX SK SU", playing(SNAPSZER, EX)).play(MARRY_E)
    assert rablo.team_points(enough.state) == 67
    assert enough.play(ENOUGH).payoffs() == (50, -50, 50, -50)


def test_R13() -> None:
    deal = playing(DURI, EX)
    assert MARRY_E not in deal.legal()
    assert MARRY_E not in put("SA SX SK SO", deal).legal()
    assert put("EO", deal).legal() == parse_cards("EA")
    put("EA EX E9", deal)
    assert (deal.ending, deal.payoffs()) == ("opponent's trick", (-150, 150, -150, 150))


@pytest.mark.parametrize(
    ("hand", "unseen", "legal"),
    [
        ("SA GA", "SK GK H9 HU", True),
        ("EA SA", "EX SK", True),
        ("EA EK", "EX SK", True),
        ("EK SA", "EX SK", False),
        ("SA S9", "SK SO", False),
        ("SA SX S9", "SK SO HA", True),
        ("EA SA", "EX EU", False),
    ],
)
def test_R14(hand: str, unseen: str, legal: bool) -> None:
    deal = fresh()
    state = deal.state
    state.hand[:] = [set_of(parse_cards(hand)), 0, 0, 0]
    state.played[0] = set_of(CARDS) & ~set_of(parse_cards(f"{hand} {unseen}"))
    state.phase, state.trump, state.level, state.caller = rablo.LEAD, 0, 0, 0
    state.called, state.partner = EX, 2
    assert (SHOW in deal.legal()) is legal


def test_R15() -> None:
    deal = engine()
    deal.match.pot = 200
    deal.lay_out(pack_of(D1, 3)).play(SNAPSZER, EK, *PASSES, *PASSES)
    assert put("G9 GA EX E9", deal).payoffs() == (-150, 117, 117, 116)
    rablo.next_deal(deal.match, deal.state)
    assert deal.match.pot == 0


def test_R16() -> None:
    deal = fresh().play(PASS, PASS, DURI, HA, DOUBLE, PASS, PASS, DOUBLE, DOUBLE)
    assert (deal.state.phase, deal.state.doublings) == (rablo.LEAD, 3)
    assert put("SK SO SA SX", deal).payoffs() == (2400, 2400, -7200, 2400)
    rablo.next_deal(deal.match, deal.state)
    assert (deal.match.over, deal.match.marks.tolist()) == (1, [0, 0, 1, 0])
    assert deal.match.score.tolist() == [5400, 5400, -4200, 5400]


# --- options ---


def test_option_pass_final() -> None:
    deal = fresh(pass_final=True).play(PASS, SNAPSZER, EX, PASS, PASS)
    assert (deal.state.phase, deal.state.caller) == (rablo.KONTRA, 1)
    assert fresh(pass_final=True).play(PASS, SNAPSZER, EX, SNAPSZER, HA, PASS).to_move == 1
    last = fresh(pass_final=True).play(PASS, PASS, PASS, SNAPSZER, EX)
    assert (last.state.phase, last.state.caller) == (rablo.KONTRA, 3)


def test_option_auto_enough() -> None:
    deal = put("SA SX SK SO", playing(SNAPSZER, EX, auto_enough=True)).play(MARRY_E)
    assert (deal.ending, deal.payoffs()) == ("enough", (50, -50, 50, -50))


def test_option_marriage_needs_trick() -> None:
    deal = playing(SNAPSZER, EX, marriage_needs_trick=True).play(MARRY_E)
    assert rablo.team_points(deal.state) == 0
    assert put("EK EA EX E9", deal).payoffs() == (-50, 50, -50, 50)


def test_option_enough_needs_called_card() -> None:
    deal = put("SA SX SK SO", playing(SNAPSZER, EX, enough_needs_called_card=True)).play(MARRY_E)
    assert ENOUGH not in deal.legal()


def test_option_cap_payment() -> None:
    deal = engine(cap_payment=True)
    deal.match.score[:] = [100, 3000, 3000, 5900]
    deal.lay_out(pack_of(D1, 3)).play(SNAPSZER, EK, *PASSES, *PASSES)
    assert put("G9 GA EX E9", deal).payoffs() == (-100, 33, 33, 33)
    passed = engine(cap_payment=True)
    passed.match.score[:] = [30, 3000, 3000, 3970]
    passed.lay_out(pack_of(D1, 3)).play(*[PASS] * 4)
    assert passed.payoffs() == (-30, -50, -50, -50)
    rablo.next_deal(passed.match, passed.state)
    assert passed.match.pot == 180


def test_option_max_deals() -> None:
    deal = engine(max_deals=20)
    for number in range(20):
        assert not deal.match.over
        deal.lay_out(pack_of(D1, 3)).play(*[PASS] * 4)
        if number == 19:
            deal.match.score[2] += 1
        rablo.next_deal(deal.match, deal.state)
    assert (deal.match.over, deal.match.winner, deal.match.marks.tolist()) == (1, 2, [0] * 4)


# --- against the slow twin ---


def play_like(deal: Engine, rng: random.Random) -> int:
    """A move that makes rare things happen: sure calls, doublings, long deals."""
    legal, phase, mood = deal.legal(), deal.field("phase"), temper(deal)
    hand = deal.hands()[deal.field("turn")]
    if phase == rablo.BID:
        strong = sum(c % 8 > 4 for c in hand) >= 5
        if rng.random() < (0.1 if strong else mood["pass"]):
            return PASS
        return rng.choice([*legal[1:], *legal[1:2] * 2])
    if phase == rablo.NAME:
        suits = [sum(c // 8 == s for c in hand) for s in range(4)]
        good = [c for c in legal if suits[c // 8] >= 3 and c % 8 >= 6]
        return rng.choice(good if good and rng.random() < 0.9 else legal)
    if phase == rablo.KONTRA:
        return legal[-1] if rng.random() < mood["double"] else PASS
    ends = [m for m in legal if m in (ENOUGH, SHOW)]
    if ends and rng.random() < mood["end"]:
        return ends[0]
    marriages = [m for m in legal if 32 <= m < 36]
    if marriages and rng.random() < 0.9:
        return rng.choice(marriages)
    cards = [m for m in legal if m < 32]
    high = [c for c in cards if c % 8 == 7 or c // 8 == deal.field("trump")]
    return rng.choice(high if phase == rablo.LEAD and high and rng.random() < 0.9 else cards)


def temper(deal: Engine) -> dict[str, float]:
    """One for each deal, from its pack."""
    pack = deal.field("pack")
    number = pack[0] + 3 * pack[7]
    return {
        "pass": (0.98, 0.6, 0.9)[number % 3],
        "double": (0.1, 0.5, 0.9)[number // 3 % 3],
        "end": (0.02, 0.9)[number % 2],
    }


def test_random_deals_equal_the_twin() -> None:
    rng, coverage = random.Random(1), Coverage(rablo)
    for _ in range(3400):
        options = random_options(rablo, rng)
        deal = engine(**options)
        money = [rng.choice([20, 130, 3000, 8000]) for _ in range(4)]
        deal.match.score[:] = money
        deal.match.pot = rng.choice([0, 0, 200, 380])
        pack = lopsided_pack(CARDS, 4, 3, rng)
        deal.lay_out(pack)
        context = {"money": money, "pot": int(deal.match.pot)}
        known = {name: options[name] for name in naive_rablo.OPTIONS}
        twin = naive_rablo.Deal("rablo", pack, context, **known)
        while twin.to_move is not None:
            assert (deal.to_move, deal.legal()) == (twin.to_move, twin.legal())
            move = play_like(deal, rng)
            deal.play(move)
            twin.play(move)
            assert rablo.team_points(deal.state) == twin.team_points()
            assert bool(rablo.sides_known(deal.state)) == (twin.sides() is not None)
            if twin.sides() is not None:
                assert tuple(rablo.side(deal.state, p) for p in range(4)) == twin.sides()
        assert (deal.to_move, deal.legal(), deal.payoffs()) == (None, [], twin.payoffs())
        assert deal.ending == TWIN_ENDINGS[str(twin.ending)]
        assert len(deal.history) <= rablo.MAX_PLIES
        rablo.next_deal(deal.match, deal.state)
        assert deal.match.pot == twin.pot
        coverage.deal(options, deal.history, deal.ending)
    coverage.check(CARDS, endings=TWIN_ENDINGS.values())


def test_resigning() -> None:
    deal = fresh()
    rablo.resign(deal.state, 2)
    assert (deal.to_move, deal.payoffs(), deal.ending) == (None, (300, 300, -900, 300), "resigned")
    assert rablo.largest_loss(deal.state) == 900


def test_matches_equal_the_twin() -> None:
    rng = random.Random(2)
    for _ in range(25):
        deal, match = engine(), RabloMatch()
        while not match.over:
            assert not deal.match.over
            assert tuple(deal.match.player) == match.seats()
            context = match.next_context()
            assert (deal.match.pot, tuple(deal.match.score[list(match.seats())])) == (
                context["pot"],
                context["money"],
            )
            deal.lay_out(lopsided_pack(CARDS, 4, 3, rng))
            while deal.to_move is not None:
                deal.play(play_like(deal, rng))
            rablo.next_deal(deal.match, deal.state)
            match.record(deal.payoffs())
        assert deal.match.over
        assert deal.match.score.tolist() == match.money
        assert deal.match.winner == match.ranking()[0]
        assert deal.match.marks.tolist() == [int(amount <= 0) for amount in match.money]


# --- knowledge ---


def test_every_redeal_is_a_possible_deal() -> None:
    rng, words = random.Random(3), np.array([9], dtype=np.uint64)
    for _ in range(110):
        deal = engine(**random_options(rablo, rng))
        pack = lopsided_pack(CARDS, 4, 3, rng)
        deal.lay_out(pack)
        while deal.to_move is not None:
            check_knowledge(deal, pack, words)
            deal.play(play_like(deal, rng))
        check_knowledge(deal, pack, words)


def position(rng: random.Random, cards_left: int, at_least: int, **wanted: Any) -> tuple:
    """(deal, pack) in the play with so many cards in the leader's hand and enough knowledge."""
    while True:
        deal = engine(**random_options(rablo, rng))
        pack = lopsided_pack(CARDS, 4, 3, rng)
        deal.lay_out(pack)
        while deal.to_move is not None:
            sizes = [len(hand) for hand in deal.hands()]
            if deal.field("phase") >= rablo.LEAD and max(sizes) <= cards_left:
                out = set_of(engine_played(deal))
                learned = deal.field("must_hold") + deal.field("cannot_hold")
                known = sum((m & ~out).bit_count() for m in learned)
                fits = all(deal.field(name) == value for name, value in wanted.items())
                if known >= at_least and fits and min(sizes) > 0:
                    return deal, pack
            deal.play(play_like(deal, rng))


@pytest.mark.parametrize(
    ("cards_left", "known", "seat", "wanted"),
    [
        (4, 5, 0, {}),
        (4, 6, 1, {"on_table": 1}),
        (4, 4, 2, {"doublings": 2}),
        (4, 4, 3, {"doublings": 1}),
        (3, 3, 0, {"on_table": 2}),
        (3, 2, 1, {"doublings": 3}),
        (3, 4, 2, {}),
        (3, 2, 3, {"melds": 20}),
    ],
)
def test_redeals_are_uniform(cards_left: int, known: int, seat: int, wanted: dict) -> None:
    rng = random.Random(100 * cards_left + seat)
    words = np.array([cards_left + 10 * seat], dtype=np.uint64)
    deal, pack = position(rng, cards_left, known, **wanted)
    options = {o.name: bool(deal.state.options[i]) for i, o in enumerate(rablo.OPTIONS[:5])}
    worlds = naive_rablo.redeals("rablo", pack, deal.history, seat, **options)
    check_uniform(deal, worlds, seat, words)


def test_the_literal_oracle_agrees() -> None:
    deal, pack = position(random.Random(8), 2, 4)
    assert issubclass(naive_rablo._Redeals, Redeals)
    literal = naive_rablo.redeals("rablo", pack, deal.history, 1, literal=True)
    assert literal == naive_rablo.redeals("rablo", pack, deal.history, 1)


def test_the_partner_stays_secret() -> None:
    deal = fresh().play(SNAPSZER, EX, *PASSES)
    for seat, partner in ((0, -1), (1, -1), (2, 2), (3, -1)):
        assert deal.concealed(seat).partner == partner
    deal.play(PASS, PASS, DOUBLE, PASS, PASS)  # seat 3 doubles: not the partner
    deal.play(DOUBLE)  # seat 2 does: the partner
    for seat in range(4):
        concealed = deal.concealed(seat)
        assert concealed.partner == 2
        assert seat == 2 or members(concealed.hand[2]) == [EX]


def test_a_doubler_lacks_the_called_card() -> None:
    deal = fresh().play(SNAPSZER, EX, *PASSES, DOUBLE)
    assert members(rablo.known_absent_from(deal.concealed(0), 0, 1)) == [EX]
    assert deal.concealed(3).partner == -1


def test_an_alone_caller_stays_secret() -> None:
    deal = playing(SNAPSZER, EK)
    assert [deal.concealed(seat).partner for seat in range(4)] == [0, -1, -1, -1]
    put("EO EA EX E9", deal)
    assert deal.ending == "opponent's trick"
    assert [deal.concealed(seat).partner for seat in range(4)] == [0, 0, 0, 0]  # by the payment


def test_a_trick_shows_the_partner() -> None:
    """Seat 1 takes a trick and the deal goes on: it holds the called card."""
    hands = ["EK EO EU E9 H9 HU", "EA EX SA SX GA GX", "SK SO SU S9 G9 GU", "HA HX HK HO GK GO"]
    deal = engine().lay_out(pack_of(hands, 3)).play(SNAPSZER, EX, *PASSES, *PASSES)
    put("EK EA SK HK", deal)
    assert deal.to_move == 1
    assert [deal.concealed(seat).partner for seat in range(4)] == [1] * 4
    assert members(deal.concealed(3).hand[1]) == [EX]


def test_show_lays_the_hand_open() -> None:
    hands = ["EA EX EK EO EU E9", "SA SX GA GX H9 HU", "SK SO SU S9 G9 GU", "HA HX HK HO GK GO"]
    deal = engine().lay_out(pack_of(hands, 3)).play(SNAPSZER, EX, *PASSES, *PASSES, SHOW)
    assert (deal.ending, deal.payoffs()) == ("show", (150, -50, -50, -50))
    assert deal.concealed(2).hand[0] == set_of(parse_cards(hands[0]))


def test_descriptions_hide_what_is_hidden() -> None:
    deal = fresh().play(SNAPSZER, EX, *PASSES)
    open_text = "\n".join(rablo.describe(deal.state, Style("french")))
    hidden = "\n".join(rablo.describe(deal.concealed(1), Style("french")))
    assert "partner seat 2" in open_text
    assert "partner" not in hidden
    assert len(hidden) < len(open_text)


def test_the_facts_of_a_view() -> None:
    deal = put("SA SX", playing(SNAPSZER, EX))
    out = np.zeros(sum(n for _, n in rablo.VIEW_FIELDS), np.int64)
    rablo.export(deal.concealed(2), 2, out)
    names = [name for name, n in rablo.VIEW_FIELDS for _ in range(n)]
    facts = dict(zip(names, out.tolist(), strict=True))
    assert (facts["partner"], facts["stake"], facts["best_seat"]) == (2, 50, 0)
    assert [rablo.hand_size(deal.state, seat) for seat in range(4)] == [5, 5, 6, 6]


@pytest.mark.full
def test_the_rule_player_beats_chance() -> None:
    """Alone among three that play at random, or that always pass and then play at random."""
    for seat in range(4):
        means = duel(engine(), [seat])
        assert means[seat] > 300
        means = duel(engine(), [seat], quiet=[PASS])
        assert means[seat] > 0 > max(m for p, m in enumerate(means) if p != seat)
    assert abs(sum(duel(engine(), range(4)))) < 20  # few deals are passed out


def test_the_rule_player_calls_what_it_can_make() -> None:
    hands = ["EA EX EK EO EU E9", "SA SX GA GX H9 HU", "SK SO SU S9 G9 GU", "HA HX HK HO GK GO"]
    deal = engine().lay_out(pack_of(hands, 3))
    words = np.array([1], dtype=np.uint64)
    while deal.to_move is not None:
        seen = deal.concealed(deal.to_move)
        deal.play(int(rablo.advise(seen, rablo.legal(seen), words)))
    assert deal.history[:2] == [DURI, 7]  # alone, three times 150
    assert deal.payoffs() == (450, -150, -150, -150)


def test_searches_may_rely_on_the_bounds() -> None:
    rng = random.Random(9)
    for _ in range(200):
        deal = engine(**random_options(rablo, rng))
        deal.match.pot = rng.choice([0, 130, 380])
        deal.lay_out(lopsided_pack(CARDS, 4, 3, rng))
        promised = []
        while deal.to_move is not None:
            promised.append([rablo.bounds(deal.state, seat) for seat in range(4)])
            deal.play(play_like(deal, rng))
        for bounds in promised:
            for (low, high), paid in zip(bounds, deal.payoffs(), strict=True):
                assert low <= paid <= high


def test_interpreted_play_equals_compiled_play() -> None:
    digests = [digest_of_play("rablo", "rablo", 6, interpreted) for interpreted in (False, True)]
    assert digests[0] == digests[1]
