"""What a seat sees as a vector of bytes, compact or spread out into flags: the kernels.

The compact vector is written first: what `observe` of the game writes, then what FORM asks for
besides.  The spread-out one is made of it, by a table (see `layout`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base.arrays import Pool, Record, put_digits, put_flags
from ..base.jit import inline, inlined, jit, template
from ..cards import Move, Seat
from ..games import contract as rules  # bound to a game by `specialise`

COPY, ONE_OF, DIGITS = range(3)  # what becomes of some bytes: see `spread_out`


# What stands in a vector beside the facts, in this order: one record.
FORM = np.dtype(
    (
        np.record,
        [
            ("facts", np.int64),  # bytes that `observe` writes
            ("options", np.int64),  # how many options there are, or 0: not told
            ("pack", np.int64),  # how many places of the pack are told, or 0
            ("plies", np.int64),  # of how many moves there is room, or 0
            ("seats", np.int64),
            ("places", np.int64),  # cards of the pack
        ],
    )
)


def rows(plies: int) -> np.dtype[Any]:
    """What came before in a deal of at most so many plies, and its sources of chance."""
    fields = [
        ("word", np.uint64, (1,)),  # of the packs
        ("bots", np.uint64, (1,)),  # of the opponents
        ("n", np.int64),  # moves made
        ("made", np.uint8, (plies,)),  # the move, and 64 times the seat that made it
    ]
    return np.dtype((np.record, fields))


@inline
def note(row: Record, seat: Seat, move: Move) -> None:
    """A seat makes a move: note it in a record of `rows`."""
    n = row.n
    row.made[n] = np.int64(seat) << 6 | move
    row.n = n + 1


@inline
def move_at(row: Record, ply: int) -> Move:
    return np.int64(row.made[ply]) & 63


@inline
def seat_at(row: Record, ply: int) -> Seat:
    return np.int64(row.made[ply]) >> 6


@template
def write_seen_at(
    pool: Pool, seat: Seat, past: Pool, form: Pool, spread: np.ndarray, plain: np.ndarray,
    out: np.ndarray,
) -> None:
    """`write_seen` of the concealed ``pool[0]``, for a caller in Python."""
    write_seen(pool[0], seat, past[0], form[0], spread, plain, out)


@template
def replay(pool: Pool, match: Pool, moves: np.ndarray, past: Pool) -> None:
    """Play `moves` from the pack of ``pool[0]`` on, and note in ``past[0]`` who made them."""
    state, row = pool[0], past[0]
    rules.lay_out(state, match[0])
    for move in moves:
        note(row, rules.to_move(state), move)
        rules.play(state, move)


@template
@inlined
def write_seen(
    state: Record, seat: Seat, past: Record, form: Record, spread: np.ndarray, plain: np.ndarray,
    out: np.ndarray,
) -> None:
    """The vector of a concealed state.

    past: a record of `rows`.  spread: how to spread it out, no rows for the compact form; plain:
    room for that.
    """
    to = plain if len(spread) else out
    rules.observe(state, seat, to)
    if form.options or form.plies:
        write_more(state, seat, past, form, to)
    if len(spread):
        spread_out(spread, plain, out)


@template
def write_more(
    state: Record, seat: Seat, past: Record, form: Record, out: np.ndarray
) -> None:
    """What is asked for beside the facts."""
    at, one = np.uint64(form.facts), np.uint64(1)  # unsigned: see `spread_out`
    for k in range(np.uint64(form.options)):
        out[at + k] = state.options[k]
    at = write_pack(state, form.pack, out, at + np.uint64(form.options))
    made = min(past.n, form.plies)
    for k in range(made):
        ahead = seat_at(past, k) - seat
        out[at] = (ahead if ahead >= 0 else ahead + form.seats) + 1
        out[at + one] = move_at(past, k) + 1
        at += one + one
    for k in range(np.uint64(2 * (form.plies - made))):
        out[at + k] = 0


@template
def write_cards(
    state: Record, seat: Seat, form: Record, spread: np.ndarray, plain: np.ndarray, out: np.ndarray
) -> None:
    """All cards of an open state: hands clockwise from `seat`, and the pack."""
    to = plain if len(spread) else out
    at = 0
    for k in range(form.seats):
        put_flags(to, at, rules.hand(state, (seat + k) % form.seats))
        at += 32
    write_pack(state, form.places, to, np.uint64(at))
    if len(spread):
        spread_out(spread, plain, out)


@template
def write_pack(state: Record, places: int, out: np.ndarray, at: int) -> int:
    """Each place of the pack: the card + 1, or 0 where it is not known.  Where the next byte is."""
    n = np.uint64(places)
    for k in range(n):
        out[at + k] = (np.int64(state.pack[k]) + 1) & 255
    return at + n


@jit
def spread_out(table: np.ndarray, plain: np.ndarray, out: np.ndarray) -> None:
    """Spread a compact vector out into flags.

    table: for each row how, the first byte, the number of the first flag, where it is, how many
    there are.  COPY: bytes as they are; ONE_OF the flags, the last for all greater numbers, none
    for smaller ones; DIGITS: 8 binary digits, the lowest first.
    """
    # Places are unsigned: of a signed one numba asks whether it is counted from the end, and then
    # no loop is done several bytes at a time, which takes eight times as long.
    out[:] = 0
    for r in range(len(table)):
        row = table[r]
        source, to, n = np.uint64(row[1]), np.uint64(row[3]), np.uint64(row[4])
        if row[0] == COPY:
            for k in range(n):
                out[to + k] = plain[source + k]
        elif row[0] == ONE_OF:
            choice = np.int64(plain[source]) - row[2]
            if choice >= 0:
                out[to + min(np.uint64(choice), n - np.uint64(1))] = 1
        else:
            put_digits(out, to, plain[source])
