"""One yes/no question about a deal: does the *attacker* win at least 1, 2 or 3 game points?

A question turns game points into needs (see `race`).  The attacker needs 66.  The defender needs
66 too, or for "at least 2" only as much as saves him from Schneider, or for "at least 3" any
trick: whoever gets there first, on lead, has settled the question.  Closing changes the needs,
since it is scored by other rules; `closed_terms` says how.  False claims matter where they lose
less than the game would: then the defender only needs to come on lead.

`search` answers a question while the talon is open, with the verdicts of `race`: all that it
adds to a need is a constant, so limits carry over.  Sound without search in this phase:

- a marriage is declared whenever one of its cards is led: counted points never hurt their owner;
- a claim with 66 is never put off: the question is settled.

Options that break one of these are answered by `plain` instead.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ....base.jit import inline, jit
from ....cards import highest, lowest
from ..packed_rules import (
    CLOSE_EARLY,
    CLOSE_FIRST,
    CLOSE_MARRIED,
    CLOSE_MIN,
    EXCHANGE_MIN,
    EXCHANGE_TRICK,
    EXCHANGE_TURN,
    KING,
    MARRIAGE_RULES,
    NEEDS_TRICK,
    SWAPS,
    TEN_MORE,
    WAITS,
    escapes,
    exchange_card,
    line_of,
)
from .closed_search import (
    ALWAYS,
    BARE,
    EMPTY,
    FRESH,
    HAS_END,
    NEVER,
    PENDING,
    TEN,
    WON,
    covers,
    first,
    freed,
    kept_lead,
    looked_up,
    lost,
    lost_lead,
    race,
    same_strength,
    second,
    turned,
    widened,
    won,
)
from .closed_search import ENTRIES as RACE_ENTRIES
from .closed_search import HEADER as RACE_START
from .suit_tables import HIGHER, NINES, POINTS_OF, TRUMPS, marriages
from .targets import (
    BARE_FIRST,
    HOPELESS,
    SAME,
    TO_ATTACKER,
    TO_DEFENDER,
    closed_terms,
    freed_first,
    lowered,
    open_end,
    race_needs,
)

# What else an open question depends on, packed in one int.  Mine from bit 0, theirs from bit 4.
ATTACKS = 4
TOOK = 8  # has a trick (beside PENDING of `race`)
LEVEL = 8  # from this bit: 1, 2 or 3
TALON = 10  # from this bit: half the cards of the talon
EXCHANGED = 1 << 13  # the card to exchange lies under the talon
UNCLAIMED = 1 << 14  # the attacker passed 66 and did not claim: equal or better at the end

# Words of the table's header.
STAMP, NODES, HOUSE, TURN_UP, WINNER_DRAWS, LOSER_DRAWS, UNSEEN = 0, 1, 2, 6, 8, 16, 24
PAST = 32  # each side's record of leads: see `promising`
NO_LEAD = 31
ENTRIES = 1 << 13
START = RACE_START + 2 * RACE_ENTRIES
_SHIFT = np.uint64(64 - 13)
_MIX = np.uint64(0x9E3779B97F4A7C15)

@inline
def kings_and_queens(cards: int) -> int:
    """The marriages that may be held now or after a draw."""
    queens = marriages(cards)
    return queens | queens << 1


@jit
def close(
    mine: int,
    theirs: int,
    my_need: int,
    their_need: int,
    info: int,
    house: int,
    leads: int,
    table: Any,
) -> int:
    """The verdict if the leader closes now; `leads` as in `race`."""
    level = info >> LEVEL & 3
    attacks = info & ATTACKS
    card = exchange_card(house)
    if house & SWAPS and theirs & card:
        theirs ^= card | np.int64(table[TURN_UP + (info >> 13 & 1)])
    took = (info if attacks else info >> 4) & TOOK
    snapshot = np.int64(2 if took and not attacks else 3)
    terms = closed_terms(level, attacks != 0, snapshot, took != 0, house)
    if terms < 0:
        return lost(0, ALWAYS) if attacks else won(ALWAYS, 0)
    after = info & (PENDING | PENDING << 4) | house & MARRIAGE_RULES
    if not info & TOOK:
        after |= FRESH
    bare = terms & 3 == BARE_FIRST
    shift = 66 - line_of(house) if level == 2 and terms & 3 != SAME else np.int64(0)
    if attacks:
        after |= (BARE if bare else 0) | (HAS_END << 4 if terms & TO_DEFENDER else 0)
        need = race_needs(level, terms, their_need, house)
        verdict = race(mine, theirs, my_need, need, after, leads, table)
        return freed(verdict) if level == 3 else lowered(verdict, shift, False)
    after |= BARE << 4 if bare else 0
    after |= HAS_END << 4 if terms & TO_ATTACKER else (HAS_END if terms & TO_DEFENDER else 0)
    need = race_needs(level, terms, my_need, house)
    if terms & HOPELESS:
        verdict = freed(race(mine, theirs, need, np.int64(NEVER), after, leads, table))
    else:
        verdict = race(mine, theirs, need, their_need, after, leads, table)
    return freed_first(verdict) if level == 3 else lowered(verdict, shift, True)


@inline
def open_race(now: int, level: int, house: int) -> int:
    """What the race depends on when the talon has run out unclosed, from the open question."""
    info = now & (PENDING | PENDING << 4) | house & MARRIAGE_RULES
    info |= TEN if house & TEN_MORE else 0
    return info | open_end(level, now & ATTACKS, now & UNCLAIMED != 0, house)


@inline
def open_slot(key: int) -> int:
    return START + 2 * np.int64((np.uint64(key) * _MIX) >> _SHIFT)


@inline
def open_entry(slot: int, key: int, table: Any) -> int:
    """What the table knows of an open question of this deal."""
    if np.int64(table[slot]) == key:
        entry = np.int64(table[slot + 1])
        if entry >> 37 == np.int64(table[STAMP]):
            return entry
    return np.int64(EMPTY | NO_LEAD << 32)


@inline
def remember(slot: int, key: int, entry: int, verdict: int, led: int, table: Any) -> None:
    stamp = np.int64(table[STAMP])
    table[slot] = np.uint64(key)
    table[slot + 1] = np.uint64(widened(entry, verdict) & 0xFFFFFFFF | led << 32 | stamp << 37)


@inline
def promising(todo: int, past: int, table: Any) -> int:
    """The lead that has won most often in this deal, high plain cards first among equals.

    `past` is the place of the side's record: a word for each card and one for their sum.
    """
    total = np.int64(table[past + 24]) + 1
    best = np.int64(-1)
    best_score = np.int64(-1000)
    while todo:
        card = lowest(todo)
        todo &= todo - 1
        score = 100 * np.int64(table[past + card]) // total + POINTS_OF[card & 31]
        if card < 6:
            score -= 5
        if score > best_score:
            best, best_score = card, score
    return best


@inline
def next_reply(high: int, low: int) -> int:
    """The reply to try next: the highest that takes the trick, trumps last; then the lowest."""
    if high:
        return highest(high & ~TRUMPS) if high & ~TRUMPS else highest(high)
    rank = NINES
    while not low & rank:
        rank <<= 1
    return highest(low & rank)


@jit
def search(
    mine: int, theirs: int, my_need: int, their_need: int, info: int, house: int, table: Any
) -> int:
    """The verdict on an open question for the leader, whose cards are `mine`.

    WON says that the question is settled in the leader's favour, be he attacker or defender.
    The winner of a trick draws and leads, or, where that is allowed, closes before drawing.
    """
    table[NODES] += np.uint64(1)
    level = info >> LEVEL & 3
    talon = info >> TALON & 7
    rules = house & MARRIAGE_RULES
    fresh = not info & TOOK
    held = marriages(mine)
    pairs = np.int64(0) if rules & NEEDS_TRICK and fresh else held
    waits = fresh or rules & WAITS != 0
    if pairs:
        if not waits:
            most = 40 if pairs & TRUMPS else 20
            if most >= my_need:
                return won(most, 0)
        elif fresh and level == 3 and not info & ATTACKS and escapes(house):
            return won(ALWAYS, 0)
    key = mine | theirs << 24 | info << 48
    slot = open_slot(key)
    entry = open_entry(slot, key, table)
    verdict = covers(entry, my_need, their_need)
    if verdict >= 0:
        return verdict
    best = entry >> 32 & 31
    fail_first = np.int64(0)
    fail_second = np.int64(ALWAYS)
    low_card = exchange_card(house)
    up = np.int64(table[TURN_UP + (info >> 13 & 1)])

    enough = talon >= house >> EXCHANGE_MIN & 7
    if mine & low_card and enough and not (fresh and house & EXCHANGE_TRICK):
        swapped = mine ^ low_card ^ up
        verdict = search(swapped, theirs, my_need, their_need, info ^ EXCHANGED, house, table)
        if verdict >= WON:
            remember(slot, key, entry, verdict, NO_LEAD, table)
            return verdict
        fail_first = first(verdict)
        fail_second = second(verdict)
    if talon >= house >> CLOSE_MIN & 7 and (not fresh or house & CLOSE_FIRST):
        queens = pairs if house & CLOSE_MARRIED else np.int64(0)
        queen = np.int64(0)
        while True:
            leads = mine
            counted = np.int64(0)
            after = info
            if queen:
                leads = queen << 1 if rules & KING else queen | queen << 1
                counted = np.int64(40 if queen & TRUMPS else 20)
                if waits:
                    after += counted // 20
                    counted = np.int64(0)
            need = my_need - counted
            verdict = close(mine, theirs, need, their_need, after, house, leads, table)
            if counted:
                verdict = kept_lead(verdict, counted)
            if verdict >= WON:
                remember(slot, key, entry, verdict, NO_LEAD, table)
                return verdict
            fail_first = max(fail_first, first(verdict))
            fail_second = min(fail_second, second(verdict))
            if not queens:
                break
            queen = queens & -queens
            queens ^= queen

    winner_draws = np.int64(table[WINNER_DRAWS + talon])
    loser_draws = np.int64(table[LOSER_DRAWS + talon])
    unseen = np.int64(table[UNSEEN + talon]) | up
    special = kings_and_queens(mine | unseen) | low_card
    their_special = kings_and_queens(theirs | unseen) | low_card
    swap_replies = (
        house & EXCHANGE_TURN != 0
        and theirs & low_card != 0
        and enough
        and not (house & EXCHANGE_TRICK and not info >> 4 & TOOK)
    )
    closes_early = house & CLOSE_EARLY != 0 and talon >= house >> CLOSE_MIN & 7
    announced = np.int64(0)
    if pairs:
        announced = pairs << 1 if rules & KING else pairs | pairs << 1
    past = np.int64(PAST if info & ATTACKS else PAST + 25)
    previous = np.int64(31)
    previous_verdict = np.int64(0)
    todo = mine
    while todo:
        if todo >> best & 1:
            led = best
        else:
            led = promising(todo, past, table)
        todo &= ~(np.int64(1) << led)
        if same_strength(led, previous, theirs | unseen, special) and not special >> led & 1:
            apart = abs(POINTS_OF[led & 31] - POINTS_OF[previous & 31])
            a = first(previous_verdict) + apart
            b = second(previous_verdict) - apart
            if a <= my_need and b >= their_need:
                fail_first = max(fail_first, a)
                fail_second = min(fail_second, b)
                continue
        counted = np.int64(0)
        declared = info
        if announced >> led & 1:
            counted = np.int64(40 if led < 6 else 20)
            if waits:
                declared += counted // 20
                counted = np.int64(0)
        rest = mine & ~(np.int64(1) << led)
        beating = HIGHER[led & 31] | (0 if led < 6 else TRUMPS)
        refuted = False
        verdict = np.int64(0)
        good_first = np.int64(ALWAYS)
        good_second = np.int64(0)
        # First all replies by what is known of them, then by search.
        for effort in range(2):
            for variant in range(2 if swap_replies else 1):
                after = declared
                hand = theirs
                if variant:
                    after ^= EXCHANGED
                    hand ^= low_card ^ up
                bottom = np.int64(table[TURN_UP + (after >> 13 & 1)])
                high = hand & beating
                low = hand & ~beating
                answer = np.int64(31)
                while high | low:
                    card = next_reply(high, low)
                    takes = high != 0
                    high &= ~(np.int64(1) << card)
                    low &= ~(np.int64(1) << card)
                    if same_strength(card, answer, mine | unseen, their_special) and not (
                        their_special >> card & 1
                    ):
                        apart = abs(POINTS_OF[card & 31] - POINTS_OF[answer & 31])
                        a = first(verdict) - apart
                        b = second(verdict) + apart
                        if a >= my_need and b <= their_need:
                            good_first = min(good_first, a)
                            good_second = max(good_second, b)
                            continue
                    answer = np.int64(31)
                    left = hand & ~(np.int64(1) << card)
                    gain = POINTS_OF[led & 31] + POINTS_OF[card & 31]
                    if takes:
                        gain += 20 * (after >> 4 & PENDING)
                        won_by, other = left, rest
                        won_need, other_need = their_need - gain, my_need - counted
                        now = turned(after) & ~PENDING | TOOK
                    else:
                        gain += counted + 20 * (after & PENDING)
                        won_by, other = rest, left
                        won_need, other_need = my_need - gain, their_need
                        now = after & ~PENDING | TOOK
                    if won_need <= 0:
                        if takes:
                            verdict = lost(counted + 1 if counted else 0, gain)
                        else:
                            verdict = won(gain, 0)
                    else:
                        early = np.int64(-1)
                        if effort and closes_early:
                            early = close(
                                won_by, other, won_need, other_need, now, house, won_by, table
                            )
                        if early >= WON:
                            verdict = early
                        elif talon > 1:
                            won_by |= winner_draws
                            other |= loser_draws
                            now -= 1 << TALON
                            if effort:
                                verdict = search(
                                    won_by, other, won_need, other_need, now, house, table
                                )
                            else:
                                child = won_by | other << 24 | now << 48
                                known = open_entry(open_slot(child), child, table)
                                verdict = covers(known, won_need, other_need)
                        else:
                            won_by |= winner_draws
                            other |= bottom
                            now = open_race(now, level, house)
                            if effort:
                                verdict = race(
                                    won_by, other, won_need, other_need, now, won_by, table
                                )
                            else:
                                verdict = looked_up(won_by, other, won_need, other_need, now, table)
                        if verdict < WON and not effort and closes_early:
                            verdict = np.int64(-1)
                        if verdict < 0:
                            continue
                        if verdict < WON and early >= 0:
                            verdict = lost(
                                max(first(verdict), first(early)),
                                min(second(verdict), second(early)),
                            )
                        if takes:
                            verdict = lost_lead(verdict, counted, gain)
                        else:
                            verdict = kept_lead(verdict, gain)
                    if verdict < WON:
                        refuted = True
                        break
                    if effort:
                        answer = card
                        good_first = min(good_first, first(verdict))
                        good_second = max(good_second, second(verdict))
                if refuted:
                    break
            if refuted:
                break
        if not refuted:
            verdict = won(good_first, good_second)
            remember(slot, key, entry, verdict, led, table)
            table[past + led] += np.uint64(talon * talon)
            table[past + 24] += np.uint64(talon * talon)
            return verdict
        previous = led
        previous_verdict = verdict
        fail_first = max(fail_first, first(verdict))
        fail_second = min(fail_second, second(verdict))
    verdict = lost(fail_first, fail_second)
    remember(slot, key, entry, verdict, NO_LEAD, table)
    return verdict
