"""The compiled Bauernschnapsen against the recorded deals, the page's scenarios and its twin."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import comb
from typing import Any

import naive_bauernschnapsen as twin
import numpy as np
import pytest
from contract_helpers_relatives import (
    Coverage,
    Engine,
    check_uniform,
    chi_square_p,
    digest_of_play,
    perft,
    random_options,
)
from naive_bauernschnapsen import (
    BAUERN,
    BETTLER,
    CLAIM,
    GANG,
    HERREN,
    KBAUER,
    KSCHNAPSER,
    RING,
    SCHNAPSER,
    TURN_UP,
)
from naive_positions import cards, pack_of
from naive_tricks import DOUBLE, MARRIAGE, PASS, TRUMP, Twin, parse_cards, parse_pack
from paths import recorded
from sizes import few_and_many

from schnapsen_ai.card_text import Style
from schnapsen_ai.cards import set_of
from schnapsen_ai.games import bauernschnapsen as game
from schnapsen_ai.games.bauernschnapsen.state import NORMAL

NAME = "bauernschnapsen"
B1 = ["EA EX GA GX HA", "EK EO GK GO HK", "SA SX SK SO SU", "EU GU HX HO HU"]
E, G, H, S = range(TRUMP, TRUMP + 4)
MARRY_E = MARRIAGE
QUIET = [PASS] * 4
NO_DOUBLE = [PASS] * 2
ENDINGS = {"sixty_six": "sixty-six", "last_trick": "last trick"}


def fresh(hands: list[str] = B1, **options: Any) -> Engine:
    return Engine(game, NAME, **options).lay_out(pack_of(hands, 3))


def announced(*said: int, **options: Any) -> Engine:
    """B1, trump E, these announcements."""
    return fresh(**options).play(E, *said)


def play(engine: Engine, text: str) -> Engine:
    return engine.play(*parse_cards(text))


def table(*hands: str, options: dict[str, Any] | None = None, **fields: Any) -> Engine:
    """A position in the play, trump E; the normal game unless said otherwise."""
    engine = announced(*QUIET, *NO_DOUBLE, **(options or {}))
    for seat, text in enumerate(hands):
        engine.state.hand[seat] = set_of(cards(text))
    for name, value in fields.items():
        engine.state[name] = value
    if engine.state.contract in (BETTLER, GANG):
        engine.state.ruff = -1
    if engine.state.contract == BETTLER:
        engine.state.idle = (engine.state.declarer + 2) % 4
    return engine


def won(team: int, points: int) -> tuple[int, ...]:
    return tuple(points if seat % 2 == team else -points for seat in range(4))


def over(engine: Engine, ending: str, team: int, points: int) -> None:
    assert (engine.to_move, engine.legal()) == (None, [])
    assert (engine.ending, engine.payoffs()) == (ending, won(team, points))


def eff(engine: Engine, team: int) -> int:
    state = engine.state
    return int(state.points[team]) + (int(state.melds[team]) if state.tricks[team] else 0)


# --- recorded deals ---


@pytest.mark.interpreted
def test_golden() -> None:
    deals = recorded("bauernschnapsen.jsonl")
    for deal in deals:
        engine = Engine(game, NAME).lay_out(parse_pack(deal["pack"], twin.CARDS))
        for seat, move, legal in zip(deal["to_move"], deal["moves"], deal["legal"], strict=True):
            assert (engine.to_move, engine.legal()) == (seat, legal)
            engine.play(move)
        assert engine.to_move is None
        assert list(engine.payoffs()) == deal["payoffs"]
    assert len(deals) == 68


@few_and_many("most", 1000, 10**6)
def test_perft(most: int) -> None:
    for record in (r for r in recorded("perft.jsonl") if r["game"] == NAME):
        engine = Engine(game, NAME).lay_out(parse_pack(record["pack"], twin.CARDS))
        counts = [n for n in record["counts"] if n <= most]
        assert [perft(engine, depth + 1) for depth in range(len(counts))] == counts


# --- the scenarios of the page ---


@pytest.mark.interpreted
def test_B01() -> None:
    engine = fresh()
    assert engine.legal() == [E, G, TURN_UP]
    engine.play(TURN_UP)
    assert (engine.state.trump, {int(engine.state.turned)}) == (1, cards("GX"))
    for seat in range(4):
        assert int(engine.concealed(seat).turned) == 8 + 6
        assert int(engine.concealed(seat).pack[12]) == 8 + 6
    other = fresh(["EA EX GA HA GX", *B1[1:]]).play(TURN_UP)
    assert other.state.trump == 2


@pytest.mark.interpreted
def test_B02() -> None:
    engine = announced()
    assert engine.legal() == [PASS, BETTLER, SCHNAPSER, GANG, BAUERN]
    assert engine.play(PASS).legal() == [PASS, BETTLER, GANG, KSCHNAPSER, KBAUER]
    assert engine.play(PASS).legal() == [PASS, BETTLER, SCHNAPSER, GANG, BAUERN, RING]


@pytest.mark.interpreted
def test_B03() -> None:
    engine = announced(BAUERN)
    assert engine.legal() == [PASS, KBAUER]
    assert engine.play(PASS).legal() == [PASS, RING]


@pytest.mark.interpreted
def test_B04() -> None:
    engine = announced(PASS, PASS, RING)
    assert engine.legal() == [PASS, KBAUER]
    over(engine.play(PASS), "shown", 0, 18)
    beaten = announced(PASS, PASS, RING, KBAUER)
    assert (beaten.to_move, beaten.legal()) == (0, [PASS, DOUBLE])
    assert beaten.play(PASS).to_move == 2


@pytest.mark.interpreted
def test_B05() -> None:
    hands = ["SA SX SK SO SU", B1[1], "EA EX GA GX HA", B1[3]]
    engine = fresh(hands).play(S)
    assert {RING, HERREN} <= set(engine.legal())
    assert engine.play(HERREN).legal() == [PASS]
    over(engine.play(PASS, PASS, PASS), "shown", 0, 24)
    partner = fresh(["EA EX GA GX SO", B1[1], "SA SX SK SU HA", B1[3]]).play(TURN_UP)
    assert partner.state.trump == 1
    five = fresh([B1[0], B1[1], B1[2], B1[3]], trump_any=True).play(S, PASS, PASS)
    assert RING in five.legal()
    assert HERREN not in five.legal()


@pytest.mark.interpreted
def test_B06() -> None:
    engine = announced(*QUIET)
    asked = []
    for move in (PASS, DOUBLE, PASS, PASS):
        asked.append(engine.to_move)
        assert engine.legal() == [PASS, DOUBLE]
        engine.play(move)
    assert asked == [1, 3, 0, 2]
    assert (engine.to_move, engine.state.doublings) == (0, 1)
    assert set(engine.legal()) == cards(B1[0])


@pytest.mark.interpreted
def test_B07() -> None:
    announcer = {"contract": BETTLER, "declarer": 1, "turn": 1, "tricks": (3, 0)}
    engine = play(table("EA HX", "EK GU", "EX EU", "HU HO", **announcer), "EK")
    assert (engine.to_move, set(engine.legal())) == (2, cards("EX"))
    play(engine, "EX")
    assert (engine.to_move, set(engine.legal())) == (0, cards("EA"))
    over(play(engine, "EA HX GU EU"), "made", 1, 4)
    lost = table("EU HX", "EA GU", "EX EK", "HU HO", **announcer)
    over(play(lost, "EA EX EU"), "failed", 0, 4)


SCHNAPSER_DEAL = ["GA GX EA EX EK", "GK GO EU SA SX", "HX SK HO HA HK", "GU EO SO SU HU"]


def schnapser(hands: list[str]) -> Engine:
    """Seat 0 announces, and takes 47 points in two tricks."""
    engine = fresh(hands).play(G, SCHNAPSER, *[PASS] * 3, *NO_DOUBLE)
    play(engine, "GA GK HX GU GX GO SK EO")
    assert (engine.to_move, eff(engine, 0)) == (0, 47)
    return engine


@pytest.mark.interpreted
def test_B08() -> None:
    over(play(schnapser(SCHNAPSER_DEAL), "EA EU HO SO"), "made", 0, 6)
    lower = [*SCHNAPSER_DEAL[:2], "HX SK HU HA HK", "GU EO SO SU HO"]
    short = play(schnapser(lower), "EA EU HU SO")
    assert eff(short, 0) == 65
    over(short, "failed", 1, 6)
    aces = ["GA GX HA EX EK", SCHNAPSER_DEAL[1], "HX SK HO EA HK", SCHNAPSER_DEAL[3]]
    partner = play(schnapser(aces), "EK EU EA SO")  # lifts the team over 66, yet is not his
    assert eff(partner, 0) == 67
    over(partner, "failed", 1, 6)


@pytest.mark.interpreted
def test_B09() -> None:
    hands = ["EA EK EO GA HA", "EX GK HK SK SO", "HO GX SX SU GU", "EU GO HX HU SA"]
    engine = fresh(hands).play(E, SCHNAPSER, *[PASS] * 3, *NO_DOUBLE)
    assert MARRY_E in engine.legal()
    play(engine, "EA EX HO EU")
    assert (eff(engine, 0), engine.to_move) == (26, 0)
    over(engine.play(MARRY_E), "made", 0, 6)


@pytest.mark.interpreted
def test_B10() -> None:
    engine = announced(PASS, KSCHNAPSER, PASS, PASS)
    assert engine.to_move == 2
    engine.play(PASS)
    assert engine.to_move == 0
    engine.play(PASS)
    assert engine.to_move == 0
    over(play(engine, "EA EK SU EU"), "failed", 0, 12)


@pytest.mark.interpreted
def test_B11() -> None:
    for answers, points in (([PASS, PASS], 9), ([PASS, DOUBLE, PASS, PASS], 18)):
        engine = announced(PASS, PASS, GANG, PASS)
        assert engine.to_move == 3
        engine.play(*answers)
        assert engine.to_move == 2
        while engine.to_move is not None:
            assert not any(MARRIAGE <= move < PASS for move in engine.legal())
            engine.play(engine.legal()[-1])
        over(engine, "made", 0, points)


@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("points", "tricks", "melds", "gain"), [(33, 1, 0, 1), (32, 1, 0, 2), (0, 0, 40, 3)]
)
def test_B12(points: int, tricks: int, melds: int, gain: int) -> None:
    fields = {"points": (50, points), "tricks": (3, tricks), "melds": (0, melds)}
    over(play(table("EA", "GU", "GX", "HU", **fields), "EA GU GX HU"), "sixty-six", 0, gain)


@pytest.mark.interpreted
def test_B13() -> None:
    for doublings in (0, 1):
        engine = table("SA", "EU", "GU", "HU", points=(43, 60), tricks=(2, 2), doublings=doublings)
        engine.state.trump = engine.state.ruff = 3
        play(engine, "SA EU GU HU")
        assert list(engine.state.points) == [60, 60]
        over(engine, "last trick", 0, 2**doublings)


@pytest.mark.interpreted
def test_B14() -> None:
    engine = table("EK EO", "EA GK", "EU GA", "HU GX", tricks=(0, 3)).play(MARRY_E)
    assert eff(engine, 0) == 0
    assert set(engine.legal()) == cards("EK EO")
    play(engine, "EK EA EU HU")
    assert (engine.to_move, eff(engine, 0), eff(engine, 1)) == (1, 0, 19)
    play(engine, "GK GA GX")
    assert set(engine.legal()) == cards("EO")
    play(engine, "EO")
    assert eff(engine, 0) == 68
    over(engine, "sixty-six", 0, 2)


@pytest.mark.interpreted
def test_B15() -> None:
    engine = table("EA", "GU", "GX", "HU", points=(50, 32), tricks=(3, 1), doublings=2)
    engine.match.score[:] = (22, 0)
    over(play(engine, "EA GU GX HU"), "sixty-six", 0, 8)
    game.next_deal(engine.match, engine.state)
    assert list(engine.match.score) == [30, 0]
    assert (engine.match.over, engine.match.winner) == (1, 0)
    assert list(engine.match.marks) == [0, 2]


# --- options, and what the twin's tests add to the page ---


@pytest.mark.interpreted
def test_marriages_in_the_contracts() -> None:
    hands = ("SK SO HA", "EK EO HK", "EX GX HX", "EU GU HU")
    for contract, declarer, turn, may in (
        (NORMAL, 0, 1, True),
        (SCHNAPSER, 0, 0, True),
        (KSCHNAPSER, 1, 0, False),
        (KSCHNAPSER, 1, 1, True),
        (BAUERN, 0, 0, False),
        (BETTLER, 0, 0, False),
        (KBAUER, 1, 0, False),
    ):
        engine = table(*hands, contract=contract, declarer=declarer, turn=turn)
        assert any(MARRIAGE <= move < PASS for move in engine.legal()) is may


@pytest.mark.interpreted
def test_a_card_once_played_is_no_longer_known_to_be_held() -> None:
    engine = table("EK EO SA", "EA SX GA", "EU SK GX", "GU SO HX").play(MARRY_E)
    assert engine.state.must_hold[0] == set_of(cards("EK EO"))
    assert play(engine, "EK").state.must_hold[0] == set_of(cards("EO"))


@pytest.mark.interpreted
def test_bettler_is_doubled_by_all_four() -> None:
    engine = announced(BETTLER, PASS, PASS, PASS)
    asked = []
    for move in (DOUBLE, PASS, DOUBLE, DOUBLE):
        asked.append(engine.to_move)
        engine.play(move)
    assert asked == [1, 2, 0, 1]
    assert (engine.state.doublings, engine.to_move, engine.state.idle) == (3, 0, 2)


@pytest.mark.interpreted
def test_options() -> None:
    assert BAUERN not in announced(PASS, PASS, bauern_caller_only=True).legal()
    assert BAUERN in announced(bauern_caller_only=True).legal()
    assert fresh(trump_any=True).legal() == [E, G, H, S, TURN_UP]
    bettler = {"contract": BETTLER, "declarer": 1, "turn": 1}
    hands = ("EA EU", "EK GU", "EX EO", "HU HO")
    free = play(table(*hands, options={"bettler_free": True}, **bettler), "EK")
    assert set(free.legal()) == cards("EX EO")


@pytest.mark.interpreted
def test_need_claim() -> None:
    fields = {"points": (50, 20), "tricks": (2, 1)}
    hands = ("EA SA", "GU SK", "GX SX", "HU HO")

    def reached() -> Engine:
        return play(table(*hands, options={"need_claim": True}, **fields), "EA GU GX HU")

    assert reached().legal() == sorted([*cards("SA"), CLAIM])
    over(play(reached(), "SA SK SX HO"), "last trick", 0, 1)
    over(reached().play(CLAIM), "claim", 0, 2)


# --- against the slow twin ---


def biased_pack(rng: random.Random) -> list[int]:
    """Often a hand of one suit, or the suits in long runs."""
    pack = list(twin.CARDS)
    rng.shuffle(pack)
    kind = rng.random()
    if kind < 0.5:
        return pack
    if kind < 0.75:
        suit, seat = rng.randrange(4), rng.randrange(4)
        pack.sort(key=lambda card: card // 8 == suit)
        hands = [pack[5 * i : 5 * i + 5] for i in range(4)]
        hands[seat], hands[3] = hands[3], hands[seat]
    else:
        order = rng.sample(range(4), 4)
        pack.sort(key=lambda card: 8 * order[card // 8] + rng.random() * 20)
        hands = [pack[5 * i : 5 * i + 5] for i in range(4)]
        rng.shuffle(hands)
    for hand in hands:
        rng.shuffle(hand)
    return [c for hand in hands for c in hand[:3]] + [c for hand in hands for c in hand[3:]]


RARE = {*range(MARRIAGE, PASS), CLAIM, RING, HERREN}


def biased_move(legal: list[int], rng: random.Random, quiet: float) -> int:
    """Rare moves often; else a pass with this probability."""
    rare = [move for move in legal if move in RARE]
    if rare and rng.random() < 0.8:
        return rng.choice(rare)
    if KBAUER in legal and rng.random() < 0.4 * (1 - quiet):
        return KBAUER
    return PASS if PASS in legal and rng.random() < quiet else rng.choice(legal)


def compare(engine: Engine, deal: twin.Deal, rng: random.Random) -> None:
    """Play a deal on both to its end, by chance or by the rule player."""
    quiet = rng.choice((0.0, 0.5, 0.95, 1.0))
    advised, words = rng.random() < 0.1, np.array([rng.getrandbits(32)], np.uint64)
    while deal.ending is None:
        legal = engine.legal()
        assert (engine.to_move, legal) == (deal.to_move, deal.legal())
        move = biased_move(legal, rng, quiet)
        if advised:
            seat = int(deal.to_move or 0)
            move = int(game.advise(engine.concealed(seat), set_of(legal), words))
        engine.play(move)
        deal.play(move)
    over(engine, ENDINGS.get(deal.ending, deal.ending), deal.winner or 0, abs(deal.payoffs()[0]))
    assert engine.payoffs() == deal.payoffs()
    assert len(engine.history) <= game.MAX_PLIES
    state = engine.state
    counts = [[int(x) for x in row] for row in (state.points, state.melds, state.tricks)]
    assert counts == [deal.points, deal.melds, deal.tricks]


@few_and_many("deals", 25, 3000)
def test_twin(deals: int) -> None:
    rng = random.Random(20)
    coverage = Coverage(game)
    values: Counter[int] = Counter()
    for _ in range(deals):
        options, pack = random_options(game, rng), biased_pack(rng)
        engine = Engine(game, NAME, **options).lay_out(pack)
        compare(engine, twin.Deal(NAME, pack, **options), rng)
        coverage.deal(options, engine.history, engine.ending)
        values[abs(engine.payoffs()[0])] += 1
    if deals < 1000:
        return
    coverage.check(twin.CARDS, 50)
    assert {1, 2, 3, 4, 6, 9, 12, 18, 24, 48, 96, 192} <= set(values)
    assert max(values) == game.MAX_ABS_PAYOFF


@few_and_many("rounds", 1, 20)
def test_matches(rounds: int) -> None:
    rng = random.Random(21)
    doubled = 0
    for first_dealer in [0, 1, 2, 3] * rounds:
        engine, match = Engine(game, NAME), twin.Match()
        game.begin_match(engine.match, engine.state, first_dealer)
        match.dealer = first_dealer
        while not match.over:
            assert tuple(int(p) for p in engine.match.player) == match.seats()
            engine.lay_out(rng.sample(twin.CARDS, 20))
            own = [match.scores[match.seats()[team] % 2] for team in range(2)]
            assert [int(x) for x in engine.state.score] == own
            while engine.to_move is not None:
                engine.play(biased_move(engine.legal(), rng, 0.9))
            match.record(engine.payoffs())
            game.next_deal(engine.match, engine.state)
            assert [int(x) for x in engine.match.score] == match.scores
            assert engine.match.over == match.over
        assert [int(x) for x in engine.match.marks] == match.bummerl
        assert int(engine.match.winner) == int(match.scores[1] > match.scores[0])
        doubled += 2 in match.bummerl
    assert doubled > 0 or rounds < 20


# --- knowledge ---


def visible(engine: Engine, seat: int) -> set[int]:
    """Places of the pack whose cards a seat has seen."""
    places = {3 * seat, 3 * seat + 1, 3 * seat + 2}
    if engine.history:
        places |= {12 + 2 * seat, 13 + 2 * seat} | ({12} if engine.history[0] == TURN_UP else set())
    return places


def facts(engine: Engine, i: int, seat: int) -> list[int]:
    """What the kernel behind a View tells of ``states[i]``, which it conceals once more."""
    out = np.zeros(7 + 2 * 4 + sum(n for _, n in game.VIEW_FIELDS), np.int64)
    engine.board.look(engine.states, i, seat, 4, False, np.zeros(1, game.STATE), out)
    return [int(x) for x in out]


def observation(engine: Engine, i: int, seat: int) -> bytes:
    out = np.full(game.OBSERVATION_SIZE, 255, np.uint8)
    engine.board.observe_at(engine.states, i, seat, out)
    return out.tobytes()


def check_hidden(engine: Engine, deal: twin.Deal, pack: list[int], seat: int) -> None:
    """A concealed state holds what the seat has seen, and nothing else."""
    hands = [set_of(hand) for hand in deal.hands]
    places = visible(engine, seat)
    shown = [card if place in places else 255 for place, card in enumerate(pack)]
    assert engine.states["pack"][1].tolist() == shown
    held = engine.states["hand"][1].tolist()
    legal, own, trumps, led, unseen, to_move, ended, *rest = facts(engine, 1, seat)
    assert legal == (set_of(deal.legal()) if deal.to_move == seat else 0)
    assert (own, held[seat], to_move, ended) == (hands[seat], hands[seat], deal.to_move, 0)
    assert led == (deal.trick[0] if deal.trick else -1)
    trump = deal.play_trump()
    assert trumps == (0 if trump is None else 0xFF << 8 * trump)
    played = set_of(deal.played)
    assert unseen == set_of(twin.CARDS) & ~(played | held[0] | held[1] | held[2] | held[3])
    for other in range(4):
        inside, outside = rest[2 * other], rest[2 * other + 1]
        assert held[other] & ~inside == inside & ~hands[other] == outside & hands[other] == 0
        assert game.hand_size(engine.states[1], other) == len(deal.hands[other])


def check_knowledge(engine: Engine, deal: twin.Deal, pack: list[int], rng: Any) -> None:
    """For every seat: nothing hidden is left, and the two properties of a redeal."""
    board, states = engine.board, engine.states
    for seat in range(4):
        seen = engine.concealed(seat).tobytes()
        check_hidden(engine, deal, pack, seat)
        vector = observation(engine, 0, seat)
        assert observation(engine, 1, seat) == vector
        states[2] = states[1]
        board.redeal_at(states, 2, seat, rng)
        assert observation(engine, 2, seat) == vector
        hands, dealt = states["hand"][2].tolist(), states["pack"][2].tolist()
        board.conceal_at(states, 2, seat)
        assert states[2].tobytes() == seen
        replay = Engine(game, NAME)
        replay.states["options"] = states["options"][:1]
        replay.lay_out(dealt).play(*engine.history)
        assert replay.states["hand"][0].tolist() == hands
        assert replay.concealed(seat).tobytes() == seen


@few_and_many("deals", 1, 120)
def test_knowledge(deals: int) -> None:
    choose = random.Random(22)
    rng = np.array([23], np.uint64)
    said: Counter[int] = Counter()
    for _ in range(deals):
        options, pack = random_options(game, choose), biased_pack(choose)
        engine = Engine(game, NAME, **options).lay_out(pack)
        deal = twin.Deal(NAME, pack, **options)
        quiet = choose.choice((0.3, 0.9, 1.0))
        while engine.to_move is not None:
            check_knowledge(engine, deal, pack, rng)
            move = biased_move(engine.legal(), choose, quiet)
            engine.play(move)
            deal.play(move)
        said.update(engine.history)
    assert deals < 100 or all(said[move] for move in game.MOVE_NAMES)


class RingRedeals(twin._Redeals):
    """The oracle, looking first at the hand of the seat that said RING: it has one suit."""

    def _assignments(self, real: Twin) -> Iterator[tuple[list[set[int]], set[int]]]:
        ringer = self.history[1:5].index(RING)
        one, two = (p for p in range(4) if p not in (ringer, self.seat))
        unseen = real.hands[ringer] | real.hands[one] | real.hands[two]
        for suit in range(4):
            whole = {c for c in twin.CARDS if c // 8 == suit}
            if not whole <= unseen:
                continue
            rest = sorted(unseen - whole - self.banned[one])
            for chosen in combinations(rest, len(real.hands[one])):
                hands = [set(hand) for hand in real.hands]
                hands[ringer], hands[one] = whole, set(chosen)
                hands[two] = unseen - whole - hands[one]
                yield hands, set()


def random_position(seed: int, left: int, *first: int, **options: Any) -> tuple[list[int], Engine]:
    """A random deal with these first moves, played until all have at most `left` cards.

    Who announces a Bettler or Gang gets cards for it.
    """
    choose = random.Random(seed)
    engine = Engine(game, NAME, **options)
    for _ in range(20_000):
        pack = choose.sample(twin.CARDS, 20)
        if BETTLER in first or GANG in first:
            pack.sort(key=lambda c: c % 8 + choose.random(), reverse=GANG in first)
            low, rest = pack[:5], choose.sample(pack[5:], 15)
            pack = rest[:3] + low[:3] + rest[3:9] + rest[9:11] + low[3:] + rest[11:]
        engine.lay_out(pack)
        for move in first:
            if move not in engine.legal():
                break
            engine.play(move)
        while len(engine.history) >= len(first) and engine.to_move is not None:
            played = engine.states["played"][0].tolist()
            if min(int(cards).bit_count() for cards in played) >= 5 - left:
                return pack, engine
            engine.play(choose.choice(engine.legal()))
            if engine.state.idle >= 0 and engine.states["tricks"][0].sum() >= 5 - left:
                return pack, engine
    raise AssertionError("no such deal")


NORMAL_GAME = (*QUIET, *NO_DOUBLE)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "left", "seat", "first", "options"),
    [
        (1, 4, 1, (E, *NORMAL_GAME), {}),
        (2, 4, 2, (TURN_UP, *NORMAL_GAME), {}),
        (3, 3, 0, (H, *NORMAL_GAME), {}),
        (4, 3, 3, (H, PASS, GANG, PASS, PASS, PASS, PASS), {}),
        (5, 3, 2, (S, PASS, BETTLER, PASS, PASS, PASS, PASS), {"bettler_free": True}),
        (6, 3, 3, (G, *NORMAL_GAME), {"trump_any": True}),
        (7, 3, 1, (E, *NORMAL_GAME), {"need_claim": True}),
        (8, 2, 3, (S, *NORMAL_GAME), {}),
        (9, 2, 2, (G, PASS, BETTLER, PASS, PASS, PASS, PASS), {}),
    ],
)
def test_uniform(
    seed: int, left: int, seat: int, first: tuple[int, ...], options: dict[str, Any]
) -> None:
    pack, engine = random_position(seed, left, *first, **options)
    worlds = twin.redeals(NAME, pack, engine.history, seat, **options)
    assert len(worlds) > 1
    check_uniform(engine, worlds, seat, np.array([seed], np.uint64), draws=20_000, bins=1000)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ringer", "seat", "trump", "said"),
    [
        (2, 1, E, (PASS, PASS, RING, KBAUER)),
        (2, 3, TURN_UP, (PASS, PASS, RING, KBAUER, PASS)),
        (1, 0, E, (PASS, RING, PASS, KBAUER)),
        (1, 2, G, (PASS, RING, PASS, KBAUER, DOUBLE)),
    ],
)
def test_uniform_after_a_beaten_ring(
    ringer: int, seat: int, trump: int, said: tuple[int, ...]
) -> None:
    """The looking seat has two suits only, so the ringer may have either of the others."""
    looking, first, second = "EA EX GA GO GU", "EK GX SA EO SX", "EU GK SK SO SU"
    dealt = {ringer: "HA HX HK HO HU", seat: looking}
    for other, hand in zip((p for p in range(4) if p not in dealt), (first, second), strict=True):
        dealt[other] = hand
    pack = pack_of([dealt[p] for p in range(4)], 3)
    engine = Engine(game, NAME).lay_out(pack).play(trump, *said)
    worlds = RingRedeals.ask(NAME, pack, engine.history, seat)
    assert len({next(iter(world[ringer])) // 8 for world in worlds}) == 2
    check_uniform(engine, worlds, seat, np.array([7], np.uint64), draws=20_000, bins=200)


@pytest.mark.slow
def test_trump_named_from_three() -> None:
    """At the first announcement: how many trumps the caller has, over packs."""
    engine = announced()
    for seat in (1, 2, 3):
        own = engine.hands()[seat]
        trumps = 5 - sum(card // 8 == 0 for card in own)
        weights = [
            comb(trumps, n) * comb(15 - trumps, 5 - n) * (10 - comb(5 - n, 3))
            for n in range(trumps + 1)
        ]
        concealed, rng, draws = engine.concealed(seat), np.array([seat], np.uint64), 20_000
        found = Counter()
        for _ in range(draws):
            engine.states[2] = concealed
            game.redeal(engine.states[2], seat, rng)
            found[(int(engine.states[2].hand[0]) & 0xFF).bit_count()] += 1
        assert found[0] == 0
        expected = [draws * w / sum(weights) for w in weights]
        terms = [(found[n] - x) ** 2 / x for n, x in enumerate(expected) if x > 5]
        assert chi_square_p(sum(terms), len(terms) - 1) > 0.001


@pytest.mark.slow
def test_first_packets_are_backfilled_evenly() -> None:
    """Each way in which the caller's first three could hold his trump comes equally often."""
    engine = announced(*NORMAL_GAME)
    rng = np.array([9], np.uint64)
    engine.states[2] = engine.concealed(2)
    world = engine.states[2]
    for seat in range(4):
        world.hand[seat] = engine.state.hand[seat]
    found = Counter()
    for _ in range(18_000):
        game.backfill(world, 2, rng)
        found[frozenset(int(card) for card in world.pack[:3])] += 1
    assert len(found) == 9  # EA EX GA GX HA: all but the three without a trump
    assert all(1800 < n < 2200 for n in found.values())
    ways = {frozenset(x) for x in combinations(cards(B1[0]), 3) if any(c < 8 for c in x)}
    assert set(found) == ways


# --- the rule player, and the compiler off ---


def points_against(other: str, deals: int) -> float:
    """Mean points of the rule player's team over packs played in both seatings."""
    engine = Engine(game, NAME)
    choose, rng, total = random.Random(24), np.array([25], np.uint64), 0
    for _ in range(deals):
        pack = choose.sample(twin.CARDS, 20)
        for team in range(2):
            engine.lay_out(pack)
            while (seat := engine.to_move) is not None:
                legal = engine.legal()
                if seat % 2 == team:
                    concealed = engine.concealed(seat)
                    seen = concealed.tobytes()
                    move = int(game.advise(concealed, set_of(legal), rng))
                    assert concealed.tobytes() == seen
                elif other == "quiet" and len(legal) > 1 and legal[0] >= PASS:
                    move = legal[0]  # pass, or the first suit
                else:
                    move = choose.choice(legal)
                engine.play(move)
            total += engine.payoffs()[team]
    return total / (2 * deals)


@pytest.mark.slow
def test_advice() -> None:
    assert points_against("random", 60) > 5
    assert points_against("quiet", 250) > 0.6


@pytest.mark.interpreted
def test_describe() -> None:
    engine = announced(*NORMAL_GAME)
    lines = game.describe(engine.concealed(0), Style("french"))
    assert any("seat 1: ? ? ? ? ?" in line for line in lines)
    choose = random.Random(26)
    while engine.to_move is not None:
        engine.play(choose.choice(engine.legal()))
        assert game.describe(engine.state, Style("french"))
    assert "over" in game.describe(engine.state, Style("french"))[-1]


@pytest.mark.slow
def test_interpreted() -> None:
    compiled = digest_of_play(NAME, NAME, 2, interpreted=False)
    assert digest_of_play(NAME, NAME, 2, interpreted=True) == compiled
