"""What a seat of Watten knows: redeals, concealed records, what elimination tells."""

from __future__ import annotations

import random
from typing import Any

import naive_watten as twin
import numpy as np
import pytest
from chances import uniform_p
from four_seat_engine import Engine, check_worlds, members, random_options, replayed, sample
from four_seat_redeals import by_rejection, worst_z
from naive_four_seats import card, cards, pack_with
from naive_watten import RAISE, SCHLAG, SEE, TRUMP
from sizes import few_and_many
from watten_deals import PACKETS, likely_move, named, put, random_pack
from watten_deals import engine as dealt

from schnapsen_ai.card_text import Style
from schnapsen_ai.games import watten
from schnapsen_ai.games.watten import text


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
    assert uniform_p(sample(engine, seat, n), cells) > 0.001
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
    put("EK", engine.play(TRUMP))
    engine.concealed(1)
    assert watten.known_in(pool[1], 1, 0) == 0


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
    engine = put("EX", named(dealt("EX G8", "GX"), "9", "E").play(RAISE, SEE))
    engine.concealed(1)
    lines = "\n".join(text.describe(engine.pool[1], Style("german")))
    unknown = "Seat 0: - and 4 unknown"
    for words in ("Schlag 9", "trump Eichel", "Stake 3", unknown, "Seat 1 to move"):
        assert words in lines
