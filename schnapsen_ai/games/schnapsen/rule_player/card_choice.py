"""Which card the rule player leads or follows with while cards are hidden.

Every card gets a score, and the highest is played.  A score is a sum of a few reasons, each looked
up in a table by what it depends on; the sections of the two tables are listed below.  A reason is
worth hundredths of a game point.  The tables were fitted on self-play: in millions of positions
every legal card was played and the deal finished, and the sums were fitted to the outcomes by
least squares (see `weights`).

`role`: the talon is open (0), closed by me (1) or closed against me (2).  `stage`: how much of the
open talon is left, else how many cards I hold.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ....base.arrays import Record
from ....base.jit import inline, jit
from ....cards import (
    KINGS,
    POINTS,
    QUEENS,
    Card,
    Move,
    Moves,
    Seat,
    above,
    bit,
    count,
    lowest,
    suit_cards,
    suit_of,
)
from ....tricks import beats
from ..rules import exchange_card
from ..scoring import TARGET
from ..state import MARRIAGE
from .suit_index import HOLDINGS, holding

CARDS = 0xFFFFFFFF
OPEN, CLOSER, DEFENDER = range(3)

# Sections of the table of leads: where each starts.
LEAD_HOLDING = 0  # plain or trump, holding of the suit, rank
LEAD_STAGE = LEAD_HOLDING + 2 * HOLDINGS * 6  # role, plain or trump, rank, stage
LEAD_TRUMPS_OUT = LEAD_STAGE + 3 * 72  # role, plain or trump, rank, trumps that are out
LEAD_MY_TRUMPS = LEAD_TRUMPS_OUT + 3 * 60  # the same for my trumps
LEAD_THEIR_POINTS = LEAD_MY_TRUMPS + 3 * 60  # plain or trump, rank, level of the other's points
LEAD_MY_POINTS = LEAD_THEIR_POINTS + 60
LEAD_KNOWN = LEAD_MY_POINTS + 60  # known higher, known lower cards of the other; trump; ten or ace
LEAD_REACH = LEAD_KNOWN + 16  # whether the trick brings 66; how sure it is
LEAD_SIZE = LEAD_REACH + 6

# Sections of the table of replies.  `kind`: 0 wins in suit, 1 trumps a plain card, 2 loses in
# suit, 3 discards, 4 wins with a trump over a trump, 5 loses with a trump.
REPLY_HOLDING = 0
REPLY_STAGE = REPLY_HOLDING + 2 * HOLDINGS * 6  # role, kind, rank, stage
REPLY_LED = REPLY_STAGE + 3 * 216  # role, kind, rank, rank of the card led
REPLY_LEVELS = REPLY_LED + 3 * 216  # wins, level of my points, of theirs
REPLY_MARRIAGE = REPLY_LEVELS + 50  # wins, marriage left in hand, I have a trick, they have
REPLY_TURN_UP = REPLY_MARRIAGE + 24  # wins, rank of the turn-up if it is drawn now
REPLY_SWAP = REPLY_TURN_UP + 14  # the card that I may exchange later: stage
REPLY_MY_TRUMPS = REPLY_SWAP + 7  # kind, my trumps
REPLY_TRUMPS_OUT = REPLY_MY_TRUMPS + 30
REPLY_CROSS = REPLY_TRUMPS_OUT + 30  # who gets over 33 or 66
REPLY_SIZE = REPLY_CROSS + 6


@inline
def level(points: int) -> int:
    """Points as a level 0 to 4."""
    return (
        np.int64(points >= 14)
        + np.int64(points >= 26)
        + np.int64(points >= 33)
        + np.int64(points >= 46)
    )


@inline
def role_of(state: Record, seat: Seat) -> int:
    if state.closer < 0:
        return np.int64(OPEN)
    return np.int64(CLOSER) if state.closer == seat else np.int64(DEFENDER)


@inline
def stage_of(state: Record, seat: Seat) -> int:
    """0 to 5: draws left less one, or cards in hand less one."""
    if state.closer < 0:
        return (np.int64(state.talon) >> 1) - 1
    return count(state.hand[seat]) - 1


@inline
def total(table: np.ndarray, reasons: np.ndarray) -> int:
    """The sum of the reasons, each an index into a table."""
    score = np.int64(0)
    for i in range(len(reasons)):
        score += table[np.uint64(reasons[i])]
    return score


# --- leading ---


@inline
def lead_facts(state: Record, seat: Seat, out: int) -> Any:
    """What the reasons for a lead depend on, besides the card."""
    other = seat ^ 1
    hand = np.int64(state.hand[seat])
    trump = np.int64(state.trump)
    trumps = suit_cards(trump)
    points = np.int64(state.points[seat]) + state.pending[seat]
    return (
        hand,
        out,
        np.int64(state.must_hold[other]),
        trump,
        role_of(state, seat),
        stage_of(state, seat),
        points,
        level(points),
        level(state.points[other]),
        min(count(hand & trumps), 4),
        min(count(out & trumps), 4),
    )


@inline
def lead_reasons(card: Card, facts: np.ndarray) -> Any:
    """Where the table of leads has the reasons for and against a card."""
    hand, out, known, trump, role, stage, points, mine, theirs, my_trumps, trumps_out = facts
    card = np.int64(card)
    suit = suit_of(card)
    rank = (card & 7) - 2
    is_trump = np.int64(suit == trump)
    which = is_trump * 6 + rank
    higher = above(card)
    lower_known = np.int64(known & suit_cards(suit) & ~higher != 0)
    boss = np.int64(out & higher == 0)
    sure = boss + np.int64(boss == 1 and (trumps_out == 0 or is_trump == 1))
    reach = np.int64(points + POINTS[card & 31] + 2 >= TARGET)
    known_index = (np.int64(known & higher != 0) + 2 * lower_known) * 4
    return (
        LEAD_HOLDING + (is_trump * HOLDINGS + holding(hand, out, suit)) * 6 + rank,
        LEAD_STAGE + role * 72 + which * 6 + stage,
        LEAD_TRUMPS_OUT + role * 60 + which * 5 + trumps_out,
        LEAD_MY_TRUMPS + role * 60 + which * 5 + my_trumps,
        LEAD_THEIR_POINTS + which * 5 + theirs,
        LEAD_MY_POINTS + which * 5 + mine,
        LEAD_KNOWN + known_index + is_trump * 2 + np.int64(rank >= 4),
        LEAD_REACH + reach * 3 + sure,
    )


@jit
def choose_lead(state: Record, seat: Seat, out: int, legal: Moves, table: np.ndarray) -> Move:
    """The card to lead, or the marriage that leads it."""
    marriages = (legal >> MARRIAGE) & 15
    facts = lead_facts(state, seat, out)
    best = np.int64(-(1 << 40))
    move = np.int64(-1)
    rest = legal & CARDS
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        score = total(table, lead_reasons(card, facts))
        if score > best:
            best, move = score, card
    if bit(move) & (KINGS | QUEENS) and (marriages >> suit_of(move)) & 1:
        return MARRIAGE + suit_of(move)
    return move


@inline
def winning_marriage(state: Record, seat: Seat, marriages: int) -> int:
    """A marriage that brings 66 at once, or -1."""
    found = np.int64(-1)
    if state.tricks[seat] > 0:
        for suit in range(4):
            value = 40 if suit == state.trump else 20
            if (marriages >> suit) & 1 and state.points[seat] + value >= TARGET:
                found = np.int64(MARRIAGE + suit)
    return found


# --- following ---


@inline
def reply_facts(state: Record, seat: Seat, out: int) -> Any:
    """What the reasons for a reply depend on, besides the card."""
    other = seat ^ 1
    hand = np.int64(state.hand[seat])
    trump = np.int64(state.trump)
    trumps = suit_cards(trump)
    role = role_of(state, seat)
    points = np.int64(state.points[seat]) + state.pending[seat]
    against = np.int64(state.points[other]) + state.pending[other]
    last_draw = state.talon == 2 and role == OPEN
    may_swap = state.talon > 2 and role == OPEN
    return (
        hand,
        out,
        np.int64(state.led),
        trump,
        role,
        stage_of(state, seat),
        points,
        against,
        level(points),
        level(against),
        np.int64(state.tricks[seat] > 0) * 2 + np.int64(state.tricks[other] > 0),
        (np.int64(state.turn_up) & 7) - 1 if last_draw else np.int64(0),
        exchange_card(state) if may_swap else np.int64(-1),
        min(count(hand & trumps), 4),
        min(count(out & trumps), 4),
    )


@inline
def _cross(points: int, against: int, gain: int, wins: int) -> int:
    """Who gets over a line with this trick: 66 or 33 of mine, of theirs."""
    if wins:
        if points + gain >= TARGET:
            return np.int64(0)
        return np.int64(1 if points < 33 <= points + gain else 2)
    if against + gain >= TARGET:
        return np.int64(3)
    return np.int64(4 if against < 33 <= against + gain else 5)


@inline
def reply_reasons(card: Card, facts: np.ndarray) -> Any:
    """Where the table of replies has the reasons for and against a card."""
    (
        hand, out, led, trump, role, stage, points, against, mine, theirs, took, up, swap,
        my_trumps, trumps_out,
    ) = facts
    card = np.int64(card)
    suit = suit_of(card)
    rank = (card & 7) - 2
    is_trump = np.int64(suit == trump)
    wins = np.int64(beats(card, led, trump))
    same = suit == suit_of(led)
    if is_trump:
        kind = np.int64(5 - 4 * wins + (3 if same else 0) * wins)
    else:
        kind = np.int64(3 if not same else 2 - 2 * wins)
    left = hand ^ bit(card)
    pairs = left & (left >> 1) & QUEENS
    marriage = np.int64(pairs != 0) + np.int64(pairs & suit_cards(trump) != 0)
    gain = POINTS[card & 31] + POINTS[led & 31]
    which = role * 216 + (kind * 6 + rank) * 6
    return (
        REPLY_HOLDING + (is_trump * HOLDINGS + holding(hand, out, suit)) * 6 + rank,
        REPLY_STAGE + which + stage,
        REPLY_LED + which + (led & 7) - 2,
        REPLY_LEVELS + (wins * 5 + mine) * 5 + theirs,
        REPLY_MARRIAGE + (wins * 3 + marriage) * 4 + took,
        REPLY_TURN_UP + wins * 7 + up,
        REPLY_SWAP + (stage + 1 if card == swap else 0),
        REPLY_MY_TRUMPS + kind * 5 + my_trumps,
        REPLY_TRUMPS_OUT + kind * 5 + trumps_out,
        REPLY_CROSS + _cross(points, against, gain, wins),
    )


@jit
def choose_reply(state: Record, seat: Seat, out: int, legal: Moves, table: np.ndarray) -> Move:
    """The card to follow with."""
    facts = reply_facts(state, seat, out)
    best = np.int64(-(1 << 40))
    move = np.int64(-1)
    rest = legal & CARDS
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        score = total(table, reply_reasons(card, facts))
        if score > best:
            best, move = score, card
    return move
