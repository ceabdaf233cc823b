"""What each byte of an observation is: the compact form and the one spread out into flags.

>>> print(sa.batch("schnapsen", n=1, observations="onehot+recall").layout())

The facts are those of the game's table (`games.shared.features`), from the seat to move.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from ..cards import Seat
from ..deal.game import Game
from ..deal.state import View
from ..games.shared import features
from . import vectors
from .vectors import COPY, DIGITS, FORM, ONE_OF, rows

FORMS = ("compact", "onehot")
BESIDES = ("options", "recall", "oracle")
_MOVES = 63
_MOST = 32  # so many flags for an option at most


class Element(NamedTuple):
    """A stretch of a vector: what stands there, and how."""

    name: str
    of: str  # whose it is, or which: "seat 1"; seats are counted clockwise from the viewer
    start: int
    length: int
    how: str  # what the bytes mean


class _Part(NamedTuple):
    """Some bytes of the compact vector, and how they are spread out."""

    name: str
    of: str
    length: int
    plain: str  # what the bytes of the compact form mean
    how: int = COPY
    first: int = 0  # the number that has the first flag
    flags: int = 0  # how many flags; of COPY as many as bytes


def parse(text: str | bool | None) -> tuple[str, ...]:
    """The words of ``observations=``: () for none; ValueError says what is wrong."""
    if text is True:
        return ("compact",)
    if text is False or text is None:
        return ()
    words = tuple(word.strip() for word in text.split("+")) if isinstance(text, str) else ()
    wrong = [word for word in words if word not in (*FORMS, *BESIDES)]
    if not words or wrong or sum(word in FORMS for word in words) != 1:
        raise ValueError(
            f"observations={text!r} is not known: True, False, or {' or '.join(FORMS)}, with "
            f"{', '.join('+' + word for word in BESIDES)} as wanted"
        )
    return words


class Layout:
    """A form of observation of a game.  `str` of it describes the vector, line by line."""

    def __init__(self, game: Game, text: str | bool = True, oracle: bool = False) -> None:
        """text: as ``observations=`` of a batch.  oracle: that of all cards instead."""
        self.game = game
        self.words = parse(text)
        self.oracle = oracle
        parts = list(_cards(game) if oracle else _seen(game, self.words))
        spread = "onehot" in self.words
        self.plain_size = sum(part.length for part in parts)
        self.elements = tuple(_spread(parts) if spread else _compact(parts))
        #: For `vectors.spread_out`; no rows: compact.
        self.spread = _table(parts, self.elements if spread else ())
        last = self.elements[-1]
        self.size = last.start + last.length

    def places(self, name: str) -> np.ndarray:
        """The indices of all that has a name, such as ``hand``; ValueError if nothing has."""
        found = [e for e in self.elements if e.name == name]
        if not found:
            names = dict.fromkeys(e.name for e in self.elements)
            raise ValueError(f"there is no {name!r} in the vector; there are {', '.join(names)}")
        return np.concatenate([np.arange(e.start, e.start + e.length) for e in found])

    def of(self, view: View, movers: Sequence[Seat] | None = None) -> np.ndarray:
        """The vector of a `View`, uint8[size]: what a batch gives at that point.

        movers: for ``+recall`` the seats that made the moves of the history.  Not given they are
        found out, which takes longer and needs a deal that is not over.
        """
        if self.oracle:
            raise ValueError("a view does not show all cards")
        if view.game != self.game:
            raise ValueError(f"a view of {view.game.spec}: the layout is of {self.game.spec}")
        out, plain = np.zeros(self.size, np.uint8), np.zeros(self.plain_size, np.uint8)
        past = np.zeros(1, rows(self.game.rules.MAX_PLIES))
        kernels = self.game.kernels(vectors)
        if "recall" in self.words:
            if not view.whole:
                raise ValueError("the view began as a position: what came before is not known")
            history, n = np.array(view.history, np.int64), len(view.history)
            if movers is None:
                world = view.redeal(np.random.default_rng(0)).record()  # all agree who moved
                kernels.replay(world, view.match(), history, past)
            else:
                past["n"], past["made"][0, :n] = n, history | np.array(movers, np.int64) << 6
        kernels.write_seen_at(view.record(), view.seat, past, self.form(), self.spread, plain, out)
        return out

    def form(self) -> np.ndarray:
        """For the kernels: one record of `vectors.FORM`."""
        rules, recall = self.game.rules, "recall" in self.words
        form = np.zeros(1, FORM)
        form["facts"] = rules.OBSERVATION_SIZE
        form["options"] = len(rules.OPTIONS) if "options" in self.words else 0
        form["pack"] = len(self.game.pack) if recall else 0
        form["plies"] = rules.MAX_PLIES if recall else 0
        form["seats"], form["places"] = self.game.n_seats, len(self.game.pack)
        return form

    def __str__(self) -> str:
        lines = []
        for name, of, start, length, how in self.elements:
            places = f"{start}..{start + length - 1}" if length > 1 else f"{start}"
            lines.append(f"{places:>11}  {name}{' of ' + of if of else ''}: {how}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        what = "oracle" if self.oracle else "+".join(self.words)
        return f"<Layout of {self.game.spec}, {what}: {self.size} bytes>"


# --- what stands in a vector ---


def _seen(game: Game, words: tuple[str, ...]) -> Iterator[_Part]:
    """The facts, then what is asked for besides."""
    seats = game.n_seats
    for element in game.rules.FACTS.layout:
        yield _fact(element, seats)
    if "options" in words:
        for option in game.rules.OPTIONS:
            meaning = ", ".join(f"{v} {option.values[v]}" for v in option.values)
            most = max(option.values.values())
            how, flags = (COPY, 1) if most <= 1 else (ONE_OF, most + 1)
            if most >= _MOST:
                how, flags = DIGITS, 8
            yield _Part(option.name, "the rules", 1, meaning, how, 0, flags)
    if "recall" in words:
        yield from _pack(game)
        for ply in range(game.rules.MAX_PLIES):
            who = "seats clockwise from the viewer + 1, 0 not yet made"
            yield _Part("mover", f"move {ply}", 1, who, ONE_OF, 1, seats)
            yield _Part("made", f"move {ply}", 1, "move + 1, 0 not yet made", ONE_OF, 1, _MOVES)


def _cards(game: Game) -> Iterator[_Part]:
    """All cards, for a critic."""
    for seat in range(game.n_seats):
        yield _Part("hand", f"seat {seat}", 32, "cards, by card id")
    yield from _pack(game)


def _pack(game: Game) -> Iterator[_Part]:
    for place in range(len(game.pack)):
        known = "card id + 1, 0 not known"
        yield _Part("pack", f"place {place}", 1, known, ONE_OF, 1, 32)


_PLAIN = {
    "cards": "cards, by card id",
    "suit": "C S H D",
    "rank": "7 8 9 J Q K T A",
    "card": "card id + 1, 0 none",
    "seat": "seats clockwise from the viewer + 1, 0 none",
    "distance": "seats clockwise from the viewer",
    "mine": "1 the viewer",
    "team": "1 the viewer's, 2 the other, 0 none",
    "level": "level + 1, 0 none",
    "flag": "0 or 1",
}


def _fact(element: features.Element, seats: int) -> _Part:
    """A fact as it stands in the compact vector, and how it is spread out."""
    fact, which, _, length = element
    of = "" if fact.whose == "all" else f"{fact.whose.rstrip('s')} {which}"
    plain = _PLAIN.get(fact.kind, f"{fact.kind}, 0 to 255")
    if fact.choices:
        plain = f"one of {fact.choices}"
    part = _Part(fact.name, of, length, plain)
    if length > 1 or fact.kind in ("mine", "flag"):
        return part
    ranges = {"card": (1, 32), "seat": (1, seats), "distance": (0, seats), "team": (1, 2)}
    first, flags = ranges.get(fact.kind, (0, 0))
    if flags:
        return part._replace(how=ONE_OF, first=first, flags=flags)
    if fact.value == 0:  # a spare place
        return part
    if fact.most is None:
        return part._replace(how=DIGITS, flags=8)
    return part._replace(how=ONE_OF, flags=fact.most + 1 + (fact.kind == "level"))


# --- the two forms ---


def _compact(parts: list[_Part]) -> Iterator[Element]:
    start = 0
    for part in parts:
        yield Element(part.name, part.of, start, part.length, part.plain)
        start += part.length


def _spread(parts: list[_Part]) -> Iterator[Element]:
    start = 0
    for part in parts:
        if part.how == COPY:
            length, how = part.length, part.plain
        elif part.how == DIGITS:
            length, how = 8, f"{part.plain}: binary digits, the lowest first"
        else:
            length = part.flags
            last = f"{part.first + length - 1}" + (" and more" if part.first == 0 else "")
            how = f"one of {part.first} .. {last} of: {part.plain}"
        yield Element(part.name, part.of, start, length, how)
        start += length


def _table(parts: list[_Part], elements: tuple[Element, ...]) -> np.ndarray:
    """For `vectors.spread_out`; neighbours that are copied are one row."""
    rows: list[list[int]] = []
    source = 0
    for part, element in zip(parts, elements, strict=False):
        row = [part.how, source, part.first, element.start, element.length]
        last = rows[-1] if rows else row
        if part.how == last[0] == COPY and last[1] + last[4] == source:
            last[4] += element.length
        else:
            rows.append(row)
        source += part.length
    return np.array(rows, np.int64).reshape(len(rows), 5)
