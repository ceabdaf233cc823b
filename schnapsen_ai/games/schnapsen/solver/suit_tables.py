"""The solver's own layout of cards, and what the two holdings of a suit say by themselves.

Six bits a suit, trumps lowest, so that a set of cards has 24 bits and no search asks which suit
is trump::

    bit   23 .. 18   17 .. 12   11 .. 6    5 .. 0
          plain      plain      plain      trumps      each suit A T K Q J 9

Two suit holdings, one of each hand, make a 12-bit index into tables of facts that hold however
the other cards lie.  The facts of several suits are added in one go: each table entry packs
small counts and sums into fields that cannot overflow.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ....base.jit import inline
from ....cards import Cards, Moves, count

CARD_POINTS = (0, 2, 3, 4, 10, 11)
POINTS_OF = np.array([*(CARD_POINTS * 4), *([0] * 8)], dtype=np.int64)
SUIT_OF = np.array([63 << 6 * (c // 6) if c < 24 else 0 for c in range(32)], dtype=np.int64)
HIGHER = np.array(
    [(63 << 6 * (c // 6)) & ~((2 << c) - 1) if c < 24 else 0 for c in range(32)], dtype=np.int64
)
TRUMPS = 63
NINES = 0x041041
QUEENS = NINES << 2


@inline
def inner(cards: Cards, trump: int) -> int:
    """A set of cards of the records in the solver's layout."""
    cards = np.int64(cards)
    trump = np.int64(trump)
    return (
        (cards >> (8 * trump + 2) & 63)
        | (cards >> (8 * (trump + 1 & 3) + 2) & 63) << 6
        | (cards >> (8 * (trump + 2 & 3) + 2) & 63) << 12
        | (cards >> (8 * (trump + 3 & 3) + 2) & 63) << 18
    )


def _points(holding: int) -> int:
    return sum(p for rank, p in enumerate(CARD_POINTS) if holding >> rank & 1)


def _tops(mine: Cards, theirs: Cards) -> list[int]:
    """My cards above all of theirs, from the highest."""
    best = theirs.bit_length() - 1
    return [rank for rank in range(5, best, -1) if mine >> rank & 1]


def _uncaught(mine: Cards, theirs: Cards) -> tuple[int, int]:
    """How many of my trumps cannot be overtrumped, whatever happens, and their least points.

    One of their trumps catches at most one of mine; the best they can do is to catch, with each
    trump from the lowest, the dearest of mine below it that is still free.  Greedy is optimal:
    the sets of mine that can be caught together are independent sets of a matroid.
    """
    free = [rank for rank in range(6) if mine >> rank & 1]
    caught: list[int] = []
    hunters = [rank for rank in range(6) if theirs >> rank & 1]
    for rank in reversed(free):  # the dearest first
        wanted = sorted([*caught, rank], reverse=True)
        strongest = sorted(hunters, reverse=True)[: len(wanted)]
        if len(strongest) == len(wanted) and all(
            h > w for h, w in zip(strongest, wanted, strict=True)
        ):
            caught.append(rank)
    left = [rank for rank in free if rank not in caught]
    return len(left), sum(CARD_POINTS[rank] for rank in left)


def _plain_facts(mine: Cards, theirs: Cards) -> int:
    """Of a plain suit, from bit 0: tricks and points of the sure run against trumps; the same
    once they have no trumps; points of both holdings."""
    tops = _tops(mine, theirs)
    followed = tops[: theirs.bit_count()]
    all_mine = [rank for rank in range(6) if mine >> rank & 1]
    run = all_mine if len(tops) >= theirs.bit_count() else tops
    return (
        len(followed)
        | sum(CARD_POINTS[r] for r in followed) << 8
        | len(run) << 16
        | sum(CARD_POINTS[r] for r in run) << 24
        | _points(mine | theirs) << 32
    )


def _trump_facts(mine: Cards, theirs: Cards) -> int:
    """Of the trump suit: tricks and points of the sure run (bit 0), again (bit 16), points of
    both holdings (bit 32); 16 if the run draws all their trumps (bit 40); tricks and points that
    I cannot lose (bits 45, 48), that they cannot lose (bits 54, 57)."""
    tops = _tops(mine, theirs)
    drawn = len(tops) >= theirs.bit_count()
    all_mine = [rank for rank in range(6) if mine >> rank & 1]
    run = all_mine if drawn else tops
    sure = len(run) | sum(CARD_POINTS[r] for r in run) << 8
    my_tricks, my_points = _uncaught(mine, theirs)
    their_tricks, their_points = _uncaught(theirs, mine)
    return (
        sure
        | sure << 16
        | _points(mine | theirs) << 32
        | (16 if drawn else 0) << 40
        | my_tricks << 45
        | my_points << 48
        | their_tricks << 54
        | their_points << 57
    )


def _facts(of: Any) -> np.ndarray:
    table = np.zeros(4096, dtype=np.int64)
    for mine in range(64):
        for theirs in range(64):
            if not mine & theirs:
                table[mine << 6 | theirs] = of(mine, theirs)
    return table


PLAIN_FACTS = _facts(_plain_facts)
TRUMP_FACTS = _facts(_trump_facts)


@inline
def cheapest(cards: Cards, n: int) -> int:
    """The points of the `n` cheapest cards of a set that has as many."""
    return (
        2 * max(0, n - count(cards & NINES))
        + max(0, n - count(cards & (NINES * 3)))
        + max(0, n - count(cards & (NINES * 7)))
        + 6 * max(0, n - count(cards & (NINES * 15)))
        + max(0, n - count(cards & (NINES * 31)))
    )


@inline
def marriages(cards: Cards) -> Moves:
    """The queens of a hand that are held under their king."""
    return cards & (cards >> 1) & QUEENS


@inline
def marriage_value(queens: int) -> int:
    """20 for each, 40 in trumps."""
    return 20 * count(queens) + 20 * (queens >> 2 & 1)
