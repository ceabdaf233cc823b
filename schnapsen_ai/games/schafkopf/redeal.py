"""Schafkopf: what a seat can infer, and dealing the unseen cards, uniform over what is possible.

Two facts tie cards together: the caller holds a low card of his suit; and whoever first led the
called suit low has enough of it if he has the ace.  While one of them is open, the unseen low
cards of that suit are the marked ones of `marked_deal`; where the ace matters too, there is
one case for each of the three places that may have it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.arrays import Record, Words
from ...base.jit import inline, jit
from ...cards import Cards, Seat
from ..shared import constrained_deal as places
from ..shared import hidden_hands, marked_deal
from ..shared.constrained_deal import Three
from ..shared.hidden_hands import Hidden, place_of
from .knowledge import ace_holder, hidden, missing, owed
from .rules import ace_bit, ace_played
from .state import LOW, N_SEATS

NOWHERE = 3  # the case in which the ace is not among the unseen cards that matter
Ties = tuple[int, int, int]


@jit
def ties(state: Record, seat: Seat, cards: Cards, holder: int) -> Ties:
    """The unseen low cards and ace that are tied, and the runner's `missing`.

    (0, 0, 0) where no fact is open.
    """
    none = np.int64(0)
    debt = owed(state) & cards if state.caller != seat else none
    need = missing(state) if state.runner != seat else none
    ace = ace_bit(state)
    if need > 0 and not (ace & cards or holder == state.runner or ace_played(state)):
        need = none
    if need == 0:
        return debt, none, none
    low = (np.int64(LOW) << (8 * np.int64(state.caller_suit))) & cards
    return low, ace & cards, need


@jit
def _weights(state: Record, seat: Seat, tied: Ties, place: int) -> Three:
    """How many low cards each place may have where the ace is at `place`."""
    _, ace, need = tied
    debtor, runner, least = np.int64(NOWHERE), np.int64(NOWHERE), np.int64(0)
    if owed(state) and state.caller != seat:
        debtor = place_of(seat, state.caller, N_SEATS)
    if need > 0:
        runner = place_of(seat, state.runner, N_SEATS)
        if not ace:  # he has played it, or has it in his hand
            least = need if ace_played(state) else need - 1
        elif place == runner:
            least = need - 1
    a = max(1 if debtor == 0 else 0, least if runner == 0 else 0)
    b = max(1 if debtor == 1 else 0, least if runner == 1 else 0)
    c = max(1 if debtor == 2 else 0, least if runner == 2 else 0)
    return marked_deal.at_least(a), marked_deal.at_least(b), marked_deal.at_least(c)


@inline
def _possible(may: Three, ace: int, place: int) -> bool:
    """Whether `place` is a case: one that may have the ace, or none where it does not matter."""
    return ace == 0 if place == NOWHERE else bool(may[place] & ace)


@inline
def _less(free: Three, place: int) -> Three:
    """The free places after the ace has gone to `place`."""
    a, b, c = free
    return a - (1 if place == 0 else 0), b - (1 if place == 1 else 0), c - (1 if place == 2 else 0)


@jit
def _never(state: Record, seat: Seat, what: Hidden) -> Any:
    """The unseen cards that are never in each of the three places."""
    cards, may, free, _ = what
    tied = ties(state, seat, cards, ace_holder(state, seat))
    low, ace, _ = tied
    never = np.full(3, cards, np.int64)
    for place in range(4):
        if _possible(may, ace, place):
            weights = _weights(state, seat, tied, place)
            rest = _less(free, place)
            if marked_deal.rule_in(cards & ~ace, low, may, rest, weights, never) and ace:
                never[place] &= ~ace
    return never


@jit
def known_in(state: Record, seat: Seat, other: Seat) -> Cards:
    """Cards that `seat` knows to be in the hand of `other`: shown, or by elimination."""
    if other == seat:
        return state.hand[seat]
    what = hidden(state, seat)
    place = place_of(seat, other, N_SEATS)
    never = _never(state, seat, what)
    return what[3][place] | never[(place + 1) % 3] & never[(place + 2) % 3]


@jit
def known_absent_from(state: Record, seat: Seat, other: Seat) -> Cards:
    """Unseen cards that `seat` knows not to be in the hand of `other`."""
    what = hidden(state, seat)
    return what[0] if other == seat else _never(state, seat, what)[place_of(seat, other, N_SEATS)]


@jit
def redeal(state: Record, seat: Seat, rng: Words) -> None:
    """Deal the unseen cards to the other hands, in place; the pack stays wiped: see `backfill`.

    Uniform over the deals consistent with all that the seat has seen.
    """
    what = hidden(state, seat)
    cards, may, free, shown = what
    tied = ties(state, seat, cards, ace_holder(state, seat))
    low, ace, _ = tied
    if not low | ace:
        hidden_hands.redeal(state, seat, N_SEATS, what, rng)
        return
    n = marked_deal.n_shares(low)
    ways = np.zeros(4 * n, np.int64)
    for place in range(4):
        if _possible(may, ace, place):
            weights = _weights(state, seat, tied, place)
            part = ways[place * n : (place + 1) * n]
            marked_deal.share(cards & ~ace, low, may, _less(free, place), weights, part)
    drawn = places.draw(ways, rng)
    place = drawn // n
    rest = _less(free, place)
    dealt = marked_deal.scatter_shared(cards & ~ace, low, may, rest, drawn % n, rng)
    hidden_hands.set_hands(state, seat, N_SEATS, shown, dealt)
    if ace:
        state.hand[(seat + 1 + place) & 3] |= ace
