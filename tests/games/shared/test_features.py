"""One table of facts a game: the vector and the numbers of a View are what they always were, and
what the rows say, read one by one in plain Python."""

from __future__ import annotations

import hashlib
import inspect
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import schnapsen_ai as sa
from schnapsen_ai.games import MODULES
from schnapsen_ai.games.shared.features import Element, Fact, Facts

pytestmark = pytest.mark.interpreted

# Of the vectors and of the numbers, from the version that wrote them by hand, game by game.
DIGESTS = {
    "schnapsen": ("6e9b4e7983950749", "cb30c7ab1ab82feb"),
    "schnapsen_hard": ("6e9b4e7983950749", "cb30c7ab1ab82feb"),
    "playmore": ("534a5f61b1a2f49d", "cb30c7ab1ab82feb"),
    "schnapsen_auto_claim": ("10eb56eb9a669c90", "6fffd20f356c14a1"),
    "vu": ("e0cffb31114d8b65", "5056fbe99a498f07"),
    "sixty_six": ("4969358804debc59", "ccf7e5fa2fe29a1f"),
    "snapszer2": ("3318526173a11d69", "1b75d8a2996cd15a"),
    "snapszer3": ("9b8b627e4a34f85d", "2f9a60960bbd3fe2"),
    "bauernschnapsen": ("2f5135e27791aa01", "5e4ab4e5478f2aab"),
    "rablo": ("dbcd8f743b1d01e4", "b9d1398cec2f6b45"),
    "watten": ("9dc661462de3c7a9", "30bd60b636e62292"),
    "schafkopf": ("b550a27bc4bd8b54", "cb0d0fe5c426ba43"),
}
LATER = {("snapszer", "declarer")}  # facts of a View that there were not then


def views(game: sa.Game, deals: int) -> Iterator[sa.View]:
    """What every seat sees at every moment of random deals, the end included."""
    for k in range(deals):
        state, choose = game.deal(seed=14, index=k), random.Random(k)
        while True:
            for seat in range(game.n_seats):
                yield state.view(seat)
            if state.is_over:
                break
            state.play(choose.choice(state.legal_moves()))


@pytest.mark.parametrize("name", DIGESTS)
def test_vectors_and_numbers_are_what_they_were(name: str) -> None:
    game = sa.load(name)
    names = [n for n in game.view_places if (MODULES[name], n) not in LATER]
    vectors, numbers = hashlib.sha256(), hashlib.sha256()
    for view in views(game, 2):
        vectors.update(view.observation().tobytes())
        numbers.update(repr([(n, getattr(view, n)) for n in names]).encode())
    assert (vectors.hexdigest()[:16], numbers.hexdigest()[:16]) == DIGESTS[name]


@pytest.mark.parametrize("name", ["snapszer2", *sorted(set(MODULES.values()))])
def test_the_vector_is_what_its_rows_say(name: str) -> None:
    game = sa.load({"snapszer": "snapszer3"}.get(name, name))
    facts = game.rules.FACTS
    for i, view in enumerate(views(game, 1)):
        if i % 7 == 0:
            record = view.record()[0]
            expected = [n for e in facts.layout for n in plainly(game, record, view.seat, e)]
            assert view.observation().tolist() == expected


def plainly(game: sa.Game, state: Any, seat: int, element: Element) -> list[int]:
    """An element read and written out by its row alone."""
    fact, which, _, length = element
    facts = game.rules.FACTS
    n = int(state[facts.in_deal]) if facts.in_deal else facts.seats
    whose = {
        "all": seat, "place": which, "team": seat % 2 ^ which,
        "side": (facts.side(state, seat) if facts.side else 0) ^ which,
    }.get(fact.whose, (seat + which) % n)
    value = 0
    if fact.whose not in ("seat", "others") or which < n:
        value = read(element, state, seat, whose)
    if fact.kind == "cards":
        return [value >> card & 1 for card in range(32)]
    if length > 1:
        return [int(i == value) for i in range(length)]
    if fact.kind in ("card", "level"):
        return [value + 1]
    if fact.kind == "seat":
        return [[(seat + i) % n for i in range(n)].index(value) + 1 if value >= 0 else 0]
    if fact.kind == "distance":
        return [[(seat + i) % n for i in range(n)].index(value)]
    if fact.kind == "mine":
        return [int(value == seat)]
    if fact.kind == "team":
        return [0 if value < 0 else 1 if value == seat % 2 else 2]
    return [sorted((0, value, 255))[1]]


def read(element: Element, state: Any, seat: int, whose: int) -> int:
    fact, which = element.fact, element.which
    value = fact.name if fact.value is None else fact.value
    value = fact.code or value
    if isinstance(value, int):
        return value
    if isinstance(value, str):
        return int(state[value] if fact.whose == "all" else state[value][whose])
    _, *asked = inspect.signature(value).parameters
    if asked == ["viewer"]:
        found = value(state, seat)
        return int(found[fact.part + {"all": 0, "seat": which, "others": which - 1}[fact.whose]])
    found = value(*[(state,), (state, whose), (state, seat, whose)][len(asked)])
    return int(found if fact.part is None else found[fact.part])


@pytest.mark.parametrize("name", sorted(set(MODULES.values())))
def test_the_layout_covers_the_vector(name: str) -> None:
    rules = sa.load({"snapszer": "snapszer3"}.get(name, name)).rules
    at = 0
    for element in rules.FACTS.layout:
        assert element.start == at
        at += element.length
    assert at == rules.FACTS.size == rules.OBSERVATION_SIZE
    assert len(rules.FACTS.describe().splitlines()) == len(rules.FACTS.layout)
    assert [n for _, n in rules.VIEW_FIELDS] == [rules.FACTS.length(f) for f in rules.FACTS.viewed]
    assert "hand (cards)" in rules.observe.__doc__


def test_a_table_says_what_is_wrong_with_it() -> None:
    for rows, view, words in [
        ((Fact("x", "colour"),), (), "colour"),
        ((Fact("x", whose="dealer"),), (), "dealer"),
        ((Fact("x"), Fact("x")), (), "twice"),
        ((Fact("x"),), ("y",), "'y'"),
        ((Fact("x", whose="others"),), ("x",), "others"),
    ]:
        with pytest.raises(ValueError, match=words):
            Facts(rows, view, 4)


def test_numbers_stay_between_0_and_255() -> None:
    facts = Facts((Fact("low"), Fact("high", "money")), ("low", "high"), 2)
    observe, export = facts.kernels(__name__)
    state = np.rec.array([(-5, 3000)], dtype=[("low", np.int16), ("high", np.int16)])[0]
    out, numbers = np.zeros(2, np.uint8), np.zeros(2, np.int64)
    observe(state, 0, out)
    export(state, 0, numbers)
    assert out.tolist() == [0, 255] and numbers.tolist() == [-5, 3000]
