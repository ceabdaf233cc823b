"""The counter and sampler of constrained deals against all deals, listed one by one."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from math import comb, prod

import numpy as np
import pytest
from chances import chi_square_p

from schnapsen_ai.cards import members, set_of
from schnapsen_ai.games.shared import constrained_deal as places
from schnapsen_ai.games.shared import marked_deal

pytestmark = pytest.mark.interpreted

Deal = tuple[int, int, int]
Case = tuple[int, int, Deal, Deal, Deal]


def three(values: list[int]) -> Deal:
    return tuple(np.int64(value) for value in values)  # type: ignore[return-value]


def all_deals(cards: int, may: Deal, free: Deal) -> list[Deal]:
    """Every deal, by trying each place for each card."""
    found = []
    each = members(cards)
    for choice in product(range(3), repeat=len(each)):
        hands = [set_of(c for c, p in zip(each, choice, strict=True) if p == q) for q in range(3)]
        sizes = [hand.bit_count() for hand in hands]
        if sizes == list(free) and not any(hands[p] & ~int(may[p]) for p in range(3)):
            found.append((hands[0], hands[1], hands[2]))
    return found


def weight(deal: Deal, marked: int, weights: Deal) -> int:
    numbers = [(hand & int(marked)).bit_count() for hand in deal]
    return prod(int(weights[p]) >> 7 * numbers[p] & 127 for p in range(3))


def random_case(rng: random.Random) -> Case:
    """At most seven cards, each closed to some places; not every case has a deal."""
    each = rng.sample(range(32), rng.randrange(1, 8))
    cards = set_of(each)
    may = [cards, cards, cards]
    for card in each:
        for p in rng.choice(([], [], [0], [1], [2], [0, 1], [1, 2], [0, 2])):
            may[p] &= ~(1 << card)
    owner = [rng.choice([p for p in range(3) if may[p] >> card & 1]) for card in each]
    free = [owner.count(p) for p in range(3)]
    if rng.random() < 0.3:
        rng.shuffle(free)
    marked = set_of(rng.sample(each, rng.randrange(len(each) + 1)))
    spread = [[rng.choice((0, 1, 1, 2, 127)) for _ in range(9)] for _ in may]
    weights = [int(marked_deal.packed(one)) for one in spread]
    return np.int64(cards), np.int64(marked), three(may), three(free), three(weights)


def cases(seed: int, n: int) -> list[Case]:
    rng = random.Random(seed)
    return [random_case(rng) for _ in range(n)]


def test_counts() -> None:
    feasible = 0
    for cards, marked, may, free, weights in cases(1, 60):
        found = all_deals(cards, may, free)
        feasible += len(found) > 0
        assert places.fits(cards, may, free) == (len(found) > 0)
        assert places.deals(cards, may, free) == len(found)
        n = int(marked).bit_count()
        ways = np.full(marked_deal.n_shares(marked), -1, np.int64)
        marked_deal.share(cards, marked, may, free, weights, ways)
        expected = np.zeros((n + 1, n + 1), np.int64)
        for deal in found:
            a, b, _ = ((hand & int(marked)).bit_count() for hand in deal)
            expected[a, b] += weight(deal, marked, weights)
        assert ways.tolist() == expected.ravel().tolist()
    assert 20 < feasible < 60


def test_no_place_and_no_card() -> None:
    none, all_ = np.int64(0), np.int64(-1)
    assert places.fits(none, three([0, 0, 0]), three([0, 0, 0]))
    assert places.deals(none, three([0, 0, 0]), three([0, 0, 0])) == 1
    assert not places.fits(np.int64(1), three([-1, -1, -1]), three([2, -1, 0]))
    assert not places.fits(np.int64(6), three([4, 4, 4]), three([1, 1, 0]))
    assert places.deals(np.int64(6), three([4, 4, 4]), three([1, 1, 0])) == 0
    whole = np.int64(0xFFFFFF)
    deals = comb(24, 8) * comb(16, 8)
    assert deals > 1 << 32
    assert places.deals(whole, (all_, all_, all_), three([8, 8, 8])) == deals


def test_what_is_settled() -> None:
    for cards, marked, may, free, weights in cases(2, 60):
        found = all_deals(cards, may, free)
        never = np.full(3, cards, np.int64)
        some = marked_deal.rule_in(cards, marked, may, free, weights, never)
        likely = [deal for deal in found if weight(deal, marked, weights)]
        assert some == (len(likely) > 0)
        for p in range(3):
            assert never[p] == cards & ~np.bitwise_or.reduce([deal[p] for deal in likely] or [0])
        if found:
            for p in range(3):
                sure = np.bitwise_and.reduce([deal[p] for deal in found])
                absent = cards & ~np.bitwise_or.reduce([deal[p] for deal in found])
                assert places.sure_in(cards, may, free, p) == sure
                assert places.never_in(cards, may, free, p) == absent


@pytest.mark.parametrize("seed", range(8))
def test_draws_follow_the_weights(seed: int) -> None:
    rng = random.Random(seed)
    likely: dict[Deal, int] = {}
    while not 2 < len(likely) < 80:
        cards, marked, may, free, weights = random_case(rng)
        found = {deal: weight(deal, marked, weights) for deal in all_deals(cards, may, free)}
        likely = {deal: n for deal, n in found.items() if n}
    word = np.array([seed], np.uint64)
    draws = 40 * len(likely)
    drawn = Counter(
        marked_deal.scatter_marked(cards, marked, may, free, weights, word) for _ in range(draws)
    )
    check(drawn, likely, draws)
    draws = 40 * len(found)
    drawn = Counter(places.scatter(cards, may, free, word) for _ in range(draws))
    check(drawn, dict.fromkeys(found, 1), draws)


def check(drawn: Counter[Deal], likely: dict[Deal, int], draws: int) -> None:
    assert set(drawn) <= set(likely)
    if len(likely) > 1:
        total = sum(likely.values())
        expected = [draws * n / total for n in likely.values()]
        assert chi_square_p([drawn[deal] for deal in likely], expected) > 1e-4


def test_weights() -> None:
    numbers = range(marked_deal.MOST_MARKED + 1)
    some = marked_deal.packed([9, 0, 127, 1, 2, 3, 4, 5, 6])
    assert [marked_deal.weight_of(some, n) for n in numbers] == [9, 0, 127, 1, 2, 3, 4, 5, 6]
    more = marked_deal.with_more(some, 2)
    assert [marked_deal.weight_of(more, n) for n in range(4)] == [127, 1, 2, 3]
    for least in numbers:
        weights = marked_deal.at_least(least)
        seen = [marked_deal.weight_of(weights, n) for n in numbers]
        assert seen == [int(n >= least) for n in numbers]
    assert marked_deal.weights_at(1, some) == (marked_deal.ALIKE, some, marked_deal.ALIKE)


def test_numbers_beyond_32_bits() -> None:
    """Draws below a large number: thirds are as likely as each other."""
    n = 3 << 60
    word = np.array([5], np.uint64)
    thirds = Counter(int(places.draw_below(word, n)) // (1 << 60) for _ in range(3000))
    assert sorted(thirds) == [0, 1, 2]
    assert chi_square_p([thirds[i] for i in range(3)], [1000.0] * 3) > 1e-4
