"""What a network sees: a list of active binary features, made from the game's table of facts.

A row of the table becomes a stretch of features (`_CODES`): a set of cards one for each card, a
number one of so many.  Besides the table there are the house rules, the facts that a game adds
for learners (``LEARNED_FACTS``), and patterns: for each suit who has which of its cards (mine,
gone, elsewhere).

Where a game says that its suits are alike (``SUIT_MOVES``) a position is seen with them in an
order of its own, trumps first and then by what one holds of them, so that what is learned of one
suit is learned of all.  Moves that name a suit or a card go by the same order.
"""

from __future__ import annotations

import functools
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from ..base.arrays import Record
from ..base.jit import derived, jit
from ..cards import Move, Seat
from ..games.shared.features import Element, Facts
from ..games.shared.written import written
from .feature_kernels import CARDS, KERNELS, POINTS, STEP, as_they_are, placed, sort_suits

MOVES = 64  # outputs of a network: one for each move id
_MOST_IN_PATTERN = 6  # cards: 3**6 patterns
_MOST_TOLD_APART = 32  # points: each number has a feature of its own


class Stretch(NamedTuple):
    """A run of features of one element of the table, of a house rule, or of patterns."""

    name: str
    start: int
    length: int


# kind -> (function that adds the features, how many there are for an element)
_CODES = {
    "cards": ("add_cards", CARDS),
    "card": ("add_card", CARDS),
    "suit": ("add_suit", 4),
    "rank": ("add_choice", 8),
    "seat": ("add_choice", 4),
    "distance": ("add_choice", 4),
    "team": ("add_choice", 2),
    "level": ("add_choice", 16),
    "flag": ("add_number", 1),
    "number": ("add_number", 16),
    "times": ("add_number", 16),
    "points": ("add_points", POINTS // 2 + POINTS // STEP),
    "money": ("add_size", 9),
    "move": ("add_choice", MOVES),
}


class Features:
    """The features of a game.

    size: how many there are.  most: no position has more active ones.  active, order_of: kernels,
    see `kernels`.
    """

    def __init__(self, rules: ModuleType) -> None:
        self.rules = rules
        own = tuple(getattr(rules, "LEARNED_FACTS", ()))
        rows = [f for f in rules.FACTS.rows if f.vector and f.name not in ("spare", "over", "won")]
        self.facts = Facts(
            (*rows, *own), (), rules.FACTS.seats, rules.FACTS.side, rules.FACTS.in_deal
        )
        self.alike = bool(getattr(rules, "SUIT_MOVES", ()))
        self.stretches: list[Stretch] = []
        self.size = self.most = 0
        self.lines = [f"n_seats = {self._n_seats()}"]
        self.lines += [f"seat_{i} = (seat + {i}) % n_seats" for i in range(self.facts.seats)]
        if self.facts.side:
            self.lines.append(f"own_side = {self.facts.side.__name__}(state, seat)")
        self.lines.append("n = np.int64(0)")
        self._known: dict[str, str] = {}  # calls that give several facts
        for element in self.facts.layout:
            self._add_element(element)
        self._add_options()
        self.add_patterns()
        self.lines.append("return n")

    def _n_seats(self) -> str:
        field = self.facts.in_deal
        return f"np.int64(state.{field})" if field else str(self.facts.seats)

    def _stretch(self, name: str, length: int, most: int) -> int:
        """Room for `length` features; where it starts."""
        self.stretches.append(Stretch(name, self.size, length))
        self.size += length
        self.most += most
        return self.stretches[-1].start

    def _add_element(self, element: Element) -> None:
        fact = element.fact
        if fact.kind == "mine":
            return  # a network is asked of the seat to move
        add, length = ("add_choice", fact.choices) if fact.choices else _CODES[fact.kind]
        if add == "add_points" and 0 < (fact.most or 0) <= _MOST_TOLD_APART:
            add, length = "add_number", fact.most
        most = {"add_cards": 12, "add_points": 1 + POINTS // STEP}.get(add, 1)
        start = self._stretch(f"{fact.name} {element.which}".rstrip(), length, most)
        value = self._value(element)
        self.lines.append(f"n = {add}(out, n, {start}, {value}, {length}, order)")

    def _value(self, element: Element) -> str:
        read = self.facts.asked_once(element, self._known, self.lines)
        return {
            "seat": f"_clockwise({read}, seat, n_seats) - 1",
            "distance": f"({read} - seat) % n_seats",
            "team": f"_team_number({read}, seat) - 1",
        }.get(element.fact.kind, read)

    def _add_options(self) -> None:
        for i, option in enumerate(self.rules.OPTIONS):
            start = self._stretch(option.name, len(option.values), 1)
            self.lines.append(
                f"n = add_choice(out, n, {start}, np.int64(state.options[{i}]), "
                f"{len(option.values)}, order)"
            )

    def add_patterns(self) -> None:
        """By suit, in stretches of ranks that are not too long."""
        pack = sorted({card for name in self.rules.NAMES for card in self.rules.pack_of(name)})
        ranks = sorted({card & 7 for card in pack})
        parts = -(-len(ranks) // _MOST_IN_PATTERN)
        width = -(-len(ranks) // parts)
        played = next(fact for fact in self.facts.rows if fact.name == "played")
        gone = " | ".join(
            self._value(Element(played, i, 0, CARDS)) for i in range(self.facts.seats)
        )
        self.lines.append("mine = np.int64(hand(state, seat))")
        self.lines.append(f"gone = {gone}")
        for low in range(ranks[0], 8, width):
            wide = min(width, 8 - low)
            start = self._stretch(f"pattern from {low}", 4 * 3**wide, 4)
            self.lines.append(
                f"n = add_patterns(out, n, {start}, mine, gone, {low}, {wide}, order)"
            )

    @functools.cached_property
    def active(self) -> Any:
        """``active(state, seat, order, out) -> n``: indices of the active features, int16[most].

        `state` is concealed; `order` comes from `order_of`.
        """
        names = {**self.facts.names(), **KERNELS, "hand": self.rules.hand}
        head = "active(state, seat, order, out)"
        return jit(written(head, self.lines, names, self.rules.__name__))

    @functools.cached_property
    def order_of(self) -> Any:
        """``order_of(state, seat, order)``: fill int64[4] with the place of each suit."""
        if not self.alike:
            return as_they_are
        names = {
            "np": np, "sort_suits": sort_suits, "hand": self.rules.hand,
            "unseen": self.rules.unseen, "trumps": self.rules.trumps,
        }  # fmt: skip
        call = "sort_suits(trumps(state), hand(state, seat), unseen(state, seat), order)"
        return jit(written("order_of(state, seat, order)", [call], names, self.rules.__name__))

    @functools.cached_property
    def output_of(self) -> Any:
        """``output_of(move, order)``: the output of a network that speaks of a move."""
        groups = tuple(getattr(self.rules, "SUIT_MOVES", ()))
        lines = ["if move < 32:", "    return placed(move, order)"] if groups else []
        for first in groups:
            lines += [f"if {first} <= move < {first + 4}:",
                      f"    return {first} + order[move - {first}]"]
        lines.append("return np.int64(move)")
        names = {"np": np, "placed": placed}
        return jit(written("output_of(move, order)", lines, names, self.rules.__name__))


@functools.cache
def features_of(rules: ModuleType) -> Features:
    return Features(rules)


@derived(lambda rules: features_of(rules).active)
def active(state: Record, seat: Seat, order: np.ndarray, out: np.ndarray) -> int:
    """Write the indices of the active features into `out`; how many.  `state` is concealed."""
    raise NotImplementedError


@derived(lambda rules: features_of(rules).order_of)
def order_of(state: Record, seat: Seat, order: np.ndarray) -> None:
    """Write the place of each suit into `order`, int64[4]."""
    raise NotImplementedError


@derived(lambda rules: features_of(rules).output_of)
def output_of(move: Move, order: np.ndarray) -> int:
    """The output of a network that speaks of a move."""
    raise NotImplementedError
