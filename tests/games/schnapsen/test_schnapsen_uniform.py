"""Worlds dealt for a seat against all that its knowledge allows, listed by the slow twin.

Every position has at least four cards in the talon.  The seeds are fixed, so a right sampler
passes for good.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from itertools import combinations, permutations
from typing import Any

import numpy as np
import pytest
from chances import chi_square_p
from naive import Deal, redeal_hands, redeals
from naive_worlds import _draws, _fits, views
from schnapsen_engine import CLAIM, CLOSE, deal_both

import schnapsen_ai as sa
from schnapsen_ai.cards import members, set_of

pytestmark = pytest.mark.slow

KNOWN = (
    "absent",
    "absent_trick",
    "closer",
    "hand",
    "must_hold",
    "cannot_hold",
    "led",
    "married",
    "phase",
    "trick_cards",
)
KNOWN += ("swap_trick", "talon", "tricks", "turn_up")
Wanted = Callable[[dict[str, Any], int], bool]  # of the record and the other seat


@dataclass
class Case:
    name: str
    wanted: Wanted
    game: str = "schnapsen"
    tricks: int = 3
    talon: int = 4
    closed: bool = False
    uneven: bool = False  # some worlds are likelier than others
    options: dict[str, Any] = field(default_factory=dict)


def fact(name: str) -> Wanted:
    return lambda r, other: bool(r[name][other])


def shown(r: dict[str, Any], other: int) -> bool:
    return bool(r["married"][other] & r["must_hold"][other])


def swapped(r: dict[str, Any], other: int) -> bool:
    return r["swap_trick"][other] >= 0 and bool(r["must_hold"][other] & ~r["married"][other])


def void(r: dict[str, Any], other: int) -> bool:
    suits = [r["cannot_hold"][other] >> 8 * suit & 0xFF for suit in range(4)]
    return 0xF8 in suits or 0xFC in suits


def no_higher(r: dict[str, Any], other: int) -> bool:
    gone = set_of(card for row in r["trick_cards"] for card in row if card != 255)
    return bool(r["cannot_hold"][other] & ~gone) and not void(r, other)


def late_cards(r: dict[str, Any], other: int) -> list[int]:
    """Unseen other halves of kings and queens led alone at least two draws ago."""
    gone = set_of(card for row in r["trick_cards"] for card in row if card != 255)
    seen = gone | r["must_hold"][other] | r["hand"][1 - other] | set_of([r["turn_up"]])
    ago = [sum(r["tricks"]) - trick for trick in r["absent_trick"][other]]
    return [card for card in members(r["absent"][other] & ~seen) if ago[card >> 3] > 1]


def late(r: dict[str, Any], other: int) -> bool:
    return bool(late_cards(r, other))


def late_twice(r: dict[str, Any], other: int) -> bool:
    return r["absent"][other].bit_count() > 1 and late(r, other)


def late_played(r: dict[str, Any], other: int) -> bool:
    played = set_of(c for c in r["trick_cards"][other] if c != 255)
    return bool(r["absent"][other] & played) and r["led"] < 0


def late_swap(r: dict[str, Any], other: int) -> bool:
    return late(r, other) and swapped(r, other)


def following(r: dict[str, Any], other: int) -> bool:
    return r["led"] >= 0


def before_the_draw(r: dict[str, Any], other: int) -> bool:
    return r["phase"] == 2


AUTO = {"marriage": "auto"}
CASES = [
    Case("open talon", lambda r, other: r["led"] < 0),
    Case("following, talon of six", following, tricks=2),
    Case("marriage card shown", shown),
    Case("turn-up exchanged", swapped),
    Case("exchanged before following", swapped, options={"exchange_when": "on_turn"}),
    Case("closed, void shown", void, tricks=4, closed=True),
    Case("closed, no higher card", no_higher, tricks=4, closed=True),
    Case("closed, marriage shown", shown, tricks=4, closed=True),
    Case("before the draw", before_the_draw, "sixty_six", 4),
    Case("no swap", fact("cannot_hold"), "sixty_six", 5, closed=True),
    Case("swap", swapped, "sixty_six", 5, closed=True),
    Case("led alone", late, uneven=True, options=AUTO),
    Case("king led alone", late, uneven=True, options=AUTO | {"marriage_lead": "king"}),
    Case("led alone, the other half played", late_played, options=AUTO),
    Case("two led alone", late_twice, uneven=True, options=AUTO),
    Case("led alone, exchanged", late_swap, uneven=True, options=AUTO),
    Case("led alone, closed", late, tricks=4, closed=True, uneven=True, options=AUTO),
    Case("led alone, next trick", late, "vu", uneven=True, options=AUTO),
]


def position(case: Case) -> tuple[sa.State, Deal, int]:
    """A random deal of the case, and the seat that looks."""
    rng = random.Random(case.name)
    while True:
        state, deal = deal_both(rng, case.game, case.options)
        while deal.to_move is not None:
            record = state._pool[0]
            facts = {name: record[name].tolist() for name in KNOWN}
            ripe = deal.tricks_played >= case.tricks and deal.talon_left >= case.talon
            if ripe and (deal.closed_by is not None) == case.closed:
                for seat in rng.sample((0, 1), 2):
                    if case.wanted(facts, 1 - seat):
                        return state, deal, seat
            moves = [m for m in deal.legal() if m != CLAIM and (case.closed or m != CLOSE)]
            early = case.closed and CLOSE in moves and deal.talon_left > case.talon
            if early:
                moves.remove(CLOSE)
            if not moves:
                break
            likely = [m for m in moves if m > 31] if rng.random() < 0.7 else []
            move = rng.choice(likely or moves)
            state.play(move)
            deal.play(move)


def matches(found: Counter, weights: dict[Hashable, int]) -> float:
    """The p-value of a sample; outcomes expected less than five times are put together."""
    assert set(found) <= set(weights), "a world that cannot be"
    share = sum(found.values()) / sum(weights.values())
    observed, expected = [], []
    few = [0, 0.0]
    for outcome, weight in sorted(weights.items(), key=lambda item: item[1]):
        few[0] += found[outcome]
        few[1] += weight * share
        if few[1] >= 5:
            observed.append(few[0])
            expected.append(few[1])
            few = [0, 0.0]
    if few[1]:
        observed[-1] += few[0]
        expected[-1] += few[1]
    return chi_square_p(observed, expected)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_worlds(case):
    state, deal, seat = position(case)
    worlds = redeals(deal.game, deal.pack, deal.history, seat, **case.options)
    uneven = len(set(worlds.values())) > 1
    assert uneven or not case.uneven
    view, gen = state.view(seat), np.random.default_rng(1)
    size, left = len(deal.pack), len(deal.talon)
    found: Counter = Counter()
    for _ in range(max(4000, min(8 * len(worlds), 10000))):
        record = view.redeal(gen)._pool[0]
        hand = frozenset(members(record["hand"][1 - seat]))
        found[hand, tuple(record["pack"][size - left : size].tolist())] += 1
    assert matches(found, worlds) > 0.001
    # the same by hand alone and by drawing place alone, which see finer where worlds are many
    hands: Counter = Counter()
    places: Counter = Counter()
    for (hand, talon), weight in worlds.items():
        hands[hand] += weight
        places[talon[0], talon[-1]] += weight
    by_hand: Counter = Counter()
    by_place: Counter = Counter()
    for (hand, talon), times in found.items():
        by_hand[hand] += times
        by_place[talon[0], talon[-1]] += times
    assert matches(by_hand, hands) > 0.001
    assert matches(by_place, places) > 0.001


# ---- whole packs: also how the other hand's cards came to it


def one_left(r: dict[str, Any], other: int) -> bool:
    """Two cards left at most, and nothing exchanged."""
    return r["hand"][other].bit_count() < 3 and max(r["swap_trick"]) < 0 and r["led"] < 0


def late_one_left(r: dict[str, Any], other: int) -> bool:
    """The same, and a card led alone whose other half may have been drawn since."""
    return one_left(r, other) and bool(late_cards(r, other))


def late_one_played(r: dict[str, Any], other: int) -> bool:
    return one_left(r, other) and late_played(r, other)


def exchanged_one_left(r: dict[str, Any], other: int) -> bool:
    return r["hand"][other].bit_count() < 3 and r["swap_trick"][other] > 0 and r["led"] < 0


PACKS = [
    Case("packs", one_left, tricks=5, talon=6, closed=True),
    Case("packs, led alone", late_one_left, tricks=5, closed=True, options=AUTO),
    Case("packs, other half played", late_one_played, tricks=5, closed=True, options=AUTO),
    Case("packs, exchanged", exchanged_one_left, tricks=5, talon=6, closed=True),
]


def arrangements(cards: set[int], sizes: tuple[int, int], draws: int) -> Iterator[tuple]:
    """Every way to deal cards to two packets and some drawing places."""
    for first in combinations(sorted(cards), sizes[0]):
        for second in combinations(sorted(cards - set(first)), sizes[1]):
            for drawn in permutations(sorted(cards - set(first) - set(second)), draws):
                yield first, second, drawn


def packs_of(deal: Deal, seat: int, options: dict[str, Any]) -> tuple[list[int], dict]:
    """The pack places of the other hand, and every filling of them that fits, each once.

    A pack is told from another by those places alone: what is left in the talon is any order.
    """
    other = 1 - seat
    first, second = deal.packets[other]
    drawn = sorted(
        _draws(Deal(deal.game, deal.pack, **options), deal.history, other), key=deal.pack.index
    )
    free = [card for card in deal.talon if card in deal.pack]
    seen = views(deal.game, deal.pack, deal.history, seat, **options)
    hands = redeal_hands(deal.game, deal.pack, deal.history, seat, **options)
    came = set(first) | set(second) | set(drawn)
    gone = came - set(deal.hands[other])
    fits = {}
    for hand in hands:
        given = gone | (hand - (set(deal.hands[other]) - came))
        for one, two, three in arrangements(given, (len(first), len(second)), len(drawn)):
            new = [*one, *two, *three, *sorted((came | set(free)) - given)]
            instead = dict(zip([*first, *second, *drawn, *free], new, strict=True))
            pack = [instead.get(card, card) for card in deal.pack]
            if _fits(Deal(deal.game, pack, **options), deal.history, seat, seen):
                fits[frozenset(one), frozenset(two), three] = 1
    return [deal.pack.index(card) for card in [*first, *second, *drawn]], fits


@pytest.mark.parametrize("case", PACKS, ids=lambda case: case.name)
def test_packs(case):
    state, deal, seat = position(case)
    places, fits = packs_of(deal, seat, case.options)
    assert len(fits) > 100
    view, gen = state.view(seat), np.random.default_rng(2)
    found: Counter = Counter()
    for _ in range(8 * len(fits)):
        world = view.redeal(gen)
        cards = [world._origin[place] for place in places]
        found[frozenset(cards[:3]), frozenset(cards[3:5]), tuple(cards[5:])] += 1
    assert matches(found, fits) > 0.001
