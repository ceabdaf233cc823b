"""Following and winning tricks, against rules spelled out card by card."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from naive_tricks import beats as slow_beats
from naive_tricks import best_card
from naive_tricks import strict as slow_strict

from schnapsen_ai import tricks
from schnapsen_ai.base.arrays import UNKNOWN, wipe
from schnapsen_ai.base.jit import jit
from schnapsen_ai.cards import KINGS, QUEENS, members, set_of

pytestmark = [pytest.mark.interpreted, pytest.mark.compiled]


@jit
def ask(hand: int, card: int, led: int, best: int, trump: int, out: Any) -> None:
    out[0] = tricks.strict(hand, led, best, trump)
    out[1] = tricks.shown_void(card, led, best, trump)
    out[2] = tricks.beats(card, best, trump)
    out[3] = tricks.pair_of(card)


def tables(n: int) -> Any:
    """Random tricks so far: (hand, cards of the trick, trump or -1)."""
    rng = random.Random(f"tables {n}")
    for _ in range(n):
        pack = rng.sample(range(32), 32)
        played = rng.choice((1, 1, 2, 3))
        held = rng.randrange(1, 9)
        yield pack[3 : 3 + held], pack[:played], rng.choice((-1, 0, 1, 2, 3))


def asked(hand: list[int], card: int, trick: list[int], trump: int) -> list[int]:
    suit = None if trump < 0 else trump
    out = np.zeros(4, np.int64)
    ask(set_of(hand), card, trick[0], best_card(trick, suit), trump, out)
    return out.tolist()


def test_strict():
    for hand, trick, trump in tables(4000):
        wanted = slow_strict(hand, trick, None if trump < 0 else trump)
        assert set(members(asked(hand, hand[0], trick, trump)[0])) == wanted


def test_strict_with_nothing_to_play():
    assert asked([], 0, [3], 1)[0] == 0


def test_shown_void():
    """A card is ruled out exactly if it, held beside the card played, had forbidden it."""
    for hand, trick, trump in tables(1500):
        card = hand[0]
        suit = None if trump < 0 else trump
        others = [c for c in range(32) if c != card and c not in trick]
        wanted = {c for c in others if card not in slow_strict([card, c], trick, suit)}
        assert set(members(asked(hand, card, trick, trump)[1])) & set(others) == wanted
        legal = slow_strict(hand, trick, suit)
        if card in legal:  # no card of a hand is ruled out by what that hand plays
            assert not wanted & set(hand)


def test_beats():
    for hand, trick, trump in tables(2000):
        suit = None if trump < 0 else trump
        for card in hand:
            assert asked(hand, card, trick, trump)[2] == slow_beats(
                card, best_card(trick, suit), suit
            )


def test_pair_of():
    for card in members(KINGS | QUEENS):
        other = asked([card], card, [0], 0)[3]
        assert members(other | 1 << card) in [[8 * s + 4, 8 * s + 5] for s in range(4)]
        assert other != 1 << card


def test_two_hands():
    """The rule as Schnapsen (A4) spells it: there is nobody to overtrump."""
    rng = random.Random("follow")
    for _ in range(2000):
        led, *hand = rng.sample([c for c in range(32) if c % 8 > 2], rng.randrange(2, 7))
        trump = rng.randrange(4)
        same = [c for c in hand if c // 8 == led // 8]
        higher = [c for c in same if c > led]
        trumps = [c for c in hand if c // 8 == trump]
        wanted = higher or same or trumps or hand
        assert members(asked(hand, hand[0], [led], trump)[0]) == sorted(wanted)


def test_wipe_hides_just_the_places_named() -> None:
    rng = np.random.default_rng(1)
    for size in (8, 24, 64):
        for _ in range(100):
            pack = rng.integers(0, 32, size, dtype=np.uint8)
            places = int(rng.integers(0, 2**63 - 1)) & (2**size - 1)
            wanted = [UNKNOWN if places >> i & 1 else card for i, card in enumerate(pack.tolist())]
            wipe(pack, places)
            assert pack.tolist() == wanted
