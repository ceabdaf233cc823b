"""The tree that Monte-Carlo searches grow: nodes in one array, selection, expansion, backup.

A node is a move made from its parent.  The children of a node lie side by side, in a block that
moves to one of twice the size when it is full, so choosing among them reads a few neighbouring
cache lines.  A node keeps the mean payoff of the seat that made the move: every seat maximises
its own, whether there are two sides or many, and bids like it plays.

The child to follow is chosen by upper confidence bounds over the moves that are legal in the
world at hand (Cowling, Powley, Whitehouse 2012)::

    mean + scale * sqrt(log(times it was legal here) / times it was chosen)

`scale` is the exploration constant times the standard deviation of the payoffs seen at the root,
so that one constant serves payoffs of 3 and of 7200.  The largest that it has been counts: once
most lines go by a move that always pays the same, such as to fold, hardly anything deviates, and
a move that was unlucky once would never be tried again.  And it is never less than `FLOOR` of the
largest payoff: where the first lines agree, they may do so by chance.  How much payoffs deviate is
known only after some lines, so in the first ones the moves are tried evenly.
"""

from __future__ import annotations

import numpy as np

from ..base.arrays import Words
from ..base.jit import template
from ..cards import Move, Moves, Seat, bit, pick

NODE = np.dtype(
    (
        np.record,
        [
            ("tried", np.int64),  # the moves that have a child
            ("value", np.float32),  # mean payoff of the seat that made the move
            ("spread", np.float32),  # 1 / sqrt(visits)
            ("seen", np.int32),  # times the move was legal when its parent was visited
            ("visits", np.int32),
            ("first", np.int32),  # where the block of the children starts
            ("children", np.int8),
            ("move", np.int8),
            ("seat", np.int8),  # that made the move
            ("spare", np.int8),
        ],
    )
)

FLOOR = 0.05
EVEN = 1e9  # the scale with which moves are tried evenly

ROOT_LOG = np.sqrt(np.log(np.maximum(1, np.arange(4096)))).astype(np.float32)

# Numbers of a tree: nodes used; of the payoffs of the root's seat: how many, sum, sum of squares,
# the largest standard deviation so far, at least `FLOOR` of the largest payoff.
USED, COUNT, SUM, SQUARES, DEVIATION = range(5)


def new_tree(nodes: int) -> tuple[np.ndarray, np.ndarray]:
    """Room for a tree: the array of nodes and the tree's numbers.  Python only."""
    return np.zeros(nodes, NODE), np.zeros(5)


@template
def plant(tree: np.ndarray, numbers: np.ndarray) -> None:
    """Start a new tree."""
    root = tree[0]
    root.tried = 0
    root.children = 0
    root.visits = 0
    numbers[USED] = 1
    numbers[COUNT] = 0
    numbers[SUM] = 0
    numbers[SQUARES] = 0
    numbers[DEVIATION] = 0


@template
def root_log(seen: int) -> float:
    """sqrt(log(seen)), from a table while it is small."""
    if seen < 4096:
        return np.float64(ROOT_LOG[seen])
    return np.sqrt(np.log(np.float64(seen)))


@template
def choose_child(tree: np.ndarray, node: int, legal: Moves, scale: float) -> int:
    """The child with the highest upper confidence bound among those legal now."""
    first = np.int64(tree[node].first)
    best = first
    highest = -np.inf
    for at in range(first, first + tree[node].children):
        child = tree[at]
        if legal & bit(child.move):
            child.seen += 1
            bound = np.float64(child.value)
            bound += scale * root_log(child.seen) * np.float64(child.spread)
            if bound > highest:
                highest = bound
                best = at
    return best


@template
def add_child(tree: np.ndarray, numbers: np.ndarray, node: int, move: Move, seat: Seat) -> int:
    """Give a node a child; 0 when the tree has no room left."""
    parent = tree[node]
    n = np.int64(parent.children)
    first = np.int64(parent.first)
    for at in range(first, first + n):
        child = tree[at]
        child.seen += 1
    if n == 0 or (n > 1 and n & (n - 1) == 0):  # the block is full
        start = np.int64(numbers[USED])
        if start + max(2, 2 * n) > tree.shape[0]:
            return np.int64(0)
        numbers[USED] += max(2, 2 * n)
        for i in range(n):
            tree[start + i] = tree[first + i]
        parent.first = start
        first = start
    at = first + n
    parent.children += 1
    parent.tried |= bit(move)
    child = tree[at]
    child.tried = 0
    child.value = 0.0
    child.spread = 0.0
    child.seen = 1
    child.visits = 0
    child.children = 0
    child.move = move
    child.seat = seat
    return at


@template
def count_payoff(numbers: np.ndarray, payoff: float) -> None:
    """Book a payoff of the root's seat."""
    numbers[COUNT] += 1
    numbers[SUM] += payoff
    numbers[SQUARES] += payoff * payoff
    numbers[DEVIATION] = max(numbers[DEVIATION], FLOOR * abs(payoff))


@template
def scale_of(numbers: np.ndarray, exploration: float, even: int) -> float:
    """The exploration constant in payoffs: times their largest standard deviation at the root.

    even: in so many lines at first the moves are tried evenly.
    """
    n = max(1.0, numbers[COUNT])
    mean = numbers[SUM] / n
    deviation = np.sqrt(max(0.0, numbers[SQUARES] / n - mean * mean))
    numbers[DEVIATION] = max(numbers[DEVIATION], deviation)
    return EVEN if numbers[COUNT] < even else exploration * numbers[DEVIATION]


@template
def steady_child(tree: np.ndarray, node: int, legal: Moves) -> int:
    """The child visited most among those legal now, or -1."""
    first = np.int64(tree[node].first)
    best = np.int64(-1)
    most = np.int64(0)
    for at in range(first, first + tree[node].children):
        child = tree[at]
        if child.visits > most and legal & bit(child.move):
            most = np.int64(child.visits)
            best = at
    return best


@template
def back_up(
    tree: np.ndarray,
    path: np.ndarray,
    steady: np.ndarray,
    depth: int,
    payoffs: np.ndarray,
    seat: Seat,
) -> None:
    """Book the payoffs of a finished line at the nodes of its path.

    steady: for each node of the path what the one is worth to `seat` that it would rather have
    gone to, or NaN.  That is then booked at the nodes before, so that trying moves out later
    costs an earlier move nothing.
    """
    mine = payoffs[seat]
    for i in range(depth - 1, -1, -1):
        node = tree[path[i]]
        visits = np.int64(node.visits) + 1
        value = np.float64(node.value)
        payoff = mine if node.seat == seat else payoffs[node.seat]
        node.visits = visits
        node.value = value + (payoff - value) / visits
        node.spread = 1.0 / np.sqrt(np.float64(visits))
        if not np.isnan(steady[i]):
            mine = steady[i]


@template
def read_root(tree: np.ndarray, values: np.ndarray, visits: np.ndarray) -> None:
    """Add each root move's visits, and its payoffs summed over them, by move."""
    first = np.int64(tree[0].first)
    for at in range(first, first + tree[0].children):
        child = tree[at]
        values[child.move] += np.float64(child.value) * child.visits
        visits[child.move] += child.visits


@template
def pick_untried(tree: np.ndarray, node: int, legal: Moves, rng: Words) -> int:
    """A random legal move that has no child yet, or -1."""
    untried = legal & ~tree[node].tried
    return pick(untried, rng) if untried else np.int64(-1)
