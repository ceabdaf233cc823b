"""Exact open-card values of every game: alpha-beta by yes/no questions, with a table.

Two sides: the side of the asked seat maximises the payoff of that seat, the other minimises it.
The value is found by null windows ("is it at least v?"), each answer a bound that names the next
question (MTD(f), Plaat 1996), so that a range of thousands of points costs no more than one of
three.  A game may tell bounds, an order of moves and a shorter key (`hooks`), or bring a solver
of its own behind the four names ``exact_value``, ``exact_at_least``, ``exact_moves`` and
``exact_clear`` (OVERRIDES of its module).

``work`` is ``(pool, table)``: MAX_PLIES + 4 blank states and EXACT_WORDS zeros of uint64.  The
table may be kept from one position, deal or set of house rules to the next: its keys hang on the
whole record of the position asked for.  Values are defined once the sides are known; nothing here
checks it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base.arrays import Pool, Record
from ..base.jit import template
from ..cards import Moves, Seat, bit, lowest
from ..games import contract as rules  # bound to a game by `specialise`
from ..games.hooks import bounds, distinct, exact_key, hash_record, try_first
from ..games.shared.open_cards import NO_BOUND

# The table: the number of nodes searched; a hash of the position asked for, which all keys hang
# on; how often each move of each side refuted; entries of three words: the key (two), and move,
# lower and upper bound.
NODES = 0
ROOT_A, ROOT_B = 1, 2
HISTORY = 8
FIRST_ENTRY = HISTORY + 2 * 64
ENTRIES = 1 << 16
EXACT_WORDS = FIRST_ENTRY + 3 * ENTRIES
NO_MOVE = 63
_SEAT_MIX = np.uint64(0xA0761D6478BD642F)
_UNKNOWN = np.uint64(NO_MOVE | 2 * NO_BOUND << 36)


# --- the calls ---


@template
def exact_value_at(pool: Pool, i: int, seat: Seat, work: Any) -> int:
    """`exact_value` of ``pool[i]``."""
    return exact_value(pool[i], seat, work)


@template
def exact_at_least_at(pool: Pool, i: int, seat: Seat, value: int, work: Any) -> bool:
    """`exact_at_least` of ``pool[i]``."""
    return exact_at_least(pool[i], seat, value, work)


@template
def exact_moves_at(pool: Pool, i: int, work: Any, out: np.ndarray) -> int:
    """`exact_moves` of ``pool[i]``."""
    return exact_moves(pool[i], work, out)


@template
def exact_value(state: Record, seat: Seat, work: Any) -> int:
    """The payoff of `seat` with best play by both sides, all cards known."""
    begin(state, seat, work)
    return converge(work[0], np.int64(0), np.int64(0), np.int64(seat), work[1])


@template
def exact_at_least(state: Record, seat: Seat, value: int, work: Any) -> bool:
    """Whether `seat` gets at least `value` with best play by both sides."""
    begin(state, seat, work)
    return ask(work[0], np.int64(0), np.int64(value), np.int64(seat), work[1]) >= value


@template
def exact_moves(state: Record, work: Any, out: np.ndarray) -> int:
    """The exact payoff, for the seat to move, of each legal move; returns the legal moves."""
    pool, table = work
    seat = np.int64(rules.to_move(state))
    moves = rules.legal(state)
    begin(state, seat, work)
    rest = moves
    guess = np.int64(0)
    while rest:
        move = lowest(rest)
        rest ^= bit(move)
        pool[1] = pool[0]
        rules.play(pool[1], move)
        guess = converge(pool, np.int64(1), guess, seat, table)
        out[move] = guess
    return moves


@template
def exact_clear(work: Any) -> None:
    """Forget everything."""
    work[1][:] = 0


@template
def begin(state: Record, seat: Seat, work: Any) -> None:
    """A position to search, with the payoffs of `seat`."""
    pool, table = work
    pool[0] = state
    a, b = hash_record(pool, 0)  # multiplied, lest the key of the position itself cancel it
    table[ROOT_A] = a * _SEAT_MIX ^ np.uint64(seat + 1) * _SEAT_MIX
    table[ROOT_B] = b * _SEAT_MIX


# --- the search ---
# Arguments of the recursive `ask` are always int64, never literals: numba would compile it once
# more for the literal, and load a recursion of two signatures wrongly from its disk cache.


@template
def converge(pool: Pool, ply: int, guess: int, seat: Seat, table: np.ndarray) -> int:
    """The exact payoff of `seat` at ``pool[ply]``: questions until both bounds meet."""
    low, high = np.int64(-NO_BOUND), np.int64(NO_BOUND)
    value = np.int64(guess)
    while low < high:
        least = value + 1 if value == low else value
        value = np.int64(ask(pool, ply, least, seat, table))
        if value >= least:
            low = value
        else:
            high = value
    return value


@template
def ask(pool: Pool, ply: int, least: int, seat: Seat, table: np.ndarray) -> int:
    """Does `seat` get at least `least` at ``pool[ply]``?

    The answer is a bound: if it is `least` or more, the exact payoff is at least that; if it is
    less, at most that.  Forced moves are played in ``pool[ply]`` itself.
    """
    state = pool[ply]
    table[NODES] += np.uint64(1)
    moves = play_forced(state)
    if rules.is_over(state):
        return rules.payoff(state, seat)
    floor, ceiling = bounds(state, seat)
    if floor >= least:
        return np.int64(floor)
    if ceiling < least:
        return np.int64(ceiling)

    a, b = exact_key(pool, ply)
    kept = a != 0 or b != 0
    a ^= table[ROOT_A]
    b ^= table[ROOT_B]
    slot = FIRST_ENTRY + 3 * np.int64(b % np.uint64(ENTRIES))
    known = _UNKNOWN
    if kept and table[slot] == a and table[slot + 1] == b:
        known = table[slot + 2]
    low = (np.int64(known) >> 8 & (1 << 28) - 1) - NO_BOUND
    high = np.int64(known >> np.uint64(36)) - NO_BOUND
    if low >= least:
        return low
    if high < least:
        return high

    mover = rules.to_move(state)
    side = rules.side(state, mover)
    mine = side == rules.side(state, seat)
    history = HISTORY + 64 * np.int64(side)
    best = np.int64(-NO_BOUND if mine else NO_BOUND)
    best_move = np.int64(known) & NO_MOVE
    first = bit(best_move) & moves
    early = try_first(state, moves) & moves
    while moves:
        move = next_move(moves, first, early, history, table)
        moves ^= bit(move)
        pool[ply + 1] = pool[ply]
        rules.play(pool[ply + 1], move)
        value = np.int64(ask(pool, ply + 1, least, seat, table))
        if (value > best) == mine and value != best:
            best = value
            best_move = np.int64(move)
        if (best >= least) == mine:
            table[history + move] += np.uint64(1)
            break

    if kept:
        if best >= least:
            low = best
        else:
            high = best
        keep(table, slot, a, b, np.uint64(best_move | low + NO_BOUND << 8 | high + NO_BOUND << 36))
    return best


@template
def play_forced(state: Record) -> int:
    """Play on while there is but one move; the moves then, none when the deal is over."""
    moves = distinct(state, rules.legal(state))
    while moves & (moves - 1) == 0 and moves:
        rules.play(state, lowest(moves))
        moves = distinct(state, rules.legal(state))
    return moves


@template
def keep(table: np.ndarray, slot: int, a: Any, b: Any, entry: Any) -> None:
    """Write an entry of the table: its key and what is known of it."""
    table[slot] = a
    table[slot + 1] = b
    table[slot + 2] = entry


@template
def next_move(moves: Moves, first: int, early: int, history: int, table: np.ndarray) -> int:
    """Which to try: what was best here before, what the game says, what has refuted most often."""
    if first & moves:
        return lowest(first)
    if early & moves:
        return lowest(early & moves)
    return most_refuting(moves, history, table)


@template
def most_refuting(moves: Moves, history: int, table: np.ndarray) -> int:
    """The move that has refuted most often; of equal ones the highest."""
    chosen = np.int64(0)
    most = np.uint64(0)
    while moves:
        move = lowest(moves)
        moves ^= bit(move)
        if table[history + move] >= most:
            most = table[history + move]
            chosen = np.int64(move)
    return chosen
