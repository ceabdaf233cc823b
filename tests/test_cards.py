"""Cards, sets of cards and random words, against obvious Python."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, permutations
from typing import Any

import numpy as np
import pytest
from chances import uniform_p

from schnapsen_ai import card_text, cards
from schnapsen_ai.base.jit import jit
from schnapsen_ai.cards import RANKS, SUITS, members, set_of

pytestmark = [pytest.mark.interpreted, pytest.mark.compiled]
ENOUGH = 0.001  # every seed is fixed: a right sampler passes for good


@jit
def measure(masks: Any, out: Any) -> None:
    for i in range(masks.shape[0]):
        mask = masks[i]
        out[i, 0] = cards.count(mask)
        if mask:
            out[i, 1] = cards.lowest(mask)
            out[i, 2] = cards.highest(mask)


@jit
def all_members(mask: int, out: Any) -> None:
    for n in range(cards.count(mask)):
        out[n] = cards.nth(mask, n)


@jit
def about(card: int, out: Any) -> None:
    out[0] = cards.bit(card)
    out[1] = cards.suit_of(card)
    out[2] = cards.suit_cards(cards.suit_of(card))
    out[3] = cards.above(card)


@jit
def draws(kind: int, mask: int, n: int, rng: Any, out: Any) -> None:
    for i in range(out.shape[0]):
        if kind == 0:
            out[i] = cards.below(rng, n)
        elif kind == 1:
            out[i] = cards.pick(mask, rng)
        else:
            out[i] = cards.pick_some(mask, n, rng)


@jit
def words_of(rng: Any, out: Any) -> None:
    for i in range(out.shape[0]):
        out[i] = cards.word(rng)


@jit
def floats_of(rng: Any, out: Any) -> None:
    for i in range(out.shape[0]):
        out[i] = cards.uniform(rng)


def rng_of(word: int) -> np.ndarray:
    return np.array([word], np.uint64)


def some_masks() -> list[int]:
    rng = random.Random("masks")
    masks = [0, 1, 1 << 62, (1 << 63) - 1, cards.PACK_20, cards.PACK_24, cards.PACK_32]
    return masks + [rng.getrandbits(63) & rng.getrandbits(63) for _ in range(200)]


def drawn(kind: int, mask: int, n: int, times: int) -> list[int]:
    out = np.zeros(times, np.int64)
    draws(kind, mask, n, rng_of(n * 1000 + mask % 997 + kind), out)
    return out.tolist()


def is_uniform(found: list[int], outcomes: list[int]) -> bool:
    return uniform_p(Counter(found), outcomes) > ENOUGH


# ---- sets


def test_counting_and_ends():
    masks = some_masks()
    out = np.full((len(masks), 3), -1, np.int64)
    measure(np.array(masks, np.int64), out)
    for mask, found in zip(masks, out.tolist(), strict=True):
        ones = [i for i in range(63) if mask >> i & 1]
        assert found == [len(ones), min(ones, default=-1), max(ones, default=-1)]
        assert cards.count(mask) == len(ones)
        if ones:
            assert (cards.lowest(mask), cards.highest(mask)) == (ones[0], ones[-1])
        assert members(mask) == ones and set_of(ones) == mask


def test_nth():
    for mask in some_masks():
        out = np.zeros(63, np.int64)
        all_members(mask, out)
        ones = members(mask)
        assert out.tolist()[: len(ones)] == ones


def test_suits_and_ranks():
    for card in range(32):
        out = np.zeros(4, np.int64)
        about(card, out)
        suit = [c for c in range(32) if c // 8 == card // 8]
        higher = [c for c in suit if c > card]
        assert out.tolist() == [1 << card, card // 8, set_of(suit), set_of(higher)]


def test_constants():
    def of_ranks(ranks: str) -> int:
        return set_of(c for c in range(32) if RANKS[c % 8] in ranks)

    assert of_ranks("J") == cards.JACKS
    assert of_ranks("Q") == cards.QUEENS
    assert of_ranks("K") == cards.KINGS
    assert of_ranks("JQKTA") == cards.PACK_20
    assert of_ranks("9JQKTA") == cards.PACK_24
    assert of_ranks(RANKS) == cards.PACK_32
    value = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
    assert cards.POINTS.tolist() == [value.get(RANKS[c % 8], 0) for c in range(32)]
    assert cards.POINTS.sum() == 120


# ---- random words


def test_words_are_splitmix64():
    out = np.zeros(5, np.uint64)
    words_of(rng_of(1234567), out)
    assert out.tolist() == [  # published test values of the generator
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_words_wrap_around():
    out = np.zeros(3, np.uint64)
    words_of(rng_of(2**64 - 1), out)
    state, expected = 2**64 - 1, []
    for _ in range(3):
        state = (state + 0x9E3779B97F4A7C15) % 2**64
        z = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
        expected.append(z ^ z >> 31)
    assert out.tolist() == expected


@pytest.mark.parametrize("n", [1, 2, 3, 7, 20, 1000])
def test_below(n):
    assert is_uniform(drawn(0, 0, n, 20 * n + 3000), list(range(n)))


def test_uniform():
    out = np.zeros(5000)
    floats_of(rng_of(5), out)
    assert 0 <= out.min() < 0.01 and 0.99 < out.max() < 1
    assert is_uniform([int(x * 50) for x in out], list(range(50)))


@pytest.mark.parametrize("mask", [1 << 62, 0b1011, cards.PACK_20, cards.KINGS | 1 << 40 | 1 << 62])
def test_pick(mask):
    assert is_uniform(drawn(1, mask, 0, 3000), members(mask))


@pytest.mark.parametrize("n", range(9))
def test_pick_some(n):
    mask = 0b1011 | cards.KINGS | 1 << 62
    subsets = [set_of(c) for c in combinations(members(mask), n)]
    assert is_uniform(drawn(2, mask, n, 4000), subsets)


def test_pick_all_or_none():
    for mask in some_masks():
        n = mask.bit_count()
        assert set(drawn(2, mask, n, 3)) == {mask}
        assert set(drawn(2, mask, 0, 3)) == {0}


def test_shuffle():
    rng = rng_of(77)
    orders: Counter = Counter()
    for _ in range(4800):
        deck = np.array([3, 5, 9, 31, 7, 8], np.uint8)
        cards.shuffle(deck, 4, rng)
        assert deck.tolist()[4:] == [7, 8]
        orders[tuple(deck.tolist()[:4])] += 1
    assert uniform_p(orders, list(permutations((3, 5, 9, 31)))) > ENOUGH


# ---- text


def test_card_text():
    for card in range(32):
        text = RANKS[card % 8] + SUITS[card // 8]
        assert card_text.card_text(card) == card_text.card_text_in(card, "french") == text
        german = card_text.card_text_in(card, "german")
        assert german == "EGHS"[card // 8] + "789UOKXA"[card % 8]
        for written in (text, text.lower(), f" {text} ", german, german.lower()):
            assert card_text.parse_card(written) == card


@pytest.mark.parametrize(
    ("text", "card"),
    [("10S", "TS"), ("h10", "TH"), ("HT", "TH"), ("LA", "AS"), ("GA", "AS"), ("SO", "QD")],
)
def test_other_spellings(text, card):
    assert card_text.card_text(card_text.parse_card(text)) == card


@pytest.mark.parametrize("text", ["", "A", "AX", "1S", "ASS", "A S", "XX", "??", "EJ", "2C"])
def test_what_is_no_card(text):
    with pytest.raises(ValueError, match="is not a card"):
        card_text.parse_card(text)
