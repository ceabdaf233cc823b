"""Redeals of Schafkopf are uniform: against all deals of the slow twin, and by plain rejection."""

from __future__ import annotations

import functools
import operator
import random
from typing import Any

import naive_schafkopf as twin
import pytest
from chances import uniform_p
from four_seat_engine import Engine, replayed, sample
from four_seat_redeals import by_rejection, worst_z
from naive_four_seats import cards
from naive_schafkopf_cards import DOUBLE, PASS
from schafkopf_deals import RUF, contracted, likely_move, random_pack

from schnapsen_ai.games import schafkopf


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
    assert uniform_p(sample(engine, seat, n), cells) > 0.001
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
    engine = contracted(RUF["E"], *LARGE[0]).engine
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
