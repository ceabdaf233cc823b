"""Would a contract be made, were the cards open?  Quick answers for one sampled deal.

`hands` is an int64 array of the four hands and is used up.  The announcer leads what nobody can
beat; the others follow low, keep their high cards, and beat whenever they can, as they must.
"""

from __future__ import annotations

import numpy as np

from ...base.arrays import Words
from ...base.jit import inline, jit
from ...cards import (
    POINTS,
    Card,
    Cards,
    Seat,
    above,
    bit,
    count,
    highest,
    lowest,
    pick,
    suit_cards,
    suit_of,
)
from ...tricks import beats, strict
from .scoring import CALLER_LEADS, NO_TRUMP, SCHNAPSERS


@jit
def _unbeaten(hands: np.ndarray, me: Seat, card: Card, ruff: int) -> bool:
    """Whether nobody can beat a card that `me` leads."""
    suit = suit_of(card)
    for i in range(1, 4):
        other = hands[(me + i) & 3]
        same = other & suit_cards(suit)
        if same:
            if same & above(card):
                return False
        elif ruff >= 0 and suit != ruff and other & suit_cards(ruff):
            return False
    return True


@jit
def _winning_lead(hands: np.ndarray, me: Seat, allowed: int, ruff: int) -> int:
    """A card that wins when led, trumps first, then by rank; -1 if there is none."""
    best, best_score = np.int64(-1), np.int64(-1)
    while allowed:
        card = lowest(allowed)
        allowed &= allowed - 1
        score = (card & 7) + (8 if suit_of(card) == ruff else 0)
        if score > best_score and _unbeaten(hands, me, card, ruff):
            best, best_score = card, score
    return best


@inline
def _ranks(cards: Cards) -> int:
    """The ranks that a set has, as the bits of one byte."""
    return (cards | cards >> 8 | cards >> 16 | cards >> 24) & 0xFF


@inline
def top_rank(cards: Cards) -> int:
    """A card of the highest rank of a non-empty set, whatever its suit."""
    return lowest(cards & (0x01010101 << highest(_ranks(cards))))


@inline
def low_rank(cards: Cards) -> int:
    """A card of the lowest rank of a non-empty set, whatever its suit."""
    return lowest(cards & (0x01010101 << lowest(_ranks(cards))))


@inline
def _reply(hand: Cards, led: Card, wanted: int, high: bool) -> int:
    """What a hand that cannot beat plays to `led`: low, and not of the suits `wanted`."""
    same = hand & suit_cards(suit_of(led))
    if same:
        return highest(same) if high else lowest(same)
    if high:
        return top_rank(hand)
    spare = hand & ~wanted
    return low_rank(spare if spare else hand)


@jit
def _suits_of(cards: Cards) -> int:
    """All cards of the suits that a set has."""
    suits = np.int64(0)
    for suit in range(4):
        if cards & suit_cards(suit):
            suits |= suit_cards(suit)
    return suits


@jit
def _against(hands: np.ndarray, me: Seat, ruff: int, rng: Words) -> int:
    """The caller leads some card; the points if `me` takes the trick, else -1."""
    led = pick(hands[0], rng)
    hands[0] ^= bit(led)
    best, taker, points = led, np.int64(0), POINTS[led]
    for seat in range(1, 4):
        cards = strict(hands[seat], led, best, ruff)
        card = top_rank(cards) if seat == me else low_rank(cards)
        hands[seat] ^= bit(card)
        points += POINTS[card]
        if beats(card, best, ruff):
            best, taker = card, np.int64(seat)
    return points if taker == me else np.int64(-1)


@jit
def _marriage(cards: Cards, trump: int) -> int:
    """The suit of the best marriage in a hand, or -1."""
    found = np.int64(-1)
    for suit in range(4):
        pair = np.int64(0x30) << (8 * suit)
        if cards & pair == pair and (found < 0 or suit == trump):
            found = np.int64(suit)
    return found


@jit
def wins_all(hands: np.ndarray, me: Seat, trump: int, contract: int, rng: Words) -> bool:
    """Every trick for `me`: all five, or in the Schnapser contracts 66 within three."""
    ruff = np.int64(-1) if contract in NO_TRUMP else trump
    schnapser = contract in SCHNAPSERS
    points = np.int64(0)
    done = np.int64(0)
    if contract in CALLER_LEADS:
        points = _against(hands, me, ruff, rng)
        if points < 0:
            return False
        done = np.int64(1)
    while done < (3 if schnapser else 5):
        allowed = hands[me]
        if schnapser:
            suit = _marriage(allowed, ruff)
            pair = np.int64(0x30) << (8 * suit) if suit >= 0 else np.int64(0)
            worth = 40 if suit == ruff else 20
            if suit >= 0 and done > 0 and points + worth >= 66:
                return True
            if suit >= 0 and _winning_lead(hands, me, pair, ruff) >= 0:
                points += worth
                allowed = pair
        card = _winning_lead(hands, me, allowed, ruff)
        if card < 0:
            return False
        hands[me] ^= bit(card)
        points += POINTS[card]
        wanted = _suits_of(hands[me])
        for i in range(1, 4):
            seat = (me + i) & 3
            reply = _reply(hands[seat], card, wanted, schnapser and i == 2)
            hands[seat] ^= bit(reply)
            points += POINTS[reply]
        done += 1
        if schnapser and points >= 66:
            return True
    return not schnapser


@jit
def _must_take(hands: np.ndarray, me: Seat, other: Seat, led: Card, other_first: bool) -> bool:
    """Bettler: whether `me` has to take a trick to which an opponent leads `led`."""
    suit = suit_cards(suit_of(led))
    top = led
    if other_first and hands[other] & above(led):
        top = lowest(hands[other] & above(led))
    mine = hands[me] & suit
    over = mine & above(top)
    if not over:
        return False
    if other_first:
        return True
    return not hands[other] & above(highest(over))


@jit
def takes_none(hands: np.ndarray, me: Seat) -> bool:
    """Bettler: no trick for `me`, whose opponents lead what he must take whenever they can."""
    leader = np.int64(me)
    while hands[me]:
        led = np.int64(-1)
        if leader == me:
            cards = hands[me]
            while cards:
                card = top_rank(cards)
                cards ^= bit(card)
                if (hands[(me + 1) & 3] | hands[(me + 3) & 3]) & above(card):
                    led = card
                    break
            if led < 0:
                return False
        else:
            other = (leader + 2) & 3
            other_first = other == (leader + 1) & 3 or (leader + 1) & 3 == (me + 2) & 3
            cards = hands[leader]
            while cards:
                card = lowest(cards)
                cards &= cards - 1
                if _must_take(hands, me, other, card, other_first):
                    return False
            led = top_rank(hands[leader])
        leader = _bettler_trick(hands, me, leader, led)
    return True


@jit
def _bettler_trick(hands: np.ndarray, me: Seat, leader: int, led: Card) -> int:
    """Play the trick out, everybody throwing high; who takes it (never `me` if avoidable)."""
    hands[leader] ^= bit(led)
    best, taker, seat = led, leader, leader
    for _ in range(3):
        seat = (seat + 1) & 3
        if seat == leader or seat == (me + 2) & 3:
            continue
        cards = strict(hands[seat], led, best, np.int64(-1))
        card = top_rank(cards)
        hands[seat] ^= bit(card)
        if beats(card, best, np.int64(-1)):
            best, taker = card, seat
    return taker


@jit
def strength(hand: Cards, trump: int) -> int:
    """A hand for the normal game: aces and tens, trumps counting more."""
    own = hand & suit_cards(trump)
    score = 3 * count(own)
    for suit in range(4):
        cards = hand >> (8 * suit)
        factor = 2 if suit == trump else 1
        score += factor * (4 * ((cards >> 7) & 1) + 2 * ((cards >> 6) & 1))
        if cards & 0x30 == 0x30:
            score += 4 * factor
    return score
