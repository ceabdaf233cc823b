"""How a game on one page is played and what a seat knows of it: see `page`.

Each is a template that the page may replace by a function of its own.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.arrays import UNKNOWN, Record, Words
from ...base.jit import hook
from ...cards import (
    Card,
    Cards,
    Move,
    Moves,
    Seat,
    Side,
    bit,
    highest,
    lowest,
    pick_some,
    suit_cards,
    suit_of,
)
from ...tricks import beats as usual_beats
from .. import contract as rules  # bound to a page by `specialise`
from . import hidden_hands as hands
from . import trick_game as trick
from .money import richest
from .packets import OUT, packet, put, shuffle_pack

BID, LEAD, FOLLOW = range(3)  # phases: what the seat to move is asked
NO_SUIT = -1
DEALS_OF_A_MATCH = 12


# --- how it is played, where the page does not say ---


@hook
def start(state: Record) -> None:
    """Set the page's own fields, the trump and the phase (LEAD) of a deal just laid out."""


@hook
def legal_bid(state: Record, seat: Seat) -> int:
    """The moves of a seat in the phase BID."""
    return np.int64(0)


@hook
def bid(state: Record, seat: Seat, move: Move) -> None:
    """Make a move of the phase BID: set `turn`, and `phase` or `ending` where it ends."""


@hook
def learn_bid(state: Record, seat: Seat, move: Move) -> None:
    """Note in `must_hold` and `cannot_hold` what such a move tells everyone."""


@hook
def legal_lead(state: Record, cards: Cards) -> Moves:
    """Those of a hand's cards that may be led: all."""
    return cards


@hook
def legal_follow(state: Record, cards: Cards) -> Moves:
    """Those of a hand's cards that may be played to the trick: suit must be followed."""
    same = cards & suit_cards(suit_of(state.table[0]))
    return same if same else cards


@hook
def beats(state: Record, card: Card) -> bool:
    """Whether a card takes the lead in the trick from `best`."""
    return usual_beats(card, np.int64(state.best), np.int64(state.trump))


@hook
def secrets(state: Record) -> None:
    """Set the fields that follow from hidden cards, as far as the record holds these."""


@hook
def largest_loss(state: Record) -> int:
    return np.int64(rules.MAX_ABS_PAYOFF)


@hook
def sides_known(state: Record) -> bool:
    return True


@hook
def side(state: Record, seat: Seat) -> Side:
    """Opposite seats play together."""
    return np.int64(seat) & 1


@hook
def advise(state: Record, legal: Moves, rng: Words) -> Move:
    """The highest card on the lead, else the lowest move."""
    return highest(legal) if state.phase == LEAD else lowest(legal)


# --- the deal ---


@hook
def deal(state: Record, rng: Words, match: Record) -> None:
    shuffle_pack(state, rules.CARDS, rng)
    lay_out(state, match)


@hook
def lay_out(state: Record, match: Record) -> None:
    trick.start(state)
    for seat in range(4):
        state.hand[seat] = 0
        state.tricks[seat] = 0
        state.points[seat] = 0
    at = 0
    for p in range(len(rules.PACKETS)):
        seat, n = rules.PACKETS[p]
        if seat != OUT:
            state.hand[seat] |= packet(state.pack, at, n)
        at += n
    state.phase = LEAD
    state.trump = NO_SUIT
    start(state)


# --- moves ---


@hook
def to_move(state: Record) -> Seat:
    return trick.to_move(state)


@hook
def is_over(state: Record) -> bool:
    return trick.is_over(state)


@hook
def legal(state: Record) -> Moves:
    if trick.is_over(state):
        return np.int64(0)
    seat = trick.mover(state)
    return legal_bid(state, seat) if state.phase == BID else playable(state, state.hand[seat])


@hook
def playable(state: Record, cards: Cards) -> int:
    """Those of some cards that might be played now if they were a hand."""
    return legal_lead(state, cards) if state.phase == LEAD else legal_follow(state, cards)


@hook
def play(state: Record, move: Move) -> None:
    seat = trick.mover(state)
    if state.phase == BID:
        bid(state, seat, move)
        return
    lie = trick.lay(state, seat, move, state.on_table == 0 or beats(state, move))
    state.phase = FOLLOW
    state.turn = (seat + 1) % rules.N_SEATS
    if lie == rules.N_SEATS:
        points = trick.table_points(state)
        taker = trick.take_trick(state)
        state.tricks[taker] += 1
        state.points[taker] += points
        state.phase = LEAD
        rules.after_trick(state, taker)


@hook
def trumps(state: Record) -> Cards:
    return suit_cards(state.trump) if state.trump >= 0 else np.int64(0)


@hook
def led(state: Record) -> Card:
    return trick.led(state)


@hook
def hand(state: Record, seat: Seat) -> Cards:
    return trick.hand(state, seat)


# --- what a seat knows ---


@hook
def learn(state: Record, move: Move) -> None:
    """A card played tells that no card is held beside which it would have been forbidden."""
    seat = trick.mover(state)
    if state.phase == BID:
        learn_bid(state, seat, move)
        return
    rest = rules.PACK & ~(trick.all_played(state) | bit(move))
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        if playable(state, bit(card) | bit(move)) & bit(move) == 0:
            state.cannot_hold[seat] |= bit(card)
    state.must_hold[seat] &= ~bit(move)


@hook
def hidden(state: Record, seat: Seat) -> Any:
    """See `hidden_hands.Hidden`."""
    shown = hands.must_hold(state, seat, rules.N_SEATS)
    return hands.hidden(state, seat, rules.N_SEATS, np.int64(rules.PACK), rules.DEALT, shown)


@hook
def unseen(state: Record, seat: Seat) -> Cards:
    return hidden(state, seat)[0]


@hook
def known_in(state: Record, seat: Seat, other: Seat) -> Cards:
    return hands.known_in(state, seat, other, rules.N_SEATS, hidden(state, seat))


@hook
def known_absent_from(state: Record, seat: Seat, other: Seat) -> Cards:
    return hands.known_absent_from(seat, other, rules.N_SEATS, hidden(state, seat))


@hook
def conceal(state: Record, seat: Seat) -> None:
    hands.conceal(state, seat, rules.N_SEATS, hands.must_hold(state, seat, rules.N_SEATS))
    secrets(state)
    for place in range(len(state.pack)):
        if rules.OWNERS[place] != seat:
            state.pack[place] = UNKNOWN


@hook
def redeal(state: Record, seat: Seat, rng: Words) -> None:
    hands.redeal(state, seat, rules.N_SEATS, hidden(state, seat), rng)
    secrets(state)


@hook
def backfill(state: Record, seat: Seat, rng: Words) -> None:
    """Packets are filled in turn, each with any of the cards that its seat was dealt."""
    rest = np.int64(rules.PACK)
    for other in range(rules.N_SEATS):
        rest &= ~trick.dealt_to(state, other)
    at = 0
    for p in range(len(rules.PACKETS)):
        other, n = rules.PACKETS[p]
        mine = rest if other == OUT else trick.dealt_to(state, other)
        if other != seat:
            for place in range(at):
                if rules.OWNERS[place] == other:
                    mine &= ~bit(state.pack[place])
            put(state.pack, at, pick_some(mine, n, rng))
        at += n


# --- the match ---


@hook
def begin_match(match: Record, state: Record, first_dealer: Seat) -> None:
    for seat in range(4):
        match.player[seat] = (first_dealer + 1 + seat) % rules.N_SEATS
        match.score[seat] = 0
        match.marks[seat] = 0
    match.over = 0
    match.winner = trick.NOBODY
    match.deals = 0


@hook
def next_deal(match: Record, state: Record) -> None:
    """The next seat is the first; the best score after so many deals wins, if only one has it."""
    match.deals += 1
    for seat in range(rules.N_SEATS):
        match.score[match.player[seat]] += rules.payoff(state, seat)
    for seat in range(rules.N_SEATS):
        match.player[seat] = (match.player[seat] + 1) % rules.N_SEATS
    if match.deals == DEALS_OF_A_MATCH:
        match.over = 1
        match.winner = richest(match.score[: rules.N_SEATS])
