"""The strict phase as a race: does the leader arrive first?

Once the talon is closed or gone, and one question is asked ("does this side win at least two?"),
nothing is left of talon, closer and scale.  Each side *needs* some points; a side that wins a
trick (or counts a marriage on lead) with its need met has won the race; if the cards run out
first, the end rule says who has.  A need of 0 is met by any trick, whatever its points.

Answers are `verdicts`, which hold for other needs too: the table serves every question that they
cover, of this deal or another.
"""

from __future__ import annotations

import numpy as np

from ....base.jit import inline, jit
from ....cards import Cards, count, highest, lowest
from ..packed_rules import KING, MARRY, NEEDS_TRICK, WAITS
from .suit_tables import (
    HIGHER,
    PLAIN_FACTS,
    POINTS_OF,
    TRUMP_FACTS,
    TRUMPS,
    cheapest,
    marriage_value,
    marriages,
)
from .tricks import (
    BARE,
    FRESH,
    HAS_END,
    PENDING,
    TEN,
    after_trick,
    apart,
    both_cards,
    declare,
    same_strength,
    strict_replies,
    that_declare,
)
from .verdicts import (
    ALWAYS,
    EMPTY,
    NO_CARD,
    WON,
    all_lost,
    all_won,
    arrived,
    before_trick,
    card_of,
    covers,
    freed,
    lost,
    shifted,
    widened,
    won,
)

ENTRIES = 1 << 14
HEADER = 128  # words before the entries
_SHIFT = np.uint64(64 - 14)
_MIX = np.uint64(0x9E3779B97F4A7C15)


@inline
def run_out(mine_ends: int, theirs_ends: int, leader_took: bool) -> bool:
    """Who wins when the cards are gone."""
    if mine_ends | theirs_ends:
        return mine_ends != 0
    return leader_took


@inline
def last_trick(mine: Cards, theirs: Cards, my_need: int, their_need: int, info: int) -> int:
    """One card each."""
    led = lowest(mine)
    card = lowest(theirs)
    gain = POINTS_OF[led & 31] + POINTS_OF[card & 31] + (10 if info & TEN else 0)
    higher = theirs & HIGHER[led & 31]
    ruffs = theirs & TRUMPS and mine > TRUMPS
    if higher or ruffs:
        gain += 20 * (info >> 4 & PENDING)
        if gain >= their_need:
            return lost(0, gain)
        if run_out(info & HAS_END, info >> 4 & HAS_END, False):
            return won(ALWAYS, gain + 1)
        return lost(0, ALWAYS)
    gain += 20 * (info & PENDING)
    if gain >= my_need:
        return won(gain, 0)
    if run_out(info & HAS_END, info >> 4 & HAS_END, True):
        return won(ALWAYS, 0)
    return lost(gain + 1, ALWAYS)


@inline
def static_verdict(
    mine: Cards, theirs: Cards, my_need: int, their_need: int, info: int, pairs: int
) -> int:
    """A verdict that needs no search, or -1.

    The leader wins by a marriage that arrives; by a *sure run* of tricks he can take one after
    the other whatever the follower does, counted with the follower's cheapest cards; or if the
    run takes every trick.  A side loses if the cards' end is the other's and all that is left,
    less what the other cannot fail to take, is not enough.
    """
    counted = info & MARRY and not info & (FRESH | WAITS)
    if counted and pairs:
        most = 40 if pairs & TRUMPS else 20
        if most >= my_need:
            return won(most, 0)
    trumps = TRUMP_FACTS[(mine & 63) << 6 | (theirs & 63)]
    plain = (
        PLAIN_FACTS[(mine >> 6 & 63) << 6 | (theirs >> 6 & 63)]
        + PLAIN_FACTS[(mine >> 12 & 63) << 6 | (theirs >> 12 & 63)]
        + PLAIN_FACTS[(mine >> 18 & 63) << 6 | (theirs >> 18 & 63)]
    )
    run = (plain >> (trumps >> 40 & 16) & 0xFFFF) + (trumps & 0xFFFF)
    tricks = run & 0xFF
    left = (plain >> 32) + (trumps >> 32 & 0xFF) + (10 if info & TEN else 0)
    if tricks == count(mine):
        if not info >> 4 & HAS_END:
            return won(ALWAYS, 0)
        gain = left
    else:
        gain = (run >> 8) + cheapest(theirs, tricks)
    if tricks:
        total = gain + 20 * (info & PENDING)
        if total >= my_need:
            return won(total, 0)
    if info >> 4 & HAS_END:
        hope = left + 20 * (info & PENDING)
        if info & MARRY:
            hope += marriage_value(pairs)
        if hope >= my_need:
            hope -= (trumps >> 57) + cheapest(mine, trumps >> 54 & 7)
        if hope < my_need:
            return lost(hope + 1, ALWAYS)
    elif info & HAS_END:
        hope = left + 20 * (info >> 4 & PENDING)
        if info & MARRY:
            hope += marriage_value(marriages(theirs))
        safe = (trumps >> 48 & 63) + cheapest(theirs, trumps >> 45 & 7)
        hope -= max(safe, gain if tricks else 0)
        if hope < their_need:
            return won(ALWAYS, hope + 1)
    return np.int64(-1)


@inline
def slot_of(key: int) -> int:
    return HEADER + 2 * np.int64((np.uint64(key) * _MIX) >> _SHIFT)


@inline
def entry_of(slot: int, key: int, table: np.ndarray) -> int:
    """What the table knows of a race."""
    return np.int64(table[slot + 1]) if np.int64(table[slot]) == key else np.int64(EMPTY)


@inline
def looked_up(
    mine: Cards, theirs: Cards, my_need: int, their_need: int, info: int, table: np.ndarray
) -> int:
    """The verdict of a race if it takes no search, or -1."""
    verdict = static_verdict(mine, theirs, my_need, their_need, info, marriages(mine))
    if verdict >= 0:
        return verdict
    key = mine | theirs << 24 | info << 48
    return covers(entry_of(slot_of(key), key, table), my_need, their_need)


@inline
def next_lead(todo: int, theirs: Cards, pair: int) -> int:
    """The lead to try next: sure tricks that must be followed, trumps last; announced marriages;
    then low cards of suits that the follower must ruff; then low cards."""
    for shift in (6, 12, 18, 0):
        suit = todo >> shift & 63
        against = theirs >> shift & 63
        if against and suit > against:
            return shift + highest(suit)
    if todo & pair:
        return highest(todo & pair)
    for shift in (6, 12, 18):
        suit = todo >> shift & 63
        if suit and not theirs >> shift & 63:
            return shift + lowest(suit)
    plain = todo & ~TRUMPS
    return lowest(plain) if plain else lowest(todo)


@jit
def race(
    mine: Cards,
    theirs: Cards,
    my_need: int,
    their_need: int,
    info: int,
    leads: Cards,
    table: np.ndarray,
) -> int:
    """The verdict on a race: `mine` are the leader's cards, `leads` those he may lead now.

    `leads` is all of his cards, except after a marriage that was declared before closing.
    Nobody has arrived yet.
    """
    table[1] += np.uint64(1)
    if mine & (mine - 1) == 0:
        return last_trick(mine, theirs, my_need, their_need, info)
    pairs = marriages(mine)
    whole = leads == mine
    slot = 0
    key = np.int64(0)
    entry = np.int64(EMPTY)
    if whole:
        if not info & (BARE | BARE << 4):
            verdict = static_verdict(mine, theirs, my_need, their_need, info, pairs)
            if verdict >= 0:
                return verdict
        key = mine | theirs << 24 | info << 48
        slot = slot_of(key)
        entry = entry_of(slot, key, table)
        verdict = covers(entry, my_need, their_need)
        if verdict >= 0:
            return verdict
    best = card_of(entry)
    pair = both_cards(pairs) if info & MARRY else np.int64(0)
    announced = np.int64(0)
    if pair and not (info & NEEDS_TRICK and info & FRESH):
        announced = that_declare(pairs, info)
    their_pair = both_cards(marriages(theirs)) if info & MARRY else np.int64(0)
    waits = info & (FRESH | WAITS) != 0
    failed = lost(np.int64(0), np.int64(ALWAYS))  # with every lead so far
    previous, verdict = np.int64(NO_CARD), np.int64(0)
    todo = leads
    while todo:
        led = best if todo >> best & 1 else next_lead(todo, theirs, pair)
        todo &= ~(np.int64(1) << led)
        if same_strength(led, previous, theirs, pair) and not (info & KING and pair >> led & 1):
            like = shifted(verdict, apart(led, previous), my_need, their_need)
            if like >= 0:
                failed = all_lost(failed, like)
                continue
        after, counted = info, np.int64(0)
        if announced >> led & 1:
            after, counted = declare(info, led, waits)
        after &= ~FRESH
        rest = mine & ~(np.int64(1) << led)
        replies, takes = strict_replies(theirs, led)
        held = won(np.int64(ALWAYS), np.int64(0))  # against every reply so far
        answer = np.int64(NO_CARD)
        while replies:
            card = lowest(replies)
            replies &= replies - 1
            if same_strength(card, answer, mine, their_pair):
                like = shifted(verdict, apart(card, answer), my_need, their_need)
                if like >= 0:
                    held = all_won(held, like)
                    continue
            left = theirs & ~(np.int64(1) << card)
            gain, hand, other, need, other_need, now = after_trick(
                led, card, takes, rest, left, my_need, their_need, counted, after
            )
            if need <= 0:
                verdict = arrived(takes, counted, gain)
            else:
                bare = now & BARE
                if bare:
                    now ^= BARE
                    other_need = np.int64(0)
                verdict = race(hand, other, need, other_need, now, hand, table)
                if bare:
                    verdict = freed(verdict)
                verdict = before_trick(verdict, takes, counted, gain)
            if verdict < WON:
                break
            answer = card
            held = all_won(held, verdict)
        if verdict >= WON:
            if whole:
                table[slot] = np.uint64(key)
                table[slot + 1] = np.uint64(widened(entry, held, led))
            return held
        previous = led
        failed = all_lost(failed, verdict)
    if whole:
        table[slot] = np.uint64(key)
        table[slot + 1] = np.uint64(widened(entry, failed, NO_CARD))
    return failed
