"""What a seat sees, from one table: the observation vector, the facts of a View, their display.

A game writes a row for each fact (`Fact`): its name, what kind of thing it is, whose it is, and
where it is read: a field of the record, or a small compiled function.  `Facts` makes of the rows
the kernels `observe` and `export`, the layout of the vector and what a View may say in words.

The kernels are written out as source, statement by statement, and compiled like any other.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, get_args

import numpy as np

from ...base.arrays import Record, put_flags
from ...base.jit import inline, jit
from ...cards import Seat, Side
from .written import written

# What the number is, and how it stands in the vector.
Kind = Literal[
    "cards",  # a set: 32 flags, by card id
    "card",  # an id, or -1: id + 1
    "suit",  # or -1: one of 4 flags
    "rank",  # or -1: one of 8 flags
    "seat",  # or -1: seats clockwise from the viewer, + 1, or 0
    "distance",  # a seat: seats clockwise from the viewer
    "mine",  # a seat: whether it is the viewer
    "team",  # or -1: 1 the viewer's, 2 the other, 0 none
    "level",  # or -1: + 1
    "flag",  # 0 or 1
    "number", "times", "points", "money", "move",  # as it is, but from 0 to 255
]  # fmt: skip
_FLAGS = {"cards": 32, "suit": 4, "rank": 8}

# How many there are, in which order in the vector; a View counts seats, teams, sides from 0.
Whose = Literal[
    "all",  # one number
    "seat",  # one a seat, clockwise from the viewer
    "others",  # the same without the viewer's; in the vector only
    "team",  # seats 0 and 2, seats 1 and 3: the viewer's, the other
    "side",  # the declarer's, the opponents': the viewer's, the other
    "place",  # as they stand, such as cards in the order played
]

# Whether it is said in words beside the table; else it is drawn there, or follows from others.
Told = Literal["", "always", "unless zero"]


class Fact(NamedTuple):
    """One row.

    `value` and `code` are functions of (state), (state, viewer), (state, whose) or (state, viewer,
    whose), the viewer by that name; where the fact is of "all", whose is the viewer.  `value` may
    also be the name of the field, if that is another than the fact's, or a number.  `code` is
    taken for the vector in place of `value`.
    """

    name: str
    kind: Kind = "number"
    whose: Whose = "all"
    value: Callable[..., Any] | str | int | None = None
    code: Callable[..., Any] | None = None
    choices: int = 0  # in the vector one of so many flags, none if below 0
    most: int | None = None  # of a number: greater ones are as good as this, to a learner
    part: int | None = None  # of a tuple that is returned; of all the first, if not asked whose
    n: int = 0  # how many, of "place"
    vector: bool = True  # whether it stands there
    told: Told = ""
    names: Mapping[int, str] | None = None  # of moves that are said otherwise here


def spare(n: int) -> Fact:
    """Zeros at the end of the vector, for facts to come."""
    return Fact("spare", whose="place", value=0, n=n)


class Element(NamedTuple):
    """A stretch of the vector: the flags or the number of one fact of one seat, team or place."""

    fact: Fact
    which: int  # of "seat" and "others": clockwise from the viewer; of "team" and "side": 0 own
    start: int
    length: int


@dataclass(frozen=True)
class Facts:
    """The table of a game.

    rows: in the order of the vector.  view: names of the facts of a View, in their order.  seats:
    the most that a deal has; in_deal: the field that holds how many it has, if that varies (a
    seat that the deal lacks counts 0).  side: the game's function, for facts of "side".
    """

    rows: tuple[Fact, ...]
    view: tuple[str, ...]
    seats: int
    side: Callable[..., Any] | None = None
    in_deal: str = ""

    def __post_init__(self) -> None:
        names = [fact.name for fact in self.rows]
        for fact in self.rows:
            if fact.kind not in get_args(Kind) or fact.whose not in get_args(Whose):
                raise ValueError(f"{fact.name}: there is no kind {fact.kind!r} of {fact.whose!r}")
            if names.count(fact.name) > 1:
                raise ValueError(f"{fact.name} stands twice in the table")
            if fact.name in self.view and fact.whose == "others":
                raise ValueError(f"{fact.name} is of others: a View names no such facts")
        if unknown := set(self.view) - set(names):
            raise ValueError(f"a View names what the table has not: {unknown}")

    def length(self, fact: Fact) -> int:
        """How many numbers a fact has in a View."""
        return {"all": 1, "team": 2, "side": 2, "seat": self.seats, "others": self.seats - 1}.get(
            fact.whose, fact.n
        )

    @functools.cached_property
    def viewed(self) -> tuple[Fact, ...]:
        """The rows of a View, in its order."""
        by_name = {fact.name: fact for fact in self.rows}
        return tuple(by_name[name] for name in self.view)

    @functools.cached_property
    def view_fields(self) -> tuple[tuple[str, int], ...]:
        """Names of the facts of a View and how many numbers each has."""
        return tuple((fact.name, self.length(fact)) for fact in self.viewed)

    @functools.cached_property
    def layout(self) -> tuple[Element, ...]:
        """The vector from its start to its end."""
        found: list[Element] = []
        start = 0
        for fact in self.rows:
            each = fact.choices or _FLAGS.get(fact.kind, 1)
            for i in range(self.length(fact) if fact.vector else 0):
                which = i + 1 if fact.whose == "others" else i
                found.append(Element(fact, which, start, each))
                start += each
        return tuple(found)

    @property
    def size(self) -> int:
        """Length of the vector."""
        last = self.layout[-1]
        return last.start + last.length

    def describe(self) -> str:
        """The layout for a person, one line an element."""
        lines = []
        for fact, which, start, length in self.layout:
            places = f"{start}..{start + length - 1}" if length > 1 else f"{start}"
            whose = "" if fact.whose == "all" else f" of {fact.whose} {which}"
            what = f"one of {fact.choices}" if fact.choices else fact.kind
            lines.append(f"{places:>9}  {fact.name}{whose} ({what})")
        return "\n".join(lines)

    def seats_of(self, state: Record) -> int:
        """How many seats a deal has."""
        return int(state[self.in_deal]) if self.in_deal else self.seats

    # --- the kernels ---

    def kernels(self, module: str) -> tuple[Any, Any]:
        """`observe` and `export` of the contract, for the game's module of that name."""
        observe = written("observe(state, seat, out)", self._observe(), self.names(), module)
        export = written("export(state, seat, out)", self._export(), self.names(), module)
        observe.__doc__ = f"Write what the seat sees into `out`, uint8[{self.size}]:\n\n"
        observe.__doc__ += self.describe()
        export.__doc__ = "Write the numbers of VIEW_FIELDS, in order, into an int64 array."
        return jit(observe), jit(export)

    def names(self) -> dict[str, Any]:
        """What the source calls."""
        own = (put_flags, _choose, _byte, _clockwise, _team_number)
        asked = [f for row in self.rows for f in (row.value, row.code) if callable(f)]
        names: dict[str, Any] = {"np": np}
        for function in (*own, *asked, *([self.side] if self.side else [])):
            assert names.setdefault(function.__name__, function) is function, function.__name__
        return names

    def _export(self) -> list[str]:
        reads = (_read(fact, str(i)) for fact in self.viewed for i in range(self.length(fact)))
        return [f"out[{at}] = {read}" for at, read in enumerate(reads)]

    def _observe(self) -> list[str]:
        lines = [f"n = {f'np.int64(state.{self.in_deal})' if self.in_deal else self.seats}"]
        lines += [f"seat_{i} = (seat + {i}) % n" for i in range(self.seats)]
        if self.side:
            lines.append(f"own_side = {self.side.__name__}(state, seat)")
        known: dict[str, str] = {}
        for element in self.layout:
            lines.append(self._write(element, self.asked_once(element, known, lines)))
        return lines

    def asked_once(self, element: Element, known: dict[str, str], lines: list[str]) -> str:
        """The number of an element; what gives several parts is asked by a line of its own."""
        read = self.reads(element)
        if element.fact.part is None:
            return read
        if read not in known:
            known[read] = f"parts_{len(known)}"
            lines.append(f"{known[read]} = {read}")
        return f"np.int64({known[read]}[{_part(element)}])"

    def reads(self, element: Element) -> str:
        fact, i = element.fact, element.which
        whose = {
            "all": "seat", "place": f"{i}", "side": f"own_side ^ {i}", "team": f"(seat + {i}) & 1"
        }.get(fact.whose, f"seat_{i}")
        read = _read(fact, whose, coded=True)
        if self.in_deal and fact.whose in ("seat", "others"):
            return f"({read} if {i} < n else np.int64(0))"
        return read

    def _write(self, element: Element, read: str) -> str:
        """The statement that fills an element from a number."""
        fact, _, start, length = element
        if fact.kind == "cards":
            return f"put_flags(out, {start}, {read})"
        if length > 1:
            return f"_choose(out, {start}, {read}, {length})"
        value = {
            "card": f"{read} + 1",
            "level": f"{read} + 1",
            "seat": f"_clockwise({read}, seat, n)",
            "distance": f"({read} - seat) % n",
            "mine": f"1 if {read} == seat else 0",
            "team": f"_team_number({read}, seat)",
            "flag": f"1 if {read} else 0",
        }.get(fact.kind, f"_byte({read})")
        return f"out[{start}] = {value}"


def _read(fact: Fact, whose: str, coded: bool = False) -> str:
    """The expression for a number of a fact: of a field, a constant or a call."""
    value = fact.code if coded and fact.code else fact.value
    if isinstance(value, int):
        return f"np.int64({value})"
    if value is None or isinstance(value, str):
        index = "" if fact.whose == "all" else f"[{whose}]"
        return f"np.int64(state.{value or fact.name}{index})"
    of = "seat" if fact.whose == "all" else whose
    given = {"": [], "viewer": ["seat"], "whose": [of], "both": ["seat", of]}[_asked(value)]
    call = f"{value.__name__}({', '.join(['state', *given])})"
    return call if fact.part is not None else f"np.int64({call})"


def _asked(function: Callable[..., Any]) -> Literal["", "viewer", "whose", "both"]:
    """What a function is given beside the state."""
    _, *others = inspect.signature(function).parameters
    if len(others) == 2:
        return "both"
    return "" if not others else "viewer" if others[0] == "viewer" else "whose"


def _part(element: Element) -> int:
    """Which part of the tuple: they follow one another where one call gives those of all."""
    fact, which = element.fact, element.which
    assert fact.part is not None and callable(fact.value)
    if fact.whose == "all" or _asked(fact.value) in ("whose", "both"):
        return fact.part
    return fact.part + which - (fact.whose == "others")


@inline
def _choose(out: np.ndarray, start: int, choice: int, n: int) -> None:
    for i in range(n):
        out[start + i] = 1 if i == choice else 0


@inline
def _byte(number: int) -> int:
    return min(max(number, np.int64(0)), np.int64(255))


@inline
def _clockwise(who: Seat, seat: Seat, n: int) -> int:
    return (who - seat) % n + 1 if who >= 0 else np.int64(0)


@inline
def _team_number(team: Side, seat: Seat) -> int:
    return ((team ^ seat) & 1) + 1 if team >= 0 else np.int64(0)
