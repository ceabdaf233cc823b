"""One yes/no question about a deal: does the *attacker* win at least 1, 2 or 3 game points?

A question turns game points into needs (see `closed_search`).  The attacker needs 66.  The
defender needs 66 too, or for "at least 2" only as much as saves him from Schneider, or for "at
least 3" any trick: whoever gets there first, on lead, has settled the question.  Closing changes
the needs, since it is scored by other rules; `targets.closed_terms` says how.  False claims
matter where they lose less than the game would: then the defender only needs to come on lead.

`search` answers a question while the talon is open, with the verdicts of races: all that it
adds to a need is a constant, so limits carry over.  Sound without search in this phase:

- a marriage is declared whenever one of its cards is led: counted points never hurt their owner;
- a claim with 66 is never put off: the question is settled.

How `search` goes about a position, each step only where the ones before have not settled it::

    a marriage that arrives ................ married_at_once
    what the table knows ................... covers
    exchange, then search again
    close, married or not .................. best_close, a race
    for each lead, the promising first
        equal to the last one? ............. shifted
        a reply known to refute it? ........ refutation
        for each reply, before and after an exchange by the follower
            equal to the last one? ......... shifted
            the trick's winner closes, or both draw and he leads:
            search again, or with the last cards drawn a race

A lead that wins against every reply wins with the least that any reply left it (`all_won`); if
all moves lose, the position does with the most that any move left it (`all_lost`).

Options that break one of these are answered by `fallback` instead.
"""

from __future__ import annotations

import numpy as np

from ....base.jit import inline, jit
from ....cards import Card, Cards, highest
from ..packed_rules import (
    CLOSE_EARLY,
    CLOSE_FIRST,
    CLOSE_MIN,
    EXCHANGE_MIN,
    EXCHANGE_TRICK,
    EXCHANGE_TURN,
    NEEDS_TRICK,
    WAITS,
    escapes,
    exchange_card,
)
from .closed_search import looked_up, race
from .open_table import (
    ATTACKS,
    EXCHANGED,
    LEVEL,
    NODES,
    TALON,
    TOOK,
    UNSEEN,
    draw,
    note_win,
    open_entry,
    open_slot,
    promising,
    record_of,
    remember,
    turn_up,
)
from .suit_tables import HIGHER, NINES, TRUMPS, marriages
from .to_race import best_close, close, open_race
from .tricks import after_trick, apart, both_cards, declare, same_strength, that_declare
from .verdicts import (
    ALWAYS,
    NO_CARD,
    WON,
    all_lost,
    all_won,
    arrived,
    before_trick,
    card_of,
    covers,
    lost,
    shifted,
    won,
)


@inline
def may_exchange(cards: Cards, took: int, talon: int, house: int) -> bool:
    """Whether a side that holds these cards may exchange."""
    allowed = took != 0 or not house & EXCHANGE_TRICK
    return cards & exchange_card(house) != 0 and talon >= house >> EXCHANGE_MIN & 7 and allowed


@inline
def married_at_once(pairs: int, my_need: int, info: int, waits: bool, house: int) -> int:
    """The verdict if a marriage settles the question, or -1: it arrives, or forehand, who cannot
    be stopped from losing 3, declares it and claims falsely."""
    if pairs and not waits:
        most = 40 if pairs & TRUMPS else 20
        if most >= my_need:
            return won(most, 0)
    elif pairs and not info & (TOOK | ATTACKS) and info >> LEVEL & 3 == 3 and escapes(house):
        return won(ALWAYS, 0)
    return np.int64(-1)


@inline
def next_reply(high: int, low: int) -> int:
    """The reply to try next: the highest that takes the trick, trumps last; then the lowest."""
    if high:
        return highest(high & ~TRUMPS) if high & ~TRUMPS else highest(high)
    rank = NINES
    while not low & rank:
        rank <<= 1
    return highest(low & rank)


@inline
def refutation(
    rest: int, theirs: Cards, led: Card, variants: int, swap: int, my_need: int, their_need: int,
    counted: int, info: int, house: int, closes_early: bool, table: np.ndarray,
) -> int:
    """A verdict with which the follower refutes a lead, from what is known of his replies; or -1.

    Looks up the positions after each reply.  The arguments are those of `search` after the lead.
    """
    talon = info >> TALON & 7
    beating = HIGHER[led & 31] | (0 if led < 6 else TRUMPS)
    for variant in range(variants):
        after, hand = (info ^ EXCHANGED, theirs ^ swap) if variant else (info, theirs)
        high, low = hand & beating, hand & ~beating
        while high | low:
            card = next_reply(high, low)
            takes = high != 0
            high &= ~(np.int64(1) << card)
            low &= ~(np.int64(1) << card)
            left = hand & ~(np.int64(1) << card)
            gain, winner, other, need, other_need, now = after_trick(
                led, card, takes, rest, left, my_need, their_need, counted, after
            )
            if need <= 0:
                verdict = arrived(takes, counted, gain)
            else:
                now |= TOOK
                winner, other = draw(winner, other, now, table)
                if talon > 1:
                    key = winner | other << 24 | now - (1 << TALON) << 48
                    verdict = covers(open_entry(open_slot(key), key, table), need, other_need)
                else:
                    end = open_race(now, house)
                    verdict = looked_up(winner, other, need, other_need, end, table)
                if verdict < 0 or (verdict < WON and closes_early):
                    continue
                verdict = before_trick(verdict, takes, counted, gain)
            if verdict < WON:
                return verdict
    return np.int64(-1)


@jit
def search(
    mine: Cards,
    theirs: Cards,
    my_need: int,
    their_need: int,
    info: int,
    house: int,
    table: np.ndarray,
) -> int:
    """The verdict on an open question for the leader, whose cards are `mine`.

    WON says that the question is settled in the leader's favour, be he attacker or defender.
    The winner of a trick draws and leads, or, where that is allowed, closes before drawing.
    """
    table[NODES] += np.uint64(1)
    talon = info >> TALON & 7
    fresh = not info & TOOK
    pairs = np.int64(0) if house & NEEDS_TRICK and fresh else marriages(mine)
    waits = fresh or house & WAITS != 0
    verdict = married_at_once(pairs, my_need, info, waits, house)
    if verdict >= 0:
        return verdict
    key = mine | theirs << 24 | info << 48
    slot = open_slot(key)
    entry = open_entry(slot, key, table)
    verdict = covers(entry, my_need, their_need)
    if verdict >= 0:
        return verdict

    failed = lost(np.int64(0), np.int64(ALWAYS))  # with every move so far
    low_card, up = exchange_card(house), turn_up(info, table)
    if may_exchange(mine, info & TOOK, talon, house):
        swapped = mine ^ low_card ^ up
        failed = search(swapped, theirs, my_need, their_need, info ^ EXCHANGED, house, table)
        if failed >= WON:
            remember(slot, key, entry, failed, NO_CARD, table)
            return failed
    enough = talon >= house >> CLOSE_MIN & 7
    if enough and (not fresh or house & CLOSE_FIRST):
        verdict = best_close(mine, theirs, my_need, their_need, info, house, pairs, waits, table)
        if verdict >= WON:
            remember(slot, key, entry, verdict, NO_CARD, table)
            return verdict
        failed = all_lost(failed, verdict)

    closes_early = house & CLOSE_EARLY != 0 and enough
    swaps = house & EXCHANGE_TURN != 0 and may_exchange(theirs, info >> 4 & TOOK, talon, house)
    variants = np.int64(2 if swaps else 1)  # the follower may exchange before he replies
    unseen = np.int64(table[UNSEEN + talon]) | up
    special = both_cards(marriages(mine | unseen)) | low_card  # not just a rank and points
    their_special = both_cards(marriages(theirs | unseen)) | low_card
    announced = that_declare(pairs, house)
    past = record_of(info)
    best = card_of(entry)
    previous = np.int64(NO_CARD)
    todo = mine
    while todo:
        led = best if todo >> best & 1 else promising(todo, past, table)
        todo &= ~(np.int64(1) << led)
        if same_strength(led, previous, theirs | unseen, special) and not special >> led & 1:
            like = shifted(verdict, apart(led, previous), my_need, their_need)
            if like >= 0:
                failed = all_lost(failed, like)
                continue
        declared, counted = info, np.int64(0)
        if announced >> led & 1:
            declared, counted = declare(info, led, waits)
        rest = mine & ~(np.int64(1) << led)
        beating = HIGHER[led & 31] | (0 if led < 6 else TRUMPS)
        held = won(np.int64(ALWAYS), np.int64(0))  # against every reply so far
        verdict = refutation(
            rest, theirs, led, variants, low_card ^ up, my_need, their_need, counted, declared,
            house, closes_early, table,
        )
        variant = variants if verdict >= 0 else np.int64(0)
        while variant < variants:
            after, hand = declared, theirs
            if variant:
                after, hand = declared ^ EXCHANGED, theirs ^ low_card ^ up
            variant += 1
            high, low = hand & beating, hand & ~beating
            answer = np.int64(NO_CARD)
            while high | low:
                card = next_reply(high, low)
                takes = high != 0
                high &= ~(np.int64(1) << card)
                low &= ~(np.int64(1) << card)
                if same_strength(card, answer, mine | unseen, their_special) and not (
                    their_special >> card & 1
                ):
                    like = shifted(verdict, apart(card, answer), my_need, their_need)
                    if like >= 0:
                        held = all_won(held, like)
                        continue
                left = hand & ~(np.int64(1) << card)
                gain, winner, other, need, other_need, now = after_trick(
                    led, card, takes, rest, left, my_need, their_need, counted, after
                )
                if need <= 0:
                    verdict = arrived(takes, counted, gain)
                else:
                    now |= TOOK
                    early = np.int64(-1)
                    if closes_early:
                        early = close(winner, other, need, other_need, now, house, winner, table)
                    verdict = early
                    if early < WON:
                        winner, other = draw(winner, other, now, table)
                        if talon > 1:
                            now -= 1 << TALON
                            verdict = search(winner, other, need, other_need, now, house, table)
                        else:
                            now = open_race(now, house)
                            verdict = race(winner, other, need, other_need, now, winner, table)
                        if verdict < WON and early >= 0:
                            verdict = all_lost(verdict, early)
                    verdict = before_trick(verdict, takes, counted, gain)
                if verdict < WON:
                    variant = variants
                    break
                answer = card
                held = all_won(held, verdict)
        if verdict >= WON:
            remember(slot, key, entry, held, led, table)
            note_win(past, led, talon, table)
            return held
        previous = led
        failed = all_lost(failed, verdict)
    remember(slot, key, entry, failed, NO_CARD, table)
    return failed
