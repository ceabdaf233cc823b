"""What an analysis says: of a decision, and of each of its moves."""

from __future__ import annotations

from dataclasses import dataclass

from .. import display


@dataclass(frozen=True)
class MoveRow:
    """What one move is worth to the seat to move; counts are of worlds, means are weighted."""

    move: int
    text: str
    mean: float  # over the worlds: of exact open-card payoffs, of bids the payoffs played out
    low: float | None  # 95 % interval where worlds were sampled
    high: float | None
    best: int  # worlds in which no other move has a greater value
    wins: int  # worlds that the move wins
    best_share: float  # the same two, each world by its weight
    wins_share: float
    fair_wins: int | None = None  # None: there are too many worlds for the fair value
    fair_wins_share: float | None = None
    fair_points: int | None = None
    fair_mean: float | None = None
    then: tuple[MoveRow, ...] = ()  # the moves after one that keeps the turn, where fair is known
    clairvoyant: float | None = None  # of bids: the mean of exact open-card payoffs


@dataclass(frozen=True)
class Analysis:
    """The legal moves of a decision, best mean first, and how their worlds were made."""

    game: str
    position: str
    seat: int
    worlds: int  # gone through or sampled
    possible: int | None  # how many there are, None where nobody counted
    enumerated: bool
    equal: bool  # whether all worlds are equally likely
    known: bool  # whether all cards were given
    fair: bool
    moves: tuple[MoveRow, ...]
    policy: str = ""  # by whom bids were played out; '' where values are exact
    clairvoyant: int = 0  # in how many of the worlds the clairvoyant was asked

    def _repr_html_(self) -> str:
        """A table with cards, for notebooks."""
        return display.html("analysis", self)
