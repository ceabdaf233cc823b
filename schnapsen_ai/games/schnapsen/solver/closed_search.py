"""The strict phase as a race: does the leader arrive first?

Once the talon is closed or gone, and one question is asked ("does this side win at least two?"),
nothing is left of talon, closer and scale.  Each side *needs* some points; a side that wins a
trick (or counts a marriage on lead) with its need met has won the race; if the cards run out
first, the end rule says who has.  A need of 0 is met by any trick, whatever its points.

Answers hold for other needs too: if the leader wins, he wins with a smaller need of his own and
a greater need of the follower.  So an answer is a *verdict*, packed in one int: `WON` or not, and
two limits.  A won race stays won while ``my need <= first limit`` and ``their need >= second``;
a lost one stays lost while ``my need >= first`` and ``their need <= second``.  The limits are as
wide as the proof allows, and the table serves every question that they cover.

Two cards of one hand with no card of the other hand between them lead to the same game with two
point values exchanged: at any time the sides' points differ by at most the difference of the two
values.  So a verdict whose limits have that much room serves both cards.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ....base.jit import inline, jit
from ....cards import count, highest, lowest
from ..packed_rules import KING, MARRY, NEEDS_TRICK, WAITS
from .suit_tables import (
    HIGHER,
    PLAIN_FACTS,
    POINTS_OF,
    SUIT_OF,
    TRUMP_FACTS,
    TRUMPS,
    cheapest,
    marriage_value,
    marriages,
)

WON = 1 << 20
LIMIT = 1023  # the ten bits of each limit
ALWAYS = 400  # a limit that no need reaches, with room for sums
NEVER = 250  # a need that is never met

# What else a race depends on, packed in one int.  Mine from bit 0, theirs from bit 4.
PENDING = 3  # declared marriages that wait for a trick, in twenties
HAS_END = 4  # wins if the cards run out; neither side: the taker of the last trick
BARE = 8  # once this side has a trick, the other needs just any trick
TEN = 1 << 8  # the last trick counts ten more
FRESH = 1 << 9  # the leader has no trick yet: marriages wait
# ... and, as in the packed house rules, MARRIAGE_RULES.

ENTRIES = 1 << 14
HEADER = 128  # words before the entries
_SHIFT = np.uint64(64 - 14)
_MIX = np.uint64(0x9E3779B97F4A7C15)


@inline
def turned(info: int) -> int:
    """The same with the sides exchanged."""
    return (info & 15) << 4 | (info >> 4 & 15) | (info & ~255)


@inline
def won(most: int, least: int) -> int:
    return WON | most << 10 | least


@inline
def lost(least: int, most: int) -> int:
    return least << 10 | most


@inline
def first(verdict: int) -> int:
    """The limit of the leader's need."""
    return verdict >> 10 & LIMIT


@inline
def second(verdict: int) -> int:
    """The limit of the follower's need."""
    return verdict & LIMIT


@inline
def kept_lead(verdict: int, gain: int) -> int:
    """A verdict before a trick in which the leader gained `gain` (his need was more)."""
    if verdict >= WON:
        return verdict + (gain << 10)
    return lost(max(first(verdict), 1) + gain, second(verdict))


@inline
def lost_lead(verdict: int, declared: int, gain: int) -> int:
    """The leader's verdict, from the one of the follower who took the trick and `gain` points,
    the leader having counted a marriage of `declared`; neither had arrived."""
    mine = second(verdict)
    theirs = first(verdict)
    if verdict >= WON:
        return lost(max(mine, 1) + declared if declared else mine, theirs + gain)
    return won(mine + declared, max(theirs, 1) + gain)


@inline
def freed(verdict: int) -> int:
    """A verdict that does not depend on the second need."""
    return verdict & ~LIMIT | (0 if verdict >= WON else ALWAYS)


@inline
def run_out(mine_ends: int, theirs_ends: int, leader_took: bool) -> bool:
    """Who wins when the cards are gone."""
    if mine_ends | theirs_ends:
        return mine_ends != 0
    return leader_took


@inline
def last_trick(mine: int, theirs: int, my_need: int, their_need: int, info: int) -> int:
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
    mine: int, theirs: int, my_need: int, their_need: int, info: int, pairs: int
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
def covers(entry: int, my_need: int, their_need: int) -> int:
    """The verdict that a table entry holds for these needs, or -1."""
    most = entry & 255
    least = entry >> 8 & 255
    if my_need <= most and their_need >= least:
        return won(most, least)
    least = entry >> 16 & 255
    most = entry >> 24 & 255
    if my_need >= least and their_need <= most:
        return lost(least, most)
    return np.int64(-1)


EMPTY = 255 << 8 | 255 << 16  # an entry that covers nothing


@inline
def widened(entry: int, verdict: int) -> int:
    """A table entry with the limits of a new verdict."""
    a = min(first(verdict), 254)
    b = min(second(verdict), 254)
    if verdict >= WON:
        return entry & ~0xFFFF | a | b << 8
    return entry & ~0xFFFF0000 | a << 16 | b << 24


@inline
def same_strength(card: int, other: int, opposing: int, pair: int) -> bool:
    """Whether no opposing card ranks between two cards of a suit and both or none are in `pair`."""
    if card == other or not SUIT_OF[card & 31] >> other & 1:
        return False
    between = (HIGHER[card & 31] ^ HIGHER[other & 31]) & opposing
    return not between and (pair >> card & 1) == (pair >> other & 1)


@inline
def looked_up(mine: int, theirs: int, my_need: int, their_need: int, info: int, table: Any) -> int:
    """The verdict of a race if it takes no search, or -1."""
    verdict = static_verdict(mine, theirs, my_need, their_need, info, marriages(mine))
    if verdict >= 0:
        return verdict
    key = mine | theirs << 24 | info << 48
    slot = HEADER + 2 * np.int64((np.uint64(key) * _MIX) >> _SHIFT)
    if np.int64(table[slot]) == key:
        return covers(np.int64(table[slot + 1]), my_need, their_need)
    return np.int64(-1)


@inline
def next_lead(todo: int, theirs: int, pair: int) -> int:
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
    mine: int, theirs: int, my_need: int, their_need: int, info: int, leads: int, table: Any
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
    best = np.int64(-1)
    if whole:
        if not info & (BARE | BARE << 4):
            verdict = static_verdict(mine, theirs, my_need, their_need, info, pairs)
            if verdict >= 0:
                return verdict
        key = mine | theirs << 24 | info << 48
        slot = HEADER + 2 * np.int64((np.uint64(key) * _MIX) >> _SHIFT)
        if np.int64(table[slot]) == key:
            entry = np.int64(table[slot + 1])
            verdict = covers(entry, my_need, their_need)
            if verdict >= 0:
                return verdict
            best = entry >> 32 & 31
            if not leads >> best & 1:
                best = np.int64(-1)
    pair = pairs | pairs << 1 if info & MARRY else np.int64(0)
    announced = np.int64(0)
    if pair and not (info & NEEDS_TRICK and info & FRESH):
        announced = pairs << 1 if info & KING else pair
    their_pairs = marriages(theirs) if info & MARRY else np.int64(0)
    their_pair = their_pairs | their_pairs << 1
    waits = info & (FRESH | WAITS)
    fail_first = np.int64(0)
    fail_second = np.int64(ALWAYS)
    previous = np.int64(31)
    previous_verdict = np.int64(0)
    todo = leads
    while todo:
        if best >= 0:
            led = best
            best = np.int64(-1)
        else:
            led = next_lead(todo, theirs, pair)
        todo &= ~(np.int64(1) << led)
        if same_strength(led, previous, theirs, pair) and not (info & KING and pair >> led & 1):
            apart = abs(POINTS_OF[led & 31] - POINTS_OF[previous & 31])
            a = first(previous_verdict) + apart
            b = second(previous_verdict) - apart
            if a <= my_need and b >= their_need:
                fail_first = max(fail_first, a)
                fail_second = min(fail_second, b)
                continue
        after = info
        counted = np.int64(0)
        if announced >> led & 1:
            value = 40 if led < 6 else 20
            if waits:
                after += value // 20
            else:
                counted = value
        after_rest = after & ~FRESH
        rest = mine & ~(np.int64(1) << led)
        same = theirs & SUIT_OF[led & 31]
        takes = same & HIGHER[led & 31]
        if takes:
            replies = takes
        elif same:
            replies = same
        else:
            takes = theirs & TRUMPS
            replies = takes if takes else theirs
        good_first = np.int64(ALWAYS)
        good_second = np.int64(0)
        answer = np.int64(31)
        refuted = False
        verdict = np.int64(0)
        while replies:
            card = lowest(replies)
            replies &= replies - 1
            if same_strength(card, answer, mine, their_pair):
                apart = abs(POINTS_OF[card & 31] - POINTS_OF[answer & 31])
                a = first(verdict) - apart
                b = second(verdict) + apart
                if a >= my_need and b <= their_need:
                    good_first = min(good_first, a)
                    good_second = max(good_second, b)
                    continue
            left = theirs & ~(np.int64(1) << card)
            gain = POINTS_OF[led & 31] + POINTS_OF[card & 31]
            if takes:
                gain += 20 * (after >> 4 & PENDING)
                if gain >= their_need:
                    verdict = lost(counted + 1 if counted else 0, gain)
                else:
                    now = turned(after_rest & ~(PENDING << 4))
                    need = my_need - counted
                    bare = now & BARE
                    if bare:
                        now ^= BARE
                        need = np.int64(0)
                    verdict = race(left, rest, their_need - gain, need, now, left, table)
                    if bare:
                        verdict = freed(verdict)
                    verdict = lost_lead(verdict, counted, gain)
            else:
                gain += counted + 20 * (after & PENDING)
                if gain >= my_need:
                    verdict = won(gain, 0)
                else:
                    now = after_rest & ~PENDING
                    need = their_need
                    bare = now & BARE
                    if bare:
                        now ^= BARE
                        need = np.int64(0)
                    verdict = race(rest, left, my_need - gain, need, now, rest, table)
                    if bare:
                        verdict = freed(verdict)
                    verdict = kept_lead(verdict, gain)
            if verdict < WON:
                refuted = True
                break
            answer = card
            good_first = min(good_first, first(verdict))
            good_second = max(good_second, second(verdict))
        if not refuted:
            verdict = won(good_first, good_second)
            if whole:
                table[slot] = np.uint64(key)
                table[slot + 1] = np.uint64(widened(entry, verdict) & 0xFFFFFFFF | led << 32)
            return verdict
        previous = led
        previous_verdict = verdict
        fail_first = max(fail_first, first(verdict))
        fail_second = min(fail_second, second(verdict))
    verdict = lost(fail_first, fail_second)
    if whole:
        table[slot] = np.uint64(key)
        table[slot + 1] = np.uint64(widened(entry, verdict) & 0xFFFFFFFF | 31 << 32)
    return verdict
