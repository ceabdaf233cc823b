"""What a seat of Schafkopf knows: concealed records, the secret partner, worlds that replay."""

from __future__ import annotations

import random
from collections import Counter

import naive_schafkopf as twin
import numpy as np
import pytest
from four_seat_engine import Engine, check_worlds, members, random_options
from naive_four_seats import card, cards
from naive_schafkopf_cards import DOUBLE, PASS
from schafkopf_deals import C1, RUF, contracted, likely_move, put, random_pack
from sizes import few_and_many

from schnapsen_ai.card_text import Style
from schnapsen_ai.games import schafkopf
from schnapsen_ai.games.schafkopf import text


@few_and_many("deals", 1, 220)
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
    engine = contracted(RUF["E"], *C1, n_stoss_max=4).engine.play(card("H9"))

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
    engine = contracted(RUF["E"], *hands, by=1).engine
    put("E8 E9 EX", engine)
    engine.concealed(1)
    assert schafkopf.partner_known(engine.pool[1], 1) == -1  # seat 3 may still have to play it
    put("G8", engine)
    for seat in range(1, 4):
        engine.concealed(seat)
        assert schafkopf.partner_known(engine.pool[1], seat) == 0
        assert schafkopf.missing(engine.pool[1]) == 3


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
    engine = contracted(RUF["E"], *C1).engine
    put("H9 HX", engine)
    engine.concealed(2)
    lines = "\n".join(text.describe(engine.pool[1], Style("french")))
    for words in ("call C", "partner secret", "Seat 0: - and 7 unknown", "Seat 2 to move"):
        assert words in lines
    lines = "\n".join(text.describe(engine.pool[0], Style("german")))
    assert "call Eichel (EA), partner seat 1" in lines
