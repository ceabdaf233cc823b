"""The exact open-card solver: what a position is worth when all cards are known.

The value is found by yes/no questions ("does this seat win at least two?").  A position with a
leader and nothing declared goes to `open_search` or, talon closed or gone, to `closed_search`;
from any other one its moves are played by `rules` until such positions are reached.  Options
under which those do not hold are searched by `fallback`.

``work`` is ``(pool, table)``: ``np.zeros(MAX_PLIES + 4, STATE)`` and
``np.zeros(EXACT_WORDS, np.uint64)``.  What the table has learned of one deal serves the next
position of that deal, and what it has learned of races serves every deal.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ....base.arrays import Pool, Record
from ....base.jit import inline, jit
from ....cards import Seat, bit, lowest
from .. import packed_rules as house_rules
from ..play import play
from ..rules import legal
from ..scoring import is_over, payoff
from ..state import LEAD
from . import open_table as q
from .fallback import plain_wins
from .question import leads_to
from .suit_tables import inner

EXACT_WORDS = q.START + 2 * q.ENTRIES
_LAST_STAMP = (1 << 26) - 1


@jit
def exact_clear(work: Any) -> None:
    """Forget everything."""
    work[1][:] = 0


@jit
def exact_value(state: Record, seat: Seat, work: Any) -> int:
    """The payoff of `seat` with best play by both sides, all cards known."""
    pool, table = work
    pool[0] = state
    return _value(pool, np.int64(0), np.int64(seat), _begin(pool[0], table), table)


@jit
def exact_at_least(state: Record, seat: Seat, value: int, work: Any) -> bool:
    """Whether `seat` gets at least `value` with best play by both sides."""
    pool, table = work
    pool[0] = state
    house = _begin(pool[0], table)
    return _at_least(pool, np.int64(0), np.int64(seat), np.int64(value), house, table)


@jit
def exact_moves(state: Record, work: Any, out: np.ndarray) -> int:
    """The exact payoff, for the seat to move, of each legal move; returns the legal moves."""
    pool, table = work
    pool[0] = state
    house = _begin(pool[0], table)
    seat = np.int64(state.turn)
    moves = np.int64(legal(pool[0]))
    rest = moves
    while rest:
        move = lowest(rest)
        rest &= rest - 1
        pool[1] = pool[0]
        play(pool[1], move)
        out[move] = _value(pool, np.int64(1), seat, house, table)
    return moves


@jit
def _begin(state: Record, table: np.ndarray) -> int:
    """Tell the table which deal it is now about; the house rules.

    Entries of open questions hold for one order of the talon, told apart by a stamp.  The deal
    is the same as before if all cards still to be drawn are.
    """
    house = house_rules.packed(state)
    if np.int64(table[q.HOUSE]) != house + 1 or np.int64(table[q.STAMP]) >= _LAST_STAMP:
        nodes = table[q.NODES]
        table[:] = 0
        table[q.NODES] = nodes
        table[q.HOUSE] = np.uint64(house + 1)
    same = table[q.STAMP] > 0
    if state.closer >= 0 or state.talon == 0:
        if not same:
            table[q.STAMP] = np.uint64(1)
        return house
    low = house_rules.exchange_card(house)
    up = inner(bit(state.turn_up), state.trump)
    draws = np.int64(state.talon) >> 1
    same = same and (up == low or up == np.int64(table[q.TURN_UP]))
    for talon in range(1, draws + 1):
        same = same and np.int64(table[q.WINNER_DRAWS + talon]) == _drawn(state, talon, 0)
        if talon > 1:
            same = same and np.int64(table[q.LOSER_DRAWS + talon]) == _drawn(state, talon, 1)
    if same:
        return house
    table[q.STAMP] += np.uint64(1)
    table[q.PAST : q.PAST + 50] = 0
    table[q.TURN_UP] = np.uint64(0 if up == low else up)
    table[q.TURN_UP + 1] = np.uint64(low)
    unseen = np.int64(0)
    for talon in range(1, draws + 1):
        card = _drawn(state, talon, 0)
        table[q.WINNER_DRAWS + talon] = np.uint64(card)
        unseen |= card
        if talon > 1:
            card = _drawn(state, talon, 1)
            table[q.LOSER_DRAWS + talon] = np.uint64(card)
            unseen |= card
        table[q.UNSEEN + talon] = np.uint64(unseen)
    for talon in range(draws + 1, 7):
        table[q.WINNER_DRAWS + talon] = 0
    return house


@inline
def _drawn(state: Record, talon: int, loser: Seat) -> int:
    """The card drawn by a trick's winner or loser with `talon` pairs left, as a set."""
    place = np.int64(state.pack_size) + 1 - 2 * talon + loser
    return inner(bit(state.pack[place]), state.trump)


@jit
def _value(pool: Pool, ply: int, seat: Seat, house: int, table: np.ndarray) -> int:
    """The exact payoff of `seat` of the position ``pool[ply]``, by a few questions.

    "By two?" is asked of both sides before "who wins?": 33 points of the defender end it, so it
    is cheaper, and often no more is needed.
    """
    if is_over(pool[ply]):
        return np.int64(payoff(pool[ply], seat))
    leader = np.int64(pool[ply].turn) & 1
    most = 1 if house & house_rules.FLAT else 3
    low, high = -most, most
    while low < high:
        if low == -3:
            value = min(-1, high)
        elif high == 3:
            value = max(2, low + 1)
        else:
            value = high
        if _at_least(pool, ply, leader, np.int64(value), house, table):
            low = value
        else:
            high = value - 1
            if high == 0 and not house & house_rules.TEN_MORE:
                high = -1  # nothing is drawn
    return np.int64(low if leader == seat else -low)


@jit
def _at_least(pool: Pool, ply: int, seat: Seat, value: int, house: int, table: np.ndarray) -> bool:
    """Whether `seat` gets at least `value`."""
    if value <= -3 or value > 3:
        return value <= -3
    attacker, level = seat, value
    if value <= 0:
        attacker, level = seat ^ 1, 1 - value
    if house & house_rules.PLAIN:
        return plain_wins(pool, ply, attacker, level, house, table) == (value > 0)
    return _wins(pool, ply, attacker, level, house, table) == (value > 0)


@jit
def _wins(pool: Pool, ply: int, attacker: Seat, level: int, house: int, table: np.ndarray) -> bool:
    """Whether `attacker` wins at least `level`, 1 to 3, from the position ``pool[ply]``."""
    state = pool[ply]
    if is_over(state):
        return payoff(state, attacker) >= level
    if house & house_rules.FLAT and level > 1:
        return False
    if state.phase == LEAD and state.must_lead == 0:
        return leads_to(state, attacker, level, house, table)
    mine = state.turn == attacker
    moves = np.int64(legal(state))
    while moves:
        move = lowest(moves)
        moves &= moves - 1
        pool[ply + 1] = pool[ply]
        play(pool[ply + 1], move)
        if _wins(pool, ply + np.int64(1), attacker, level, house, table) == mine:
            return mine
    return not mine
