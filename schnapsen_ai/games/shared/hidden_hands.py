"""What a seat does not know of the other hands, and dealing it anew.

Helpers over a game's record, which read `hand`, `played`, `cannot_hold` and `must_hold`, all for
four seats.  What a seat does not know is one tuple, ``Hidden``:

* the unseen cards;
* `may`, `free` and `shown`, three int64 each, by *place*: the cards that may be there, how many of
  the unseen cards there are, and the cards that the seat knows to be there without counting.

The places are the other seats, clockwise.  With fewer than four seats the cards that stay out, or
are still to come, are the place after them; seat 3 stands for it and has no hand.  Every deal of
the unseen cards (`constrained_deal`) stands for the same number of packs; a game in which it does
not has weights of its own.
"""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record, Words
from ...base.jit import inline, jit
from ...cards import Cards, Seat, count
from . import constrained_deal as places
from .constrained_deal import Three
from .trick_game import all_played

Hidden = tuple[int, Three, Three, Three]


@inline
def others(seat: Seat, n_seats: int) -> Three:
    """The seats of the three places."""
    a, b, c = np.int64(seat) + 1, np.int64(3), np.int64(3)
    if n_seats > 2:  # compared, not divided: that takes as long as the rest
        b = a + 1 if a + 1 < n_seats else a + 1 - n_seats
    if n_seats > 3:
        c = (a + 2) & 3
    return a if a < n_seats else np.int64(0), b, c


@inline
def place_of(seat: Seat, other: Seat, n_seats: int) -> int:
    """The place of another seat."""
    place = np.int64(other) - seat - 1
    return place if place >= 0 else place + n_seats


@inline
def must_hold(state: Record, seat: Seat, n_seats: int) -> Three:
    """The cards that everyone knows to be in the other hands, by place."""
    a, b, c = others(seat, n_seats)
    return state.must_hold[a], state.must_hold[b], state.must_hold[c]


@inline
def unseen(state: Record, seat: Seat, pack: int, shown: Three) -> Cards:
    """The cards of the pack whose place a seat does not know."""
    return pack & ~(state.hand[seat & 3] | all_played(state) | shown[0] | shown[1] | shown[2])


@inline
def cards_left(state: Record, seat: Seat, dealt: int) -> int:
    """How many cards a seat holds of those that it was dealt."""
    return dealt - count(state.played[seat & 3])


@jit
def hidden(state: Record, seat: Seat, n_seats: int, pack: int, dealt: int, shown: Three) -> Hidden:
    """What a seat does not know, where every hand was dealt `dealt` cards."""
    a, b, c = others(seat, n_seats)
    cards = unseen(state, seat, pack, shown)
    left = count(cards)
    in_a = cards_left(state, a, dealt) - count(shown[0])
    in_b = cards_left(state, b, dealt) - count(shown[1]) if n_seats > 2 else left - in_a
    in_c = left - in_a - in_b
    may_c = ~state.cannot_hold[c] if n_seats > 3 or in_c > 0 else np.int64(0)
    may = ~state.cannot_hold[a], ~state.cannot_hold[b], may_c
    return cards, may, (in_a, in_b, in_c), shown


# --- what is known, without weights ---


@jit
def known_in(state: Record, seat: Seat, other: Seat, n_seats: int, what: Hidden) -> Cards:
    """Cards that `seat` knows to be in the hand of `other`, shown or by elimination."""
    if other == seat:
        return state.hand[seat]
    if other >= n_seats:
        return np.int64(0)  # the match goes on without it
    cards, may, free, shown = what
    place = place_of(seat, other, n_seats)
    return shown[place] | places.sure_in(cards, may, free, place)


@jit
def known_absent_from(seat: Seat, other: Seat, n_seats: int, what: Hidden) -> Cards:
    """Unseen cards that `seat` knows not to be in the hand of `other`."""
    cards, may, free, _ = what
    if other == seat:
        return cards
    if other >= n_seats:
        return np.int64(0)
    return places.never_in(cards, may, free, place_of(seat, other, n_seats))


# --- wiping and dealing ---


@inline
def set_hands(state: Record, seat: Seat, n_seats: int, shown: Three, dealt: Three) -> None:
    """Give the other seats what is shown of their hands and the cards dealt to them."""
    a, b, c = others(seat, n_seats)
    state.hand[a] = shown[0] | dealt[0]
    if n_seats > 2:
        state.hand[b] = shown[1] | dealt[1]
    if n_seats > 3:
        state.hand[c] = shown[2] | dealt[2]


@inline
def conceal(state: Record, seat: Seat, n_seats: int, shown: Three) -> None:
    """Wipe the other hands but for what is shown of them."""
    none = np.int64(0)
    set_hands(state, seat, n_seats, shown, (none, none, none))


@jit
def redeal(state: Record, seat: Seat, n_seats: int, what: Hidden, rng: Words) -> None:
    """Deal the unseen cards to the other hands, each deal equally likely."""
    cards, may, free, shown = what
    set_hands(state, seat, n_seats, shown, places.scatter(cards, may, free, rng))
