"""What a seat knows: `learn`, `conceal`, `redeal` and `backfill`.

Public knowledge beyond the table:

* cards shown are known to be in a hand until played (`must_hold`): the turned-up card, the other
  half of a marriage, the five trumps of a Herrenschnapser, the hand of a shown Farbenring, and of a
  beaten one as soon as one of its cards is played;
* strict follows rule cards out (`cannot_hold`);
* the caller named trump from his first three cards.  Hands are then not equally likely: each
  weighs as many deals as it has splits into three and two that let him name it (`counting`);
* a Farbenring that was beaten says that the hand is of one suit, not of which.

Whoever passes, or does not name, announce or double, was free to do so and tells nothing.
`redeal` deals the unseen cards to the other hands, uniformly over the deals (packs up to the
order inside one packet) consistent with all of it.  `backfill` also deals out the packets, so
that the pack replays the history.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.jit import inline, jit
from ...cards import PACK_20, below, bit, count, lowest, nth, pick_some, suit_cards, suit_of
from ...tricks import shown_void
from ..shared.marriages import MARRIAGE, pair
from ..shared.packets import wipe_pack
from ..shared.trick_game import all_played, dealt_to, led, mover
from . import options as opt
from .deal_count import (
    ASKED,
    CARDS,
    DEALT,
    LACKS,
    NEED,
    QUESTION,
    SHOWN,
    TRUMPS,
    draw,
    give,
    scan,
    settle,
)
from .dealing import OWNER
from .state import ANNOUNCE, BETTLER, CHOOSE_TRUMP, FOLLOW, HERREN, KBAUER, PASS, RING, TURN_UP

# --- learning ---


@jit
def learn(state: Any, move: int) -> None:
    """Note what everybody learns from a move; called with the open state, before `play`."""
    seat = mover(state)
    if move < 32:
        _learn_card(state, seat, move)
    elif state.phase == ANNOUNCE:
        _learn_announcement(state, seat, move)
    elif move < PASS:
        state.must_hold[seat] |= pair(move - MARRIAGE)
    elif move == TURN_UP:
        state.must_hold[0] |= bit(state.pack[12])


@jit
def _learn_card(state: Any, seat: int, card: int) -> None:
    state.must_hold[seat] &= ~bit(card)
    if state.said[seat] == RING:  # the first card shows the suit, so the whole hand
        state.must_hold[seat] = state.hand[seat] & ~bit(card)
    if state.phase != FOLLOW:
        return
    if state.options[opt.BETTLER_FREE] and state.contract == BETTLER:
        if suit_of(card) != suit_of(led(state)):
            state.cannot_hold[seat] |= suit_cards(suit_of(led(state)))
    else:
        state.cannot_hold[seat] |= shown_void(
            card, led(state), np.int64(state.best), np.int64(state.ruff)
        )


@jit
def _learn_announcement(state: Any, seat: int, move: int) -> None:
    if move == HERREN:
        state.must_hold[seat] = suit_cards(np.int64(state.trump)) & PACK_20
    elif move == RING and seat == 3:  # it stands and is shown
        state.must_hold[3] = state.hand[3]
    elif state.contract == RING and seat == 3 and move != KBAUER:
        ringer = np.int64(state.declarer) & 3
        state.must_hold[ringer] = state.hand[ringer]


# --- what is seen ---


@jit
def unseen(state: Any, seat: int) -> int:
    """The cards whose place a seat does not know."""
    seen = state.hand[seat & 3] | all_played(state)
    for i in range(1, 4):
        seen |= state.must_hold[(seat + i) & 3]
    return PACK_20 & ~seen


@inline
def hand_size(state: Any, seat: int) -> int:
    """How many cards a seat has."""
    if state.phase == CHOOSE_TRUMP:
        return np.int64(3)
    return 5 - count(state.played[seat & 3])


@inline
def _place_of(seat: int, other: int) -> int:
    """The place of another hand among the three hidden from `seat`: by seat, ascending."""
    return other if other < seat else other - 1


@inline
def _at_place(seat: int, place: int) -> int:
    return (place if place < seat else place + 1) & 3


@inline
def named_from_three(state: Any) -> bool:
    """Whether trump was named, so that the caller held it among his first three cards."""
    return state.turned < 0 and state.options[opt.TRUMP_ANY] == 0


@jit
def _ask(state: Any, seat: int, question: Any) -> None:
    """What `seat` knows of the hidden hands, as a question (see `counting`)."""
    question[CARDS] = unseen(state, seat)
    question[TRUMPS] = 0
    question[SHOWN] = 5
    if seat != 0 and named_from_three(state):
        trumps = suit_cards(np.int64(state.trump))
        question[TRUMPS] = question[CARDS] & trumps
        question[SHOWN] = count((state.played[0] | state.must_hold[0]) & trumps)
    for place in range(3):
        other = _at_place(seat, place)
        question[NEED + place] = hand_size(state, other) - count(state.must_hold[other])
        question[LACKS + place] = state.cannot_hold[other]
        question[DEALT + place] = 0


@inline
def _ringer(state: Any, seat: int) -> int:
    """A seat hidden from `seat` whose hand is of one suit that nobody knows yet, or -1."""
    for i in range(1, 4):
        other = (seat + i) & 3
        if state.said[other] == RING and state.played[other] == 0:
            return other if count(state.must_hold[other]) < 5 else np.int64(-1)
    return np.int64(-1)


@jit
def _deals(state: Any, seat: int, question: Any, trial: Any, mark: int) -> int:
    """How many deals answer a question; for a ringer, all suits he may have together.

    With `mark` at 0 or above `trial` becomes the settled question that deal number `mark`
    belongs to, and the result is its number there.
    """
    ringer = _ringer(state, seat)
    total = np.int64(0)
    for suit in range(1 if ringer < 0 else 4):
        for i in range(ASKED):
            trial[i] = question[i]
        possible = True
        if ringer >= 0:
            place = _place_of(seat, ringer)
            known = state.must_hold[ringer] | question[DEALT + place]
            possible = give(trial, place, suit_cards(suit) & PACK_20 & ~known)
        if possible and settle(trial):
            deals = scan(trial, np.int64(-1))
            if 0 <= mark < total + deals:
                return mark - total
            total += deals
    return total


@jit
def known_in(state: Any, seat: int, other: int) -> int:
    """Cards that `seat` knows to be in the hand of `other`, shown or by elimination."""
    return state.hand[seat & 3] if other == seat else known(state, seat, other)[0]


@jit
def known_absent_from(state: Any, seat: int, other: int) -> int:
    """Unseen cards that `seat` knows not to be in the hand of `other`."""
    return unseen(state, seat) if other == seat else known(state, seat, other)[1]


@jit
def known(state: Any, seat: int, other: int) -> tuple[int, int]:
    """What `seat` knows of another hand: the cards in it, and the unseen cards not in it."""
    inside, outside = state.must_hold[other & 3], np.int64(0)
    if state.phase == CHOOSE_TRUMP:
        return inside, outside
    question = np.empty(QUESTION, np.int64)
    changed = np.empty(QUESTION, np.int64)
    trial = np.empty(QUESTION, np.int64)
    _ask(state, seat, question)
    place = _place_of(seat, other)
    alone = _ringer(state, seat) >= 0  # cards are not alike then
    cards = question[CARDS]
    while cards:
        card = cards & -cards
        alike = card if alone else _alike(question, card)
        cards &= ~alike
        for held in range(2):
            for i in range(ASKED):
                changed[i] = question[i]
            possible = True
            if held:
                possible = give(changed, place, card)
            else:
                changed[LACKS + place] |= card
            if possible and _deals(state, seat, changed, trial, np.int64(-1)) > 0:
                continue
            if held:
                outside |= alike
            else:
                inside |= alike
    return inside, outside


@inline
def _alike(question: Any, card: int) -> int:
    """The unseen cards that the same hands may hold as a set of one card, equally trump or not."""
    alike = question[CARDS]
    for i in range(LACKS, LACKS + 3):
        alike &= question[i] if card & question[i] else ~question[i]
    return alike & (question[TRUMPS] if card & question[TRUMPS] else ~question[TRUMPS])


@jit
def conceal(state: Any, seat: int) -> None:
    """Wipe, in place, all that the seat cannot know."""
    for i in range(1, 4):
        other = (seat + i) & 3
        state.hand[other] = state.must_hold[other]
    wipe_pack(state, seat, OWNER, 12 if state.phase == CHOOSE_TRUMP else 20)
    if state.turned >= 0:
        state.pack[12] = state.turned


# --- dealing what was wiped ---


@jit
def redeal(state: Any, seat: int, rng: Any) -> None:
    """Deal the unseen cards to the other hands, in place.

    Uniform over the deals consistent with all that the seat has seen.  The packets of the pack
    stay wiped (see `backfill`), but for those still to be dealt.
    """
    if state.phase == CHOOSE_TRUMP:
        _redeal_first_packets(state, seat, rng)
        return
    hands = np.empty(4, np.int64)
    sample_hands(state, seat, hands, rng)
    for i in range(1, 4):
        other = (seat + i) & 3
        state.hand[other] = hands[other]


@jit
def sample_hands(state: Any, seat: int, hands: Any, rng: Any) -> None:
    """One deal as `redeal` draws it, once trump is settled: the four hands into `hands`."""
    question = np.empty(QUESTION, np.int64)
    trial = np.empty(QUESTION, np.int64)
    _ask(state, seat, question)
    mark = below(rng, _deals(state, seat, question, trial, np.int64(-1)))
    draw(trial, _deals(state, seat, question, trial, mark), rng)
    hands[seat & 3] = state.hand[seat & 3]
    for place in range(3):
        other = _at_place(seat, place)
        hands[other] = state.must_hold[other] | trial[DEALT + place]


@jit
def _redeal_first_packets(state: Any, seat: int, rng: Any) -> None:
    """Before trump is settled: three cards each, and eight still to come."""
    cards = unseen(state, seat)
    for i in range(1, 4):
        other = (seat + i) & 3
        state.hand[other] = pick_some(cards, np.int64(3), rng)
        cards ^= state.hand[other]
    _place(state, np.int64(12), cards, rng)


@jit
def _place(state: Any, start: int, cards: int, rng: Any) -> None:
    """Put some cards into places of the pack, in random order."""
    left = count(cards)
    while left > 0:
        card = nth(cards, below(rng, left))
        state.pack[start] = card
        cards ^= bit(card)
        start += 1
        left -= 1


@jit
def backfill(state: Any, seat: int, rng: Any) -> None:
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
def _first_three(state: Any, seat: int, hand: int, rng: Any) -> int:
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
