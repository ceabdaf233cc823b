"""Deals and decisions worth a look, found in stored deals.

>>> from schnapsen_ai.analysis.mining import Query, mine
>>> mine(retrieve.records(archive, pairing), Query.parse("blunder,lost>=2"), most=10)

``blunder``
    a move whose exact open-card value is below that of the best one.  The seat did not see all
    cards: early in a deal that may have been bad luck.
``failed-close``
    the talon was closed, and the closer lost the deal.
``only-move``
    the seat knows every card, and exactly one of its moves wins.
``fair``
    a move that is best on average over open-card worlds costs a fair player (who does not know
    which world it is, see `schnapsen_ai.analysis`) something.

Conditions follow the kind after commas, ``NAME OP NUMBER`` with ``< <= = >= >`` or ``bot=TEXT``:
``lost`` (game points given away; for ``fair`` what the clairvoyant advice costs), ``move`` (number
in the deal, from 1), ``seat``, ``legal`` (how many moves there were), ``payoff`` (of the seat).
"""

from __future__ import annotations

import functools
import heapq
import operator
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..base.nearest import hint
from ..cards import members
from ..deal.exact import solver_of
from ..deal.state import View, look
from ..deal.transcript import Record
from ..search import worlds
from .decision import analyse
from .rows import Analysis, MoveRow

MOST_COST = 20_000  # microseconds that an exact value may cost; dearer positions are passed over
MOST_WORLDS = 20  # that are gone through for fair advice
_UNKNOWN = -(1 << 40)


class Moments:
    """A deal, move by move: the state before each, what was legal, and what that was worth."""

    def __init__(self, record: Record) -> None:
        self.record, self.game = record, record.game
        self.moves = record.moves
        board, start = self.game.board, record.start()
        self.origin = start.origin
        self.pools = self.game.new_pool(len(self.moves) + 1)
        self.pools[0] = start.record()[0]
        for i, move in enumerate(self.moves):
            self.pools[i + 1] = self.pools[i]
            if not board.try_move(self.pools, i + 1, move):
                raise ValueError(f"deal {record.tags.get('deal', '?')}: move {i + 1} is not legal")
        self.seats = [int(board.to_move_at(self.pools, i)) for i in range(len(self.moves))]
        self.legal = [int(board.legal_at(self.pools, i)) for i in range(len(self.moves))]

    @functools.cached_property
    def values(self) -> np.ndarray:
        """int64[moves, 64]: the exact payoff of each legal move to its seat.

        `_UNKNOWN` where a move is not legal, the sides are not known, or it would cost too much.
        """
        kernels, n = self.game.kernels(worlds), len(self.moves)
        affordable = [
            i for i in range(n)
            if self.game.board.sides_known_at(self.pools, i)
            and kernels.cost(self.pools[i : i + 1]) <= MOST_COST
        ]
        found = np.zeros((len(affordable), 64), np.int64)
        kernels.move_values(self.pools[affordable], solver_of(self.game).work, found)
        values = np.full((n, 64), _UNKNOWN, np.int64)
        for row, i in zip(found, affordable, strict=True):
            moves = members(self.legal[i])
            values[i, moves] = row[moves]
        return values

    def valued(self, i: int) -> bool:
        """Whether the values before move i are known."""
        return bool(self.values[i].max() > _UNKNOWN)

    def of(self, i: int) -> dict[int, int]:
        """Each legal move before move i with its exact value; {} where that is not known."""
        if not self.valued(i):
            return {}
        return {m: int(self.values[i, m]) for m in members(self.legal[i])}

    def lost(self, i: int) -> int:
        """Game points that move i gave away."""
        return int(self.values[i].max() - self.values[i, self.moves[i]]) if self.valued(i) else 0

    def view(self, i: int) -> View:
        """What the seat to move saw before move i."""
        return look(self.game, self.pools[i : i + 1], self.seats[i], self.moves[:i], self.origin,
                    False, self.record.match)

    @functools.cached_property
    def payoffs(self) -> tuple[int, ...]:
        """Game points by seat; none where the deal was not finished."""
        end = self.record.end()
        return end.payoffs() if end.is_over else (0,) * self.game.n_seats

    def knows_all(self, i: int) -> bool:
        """Whether what the seat to move sees fits one world only."""
        seat, rules = self.seats[i], self.game.rules
        if not hasattr(rules, "count_worlds"):
            return not self.view(i).unseen
        pool = self.pools[i : i + 1].copy()
        self.game.board.conceal_at(pool, 0, seat)
        return int(rules.count_worlds(pool, seat)) == 1


@dataclass(frozen=True)
class Spot:
    """A decision of a deal that was found; the greater its rank, the more instructive."""

    kind: str
    moments: Moments
    at: int
    rank: tuple[float, ...]
    lost: float
    note: str
    advice: dict[str, str] = field(default_factory=dict)

    @property
    def number(self) -> int:
        """The number of the move, from 1."""
        return self.at + 1

    @property
    def seat(self) -> int:
        return self.moments.seats[self.at]

    @property
    def bot(self) -> str:
        return self.moments.record.players[self.seat]

    def facts(self) -> dict[str, float]:
        """What conditions may ask for."""
        return {"lost": self.lost, "move": self.number, "seat": self.seat,
                "legal": self.moments.legal[self.at].bit_count(),
                "payoff": self.moments.payoffs[self.seat]}

    def as_json(self) -> dict[str, Any]:
        """Everything about it as plain data."""
        moments, game = self.moments, self.moments.game
        return {
            "kind": self.kind, "deal": moments.record.tags.get("deal", ""), "game": game.spec,
            "move": self.number, "seat": self.seat, "bot": self.bot,
            "played": game.move_text(moments.moves[self.at]),
            "lost": self.lost, "note": self.note, **self.advice,
            "values": {game.move_text(m): v for m, v in moments.of(self.at).items()},
            "payoffs": moments.payoffs, "position": moments.view(self.at).text(),
        }


# --- what is looked for ---


def _blunders(m: Moments) -> Iterator[Spot]:
    for i in range(len(m.moves)):
        lost = m.lost(i) if m.legal[i] & m.legal[i] - 1 else 0
        if lost:
            best, got = int(m.values[i].max()), int(m.values[i, m.moves[i]])
            turned = best > 0 >= got
            note = f"{best:+d} was there, {got:+d} is left" + ", and the win is gone" * turned
            yield Spot("blunder", m, i, (lost, turned, i), lost, note)


def _failed_closes(m: Moments) -> Iterator[Spot]:
    closes = m.game.rules.ROLES.closes
    if not closes:
        raise ValueError(f"{m.game.name} knows no closing: look for blunder, only-move or fair")
    i = next((i for i, move in enumerate(m.moves) if closes >> move & 1), None)
    if i is None:
        return
    payoff = m.payoffs[m.seats[i]]
    if payoff < 0:
        lost = m.lost(i)
        what = f"gave away {lost}" if lost else "was right with open cards"
        note = f"the close cost {-payoff}; it {what}"
        yield Spot("failed-close", m, i, (lost, -payoff), lost, note)


def _only_moves(m: Moments) -> Iterator[Spot]:
    for i in range(len(m.moves)):
        winning = int((m.values[i] > 0).sum())
        choices = m.legal[i].bit_count()
        if winning != 1 or choices < 2 or not m.knows_all(i):
            continue
        lost, left = m.lost(i), len(m.moves) - i
        best = m.game.move_text(int(m.values[i].argmax()))
        note = f"only {best} wins, " + ("and it was missed" if lost else "and it was found")
        yield Spot("only-move", m, i, (left, choices, lost), lost, note, {"best": best})


def _unfair(m: Moments) -> Iterator[Spot]:
    for i in range(len(m.moves)):
        if not m.legal[i] & m.legal[i] - 1 or m.knows_all(i):
            continue
        found = _fair_advice(m.view(i))
        if found is None:
            continue
        top = [row for row in found.moves if row.mean > found.moves[0].mean - 1e-9]
        clairvoyant = min(top, key=_fair_mean)
        best = max(found.moves, key=_fair_mean)
        cost = _fair_mean(best) - _fair_mean(clairvoyant)
        if cost > 1e-9:
            note = (f"over {found.worlds} worlds {clairvoyant.text} looks best "
                    f"({clairvoyant.mean:+.2f}), but a fair player gets {cost:.2f} more by "
                    f"{best.text}")
            yield Spot("fair", m, i, (cost, -found.worlds), round(cost, 4), note,
                       {"clairvoyant": clairvoyant.text, "fair": best.text})


def _fair_mean(row: MoveRow) -> float:
    return row.fair_mean or 0.0


def _fair_advice(view: View) -> Analysis | None:
    """The analysis of a decision where there are few worlds, and the fair values are known."""
    game = view.game
    if not hasattr(game.rules, "count_worlds"):
        raise ValueError(f"fair advice is not known for {game.name}: its worlds cannot be listed")
    if game.rules.count_worlds(view.record(), view.seat) > MOST_WORLDS:
        return None
    found = analyse(view)
    return found if found.fair else None


def closing_move(names: dict[int, str]) -> int | None:
    """The move that closes the talon, by the names in a results file; None where there is none."""
    return next((int(move) for move, name in names.items() if name == "close"), None)


KINDS: dict[str, Callable[[Moments], Iterator[Spot]]] = {
    "blunder": _blunders, "failed-close": _failed_closes, "only-move": _only_moves,
    "fair": _unfair,
}
_OPERATORS = {"<": operator.lt, "<=": operator.le, "=": operator.eq, ">=": operator.ge,
              ">": operator.gt}
_NAMES = ("lost", "move", "seat", "legal", "payoff")


@dataclass(frozen=True)
class Query:
    """What is looked for, and the conditions it must meet."""

    kind: str
    conditions: tuple[tuple[str, str, str], ...] = ()

    @classmethod
    def parse(cls, text: str) -> Query:
        """``KIND[,CONDITION...]``; ValueError says what is not understood."""
        kind, *rest = [part.strip() for part in text.split(",")]
        if kind not in KINDS:
            meant = hint(kind, KINDS)
            raise ValueError(f"{kind!r} is not known{meant}: look for {', '.join(KINDS)}")
        conditions = []
        for part in rest:
            found = re.fullmatch(r"(\w+)\s*(<=|>=|<|>|=)\s*(.+)", part)
            name, sign, value = found.groups() if found else ("", "", "")
            number = re.fullmatch(r"-?[0-9]{1,15}(\.[0-9]{1,15})?", value) is not None
            if not (name == "bot" and sign == "=") and not (name in _NAMES and number):
                word = re.split(r"\W", part)[0]
                meant = "" if word in _NAMES else hint(word, [*_NAMES, "bot"])
                raise ValueError(f"{part!r} is no condition{meant}: write bot=NAME, or one of "
                                 f"{', '.join(_NAMES)} with a number, as in lost>=2")
            conditions.append((name, sign, value))
        return cls(kind, tuple(conditions))

    def holds(self, spot: Spot) -> bool:
        """Whether a spot meets the conditions."""
        facts = spot.facts()
        return all(
            spot.bot == value if name == "bot" else _OPERATORS[sign](facts[name], float(value))
            for name, sign, value in self.conditions
        )


def spots(record: Record, query: Query) -> Iterator[Spot]:
    """What is found in one deal."""
    return (spot for spot in KINDS[query.kind](Moments(record)) if query.holds(spot))


def mine(records: Iterable[Record], query: Query, most: int = 10) -> list[Spot]:
    """The `most` instructive spots of many deals, the best first; equals in the order found."""
    found = (
        (spot.rank, -n, spot)
        for n, spot in enumerate(s for record in records for s in spots(record, query))
    )
    return [spot for *_, spot in heapq.nlargest(most, found, key=lambda item: item[:2])]
