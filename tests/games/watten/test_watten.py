"""The compiled Watten against the recorded deals, the page's scenarios and its slow twin."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise
from typing import Any

import naive_watten as twin
import numpy as np
import pytest
from four_seat_engine import (
    Engine,
    biased_move,
    by_rejection,
    check_golden,
    check_worlds,
    chi_square_p,
    compare,
    duel,
    members,
    pairs,
    perft,
    random_options,
    replayed,
    sample,
    worst_z,
)
from naive_four_checks import MIXED_PACK, SORTED_PACK
from naive_four_seats import GERMAN_RANKS, GERMAN_SUITS, card, cards, pack_with, read_pack
from naive_watten import FOLD, RAISE, SCHLAG, SEE, TRUMP
from processes import printed_by
from sizes import few_and_many

from schnapsen_ai.card_text import Style
from schnapsen_ai.games import watten
from schnapsen_ai.games.shared.options import complete, encode
from schnapsen_ai.games.watten import text

PACKETS = (3, 2)


def dealt(*hands: str, scores: tuple[int, int] = (0, 0), **options: Any) -> Engine:
    """Deal the cards written to seats 0, 1, ... and any others to fill the hands."""
    engine = Engine(watten, **options)
    engine.match["score"][0] = scores
    return engine.deal(pack_with(PACKETS, *hands))


def named(engine: Engine, schlag: str, trump: str) -> Engine:
    """Let seat 0 name the Schlag and the dealer the trump."""
    return engine.play(SCHLAG + GERMAN_RANKS.index(schlag), TRUMP + GERMAN_SUITS.index(trump))


def play(engine: Engine, text: str) -> Engine:
    return engine.play(*cards(text))


def only(engine: Engine, seat: int, text: str) -> None:
    """Leave a seat just these cards (positions that a pack and moves would hide)."""
    engine.pool["hand"][0, seat] = sum(1 << c for c in cards(text))


def winner(schlag: str, trump: str, trick: str) -> int:
    """Place of the winning card of a trick led by seat 0."""
    words = trick.split()
    engine = named(dealt(*words), schlag, trump)
    for seat, word in enumerate(words):
        only(engine, seat, word)
    play(engine, trick)
    return int(engine.pool["leader" if len(words) == 4 else "best_seat"][0])


def may_follow(engine: Engine, hand: str) -> list[int]:
    """Cards that the seat to move may play, were this its hand."""
    only(engine, engine.to_move or 0, hand)
    return [m for m in engine.legal() if m < RAISE]


@pytest.mark.interpreted
def test_golden() -> None:
    assert check_golden(watten, "watten") == 63


@few_and_many("most", 1100, 10**6)
@pytest.mark.parametrize(
    ("pack", "counts"),
    [(SORTED_PACK, [8, 32, 192, 1014, 5186]), (MIXED_PACK, [8, 32, 192, 1012, 5181])],
)
def test_perft(pack: str, counts: list[int], most: int) -> None:
    for depth, nodes in enumerate([n for n in counts if n <= most], 1):
        assert perft(Engine(watten).deal(read_pack(pack)), depth) == nodes


# --- the scenarios of the page ---


@pytest.mark.interpreted
def test_W01() -> None:
    order = ["HK", "S7", "E7", "E9", "G9 H9 S9", "EA", "EK", "EO", "EU", "EX", "E8"]
    for place, high in enumerate(order):
        for low in order[place + 1 :]:
            for a in high.split():
                for b in low.split():
                    assert winner("9", "E", f"{a} {b}") == 0
                    assert winner("9", "E", f"{b} {a}") == 1
    assert winner("9", "E", "G9 EA E9 HK") == 3


@pytest.mark.interpreted
def test_W02() -> None:
    assert winner("9", "E", "EA H9 S9 G9") == 1


@pytest.mark.interpreted
def test_W03() -> None:
    assert winner("9", "E", "G9 GA GK S9") == 0


@pytest.mark.interpreted
def test_W04() -> None:
    assert winner("9", "E", "S8 SX GA SU") == 3
    for high, low in pairwise("AKOUX87"):
        assert winner("9", "E", f"G{low} G{high}") == 1
        assert winner("9", "E", f"G{high} G{low}") == 0


@pytest.mark.interpreted
def test_W05() -> None:
    assert winner("K", "H", "GK HA EK SK") == 0
    engine = named(dealt("HK"), "K", "H")
    assert engine.pool["main"][0] == -1
    assert may_follow(play(engine, "HK"), "HA S7 G9 GA") == sorted(cards("HA S7 G9 GA"))


@pytest.mark.interpreted
def test_W06() -> None:
    assert winner("7", "G", "G7 H7 E7 GA") == 2
    assert winner("7", "G", "H7 S7 E7 G7") == 1
    assert winner("7", "G", "H7 G7 GA G8") == 1


@pytest.mark.interpreted
def test_W07() -> None:
    engine = play(named(dealt("E9", "EX S7 G9 GA"), "9", "E"), "E9")
    assert may_follow(engine, "EX S7 G9 GA") == cards("EX S7")
    assert may_follow(engine, "G9 GA SA") == cards("G9 GA SA")


@pytest.mark.interpreted
def test_W08() -> None:
    hand = "EX G9 GA S7"
    assert may_follow(play(named(dealt("EA", hand), "9", "E"), "EA"), hand) == cards(hand)
    second = named(dealt("E9 HK", hand, "H8", "GX"), "9", "E")
    play(second, "HK EX H8 GX E9")
    assert may_follow(second, hand) == cards(hand)


@pytest.mark.interpreted
def test_W09() -> None:
    engine = named(dealt("EX", "G8"), "9", "E").play(RAISE)
    assert (engine.to_move, engine.legal()) == (1, [SEE, FOLD])
    before = engine.pool[0].copy()
    engine.play(FOLD)
    assert (engine.ending, engine.payoffs()) == ("folded", (2, -2, 2, -2))
    engine.pool[0] = before
    engine.play(SEE)
    assert (engine.pool["stake"][0], engine.to_move) == (3, 0)
    assert RAISE not in engine.legal()
    play(engine, "EX")
    assert engine.to_move == 1
    assert RAISE in engine.legal()


@pytest.mark.interpreted
def test_W10() -> None:
    hands = ["HK S7 E7 G8 H8", "GA SX SO H7 S8", "EK EO EU GU HU", "EX EA GX GK GO"]
    engine = named(dealt(*hands), "9", "E")
    engine.play(RAISE, SEE, card("S7"), RAISE, SEE, *cards("SX EU GO"))
    play(engine, "G8 GA GU GK S8 HU EA E7".replace("EA E7", "GX E7"))
    assert list(engine.pool["tricks"][0]) == [2, 1]
    assert (engine.pool["stake"][0], engine.to_move) == (4, 0)
    play(engine, "HK SO EK EX")
    assert (engine.ending, engine.payoffs()) == ("three tricks", (4, -4, 4, -4))
    assert (engine.to_move, engine.legal()) == (None, [])
    assert members(engine.pool["hand"][0, 0]) == cards("H8")


@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("scores", "may"),
    [((13, 7), (False, True)), ((12, 7), (True, True)), ((14, 14), (False, False))],
)
def test_W11(scores: tuple[int, int], may: tuple[bool, bool]) -> None:
    engine = named(dealt("EX", scores=scores), "9", "E")
    assert (RAISE in engine.legal()) == may[0]
    play(engine, "EX")
    assert (RAISE in engine.legal()) == may[1]


@pytest.mark.interpreted
def test_W12() -> None:
    engine = dealt("EA EK EO EU EX")
    assert (engine.to_move, engine.legal()) == (0, list(range(48, 56)))
    engine.play(SCHLAG)
    assert (engine.to_move, engine.legal()) == (3, [44, 45, 46, 47])
    engine.play(TRUMP)
    assert engine.to_move == 0


@pytest.mark.interpreted
def test_W13() -> None:
    assert winner("9", "E", "HK S7 E7 E9") == 0
    hand = "EX G9 GA S7"
    assert may_follow(play(named(dealt("HK", hand), "9", "E"), "HK"), hand) == cards(hand)


@pytest.mark.interpreted
def test_W14() -> None:
    assert winner("K", "S", "EK SK SA HK") == 3
    assert winner("K", "S", "EK GK SA S8") == 0
    assert named(dealt(), "K", "S").pool["main"][0] == card("SK")


@pytest.mark.interpreted
def test_raises_in_turn() -> None:
    """The page's example: two accepted raises make 4, the third is folded and pays 4."""
    engine = named(dealt("EX", "GX", "HX"), "9", "E")
    engine.play(RAISE, SEE, card("EX"), RAISE, SEE)
    assert engine.pool["stake"][0] == 4
    engine.play(card("GX"), RAISE, FOLD)
    assert engine.payoffs() == (4, -4, 4, -4)


# --- the options ---


@pytest.mark.interpreted
def test_option_schlag_must_hold() -> None:
    engine = dealt("EA GA EK G9 H9", schlag_must_hold=True)
    assert engine.legal() == [SCHLAG + GERMAN_RANKS.index(rank) for rank in "9KA"]


@pytest.mark.interpreted
def test_option_schlag_counts_as_trump() -> None:
    engine = play(named(dealt("E9", schlag_counts_as_trump=True), "9", "E"), "E9")
    assert may_follow(engine, "EX S7 G9 GA") == cards("EX G9 S7")
    assert may_follow(engine, "G9 GA SA") == cards("G9")


@pytest.mark.interpreted
def test_option_krit_lifts() -> None:
    for lifts in (False, True):
        engine = play(named(dealt("E9", "S7", krit_lifts=lifts), "9", "E"), "E9 S7")
        assert may_follow(engine, "EX GA") == cards("EX GA" if lifts else "EX")
        engine = play(named(dealt("E9", "EA", krit_lifts=lifts), "9", "E"), "E9 EA")
        assert may_follow(engine, "EX GA") == cards("EX")


@pytest.mark.interpreted
def test_option_max_stake() -> None:
    engine = named(dealt("EX", max_stake=3), "9", "E").play(RAISE, SEE, card("EX"))
    assert engine.pool["stake"][0] == 3
    assert RAISE not in engine.legal()


@pytest.mark.interpreted
def test_option_target() -> None:
    assert RAISE not in named(dealt("EX", scores=(9, 0), target=11), "9", "E").legal()
    assert RAISE in named(dealt("EX", scores=(13, 0), target=18), "9", "E").legal()


# --- against the twin ---


def random_pack(rng: random.Random) -> list[int]:
    """Often one where seat 0 holds a whole rank but one, so that Hauptschläge open the deal."""
    pack = list(range(32))
    rng.shuffle(pack)
    if rng.random() < 0.5:
        rank = rng.randrange(8)
        for place, suit in enumerate(rng.sample(range(4), 3)):
            at = pack.index(8 * suit + rank)
            pack[place], pack[at] = pack[at], pack[place]
    return pack


def likely_move(deal: twin.Deal, legal: list[int], rng: random.Random) -> int:
    """Random, but often a rank held most, its suit, the Hauptschlag led, and little folding."""
    if deal.schlag is None and rng.random() < 0.7:
        ranks = Counter(c % 8 for c in deal.hands[0])
        return max(legal, key=lambda m: (ranks[m - SCHLAG], rng.random()))
    if deal.trump is None and rng.random() < 0.7:
        suits = [c // 8 for c in deal.hands[0] if c % 8 == deal.schlag]
        if suits:
            return TRUMP + rng.choice(suits)
    if FOLD in legal:
        return FOLD if rng.random() < 0.1 else SEE
    if deal.trump is not None and deal.hauptschlag() in legal and rng.random() < 0.7:
        return deal.hauptschlag()
    return biased_move(legal, rng, (RAISE,), 0.2)


@few_and_many("deals", 25, 4000)
def test_against_the_twin(deals: int) -> None:
    rng = random.Random(5)
    seen: Counter[Any] = Counter()
    for _ in range(deals):
        options = random_options(watten.OPTIONS, rng)
        scores = (rng.randrange(options["target"]), rng.randrange(options["target"]))
        engine = Engine(watten, **options)
        engine.match["score"][0] = scores
        pack = random_pack(rng)
        deal = twin.Deal("watten", pack, {"scores": scores}, **options)
        wild = rng.random() < 0.4

        def move_of(deal: twin.Deal, legal: list[int], wild: bool = wild) -> int:
            return rng.choice(legal) if wild else likely_move(deal, legal, rng)

        compare(engine.deal(pack), deal, move_of, seen)
        for item in options.items():
            seen["option", item] += 1
        seen["obliged"] += any(engine.pool["cannot_hold"][0])
    if deals < 1000:
        return
    for move in [*range(32), *watten.MOVE_NAMES]:
        assert seen["move", move] >= 50, move
    for ending in watten.ENDINGS[1:]:
        assert seen["ending", ending] >= 50, ending
    for pair in pairs(watten.OPTIONS):
        assert seen["option", pair] >= 50, pair
    assert seen["obliged"] >= 50


@few_and_many("deals", 1, 150)
def test_worlds_replay_and_look_the_same(deals: int) -> None:
    rng = random.Random(6)
    obliged = owing = 0
    for _ in range(deals):
        options = random_options(watten.OPTIONS, rng)
        engine, check = Engine(watten, **options), Engine(watten, **options)
        scores = (rng.randrange(15), rng.randrange(15))
        engine.match["score"][0] = check.match["score"][0] = scores
        pack = random_pack(rng)
        deal = twin.Deal("watten", pack, {"scores": scores}, **options)
        engine.deal(pack)
        while not engine.over:
            check_worlds(engine, check, deal.history)
            move = likely_move(deal, engine.legal(), rng)
            engine.play(move)
            deal.play(move)
        check_worlds(engine, check, deal.history)
        obliged += any(engine.pool["cannot_hold"][0])
        owing += options["schlag_must_hold"]
    if deals < 1000:
        return
    assert obliged >= 20
    assert owing >= 50


@few_and_many("deals", 3, 100)
def test_nothing_hidden_in_a_concealed_record(deals: int) -> None:
    """Two deals that differ only in what a seat has not seen give it the same bytes."""
    rng = random.Random(7)
    for _ in range(deals):
        pack = random_pack(rng)
        engine = Engine(watten).deal(pack)
        for move in [SCHLAG + rng.randrange(8), TRUMP + rng.randrange(4)]:
            engine.play(move)
        for seat in range(4):
            seen = engine.concealed(seat)
            record = engine.pool[1]
            assert [bool(h) for h in record["hand"]] == [s == seat for s in range(4)]
            own = {*range(3 * seat, 3 * seat + 3), 12 + 2 * seat, 13 + 2 * seat}
            assert {p for p in range(32) if record["pack"][p] != 255} == own
            other = list(pack)
            hidden = [p for p in range(32) if p not in own]
            for p, q in zip(hidden, rng.sample(hidden, len(hidden)), strict=True):
                other[p] = pack[q]
            assert replayed(Engine(watten), other, engine_moves(engine)).concealed(seat) == seen


def engine_moves(engine: Engine) -> list[int]:
    """The two announcements of a deal in which nothing else has happened."""
    return [SCHLAG + int(engine.pool["schlag"][0]), TRUMP + int(engine.pool["trump"][0])]


def late_position(
    rng: random.Random, hidden: int, wanted: Any, **options: Any
) -> tuple[list[int], list[int], int]:
    """Pack, moves and seat of a position with so many hidden cards in the other hands."""
    while True:
        pack, moves = random_pack(rng), []
        engine = Engine(watten, **options).deal(pack)
        deal = twin.Deal("watten", pack, **options)
        while not engine.over:
            sizes = [int(watten.hand_size(engine.pool[0], s)) for s in range(4)]
            for seat in range(4):
                few = sum(sizes) - sizes[seat] == hidden and min(sizes) > 0
                if few and wanted(engine.pool[0], seat):
                    return pack, moves, seat
            legal = [m for m in deal.legal() if m != RAISE]
            move = likely_move(deal, legal, rng)
            if move % 8 == deal.schlag and move < 32 and rng.random() < 0.8:
                move = rng.choice(legal)
            moves.append(move)
            engine.play(move)
            deal.play(move)


def restricted(record: Any, seat: int) -> bool:
    """Some other seat that still holds cards did not satisfy the Hauptschlag, and one did."""
    others = [bool(record["cannot_hold"][s]) for s in range(4) if s != seat]
    return any(others) and not all(others)


def owing(record: Any, seat: int) -> bool:
    return bool(watten.owed(record, seat))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("hidden", "wanted", "options"),
    [
        (3, restricted, {}),
        (3, restricted, {"schlag_counts_as_trump": True}),
        (3, owing, {"schlag_must_hold": True}),
        (4, owing, {"schlag_must_hold": True}),
    ],
)
def test_redeals_are_uniform(hidden: int, wanted: Any, options: dict[str, Any]) -> None:
    """Against all the deals that the twin finds; chi-square with a fixed seed."""
    pack, moves, seat = late_position(random.Random(8), hidden, wanted, **options)
    expected = twin.redeals("watten", pack, moves, seat, **options)
    assert len(set(expected.values())) == 1
    cells = [tuple(sum(1 << c for c in hand) for hand in layout[:4]) for layout in expected]
    engine = replayed(Engine(watten, **options), pack, moves)
    n = 20 * len(cells)
    assert chi_square_p(sample(engine, seat, n), cells, n) > 0.001
    assert len(cells) > 50


@pytest.mark.slow
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
@pytest.mark.parametrize("owes", [False, True])
def test_redeals_of_large_hands(seat: int, owes: bool) -> None:
    """Share of each card in each hand against plain rejection, in the first and second trick."""
    pack = pack_with(PACKETS, "E9 HA HX HU E8", "GA SX S8 GK GX", "EO HO SO H8 GO", "EK S9 H9 GU")
    moves = [SCHLAG + 2, TRUMP, *cards("E8 GA EO EK" if owes else "E9 GA EO EK HA")]
    engine = replayed(Engine(watten, schlag_must_hold=owes), pack, moves)
    check = Engine(watten, schlag_must_hold=owes)
    counts = by_rejection(engine, check, moves, seat, 1200, random.Random(seat))
    assert worst_z(engine, seat, counts, 1200) < 4.5


@pytest.mark.interpreted
def test_the_last_card_of_who_owes_the_schlag_is_of_its_rank() -> None:
    """Two tricks each; forehand has one card left and has shown no Ober."""
    pack = pack_with(PACKETS, "HK S7 E8 G7 EO", "E7 GA GK G9 G8",
                     "S8 S9 SU SO SX", "H7 H8 H9 HU HX")
    moves = [SCHLAG + 4, TRUMP, *cards("HK G8 S8 H7 S7 G9 S9 H8 E8 E7 SU H9 GA SX HU G7")]
    engine = replayed(Engine(watten, schlag_must_hold=True), pack, moves)
    engine.concealed(1)
    absent = members(watten.known_absent_from(engine.pool[1], 1, 0))
    assert set(members(watten.unseen(engine.pool[1], 1))) - set(absent) == set(cards("EO GO HO SO"))
    assert watten.known_in(engine.pool[1], 1, 0) == 0


@pytest.mark.interpreted
def test_known_by_elimination() -> None:
    """Three kings in one's own hand: the fourth lies with who had to hold one."""
    engine = dealt("EK E8", "GK HK SK", schlag_must_hold=True)
    engine.play(SCHLAG + 5)
    pool = engine.pool
    engine.concealed(1)
    assert members(watten.known_in(pool[1], 1, 0)) == cards("EK")
    assert card("EK") in members(watten.known_absent_from(pool[1], 1, 3))
    play(engine.play(TRUMP), "EK")
    engine.concealed(1)
    assert watten.known_in(pool[1], 1, 0) == 0


# --- payoffs, matches, the vector, the interpreter ---


@pytest.mark.interpreted
def test_match_against_the_twin() -> None:
    rng = random.Random(9)
    for target in (15, 11, 18):
        for first_dealer in range(4):
            engine = Engine(watten, target=target)
            engine.kernels.begin_match_at(engine.match, engine.pool, first_dealer)
            match = twin.Match(target)
            turn = (first_dealer + 1) % 4  # the twin's player 0 is the first to act
            while not engine.match["over"][0]:
                context = match.next_context()
                assert context is not None
                pack = list(range(32))
                rng.shuffle(pack)
                engine.deal(pack)
                assert tuple(engine.pool["score"][0]) == context["scores"]
                seated = tuple((p + turn) % 4 for p in match.seating())
                assert tuple(engine.match["player"][0]) == seated
                while not engine.over:
                    engine.play(rng.choice(engine.legal()))
                match.record(engine.payoffs())
                engine.kernels.next_deal_at(engine.match, engine.pool)
            winner = match.winner
            assert winner is not None
            assert match.next_context() is None
            assert engine.match["winner"][0] == (winner + turn) % 2
            assert engine.match["marks"][0, (winner + turn + 1) % 2] == 1
            mine = [match.scores[(t + turn) % 2] for t in (0, 1)]
            assert list(engine.match["score"][0]) == mine
            assert engine.match["deals"][0] == match.played


@pytest.mark.interpreted
def test_sides_are_fixed() -> None:
    engine = dealt()
    assert watten.sides_known(engine.pool[0])
    assert [watten.side(engine.pool[0], s) for s in range(4)] == [0, 1, 0, 1]


@pytest.mark.slow
def test_observation_and_view_facts() -> None:
    rng = random.Random(3)
    out = np.zeros(watten.OBSERVATION_SIZE + 1, np.uint8)
    out[-1] = 77
    facts = np.zeros(sum(n for _, n in watten.VIEW_FIELDS) + 1, np.int64)
    facts[-1] = 77
    for _ in range(20):
        engine = Engine(watten).deal(random_pack(rng))
        while not engine.over:
            seat = rng.randrange(4)
            seen = engine.concealed(seat)
            watten.observe(engine.pool[1], seat, out)
            open_out = out.copy()
            watten.observe(engine.pool[0], seat, open_out)
            assert (out == open_out).all()
            watten.export(engine.pool[1], seat, facts)
            assert members(sum(int(b) << c for c, b in enumerate(out[:32]))) == members(
                engine.pool["hand"][0, seat]
            )
            assert engine.pool[1:2].tobytes() == seen
            assert out[-1] == facts[-1] == 77
            engine.play(rng.choice(engine.legal()))


@pytest.mark.interpreted
def test_description_names_what_matters() -> None:
    engine = play(named(dealt("EX G8", "GX"), "9", "E").play(RAISE, SEE), "EX")
    engine.concealed(1)
    lines = "\n".join(text.describe(engine.pool[1], Style("german")))
    unknown = "Seat 0: - and 4 unknown"
    for words in ("Schlag 9", "trump Eichel", "Stake 3", unknown, "Seat 1 to move"):
        assert words in lines


@pytest.mark.slow
def test_interpreted_plays_the_same() -> None:
    code = """
from test_watten import transcript
print(transcript(12))
"""
    assert printed_by(code, beside=__file__) == transcript(12)


def transcript(deals: int) -> str:
    """A digest of some deals played at random, with redeals, views and advice."""
    rng = random.Random(4)
    lines = []
    for _ in range(deals):
        engine = Engine(watten, **random_options(watten.OPTIONS, rng))
        engine.rng[0] = np.uint64(rng.getrandbits(63))
        engine.kernels.deal_at(engine.pool, engine.match, engine.rng)
        while not engine.over:
            seat = engine.to_move
            assert seat is not None
            lines.append(str(engine.world(seat)))
            advice = watten.advise(engine.pool[1], mask_of(engine.legal()), engine.rng)
            lines.append(f"{seat} {engine.legal()} {int(advice)}")
            engine.play(advice if rng.random() < 0.5 else rng.choice(engine.legal()))
        lines.append(str(engine.payoffs()))
    return str(hash_of("\n".join(lines)))


def mask_of(moves: list[int]) -> int:
    return np.int64(sum(1 << m for m in moves))


def hash_of(text: str) -> int:
    total = 0
    for letter in text:
        total = (total * 131 + ord(letter)) % (2**61 - 1)
    return total


# --- the built-in player ---


@pytest.mark.slow
@pytest.mark.parametrize("cheap", [False, True])
def test_advice_beats_random_play(cheap: bool) -> None:
    for holders in (0b0101, 0b1010):
        mean = duel(Engine(watten), holders, 4000, cheap)
        assert mean > 1.5


@pytest.mark.interpreted
@pytest.mark.parametrize(("score", "answer"), [(10, FOLD), (11, SEE)])
def test_advice_never_folds_the_match_away(score: int, answer: int) -> None:
    hands = ("HK S7 E7 EA EK", "G8 H8 S8 GU HU", "SO GO HO SK GK", "GX SX HX G7 H7")
    engine = named(dealt(*hands, scores=(score, 0)), "9", "E")
    engine.play(RAISE, SEE, card("HK"), RAISE, SEE, *cards("G8 SO GX E7 H8 GO SX"), RAISE)
    assert engine.pool["stake"][0] == 4
    engine.concealed(1)
    assert watten.advise(engine.pool[1], mask_of(engine.legal()), engine.rng) == answer


@pytest.mark.interpreted
def test_advice_takes_the_sure_trick_that_wins() -> None:
    engine = named(dealt("HK S7 E7 EA EK", "G8", "SO", "GX"), "9", "E")
    play(engine, "HK G8 SO GX")
    engine.concealed(0)
    engine.pool["tricks"][1] = [2, 2]
    assert watten.advise(engine.pool[1], mask_of(engine.legal()), engine.rng) in (
        RAISE,
        card("S7"),
    )


@pytest.mark.interpreted
def test_options_have_the_names_and_defaults_of_the_page() -> None:
    assert complete(watten.OPTIONS) == twin.OPTIONS
    assert list(encode(watten.OPTIONS, complete(watten.OPTIONS))) == [0, 0, 0, 0, 15]
