"""What a seat can infer in Bauernschnapsen, and dealing the unseen cards anew.

The caller named trump from his first three cards.  Hands are then not equally likely: a hand
stands for its splits into first three and last two, ten for most, but of the caller's only those
whose first three hold the trump that he named.  So the unseen trumps are the marked cards of
`marked_deal`, and a deal that gives him n trumps in all weighs `SPLITS`[n].  After a beaten
Farbenring, whose hand is of one suit, there is one case for each suit that it may be.

`redeal` is uniform over the deals (packs up to the order inside one packet) consistent with all
that a seat has seen.  `backfill` also deals out the packets, so that the pack replays the history.
"""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record, Words
from ...base.jit import inline, jit
from ...cards import PACK_20, Cards, Seat, below, bit, count, lowest, nth, pick_some, suit_cards
from ..shared import constrained_deal as places
from ..shared import hidden_hands, marked_deal
from ..shared.constrained_deal import Three
from ..shared.hidden_hands import Hidden, must_hold, place_of
from ..shared.marked_deal import ALIKE, with_more
from ..shared.trick_game import dealt_to
from . import options as opt
from .knowledge import unseen
from .state import CHOOSE_TRUMP, N_SEATS, RING

# Splits of a hand with n trumps into 3 and 2, a trump among the three: 10 - C(5 - n, 3).
SPLITS = marked_deal.packed([0, 6, 9, 10, 10, 10])

# --- what is known ---


@inline
def named_from_three(state: Record) -> bool:
    """Whether trump was named, so that the caller held it among his first three cards."""
    return state.turned < 0 and state.options[opt.TRUMP_ANY] == 0


@jit
def _question(state: Record, seat: Seat) -> tuple[Hidden, int, Three]:
    """What `seat` does not know once trump is settled; the marked trumps, and their weights.

    No trumps are marked where splits do not matter.
    """
    shown_hands = must_hold(state, seat, N_SEATS)
    what = hidden_hands.hidden(state, seat, N_SEATS, np.int64(PACK_20), 5, shown_hands)
    if seat == 0 or not named_from_three(state):
        return what, np.int64(0), marked_deal.weights_at(0, ALIKE)
    trumps = suit_cards(np.int64(state.trump))
    shown = count((state.played[0] | state.must_hold[0]) & trumps)
    weights = marked_deal.weights_at(place_of(seat, 0, N_SEATS), with_more(SPLITS, shown))
    return what, what[0] & trumps, weights


@inline
def _ring_place(state: Record, seat: Seat) -> int:
    """The place of a hand that is of one suit, nobody knows of which, or -1."""
    for place in range(3):
        other = (seat + 1 + place) & 3
        if state.said[other] == RING and state.played[other] == 0:
            return np.int64(place) if count(state.must_hold[other]) < 5 else np.int64(-1)
    return np.int64(-1)


@inline
def _with_ring(what: Hidden, ringer: int, suit: int) -> Three:
    """What may be in the three places if the hand at place `ringer` (-1: none) is of one suit."""
    _, may, _, shown = what
    if ringer < 0:
        return may
    ring = suit_cards(suit)
    if shown[ringer] & ~ring:
        ring = np.int64(0)
    a, b, c = may
    if ringer == 0:
        return a & ring, b, c
    return a, b & ring if ringer == 1 else b, c & ring if ringer == 2 else c


@jit
def known_in(state: Record, seat: Seat, other: Seat) -> Cards:
    """Cards that `seat` knows to be in the hand of `other`, shown or by elimination."""
    return state.hand[seat & 3] if other == seat else known(state, seat, other)[0]


@jit
def known_absent_from(state: Record, seat: Seat, other: Seat) -> Cards:
    """Unseen cards that `seat` knows not to be in the hand of `other`."""
    return unseen(state, seat) if other == seat else known(state, seat, other)[1]


@jit
def known(state: Record, seat: Seat, other: Seat) -> tuple[int, int]:
    """What `seat` knows of another hand: the cards in it, and the unseen cards not in it."""
    if state.phase == CHOOSE_TRUMP:
        return state.must_hold[other & 3], np.int64(0)
    what, trumps, weights = _question(state, seat)
    cards, _, free, shown = what
    never = np.full(3, cards, np.int64)
    ringer = _ring_place(state, seat)
    for suit in range(1 if ringer < 0 else 4):
        may = _with_ring(what, ringer, suit)
        marked_deal.rule_in(cards, trumps, may, free, weights, never)
    place = place_of(seat, other, N_SEATS)
    return shown[place] | never[(place + 1) % 3] & never[(place + 2) % 3], never[place]


# --- dealing what was wiped ---


@jit
def redeal(state: Record, seat: Seat, rng: Words) -> None:
    """Deal the unseen cards to the other hands, in place.

    Uniform over the deals consistent with all that the seat has seen.  The packets of the pack
    stay wiped (see `backfill`), but for those still to be dealt.
    """
    if state.phase == CHOOSE_TRUMP:
        _redeal_first_packets(state, seat, rng)
        return
    shown, dealt = _deal(state, seat, rng)
    hidden_hands.set_hands(state, seat, N_SEATS, shown, dealt)


@jit
def sample_hands(state: Record, seat: Seat, hands: np.ndarray, rng: Words) -> None:
    """One deal as `redeal` draws it, once trump is settled: the four hands into `hands`."""
    shown, dealt = _deal(state, seat, rng)
    hands[seat & 3] = state.hand[seat & 3]
    for place in range(3):
        hands[(seat + 1 + place) & 3] = shown[place] | dealt[place]


@jit
def _deal(state: Record, seat: Seat, rng: Words) -> tuple[Three, Three]:
    """The other hands by place, once trump is settled: what is shown of them, and the rest."""
    what, trumps, weights = _question(state, seat)
    cards, may, free, shown = what
    ringer = _ring_place(state, seat)
    if ringer < 0:
        return shown, marked_deal.scatter_marked(cards, trumps, may, free, weights, rng)
    n = marked_deal.n_shares(trumps)
    ways = np.zeros(4 * n, np.int64)
    for suit in range(4):
        ring = _with_ring(what, ringer, suit)
        marked_deal.share(cards, trumps, ring, free, weights, ways[suit * n : (suit + 1) * n])
    drawn = places.draw(ways, rng)
    ring = _with_ring(what, ringer, drawn // n)
    return shown, marked_deal.scatter_shared(cards, trumps, ring, free, drawn % n, rng)


@jit
def _redeal_first_packets(state: Record, seat: Seat, rng: Words) -> None:
    """Before trump is settled: three cards each, and eight still to come."""
    cards = unseen(state, seat)
    for i in range(1, 4):
        other = (seat + i) & 3
        state.hand[other] = pick_some(cards, np.int64(3), rng)
        cards ^= state.hand[other]
    _place(state, np.int64(12), cards, rng)


@jit
def _place(state: Record, start: int, cards: Cards, rng: Words) -> None:
    """Put some cards into places of the pack, in random order."""
    left = count(cards)
    while left > 0:
        card = nth(cards, below(rng, left))
        state.pack[start] = card
        cards ^= bit(card)
        start += 1
        left -= 1


@jit
def backfill(state: Record, seat: Seat, rng: Words) -> None:
    """After `redeal`: also deal the other hands into their packets, in place.

    Uniform over the consistent ways; `state.pack` then replays the public history.
    """
    for i in range(1, 4):
        other = (seat + i) & 3
        hand = dealt_to(state, other)
        three = hand
        if state.phase != CHOOSE_TRUMP:
            three = _first_three(state, other, hand, rng)
            two = hand & ~three
            if other == 0 and state.turned >= 0:
                two &= ~bit(state.turned)
                state.pack[13] = lowest(two)
            else:
                _place(state, 12 + 2 * other, two, rng)
        _place(state, 3 * other, three, rng)


@jit
def _first_three(state: Record, seat: Seat, hand: Cards, rng: Words) -> int:
    """Three of five cards that may have come first, each such three equally likely."""
    if seat != 0:
        return pick_some(hand, np.int64(3), rng)
    if state.turned >= 0:
        return pick_some(hand & ~bit(state.turned), np.int64(3), rng)
    trumps = suit_cards(np.int64(state.trump))
    if not named_from_three(state) or count(hand & trumps) > 2:
        return pick_some(hand, np.int64(3), rng)
    lead = lowest(hand & trumps)  # two trumps or one: three cards with this one, or without it
    rest = hand & ~bit(lead)
    with_lead = below(rng, np.int64(9)) < 6 if count(hand & trumps) == 2 else True
    if with_lead:
        return bit(lead) | pick_some(rest, np.int64(2), rng)
    return rest & trumps | pick_some(rest & ~trumps, np.int64(2), rng)
