"""The layers that the relatives share, against plain Python over lists."""

from __future__ import annotations

import random

import numpy as np
import pytest

from schnapsen_ai.base.arrays import UNKNOWN
from schnapsen_ai.cards import POINTS, members, set_of
from schnapsen_ai.games import bauernschnapsen, rablo, schafkopf, snapszer, watten
from schnapsen_ai.games.shared import marriages, packets, trick_game

pytestmark = pytest.mark.interpreted
SEED = 20260201
RECORD = trick_game.trick_record([("wide", np.int64), ("trump", np.int8)], options=3, pack=32)


def blank() -> np.record:
    record = np.zeros(1, RECORD)[0]
    trick_game.start(record)
    return record


def test_the_widest_fields_come_first_and_lie_aligned() -> None:
    offsets = {name: RECORD.fields[name][1] for name in RECORD.names}
    assert sorted(RECORD.names, key=offsets.__getitem__) == list(RECORD.names)
    for name in RECORD.names:
        assert offsets[name] % RECORD.fields[name][0].base.itemsize == 0


def test_marriages_of_random_hands() -> None:
    choose = random.Random(SEED)
    for _ in range(200):
        cards = set(choose.sample(range(32), choose.randint(0, 12)))
        wanted = [32 + s for s in range(4) if {8 * s + 4, 8 * s + 5} <= cards]
        assert members(marriages.marriages(np.int64(set_of(cards)))) == wanted
    assert [members(marriages.pair(s)) for s in range(4)] == [[4, 5], [12, 13], [20, 21], [28, 29]]


def test_a_trick_from_lead_to_taker() -> None:
    choose = random.Random(SEED)
    for _ in range(50):
        record, cards = blank(), choose.sample(range(32), 4)
        for seat in range(4):
            record.hand[seat] = 1 << cards[seat]
        first = choose.randrange(4)
        order = [(first + i) % 4 for i in range(4)]
        best = None
        for i, seat in enumerate(order):
            record.turn = seat
            wins = best is None or choose.random() < 0.5
            best = seat if wins else best
            assert trick_game.lay(record, np.int64(seat), cards[seat], wins) == i + 1
            assert record.table[: i + 1].tolist() == [cards[s] for s in order[: i + 1]]
            assert set(record.table[i + 1 :].tolist()) <= {-1}
            assert (record.best, record.best_seat) == (cards[best], best)
            assert trick_game.led(record) == cards[first]
            assert trick_game.table_points(record) == sum(POINTS[cards[s]] for s in order[: i + 1])
        assert [int(h) for h in record.hand] == [0] * 4
        assert trick_game.all_played(record) == set_of(cards)
        assert [int(trick_game.dealt_to(record, s)) for s in range(4)] == [1 << c for c in cards]
        assert trick_game.take_trick(record) == best == trick_game.to_move(record)
        assert (record.on_table, record.best, record.best_seat) == (0, -1, -1)
        assert trick_game.led(record) == -1


@pytest.mark.parametrize("mask", range(1, 16))
def test_the_first_seat_of_a_mask(mask: int) -> None:
    for start in range(8):
        wanted = next(s % 4 for s in range(start, start + 4) if mask >> s % 4 & 1)
        assert trick_game.first_of(np.int64(mask), start) == wanted


TABLES = {
    "bauernschnapsen": (bauernschnapsen.dealing.PACKETS, bauernschnapsen),
    "rablo": (rablo.dealing.PACKETS, rablo),
    "schafkopf": (schafkopf.dealing.PACKETS, schafkopf),
    "snapszer2": (snapszer.dealing.PACKETS_2, snapszer),
    "snapszer3": (snapszer.dealing.PACKETS_3, snapszer),
    "watten": (watten.dealing.PACKETS, watten),
}


@pytest.mark.parametrize("name", TABLES)
def test_packets_cover_the_pack(name: str) -> None:
    table, game = TABLES[name]
    assert packets.sizes(table) == game.packets(name)
    owner = packets.owners(table)
    assert len(owner) == len(game.pack_of(name))
    dealt = [int((owner == seat).sum()) for seat in range(game.seats(name))]
    assert len(set(dealt)) == 1
    assert sum(dealt) + int((owner == packets.OUT).sum()) == len(owner)


@pytest.mark.parametrize("name", ["rablo", "schafkopf", "watten"])
def test_hands_are_those_of_the_packets(name: str) -> None:
    table, game = TABLES[name]
    choose = random.Random(SEED)
    state = np.zeros(1, game.STATE)[0]
    match = np.zeros(1, game.MATCH)[0]
    game.begin_match(match, state, 0)
    pack = list(game.pack_of(name))
    choose.shuffle(pack)
    state.pack[:] = pack
    game.lay_out(state, match)
    owner = packets.owners(table)
    for seat in range(4):
        assert members(state.hand[seat]) == sorted(
            card for card, whose in zip(pack, owner, strict=True) if whose == seat
        )
        wiped = state.copy()
        packets.wipe_pack(wiped, seat, owner, 12)
        assert wiped.pack.tolist() == [
            card if owner[place] == seat and place < 12 else UNKNOWN
            for place, card in enumerate(pack)
        ]


def test_put_lays_the_lowest_first() -> None:
    pack = np.full(8, UNKNOWN, np.uint8)
    packets.put(pack, 2, np.int64(set_of([30, 4, 17])))
    assert pack.tolist() == [UNKNOWN] * 2 + [4, 17, 30] + [UNKNOWN] * 3
    assert packets.packet(pack, 2, 3) == set_of([30, 4, 17])
