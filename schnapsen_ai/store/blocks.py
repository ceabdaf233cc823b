"""What came of playing: results of consecutive sets, and what bots did wrong on the way."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

OUT = -32768  # payoff of a seat that has no player any more


@dataclass(frozen=True)
class Fault:
    """What a bot did wrong, where."""

    set: int
    seating: int
    deal: int
    seat: int
    bot: int  # 0 for A, 1 for B
    what: str  # one line
    detail: str = ""  # a traceback
    charged: int = 0  # game points, beside the payoffs (games of more than two seats)

    @property
    def place(self) -> tuple[int, int, int, int, int]:
        return self.set, self.seating, self.deal, self.seat, self.bot


class Log:
    """Deals move by move, one column for each fact, in the order in which they were played.

    Plain buffers: to append costs a microsecond a deal, and they travel between processes as they
    are.  `packs` holds ``len(pack)`` bytes a deal, `moves`, `movers` and `seconds` one number a
    move (of which `lengths` tells how many), `payoffs` one number a seat.
    """

    #: column -> numpy type, and how many numbers a deal ("pack", "seats", "moves", "context").
    COLUMNS: ClassVar = {
        "sets": ("<u4", ""),
        "seatings": ("u1", ""),
        "deals": ("<u2", ""),  # index within the match, 0 with unit=deal
        "holders": ("u1", ""),  # set of seats that B holds
        "lengths": ("<u2", ""),
        "endings": ("u1", ""),
        "resigned": ("i1", ""),  # the seat that gave up or forfeited, -1 for none
        "packs": ("u1", "pack"),
        "payoffs": ("<i2", "seats"),  # OUT where a seat has no player
        "moves": ("u1", "moves"),
        "movers": ("u1", "moves"),  # the seat that made each move
        "seconds": ("<f4", "moves"),  # thinking time, nan where it was not taken
        "contexts": ("u1", "context"),  # with unit=match: the match record before the deal
    }

    def __init__(self) -> None:
        self.sets = array("I")
        self.seatings = bytearray()
        self.deals = array("H")
        self.holders = bytearray()
        self.lengths = array("H")
        self.endings = bytearray()
        self.resigned = array("b")
        self.packs = bytearray()
        self.payoffs = array("h")
        self.moves = bytearray()
        self.movers = bytearray()
        self.seconds = array("f")
        self.contexts = bytearray()

    def __len__(self) -> int:
        return len(self.sets)

    def add(
        self,
        place: tuple[int, int, int],
        holder: int,
        pack: Sequence[int],
        moves: Sequence[int],
        movers: Sequence[int],
        seconds: Sequence[float],
        payoffs: Sequence[int],
        ending: int,
        resigned: int,
        context: bytes = b"",
    ) -> None:
        """Append a finished deal; `place` is its set, seating, and index in the match."""
        self.sets.append(place[0])
        self.seatings.append(place[1])
        self.deals.append(place[2])
        self.holders.append(holder)
        self.packs += bytes(pack)
        self.lengths.append(len(moves))
        self.moves += bytes(moves)
        self.movers += bytes(movers)
        self.seconds.extend(seconds)
        self.payoffs.extend(payoffs)
        self.endings.append(ending)
        self.resigned.append(resigned)
        self.contexts += context

    def buffers(self) -> dict[str, bytes]:
        """Every column as it is stored."""
        return {name: bytes(memoryview(getattr(self, name))) for name in self.COLUMNS}

    def columns(self) -> dict[str, np.ndarray]:
        """Every column as a flat numpy array."""
        return {name: np.frombuffer(getattr(self, name), dtype)
                for name, (dtype, _) in self.COLUMNS.items()}


def _narrowed(numbers: np.ndarray, *types: type) -> np.ndarray:
    for smaller in types:
        with np.errstate(invalid="ignore"):
            same: np.ndarray = numbers.astype(smaller)
        if (same == numbers).all():
            return same
    return numbers


def _shared(numbers: np.ndarray) -> np.ndarray:
    """Itself, or where all its numbers are equal one of them, seen from every place."""
    first = numbers.flat[:1]
    if len(first) and ((numbers == first).all() or np.isnan(numbers).all()):
        return np.broadcast_to(first[0], numbers.shape)
    return numbers


def _is_shared(numbers: np.ndarray) -> bool:
    return not any(numbers.strides)


def _stacked(arrays: Sequence[np.ndarray]) -> np.ndarray:
    """One after the other; what all of them share remains shared."""
    firsts = np.array([a.flat[0] for a in arrays if a.size and _is_shared(a)])
    if len(firsts) == len(arrays) and ((firsts == firsts[0]).all() or np.isnan(firsts).all()):
        shape = sum(len(a) for a in arrays), *arrays[0].shape[1:]
        return np.broadcast_to(firsts[0], shape)
    return np.concatenate(arrays)


@dataclass
class Block:
    """Consecutive sets of a pairing, played: results by set and seating."""

    start: int
    points: np.ndarray  # payoffs of A and B, summed over the deals (mean over the seats held)
    wins: np.ndarray  # deals won by A and by B, a draw as half
    deals: np.ndarray
    matches: np.ndarray  # 1 if A won the match, 0 if not, 0.5 if nobody did
    endings: np.ndarray  # how the last deal ended
    marks: np.ndarray  # of a match against A and B (mean over the players or teams held); or nan
    faults: list[Fault] = field(default_factory=list)
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])  # thinking, A and B
    asked: list[int] = field(default_factory=lambda: [0, 0])  # decisions timed
    log: Log | None = None  # the deals move by move, where they are to be kept

    @property
    def sets(self) -> int:
        return len(self.points)

    @classmethod
    def blank(cls, start: int, sets: int, seatings: int, log: Log | None = None) -> Block:
        """A block to be filled in."""
        shape = (sets, seatings)
        return cls(
            start, np.zeros((*shape, 2)), np.zeros((*shape, 2)), np.ones(shape, np.int32),
            np.full(shape, np.nan, np.float32), np.zeros(shape, np.int8),
            np.full((*shape, 2), np.nan), log=log,
        )

    def narrow(self) -> Block:
        """Itself, its numbers in the smallest types that hold them exactly.

        Blocks travel between processes and wait by the thousand until a tournament ends.
        """
        self.points = _narrowed(self.points, np.int8, np.int16)
        self.wins = _narrowed(self.wins, np.int8, np.float32)
        self.deals, self.matches = _shared(self.deals), _shared(self.matches)
        self.marks = _shared(self.marks)
        return self

    def __getstate__(self) -> dict[str, Any]:
        return {k: (v.flat[0], v.shape) if isinstance(v, np.ndarray) and v.size and _is_shared(v)
                else v for k, v in vars(self).items()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update({k: np.broadcast_to(*v) if isinstance(v, tuple) else v
                           for k, v in state.items()})

    @classmethod
    def joined(cls, blocks: Sequence[Block]) -> Block:
        """One block of several that follow each other, but for their logs."""

        def whole(name: str) -> np.ndarray:
            return _stacked([getattr(b, name) for b in blocks])

        def summed(name: str) -> list[Any]:
            return [sum(getattr(b, name)[bot] for b in blocks) for bot in (0, 1)]

        return cls(
            blocks[0].start, whole("points"), whole("wins"), whole("deals"), whole("matches"),
            whole("endings"), whole("marks"), [f for b in blocks for f in b.faults],
            summed("seconds"), summed("asked"),
        )

    def cut(self, start: int, stop: int) -> Block:
        """The part of it within sets ``start .. stop - 1``; its times stay whole."""
        low, high = max(start - self.start, 0), min(stop - self.start, self.sets)
        kept = slice(low, max(high, low))
        faults = [f for f in self.faults if start <= f.set < stop]
        return Block(
            self.start + low, self.points[kept], self.wins[kept], self.deals[kept],
            self.matches[kept], self.endings[kept], self.marks[kept],
            faults, self.seconds, self.asked,
        )
