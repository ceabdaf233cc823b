"""Worlds of Bauernschnapsen come equally often: redeals against the oracle's list."""

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
from bauernschnapsen_deals import B1, CARDS, NAME, NORMAL_GAME, PASS, E, G, H, S, announced
from bauernschnapsen_deals import engine as new_engine
from chances import chi_square_p
from naive_bauernschnapsen import BETTLER, GANG, KBAUER, RING, TURN_UP
from naive_positions import cards, pack_of
from naive_tricks import DOUBLE, Twin
from relatives_engine import Engine
from relatives_knowledge import check_uniform

from schnapsen_ai.games import bauernschnapsen as game


class RingRedeals(twin._Redeals):
    """The oracle, looking first at the hand of the seat that said RING: it has one suit."""

    def _assignments(self, real: Twin) -> Iterator[tuple[list[set[int]], set[int]]]:
        ringer = self.history[1:5].index(RING)
        one, two = (p for p in range(4) if p not in (ringer, self.seat))
        unseen = real.hands[ringer] | real.hands[one] | real.hands[two]
        for suit in range(4):
            whole = {c for c in CARDS if c // 8 == suit}
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
    engine = new_engine(**options)
    for _ in range(20_000):
        pack = choose.sample(CARDS, 20)
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
    engine = new_engine().lay_out(pack).play(trump, *said)
    worlds = RingRedeals.ask(NAME, pack, engine.history, seat)
    assert len({next(iter(world[ringer])) // 8 for world in worlds}) == 2
    check_uniform(engine, worlds, seat, np.array([7], np.uint64), draws=20_000, bins=200)


@pytest.mark.slow
def test_trump_named_from_three() -> None:
    """At the first announcement: how many trumps the caller has, over packs."""
    engine = announced().engine
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
        often = [n for n, x in enumerate(expected) if x > 5]
        assert chi_square_p([found[n] for n in often], [expected[n] for n in often]) > 0.001


@pytest.mark.slow
def test_first_packets_are_backfilled_evenly() -> None:
    """Each way in which the caller's first three could hold his trump comes equally often."""
    engine = announced(*NORMAL_GAME).engine
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
