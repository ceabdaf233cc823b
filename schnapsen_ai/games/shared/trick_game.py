"""What every game of tricks over one record has in common: its fields, and how a trick goes.

The helpers are compiled once for each record that they meet and read only the fields of
`trick_record`.  What a card may be, who beats whom and what a trick is worth is the game's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...base.arrays import Record
from ...base.jit import inline
from ...cards import POINTS, Card, Cards, Seat, bit

NOBODY = -1
NO_CARD = -1
NOT_OVER = 0  # the first of a game's ENDINGS


def trick_record(own: Sequence[tuple[Any, ...]], *, options: int, pack: int) -> np.dtype:
    """The record of a deal: the common fields and a game's own, the widest first.

    options, pack: how many options the game has, and how many cards its pack.
    """
    fields = [
        ("hand", np.int64, 4),  # sets of cards, as far as they are dealt
        ("played", np.int64, 4),  # cards a seat has played, the table's included
        ("must_hold", np.int64, 4),  # learned: cards that everyone knows to be in that hand
        ("cannot_hold", np.int64, 4),  # learned: cards that everyone knows not to be in it
        ("phase", np.int8),  # what the seat to move is asked: the game's own list
        ("turn", np.int8),  # seat to move
        ("table", np.int8, 4),  # the present trick in the order played; -1 beyond `on_table`
        ("on_table", np.int8),  # its cards
        ("best", np.int8),  # the card that wins it so far, or -1
        ("best_seat", np.int8),  # who played that, or -1
        ("ending", np.int8),  # index into the game's ENDINGS
        ("options", np.uint8, options),
        ("pack", np.uint8, pack),  # in dealing order, 255 where a seat has not seen the card
        *own,
    ]
    return np.dtype((np.record, sorted(fields, key=lambda f: -np.dtype(f[1]).itemsize)))


@inline
def start(state: Record) -> None:
    """Nothing is played and nothing learned, seat 0 has the turn; the hands are dealt apart."""
    for seat in range(4):
        state.played[seat] = 0
        state.must_hold[seat] = 0
        state.cannot_hold[seat] = 0
    state.turn = 0
    state.ending = NOT_OVER
    clear_table(state)


@inline
def clear_table(state: Record) -> None:
    for i in range(4):
        state.table[i] = NO_CARD
    state.on_table = 0
    state.best = NO_CARD
    state.best_seat = NOBODY


# --- whose turn it is ---


@inline
def mover(state: Record) -> Seat:
    """The seat to move, as an index that needs no check for negative values."""
    return np.int64(state.turn) & 3


@inline
def to_move(state: Record) -> Seat:
    """The seat to move, or -1 when the deal is over."""
    return NOBODY if is_over(state) else np.int64(state.turn)


@inline
def is_over(state: Record) -> bool:
    return state.ending != NOT_OVER


@inline
def own_place(state: Record, seat: Seat) -> int:
    """The viewer's place at the deal: a fact where seats change between deals."""
    return np.int64(seat)


@inline
def clockwise(seat: Seat) -> int:
    """The next of four seats."""
    return (np.int64(seat) + 1) & 3


@inline
def first_of(seats: int, start: int) -> int:
    """The first seat of a mask, clockwise from `start`; the mask must not be empty."""
    seat = np.int64(start) & 3
    while not seats >> seat & 1:
        seat = (seat + 1) & 3
    return seat


# --- a trick ---


@inline
def cards_on_table(state: Record) -> Cards:
    """The cards of the present trick, as a set."""
    cards = np.int64(0)
    for i in range(state.on_table):
        cards |= bit(state.table[i])
    return cards


@inline
def lay(state: Record, seat: Seat, card: Card, wins: bool) -> int:
    """A seat puts a card on the table; `wins`: it beats those there.  How many lie there now."""
    laid = np.int64(state.on_table) & 3
    state.hand[seat] ^= bit(card)
    state.played[seat] |= bit(card)
    state.table[laid] = card
    state.on_table = laid + 1
    if wins:
        state.best = card
        state.best_seat = seat
    return laid + 1


@inline
def table_points(state: Record) -> int:
    """Card points on the table."""
    points = np.int64(0)
    for i in range(4):
        if i < state.on_table:
            points += POINTS[np.int64(state.table[i]) & 31]
    return points


@inline
def take_trick(state: Record) -> int:
    """Whoever wins the trick takes it and has the turn: the seat."""
    seat = np.int64(state.best_seat) & 3
    clear_table(state)
    state.turn = seat
    return seat


def trick(state: Record) -> tuple[list[tuple[int, int]], int]:
    """The present trick as (seat, card) in the order played, and who wins it so far, or -1."""
    cards = [int(card) for card in state.table[: int(state.on_table)]]
    laid = [(seat, c) for c in cards for seat in range(4) if int(state.played[seat]) >> c & 1]
    return laid, int(state.best_seat)


# --- where the cards are ---


@inline
def hand(state: Record, seat: Seat) -> Cards:
    """The cards of a seat, as far as the record holds them."""
    return state.hand[seat & 3]


@inline
def led(state: Record) -> Card:
    """The card that was led to the present trick, or -1."""
    return np.int64(state.table[0])


@inline
def all_played(state: Record) -> Cards:
    """The cards played so far, those on the table included."""
    return state.played[0] | state.played[1] | state.played[2] | state.played[3]


@inline
def dealt_to(state: Record, seat: Seat) -> int:
    """The cards that a seat was dealt: those in its hand and those it has played."""
    return state.hand[seat & 3] | state.played[seat & 3]
