"""What a fair player can get: exact best play against an opponent who sees all cards.

The seat to move knows only what it sees.  A *strategy* names its move for everything that it may
have seen so far; it is laid open to an opponent who knows the world (the cards) and answers each
strategy, world by world, with what is worst for it.  A strategy so gets one payoff in each world,
an *outcome*, and this is what Frank and Basin ("Search in games with incomplete information",
1998) call best defence.  Averaging exact open-card values over worlds instead lets the seat choose
a different strategy in each world: what it gets in `most` can be more than any strategy gets.

Only pure strategies are considered, for two seats and public moves.

An outcome is an int: for each world a run of bits, one for each level of payoff that is reached.
The worst case of several answers is then AND, and an outcome with all the bits of another and
more is better.  A *front* is the set of outcomes that can be reached from somewhere with no better
one beside them.  On the seat's turn the fronts of its moves are united; on the opponent's, for
each move that he is seen to make, one outcome of what follows is picked, and every way to pick
counts.  Worlds that look different to the seat part.  Nothing is approximated.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..cards import Move, Seat, members
from ..deal.exact import solver_of
from ..search import worlds as fair

if TYPE_CHECKING:
    from ..deal.ruleset import Ruleset

LIMIT = 1_000_000  # pairs of outcomes, and 50 for each position: some ten seconds


class TooMany(Exception):
    """The search has become too large."""


class _Node:
    """A moment of play as the seat sees it: the worlds that it cannot tell apart."""

    __slots__ = ("best", "ids", "key", "legal", "mover", "pool", "values")

    def __init__(self, pool: np.ndarray, ids: list[int], values: list[int], facts: Any) -> None:
        self.pool = pool
        self.ids = ids  # the number of each world
        self.values = values  # its open-card value, as an outcome
        self.best = sum(values)
        self.legal: list[int] = [row[1] for row in facts]
        self.mover: int = facts[0][0]
        self.key: tuple[int, int] = (facts[0][3], facts[0][4])


class Fair:
    """The search from one list of worlds, for the seat to move; TooMany beyond its `limit`."""

    def __init__(self, game: Ruleset, seat: Seat, limit: int = LIMIT) -> None:
        self.seat = seat
        self.most = int(game.rules.MAX_ABS_PAYOFF)
        self.effort = limit
        self._kernels = game.kernels(fair)
        self._work = solver_of(game).work
        self._levels = 2 * self.most  # bits of a world: payoff above -most, -most + 1, ...
        self._ones = (1 << self._levels) - 1
        self._known: dict[tuple[int, ...], list[int]] = {}

    # --- outcomes ---

    def bits(self, world: int, payoff: int) -> int:
        """The outcome that says no more than the payoff in one world."""
        return ((1 << payoff + self.most) - 1) << (world * self._levels)

    def payoffs(self, outcome: int, worlds: int) -> list[int]:
        """The payoff of an outcome in each of so many worlds."""
        return [
            (outcome >> (world * self._levels) & self._ones).bit_count() - self.most
            for world in range(worlds)
        ]

    # --- fronts ---

    def of_move(self, worlds: np.ndarray, move: Move) -> list[int]:
        """The front of one move of the seat; ``worlds[i]`` is world number i."""
        return self._after(self._look(worlds, list(range(len(worlds)))), move)

    def of_worlds(self, worlds: np.ndarray) -> list[int]:
        """The front of a position, whoever is to move there."""
        return self._front(self._look(worlds, list(range(len(worlds)))))

    def following(self, worlds: np.ndarray, move: Move) -> np.ndarray | None:
        """The worlds after a move that keeps the turn and tells the seat nothing; else None."""
        everywhere = list(range(len(worlds)))
        children = self._children(self._look(worlds, everywhere), move, everywhere)
        return children[0].pool if [c.mover for c in children] == [self.seat] else None

    def _look(self, pool: np.ndarray, ids: list[int]) -> _Node:
        numbers = np.empty((len(ids), 5), np.int64)
        self._kernels.look_at(pool, self.seat, self._work, numbers)
        facts = numbers.tolist()
        values = [self.bits(w, row[2]) for w, row in zip(ids, facts, strict=True)]
        return _Node(pool, ids, values, facts)

    def _front(self, node: _Node) -> list[int]:
        """The front of a node.  No outcome is better than the open-card values, `best`."""
        if not node.best or node.mover < 0 or len(node.ids) == 1:
            return [node.best]
        if 0 in node.values:  # worlds that are lost anyhow do not matter
            node = self._only(node, [i for i, v in enumerate(node.values) if v])
            return self._front(node)
        key = (*node.ids, *node.key)
        if key not in self._known:
            self._spend(50)
            mine = node.mover == self.seat
            self._known[key] = self._mine(node) if mine else self._theirs(node)
        return self._known[key]

    def _only(self, node: _Node, which: list[int]) -> _Node:
        if len(which) == len(node.ids):
            return node
        return self._look(node.pool[which], [node.ids[i] for i in which])

    def _children(self, node: _Node, move: Move, which: list[int]) -> list[_Node]:
        """What the seat may see after a move that is made in some of the worlds."""
        pool = node.pool[[*which, which[0]]]
        seen = np.empty((len(which), 2), np.int64)
        self._kernels.advance(pool, move, self.seat, seen)
        groups: dict[tuple[int, ...], list[int]] = {}
        for i, sight in enumerate(seen.tolist()):
            groups.setdefault(tuple(sight), []).append(i)
        return [self._look(pool[g], [node.ids[which[i]] for i in g]) for g in groups.values()]

    def _joined(self, children: list[_Node]) -> list[int]:
        """The front over worlds that the seat can tell apart: any outcome of each."""
        front = [0]
        for child in children:
            more = self._front(child)
            self._spend(len(front) * len(more))
            front = [a | b for a in front for b in more]
        return front

    def _after(self, node: _Node, move: Move) -> list[int]:
        return self._joined(self._children(node, move, list(range(len(node.ids)))))

    def _mine(self, node: _Node) -> list[int]:
        """The seat's turn: the best outcomes of all its moves."""
        everywhere = list(range(len(node.ids)))
        options = [self._children(node, m, everywhere) for m in members(node.legal[0])]
        options.sort(key=lambda c: -sum(child.best for child in c).bit_count())
        front: list[int] = []
        for children in options:
            hope = sum(child.best for child in children)
            if any(hope & ~outcome == 0 for outcome in front):
                continue
            front = self._best(front + self._joined(children))
            if front == [node.best]:
                break
        return front

    def _theirs(self, node: _Node) -> list[int]:
        """The opponent's turn: in each world the worst of his moves for the picked outcomes."""
        front = [node.best]
        legal = 0
        for moves in node.legal:
            legal |= moves
        for move in members(legal):
            hope = 0
            for outcome in front:
                hope |= outcome
            if not hope:
                break
            may = [i for i, moves in enumerate(node.legal) if moves >> move & 1]
            which = [i for i in may if hope & self._ones << (node.ids[i] * self._levels)]
            if not which:
                continue
            elsewhere = hope
            for i in which:
                elsewhere &= ~(self._ones << (node.ids[i] * self._levels))
            answers = [o | elsewhere for o in self._joined(self._children(node, move, which))]
            self._spend(len(front) * len(answers))
            front = self._best([a & b for a in front for b in answers])
        return front

    def _best(self, outcomes: list[int]) -> list[int]:
        """The outcomes that no other one covers."""
        kept: list[int] = []
        for outcome in sorted(set(outcomes), key=int.bit_count, reverse=True):
            self._spend(len(kept))
            if all(outcome & ~other for other in kept):
                kept.append(outcome)
        return kept

    def _spend(self, effort: int) -> None:
        self.effort -= effort
        if self.effort < 0:
            raise TooMany
