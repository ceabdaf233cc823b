"""The compiled Schafkopf against the recorded deals, the page's scenarios and its slow twin."""

from __future__ import annotations

import functools
import operator
import random
from collections import Counter
from typing import Any

import naive_schafkopf as twin
import numpy as np
import pytest
from four_seat_engine import (
    Engine,
    check_golden,
    check_worlds,
    compare,
    duel,
    members,
    pairs,
    perft,
    random_options,
    replayed,
    sample,
)
from four_seat_redeals import by_rejection, chi_square_p, worst_z
from naive_four_checks import MIXED_PACK, SORTED_PACK
from naive_four_seats import GERMAN_SUITS, card, cards, pack_with, read_pack
from naive_schafkopf_cards import CALLS, DOUBLE, PASS, SOLO, WENZ, class_of, trumps
from processes import printed_by
from sizes import few_and_many

from schnapsen_ai.card_text import Style
from schnapsen_ai.games import schafkopf
from schnapsen_ai.games.schafkopf import text
from schnapsen_ai.games.shared.options import complete, encode

PACKETS = (4, 4)
C1 = (
    "EO GO EU HA H9 EX E9 GK",
    "HO GU HX H8 EA GA SX S7",
    "SO HU HK H7 EK E8 G9 SA",
    "SU E7 GX G8 G7 SK S9 S8",
)
RUF = {GERMAN_SUITS[suit]: contract for contract, suit in CALLS.items()}
SOLOS = [SOLO + suit for suit in range(4)]
SOLO_E, SOLO_S = SOLO, SOLO + 3
NO_ACE = "EO HO E7"  # a declarer who may call the ace of E


def dealt(*hands: str, **options: Any) -> Engine:
    """Deal the cards written to seats 0, 1, ... and any others to fill the hands."""
    return Engine(schafkopf, **options).deal(pack_with(PACKETS, *hands))


def contracted(contract: int, *hands: str, by: int = 0, **options: Any) -> Engine:
    """Let one seat bid the contract and the others pass."""
    engine = dealt(*hands, **options)
    return engine.play(*[contract if seat == by else PASS for seat in range(4)])


def play(engine: Engine, text: str) -> Engine:
    """Play the cards written, passing in the doubling windows."""
    for c in cards(text):
        while engine.legal()[-1] in (PASS, DOUBLE):
            engine.play(PASS)
        engine.play(c)
    while not engine.over and engine.legal()[-1] in (PASS, DOUBLE):
        engine.play(PASS)
    return engine


def field(engine: Engine, name: str) -> Any:
    value = engine.pool[name][0]
    return value.tolist() if hasattr(value, "tolist") else value


def choice(engine: Engine, seat: int, hand: str, trick: str = "") -> list[int]:
    """Legal cards of a seat that holds just `hand`, after the cards of the trick."""
    laid = cards(trick)
    record = engine.pool[0]
    record["phase"] = schafkopf.PLAYING
    record["turn"], record["leader"] = seat, (seat - len(laid)) % 4
    record["on_table"] = len(laid)
    record["table"][: len(laid)] = laid
    record["hand"][seat] = sum(1 << c for c in cards(hand))
    return engine.legal()


def pays(engine: Engine, points: int, tricks: int, doublings: int = 0) -> int:
    """Payoff of declarer seat 0 when his side has taken that many points and tricks."""
    record = engine.pool[0]
    defender = next(s for s in range(4) if schafkopf.side(record, s) == 1)
    record["points"], record["tricks"] = 0, 0
    record["points"][[0, defender]] = points, 120 - points
    record["tricks"][[0, defender]] = tricks, 8 - tricks
    record["doublings"] = doublings
    schafkopf.finish(record)
    payoffs = engine.payoffs()
    assert sum(payoffs) == 0
    return payoffs[0]


def run(engine: Engine) -> int:
    """Laufende of the deal."""
    record = engine.pool[0]
    dealt = [int(record["hand"][s] | record["played"][s]) for s in range(4)]
    own = [dealt[s] for s in range(4) if schafkopf.side(record, s) == 0]
    return int(schafkopf.laufende(record, np.int64(sum(own))))


@pytest.mark.interpreted
def test_golden() -> None:
    assert check_golden(schafkopf, "schafkopf") == 64


@few_and_many("most", 1100, 10**6)
@pytest.mark.parametrize(
    ("pack", "counts"),
    [(SORTED_PACK, [7, 21, 45, 85, 672]), (MIXED_PACK, [8, 30, 77, 155, 1226])],
)
def test_perft(pack: str, counts: list[int], most: int) -> None:
    for depth, nodes in enumerate([n for n in counts if n <= most], 1):
        assert perft(Engine(schafkopf).deal(read_pack(pack)), depth) == nodes


# --- the scenarios of the page ---


@pytest.mark.interpreted
def test_K01() -> None:
    assert dealt(*C1).legal() == [PASS, WENZ, RUF["E"], RUF["G"], *SOLOS]


@pytest.mark.interpreted
def test_K02() -> None:
    assert RUF["S"] not in dealt("SU SO HA HX HK H9 H8 H7").legal()
    assert RUF["E"] not in dealt("EU EO HA HX HK H9 H8 H7").legal()


@pytest.mark.interpreted
def test_K03() -> None:
    engine = dealt(*C1)
    for bid, then in [(RUF["E"], [WENZ, *SOLOS]), (WENZ, SOLOS), (SOLO_E, [])]:
        engine.play(bid)
        assert engine.legal() == [PASS, *then]
    engine.play(PASS)
    assert (field(engine, "declarer"), field(engine, "contract")) == (2, SOLO_E)
    assert engine.to_move == 0


@pytest.mark.interpreted
def test_K04() -> None:
    engine = contracted(PASS, *C1)
    assert (engine.ending, engine.payoffs()) == ("void", (0, 0, 0, 0))
    assert (engine.to_move, engine.legal()) == (None, [])
    assert not schafkopf.sides_known(engine.pool[0])


@pytest.mark.interpreted
def test_K05() -> None:
    engine = contracted(RUF["E"], *C1).play(card("H9"))
    asked = [
        (1, PASS, False),
        (2, DOUBLE, True),
        (3, PASS, False),
        (0, PASS, True),
        (1, PASS, True),
    ]
    for seat, answer, may in asked:
        assert (engine.to_move, engine.legal()) == (seat, [PASS, DOUBLE] if may else [PASS])
        engine.play(answer)
    assert (engine.to_move, engine.legal()) == (1, sorted(cards("GU H8 HX HO")))
    assert field(engine, "doublings") == 1


@pytest.mark.interpreted
def test_K06() -> None:
    engine = play(contracted(RUF["E"], "EO HO E9", "EA EU EK EX G7"), "E9")
    assert (engine.to_move, engine.legal()) == (1, cards("EA"))


@pytest.mark.interpreted
def test_K07() -> None:
    """The holder leads: with three of the suit only the ace of it."""
    engine = contracted(RUF["E"], "EA EK E8 H7 GK GX G9 SK", "EO HO E7", by=1)
    assert engine.legal() == sorted(cards("EA H7 GK GX G9 SK"))


@pytest.mark.interpreted
def test_K08() -> None:
    hands = ("EA EK E8 E7 H7 SK SX S9", "EO HO E9 GX GK", "EX GO SO G9", "G8 G7 GA SU EU")
    engine = contracted(RUF["E"], *hands, by=1)
    assert engine.legal() == sorted(cards(hands[0]))
    play(engine, "E8 E9 EX G8")  # he runs away; seat 2 wins
    assert field(engine, "runner") == 0
    play(engine, "G9 GA")
    assert engine.to_move == 0
    assert card("EA") in engine.legal()  # void of G: he may discard it
    other = contracted(RUF["E"], *hands, by=1)
    play(other, "E8 E9 EX G8")
    assert choice(other, 0, "EA EK E7 H7", "EU") == cards("H7")
    assert choice(other, 0, "EA EK E7 H7", "E9") == sorted(cards("EA EK E7"))


@pytest.mark.interpreted
def test_K09() -> None:
    """Four at the deal, one discarded: no running away, but for the option at_deal."""
    hands = ("GA G9 H9 HO E7 SK", "EA EK E8 E9 EO GO H7 SX", "G8 GX SA", "G7 GK S7")
    for at_deal in (False, True):
        engine = contracted(RUF["E"], *hands, at_deal=at_deal)
        play(engine, "GA E9 GX GK")
        play(engine, "H9 EO")
        for _ in range(2):
            engine.play(engine.legal()[0])
        assert engine.to_move == 1
        free = cards("EA EK E8 GO H7 SX")
        assert engine.legal() == sorted(free if at_deal else cards("EA GO H7 SX"))


@pytest.mark.interpreted
def test_K10() -> None:
    engine = contracted(RUF["E"], NO_ACE, "EA EK H7")
    assert choice(engine, 1, "EA H7", "G8") == cards("H7")
    assert choice(engine, 1, "EA", "G8") == cards("EA")
    assert choice(engine, 1, "EA EK", "G8") == cards("EK")


@pytest.mark.interpreted
def test_K11() -> None:
    engine = contracted(RUF["G"], "EO G7", "GA")
    assert choice(engine, 2, "SO EA GX", "H7") == cards("SO")
    assert choice(engine, 2, "GO GU E9", "GX") == sorted(cards("GO GU E9"))


@pytest.mark.interpreted
def test_K12() -> None:
    for trick, leader in [("GK GO GX SU", 3), ("GK GO G9 GX", 3), ("G9 GO G8 G7", 1)]:
        engine = contracted(WENZ, *trick.split())
        play(engine, trick)
        assert field(engine, "leader") == leader
    assert choice(contracted(WENZ), 1, "EO GX", "GO") == cards("GX")


@pytest.mark.interpreted
def test_K13() -> None:
    order = "EO GO HO SO EU GU HU SU SA SX SK S9 S8 S7"
    assert [c for c in schafkopf.TRUMP_ORDER[3] if c >= 0] == cards(order) == list(trumps(SOLO_S))
    for high, low in zip(cards(order), cards(order)[1:], strict=False):
        assert schafkopf.BEATEN_BY[3, low] >> high & 1
        assert not schafkopf.BEATEN_BY[3, high] >> low & 1
    engine = contracted(SOLO_S, "HA", "S7 EA EX EK E9 E8 E7 GA", "HX", "H9")
    assert field(play(engine, "HA S7 HX H9"), "leader") == 1
    assert choice(contracted(SOLO_S), 1, "HX S7 EO", "HA") == cards("HX")


@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("points", "tricks", "pay"),
    [
        (61, 4, 20),
        (60, 4, -20),
        (90, 6, 20),
        (91, 6, 30),
        (120, 8, 40),
        (30, 3, -30),
        (31, 3, -20),
        (0, 0, -40),
        (0, 1, -30),
    ],
)
def test_K14(points: int, tricks: int, pay: int) -> None:
    assert pays(contracted(RUF["E"], "EO E7", "EA", "GO"), points, tricks) == pay


@pytest.mark.interpreted
def test_K15() -> None:
    two_top = contracted(RUF["E"], "EO HO E7", "EA GO", "SO")
    assert (run(two_top), pays(two_top, 61, 4)) == (3, 50)
    assert two_top.payoffs() == (50, 50, -50, -50)
    assert pays(two_top, 61, 4, doublings=1) == 100
    too_few = contracted(RUF["E"], "HO E7", "EA", "EO GO")
    assert (run(too_few), pays(too_few, 61, 4)) == (0, 20)
    theirs = contracted(RUF["E"], "EU E7", "EA", "EO GO", "HO SO")
    assert (run(theirs), pays(theirs, 61, 4), pays(theirs, 60, 4)) == (4, 60, -60)
    wenz = contracted(WENZ, "EU GU", "HU")
    assert (run(wenz), pays(wenz, 61, 4)) == (2, 3 * 70)
    assert pays(contracted(WENZ, "EU", "GU"), 61, 4) == 3 * 50


@pytest.mark.interpreted
def test_K16() -> None:
    engine = contracted(SOLO_E, "EO GO HO SO", "EU")
    assert pays(engine, 91, 7, doublings=2) == 1200
    assert engine.payoffs() == (1200, -400, -400, -400)


@pytest.mark.interpreted
def test_real_game() -> None:
    """A deal played by people, with a run away from the ace of G."""
    engine = contracted(
        RUF["G"],
        "HO GU SU HA H9 H8 GK G8",
        "GO EU HU H7 EA E9 SK S7",
        "EO SO HK EX E8 E7 SA S9",
        "HX EK GA GX G9 G7 SX S8",
    )
    for leader, trick in [
        (0, "H8 H7 HK HX"),
        (3, "G7 G8 HU SO"),
        (2, "SA S8 HA S7"),
        (0, "SU GO EO G9"),
        (2, "E7 EK H9 E9"),
        (0, "HO EU S9 SX"),
        (0, "GK SK E8 GA"),
        (3, "GX GU EA EX"),
    ]:
        assert engine.to_move == leader
        play(engine, trick)
    assert engine.payoffs() == (30, -30, -30, 30)


@pytest.mark.interpreted
def test_examples_of_the_value() -> None:
    ruf = contracted(RUF["E"], "EO GO HO SO E7", "EA", "EU")
    assert pays(ruf, 95, 7, doublings=1) == 140
    assert pays(contracted(WENZ, "EU", "GU"), 28, 3) == -180
    assert pays(contracted(SOLO_E, "EO GO HO SO EU GU HU SU"), 120, 8) == 450


@pytest.mark.interpreted
def test_largest_loss_and_payoff() -> None:
    """A solo without a trump, Schwarz."""
    engine = contracted(SOLO_S, "EA EX EK E9 GA GX GK G9")
    assert run(engine) == 14
    assert pays(engine, 0, 0) == -schafkopf.largest_loss(engine.pool[0])
    assert pays(engine, 0, 0, doublings=4) == -schafkopf.MAX_ABS_PAYOFF


# --- the options ---


@pytest.mark.interpreted
def test_option_ace_still_forced() -> None:
    engine = contracted(RUF["E"], "EA EK E8 E9 H7", NO_ACE, "EX", by=1, ace_still_forced=True)
    play(engine, "E8 E7 EX")
    assert choice(engine, 0, "EA EK E9 H7", "E7") == cards("EA")
    assert card("EA") in choice(engine, 0, "EA EK E9 H7", "GK")


@pytest.mark.interpreted
def test_option_only_declarers() -> None:
    theirs = contracted(RUF["E"], "EU E7", "EA", "EO GO", "HO SO", only_declarers=True)
    assert pays(theirs, 61, 4) == 20
    own = contracted(RUF["E"], "EO HO E7", "EA GO", "SO", only_declarers=True)
    assert pays(own, 61, 4) == 50


@pytest.mark.interpreted
def test_option_kontra_before_lead() -> None:
    engine = contracted(RUF["E"], *C1, kontra="before_lead")
    for seat in (1, 2, 3):
        assert engine.to_move == seat
        engine.play(PASS)
    engine.play(card("H9"))
    assert (engine.to_move, engine.legal()) == (1, sorted(cards("GU H8 HX HO")))


def asked(engine: Engine) -> list[int]:
    """The seats that are still to be asked, the one to move first."""
    first = engine.to_move
    assert first is not None
    mask = field(engine, "asked")
    return [first, *(s % 4 for s in range(first + 1, first + 4) if mask >> s % 4 & 1)]


@pytest.mark.interpreted
def test_option_n_stoss_max() -> None:
    """Four doublings: defender 2, partner 1 (now open), defender 3, declarer 0."""
    engine = contracted(RUF["E"], *C1, n_stoss_max=4).play(card("H9"))
    engine.play(PASS, DOUBLE, PASS, PASS, DOUBLE)
    assert asked(engine) == [2, 3]  # neither the declarer nor the partner
    engine.play(PASS, DOUBLE)
    assert asked(engine) == [0, 1]  # neither defender: both have doubled
    engine.play(DOUBLE)
    assert (field(engine, "phase"), engine.to_move) == (schafkopf.PLAYING, 1)
    assert field(engine, "doublings") == 4
    assert pays(engine, 61, 4, doublings=4) == 16 * (20 + 30)


@pytest.mark.interpreted
def test_doubling_a_secret_partner_is_asked_to_the_end() -> None:
    engine = contracted(RUF["E"], *C1, n_stoss_max=4).play(card("H9"))
    engine.play(PASS, DOUBLE, PASS, DOUBLE)
    assert asked(engine) == [1, 2, 3]
    assert engine.legal() == [PASS]


@pytest.mark.interpreted
def test_solo_asks_only_the_side_whose_turn_it_is() -> None:
    engine = contracted(SOLO_E, *C1, n_stoss_max=4).play(card("H9"))
    assert asked(engine) == [1, 2, 3]
    engine.play(PASS, DOUBLE)
    assert asked(engine) == [0]
    engine.play(DOUBLE)
    assert asked(engine) == [1, 2, 3]


# --- against the twin ---


def random_pack(rng: random.Random) -> list[int]:
    """Often one where a seat has a long suit with its ace, and another a card of it."""
    if rng.random() < 0.3:
        pack = list(range(32))
        rng.shuffle(pack)
        return pack
    suit = rng.choice((0, 1, 3))
    low = [8 * suit + rank for rank in (0, 1, 2, 5, 6)]
    rng.shuffle(low)
    n = rng.choice((2, 3, 3, 4, 4))
    hands: list[list[int]] = [[8 * suit + 7, *low[:n]], low[n : n + 1], [], []]
    rest = [c for c in range(32) if not any(c in hand for hand in hands)]
    rng.shuffle(rest)
    for hand in hands:
        while len(hand) < 8:
            hand.append(rest.pop())
        rng.shuffle(hand)
    rng.shuffle(hands)
    if rng.random() < 0.5:  # the long suit leads
        hands.sort(key=lambda hand: 8 * suit + 7 not in hand)
    return [hands[s][4 * k + i] for k in range(2) for s in range(4) for i in range(4)]


def likely_move(deal: twin.Deal, legal: list[int], rng: random.Random) -> int:
    """Random, but with more calls and doublings, and low leads of the called suit."""
    if deal.spoken < 4:
        calls = [m for m in legal if m in CALLS]
        # rather the suit that the pack was made for
        chance = rng.random()
        if calls and chance < 0.85:
            return max(calls, key=lambda m: (len_of(deal, CALLS[m]), rng.random()))
        return PASS if chance < 0.95 else rng.choice(legal)
    if DOUBLE in legal:
        return rng.choice(legal)
    suit = deal.called_suit()
    if not deal.trick and suit is not None and rng.random() < 0.75:
        leads = [m for m in legal if m < 32 and class_of(m, deal.contract) == suit and m % 8 < 7]
        if leads:
            return rng.choice(leads)
    return rng.choice(legal)


def len_of(deal: twin.Deal, suit: int) -> int:
    """How many plain cards of a suit the longest other hand has beside its ace."""
    longest = [[c for c in hand if c // 8 == suit and c % 8 not in (3, 4)] for hand in deal.hands]
    return max((len(h) for h in longest if 8 * suit + 7 in h), default=0)


@few_and_many("deals", 15, 2200)
def test_against_the_twin(deals: int) -> None:
    rng = random.Random(5)
    seen: Counter[Any] = Counter()
    for _ in range(deals):
        options = random_options(schafkopf.OPTIONS, rng)
        engine = Engine(schafkopf, **options)
        pack = random_pack(rng)
        deal = twin.Deal("schafkopf", pack, **options)
        kind = rng.random()
        passing = rng.random() < 0.05

        def move_of(
            deal: twin.Deal, legal: list[int], kind: float = kind, passing: bool = passing
        ) -> int:
            if passing and deal.spoken < 4:
                return PASS
            return rng.choice(legal) if kind < 0.4 else likely_move(deal, legal, rng)

        compare(engine.deal(pack), deal, move_of, seen)
        for item in options.items():
            seen["option", item] += 1
        seen["ran"] += deal.ran
        seen["doubled", len(deal.doublers)] += 1
        seen["outbid"] += field(engine, "caller") >= 0 and field(engine, "ace") < 0
        if deal.sides() is not None:
            sides = [int(schafkopf.side(engine.pool[0], s)) for s in range(4)]
            assert tuple(sides) == deal.sides()
            assert run(engine) == deal.laufende()
            seen["laufende", min(deal.laufende(), 4)] += 1
    if deals < 1000:
        return
    for move in [*range(32), *schafkopf.MOVE_NAMES]:
        assert seen["move", move] >= 50, move
    for ending in schafkopf.ENDINGS[1:]:
        assert seen["ending", ending] >= 50, ending
    for pair in pairs(schafkopf.OPTIONS):
        assert seen["option", pair] >= 50, pair
    for thing in ["ran", "outbid", *(("doubled", k) for k in range(5)), ("laufende", 3)]:
        assert seen[thing] >= 50, thing


@few_and_many("deals", 1, 110)
def test_worlds_replay_and_look_the_same(deals: int) -> None:
    rng = random.Random(6)
    seen: Counter[str] = Counter()
    for _ in range(deals):
        options = random_options(schafkopf.OPTIONS, rng)
        engine, check = Engine(schafkopf, **options), Engine(schafkopf, **options)
        pack = random_pack(rng)
        deal = twin.Deal("schafkopf", pack, **options)
        engine.deal(pack)
        while not engine.over:
            check_worlds(engine, check, deal.history)
            record = engine.pool[0]
            seen["missing"] += schafkopf.missing(record) > 0
            seen["owed"] += schafkopf.owed(record) > 0
            seen["shown"] += record["shown"] >= 0
            move = likely_move(deal, engine.legal(), rng)
            engine.play(move)
            deal.play(move)
        check_worlds(engine, check, deal.history)
        seen["ran"] += deal.ran
    if deals < 100:
        return
    assert seen["missing"] >= 100
    assert seen["owed"] >= 500
    assert seen["shown"] >= 50
    assert seen["ran"] >= 10


@few_and_many("deals", 2, 60)
def test_nothing_hidden_in_a_concealed_record(deals: int) -> None:
    """Another deal that fits gives the seat the same bytes; partner and hands are wiped."""
    rng = random.Random(7)
    checked = 0
    for _ in range(deals):
        engine = Engine(schafkopf).deal(random_pack(rng))
        deal = twin.Deal("schafkopf", [int(c) for c in engine.pool["pack"][0]])
        while not engine.over:
            for seat in range(4):
                engine.concealed(seat)
                record = engine.pool[1]
                partner = next((s for s in range(4) if deal.partner == s), None)
                known = {seat, deal.declarer}
                played = [int(record["played"][s]) for s in range(4)]
                for other in range(4):
                    if other == seat:
                        continue
                    shown = int(record["hand"][other])
                    assert shown in (0, 1 << (deal.called_ace() or 0))
                    if shown:  # then it is proven
                        assert partner == other
                        assert other not in known
                    own_moves = {c for c in range(32) if played[other] >> c & 1}
                    assert own_moves <= set(deal.history)
                own = {p for p in range(32) if p % 16 // 4 == seat}
                assert {p for p in range(32) if record["pack"][p] != 255} == own
                checked += 1
            move = likely_move(deal, engine.legal(), rng)
            engine.play(move)
            deal.play(move)
    assert checked > 80 * deals


@pytest.mark.interpreted
def test_the_partner_stays_secret_until_shown() -> None:
    engine = contracted(RUF["E"], *C1, n_stoss_max=4).play(card("H9"))

    def partner(seat: int) -> int:
        engine.concealed(seat)
        return int(schafkopf.partner_known(engine.pool[1], seat))

    assert [partner(s) for s in range(4)] == [-1, 1, -1, -1]
    engine.play(PASS, DOUBLE)  # Kontra: seat 2 is none, for seat 3 that leaves seat 1
    assert [partner(s) for s in range(4)] == [-1, 1, -1, 1]
    engine.play(PASS, PASS, DOUBLE)  # Re by seat 1
    assert [partner(s) for s in range(4)] == [1, 1, 1, 1]
    engine.concealed(3)
    assert members(engine.pool["hand"][1, 1]) == cards("EA")
    assert members(schafkopf.known_in(engine.pool[1], 3, 1)) == cards("EA")
    assert card("EA") not in members(schafkopf.unseen(engine.pool[1], 3))


@pytest.mark.interpreted
def test_a_run_away_shows_the_partner() -> None:
    hands = ("EA EK E8 E7 H7 SK SX S9", "EO HO E9 GX GK", "EX GO SO G9", "G8 G7 GA SU EU")
    engine = contracted(RUF["E"], *hands, by=1)
    play(engine, "E8 E9 EX")
    engine.concealed(1)
    assert schafkopf.partner_known(engine.pool[1], 1) == -1  # seat 3 may still have to play it
    play(engine, "G8")
    for seat in range(1, 4):
        engine.concealed(seat)
        assert schafkopf.partner_known(engine.pool[1], seat) == 0
        assert schafkopf.missing(engine.pool[1]) == 3


# --- uniform redeals ---


def position(
    rng: random.Random, hidden: int, wanted: Any, **options: Any
) -> tuple[list[int], list[int], int]:
    """Pack, moves and seat of a position whose largest hidden hand has so many cards."""
    for _ in range(20000):
        pack, moves = random_pack(rng), []
        engine = Engine(schafkopf, **options).deal(pack)
        deal = twin.Deal("schafkopf", pack, **options)
        while not engine.over:
            sizes = [int(schafkopf.hand_size(engine.pool[0], s)) for s in range(4)]
            for seat in range(4):
                if max(sizes[:seat] + sizes[seat + 1 :]) == hidden:
                    engine.concealed(seat)
                    if wanted(engine.pool[1], seat):
                        return pack, moves, seat
            move = likely_move(deal, engine.legal(), rng)
            moves.append(move)
            engine.play(move)
            deal.play(move)
    raise AssertionError("no such position")


def hides_partner(record: Any, seat: int) -> bool:
    return bool(record["ace"] >= 0 and schafkopf.partner_known(record, seat) < 0)


def ties(record: Any, seat: int) -> tuple[int, int, int]:
    return schafkopf.ties(
        record, seat, schafkopf.unseen(record, seat), schafkopf.ace_holder(record, seat)
    )


def owing(record: Any, seat: int) -> bool:
    debt, _, need = ties(record, seat)
    return bool(debt) and need == 0


def running(record: Any, seat: int) -> bool:
    """The runner is known to have the ace, or to have played it."""
    _, ace, need = ties(record, seat)
    return need > 0 and not ace


def perhaps_running(record: Any, seat: int) -> bool:
    """Whether the runner has the ace is open."""
    _, ace, need = ties(record, seat)
    return need > 0 and bool(ace)


def outbid(record: Any, seat: int) -> bool:
    return bool(record["ace"] < 0 and owing(record, seat))


def voids(record: Any, seat: int) -> bool:
    """Two seats with different voids, a third without."""
    lacks = [int(record["cannot_hold"][s]).bit_count() for s in range(4) if s != seat]
    return sorted(n > 1 for n in lacks) == [False, True, True] and len(set(lacks)) == 3


@pytest.mark.slow
@pytest.mark.parametrize(
    ("hidden", "wanted", "seed", "options"),
    [
        (3, hides_partner, 4, {}),
        (3, owing, 3, {}),
        (3, outbid, 3, {}),
        (3, voids, 3, {}),
        (3, running, 3, {}),
        (3, running, 3, {"at_deal": True}),
        (3, perhaps_running, 54, {"at_deal": True, "ace_still_forced": True}),
        (4, voids, 0, {}),
        (4, running, 1, {}),
        (4, perhaps_running, 8, {}),
    ],
)
def test_redeals_are_uniform(hidden: int, wanted: Any, seed: int, options: dict[str, Any]) -> None:
    """Against all the deals that the twin finds; the seeds find a position soon."""
    pack, moves, seat = position(random.Random(seed), hidden, wanted, **options)
    expected = twin.redeals("schafkopf", pack, moves, seat, **options)
    assert len(set(expected.values())) == 1
    cells = [tuple(sum(1 << c for c in hand) for hand in layout) for layout in expected]
    engine = replayed(Engine(schafkopf, **options), pack, moves)
    n = max(30 * len(cells), 3000)
    assert chi_square_p(sample(engine, seat, n), cells, n) > 0.001
    assert len(cells) > 1
    engine.concealed(seat)
    for other in range(4):  # and what is known for sure
        if other != seat:
            always = functools.reduce(operator.and_, [hands[other] for hands in cells])
            ever = functools.reduce(operator.or_, [hands[other] for hands in cells])
            unseen = schafkopf.unseen(engine.pool[1], seat)
            assert schafkopf.known_in(engine.pool[1], seat, other) == always
            assert schafkopf.known_absent_from(engine.pool[1], seat, other) == unseen & ~ever


LARGE = (
    ("EO GO EU HA H9 EX E9 GK", "HO GU HX GA EA EK E8 E7", "SO HU HK SK SX H7 G9 SA"),
    [RUF["E"], PASS, PASS, PASS],
)


@pytest.mark.slow
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
@pytest.mark.parametrize(
    "line",
    ["H9", "H9 HX HK SU G8 GK GA G9 E8", "GK GA G9 G7 E8"],
)
def test_redeals_of_large_hands(seat: int, line: str) -> None:
    """Share of each card in each hand against plain rejection, early in a deal."""
    engine = contracted(RUF["E"], *LARGE[0])
    check = Engine(schafkopf)
    pack = engine.pool["pack"][0].tolist()
    moves = [*LARGE[1]]
    for c in cards(line):
        while engine.legal()[-1] in (PASS, DOUBLE):
            moves.append(DOUBLE if engine.to_move == 2 and DOUBLE in engine.legal() else PASS)
            engine.play(moves[-1])
        moves.append(c)
        engine.play(c)
    assert replayed(check, pack, moves).layout() == engine.layout()
    counts = by_rejection(engine, check, moves, seat, 700, random.Random(seat))
    assert worst_z(engine, seat, counts, 700) < 4.5


# --- matches, the vector, the interpreter, the built-in player ---


@pytest.mark.interpreted
def test_match_against_the_twin() -> None:
    rng = random.Random(9)
    for first_dealer in range(4):
        passed_out = ("counts", "next_dealer", "same_dealer", "same_dealer")[first_dealer]
        deals = rng.choice((4, 8, 24))
        engine = Engine(schafkopf, passed_out=passed_out, deals=deals)
        engine.kernels.begin_match_at(engine.match, engine.pool, first_dealer)
        assert engine.match["limit"][0] == deals
        match = twin.Match(deals, passed_out)
        turn = (first_dealer + 1) % 4  # the twin's player 0 is the first to act
        while not engine.match["over"][0]:
            assert match.next_context() == {}
            engine.deal(random_pack(rng))
            seated = tuple((p + turn) % 4 for p in match.seating())
            assert tuple(engine.match["player"][0]) == seated
            money = [match.money[p] for p in match.seating()]
            assert field(engine, "money") == money
            while not engine.over:
                void = rng.random() < 0.7 and PASS in engine.legal()
                engine.play(PASS if void else rng.choice(engine.legal()))
            match.record(engine.payoffs(), engine.ending == "void")
            engine.kernels.next_deal_at(engine.match, engine.pool)
        assert match.next_context() is None
        richest = [(p + turn) % 4 for p in range(4) if match.money[p] == max(match.money)]
        assert engine.match["winner"][0] == (richest[0] if len(richest) == 1 else -1)
        assert engine.match["score"][0].tolist() == [match.money[(p - turn) % 4] for p in range(4)]
        assert engine.match["deals"][0] == deals
        assert sum(engine.match["marks"][0]) == (3 if len(richest) == 1 else 0)


@pytest.mark.slow
def test_observation_and_view_facts() -> None:
    rng = random.Random(3)
    out = np.full(schafkopf.OBSERVATION_SIZE + 1, 77, np.uint8)
    facts = np.full(sum(n for _, n in schafkopf.VIEW_FIELDS) + 1, 77, np.int64)
    for _ in range(25):
        engine = Engine(schafkopf).deal(random_pack(rng))
        deal = twin.Deal("schafkopf", [int(c) for c in engine.pool["pack"][0]])
        while not engine.over:
            for seat in range(4):
                seen = engine.concealed(seat)
                schafkopf.observe(engine.pool[1], seat, out)
                from_open = out.copy()
                schafkopf.observe(engine.pool[0], seat, from_open)
                assert (out == from_open).all()
                schafkopf.export(engine.pool[1], seat, facts)
                shown = schafkopf.partner_known(engine.pool[1], seat)
                assert facts[3] == shown
                assert shown in (-1, deal.partner)
                known = schafkopf.known_in(engine.pool[1], seat, (seat + 1) & 3)
                absent = schafkopf.known_absent_from(engine.pool[1], seat, (seat + 1) & 3)
                real = int(engine.pool["hand"][0, (seat + 1) & 3])
                assert known & ~real == 0
                assert absent & real == 0
                assert engine.pool[1:2].tobytes() == seen
            assert out[-1] == facts[-1] == 77
            move = likely_move(deal, engine.legal(), rng)
            engine.play(move)
            deal.play(move)


@pytest.mark.interpreted
def test_description_tells_no_secret() -> None:
    engine = contracted(RUF["E"], *C1)
    play(engine, "H9 HX")
    engine.concealed(2)
    lines = "\n".join(text.describe(engine.pool[1], Style("french")))
    for words in ("call C", "partner secret", "Seat 0: - and 7 unknown", "Seat 2 to move"):
        assert words in lines
    lines = "\n".join(text.describe(engine.pool[0], Style("german")))
    assert "call Eichel (EA), partner seat 1" in lines


def transcript(deals: int) -> str:
    """A digest of some deals played at random, with redeals, views and advice."""
    rng = random.Random(4)
    lines = []
    for _ in range(deals):
        engine = Engine(schafkopf, **random_options(schafkopf.OPTIONS, rng))
        engine.deal(random_pack(rng))
        deal = twin.Deal("schafkopf", [int(c) for c in engine.pool["pack"][0]])
        engine.rng[0] = np.uint64(rng.getrandbits(63))
        while not engine.over:
            seat = engine.to_move
            assert seat is not None
            lines.append(str(engine.world(seat)))
            legal = np.int64(sum(1 << m for m in engine.legal()))
            advice = int(schafkopf.advise(engine.pool[1], legal, engine.rng))
            lines.append(f"{seat} {engine.legal()} {advice}")
            move = advice if rng.random() < 0.3 else likely_move(deal, engine.legal(), rng)
            deal.contract = field(engine, "contract")
            deal.spoken = 4 if field(engine, "phase") else seat + 1
            engine.play(move)
        lines.append(str(engine.payoffs()))
    return str(sum(ord(c) * (i % 9973 + 1) for i, c in enumerate("\n".join(lines))))


@pytest.mark.slow
def test_interpreted_plays_the_same() -> None:
    code = "from test_schafkopf import transcript; print(transcript(4))"
    assert printed_by(code, beside=__file__) == transcript(4)


@pytest.mark.slow
@pytest.mark.parametrize("cheap", [False, True])
def test_advice_beats_random_play(cheap: bool) -> None:
    for holders in (0b0001, 0b0010, 0b0100, 0b1000, 0b0011):
        mean = duel(Engine(schafkopf), holders, 3000, cheap)
        assert mean > (5 if cheap else 80)


@pytest.mark.interpreted
def test_advice_bids_what_a_hand_is_worth() -> None:
    for hand, bid in [
        ("EO GO HO SO EU GU SA SX", SOLO_S),
        ("EU GU HU EA EX GA GX SA", WENZ),
        ("EO HO EU HA HX E9 GA G8", RUF["E"]),
        ("E9 E8 G9 G8 S9 S8 SK H7", PASS),
    ]:
        engine = dealt(hand)
        engine.concealed(0)
        legal = np.int64(sum(1 << m for m in engine.legal()))
        assert schafkopf.advise(engine.pool[1], legal, engine.rng) == bid


@pytest.mark.interpreted
def test_options_have_the_names_and_defaults_of_the_page() -> None:
    assert complete(schafkopf.OPTIONS) == twin.OPTIONS
    assert list(encode(schafkopf.OPTIONS, complete(schafkopf.OPTIONS))) == [0, 0, 0, 0, 2, 0, 24]
