"""The rule player."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..._jit import inline, jit
from ...cards import (
    POINTS,
    QUEENS,
    above,
    bit,
    count,
    highest,
    lowest,
    suit_cards,
    suit_of,
)
from ...tricks import beats
from . import endgame as end
from . import options as opt
from .knowledge import pack_cards
from .rules import TARGET, exchange_card, is_open, tricks_played
from .state import (
    AFTER_TRICK,
    CLAIM,
    CLOSE,
    DRAW,
    END,
    EXCHANGE,
    FINAL,
    FOLLOW,
    LEAD,
    MARRIAGE,
)
from .weights import CLOSING, FOLLOWING, LEADING

CARDS = 0xFFFFFFFF
_CLAIM, _CLOSE, _EXCHANGE, _DRAW = 1 << CLAIM, 1 << CLOSE, 1 << EXCHANGE, 1 << DRAW
MARRIAGES = 15 << MARRIAGE
OPEN, CLOSER, DEFENDER = range(3)


@jit
def advise(state: Any, legal: int, rng: Any) -> int:
    return decide(state, legal, LEADING, FOLLOWING, CLOSING)


@inline
def cards_out(state: Any, seat: int) -> int:
    """The cards that may be in the other's hand or in the talon face down."""
    gone = np.int64(state.hand[seat])
    if state.turn_up >= 0:
        gone |= bit(state.turn_up)
    if state.led >= 0:
        gone |= bit(state.led)
    for trick in range(tricks_played(state)):
        gone |= bit(state.played[0, trick] & 31) | bit(state.played[1, trick] & 31)
    return pack_cards(state) & ~gone


@jit
def decide(state: Any, legal: int, lead_w: Any, follow_w: Any, close_w: Any) -> int:
    legal = np.int64(legal)
    if legal & (legal - 1) == 0:
        return lowest(legal)
    seat = np.int64(state.turn) & 1
    if legal & _CLAIM and state.points[seat] >= TARGET:
        return np.int64(CLAIM)
    if legal & _EXCHANGE:
        return np.int64(EXCHANGE)
    if state.phase == FINAL:
        return np.int64(END)
    if state.phase == AFTER_TRICK:
        return np.int64(DRAW)
    out = cards_out(state, seat)
    if not is_open(state):
        other = seat ^ 1
        theirs = np.int64(state.holds[other])
        hidden = count(state.hand[seat]) - count(theirs)
        if state.phase == FOLLOW:
            hidden -= 1
        unknown = out & ~theirs & ~state.lacks[other]
        if count(unknown) == hidden:
            return last_tricks(state, seat, theirs | unknown, legal)
    if state.phase == LEAD:
        if legal & _CLOSE and should_close(state, seat, out, close_w):
            return np.int64(CLOSE)
        return choose_lead(state, seat, out, legal, lead_w)
    return choose_follow(state, seat, out, legal, follow_w)


@jit
def last_tricks(state: Any, seat: int, theirs: int, legal: int) -> int:
    """The best move with all cards known."""
    other = seat ^ 1
    terms = end.terms_of(state)
    mine = np.int64(state.hand[seat])
    trump = np.int64(state.trump)
    pm, po = np.int64(state.points[seat]), np.int64(state.points[other])
    my_half, their_half = end.half_info(state, seat), end.half_info(state, other)
    best = np.int64(-9)
    if state.phase == FOLLOW:
        led = np.int64(state.led)
        info = their_half | my_half << end.THEIRS
        move = lowest(legal)
        rest = legal & CARDS
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            value = -end.search(
                theirs, mine, led, trump, po, pm, info, terms, bit(card), np.int64(-3),
                np.int64(min(3, -best)),
            )
            if value > best:
                best, move = value, card
        return move
    info = my_half | their_half << end.THEIRS
    most = end.most_for(terms, po, my_half, their_half)
    move = np.int64(-1)
    if legal & _CLAIM:
        move = np.int64(CLAIM)
        best = -end.false_claim_cost(terms, po, my_half, their_half)
    first = end.winners(mine, theirs, trump) & legal
    rest = legal & CARDS & ~first
    while first | rest:
        card = highest(first) if first else highest(rest)
        first &= ~bit(card)
        rest &= ~bit(card)
        after, points = info, pm
        married = np.int64(0)
        if state.must_lead == 0:
            married = end.declared(mine, card, trump, info, terms)
        value = np.int64(-9)
        if married:
            if my_half & end.TOOK and terms & end.NEXT_TRICK == 0:
                points += married
                if points >= TARGET and not terms & end.BY_LEAD:
                    value = end.claim_worth(terms, po, my_half, their_half)
            else:
                after += (married // 20) << end.WAITS
        if value < 0:
            value = end.search(
                mine ^ bit(card), theirs, card, trump, points, po, after, terms, end.EVERY,
                np.int64(max(best, -3)), np.int64(3),
            )
        if value > best:
            best = value
            move = card
            marry = np.int64(MARRIAGE) + suit_of(card)
            if married and legal & bit(marry):
                move = marry
            if best >= most:
                break
    return move


# --- leading ---


@inline
def level(points: int) -> int:
    """Points as a level 0..4."""
    return (
        np.int64(points >= 14) + np.int64(points >= 26) + np.int64(points >= 33)
        + np.int64(points >= 46)
    )


@inline
def partner_state(card: int, hand: int, out: int) -> int:
    """Of a king or queen: 1 other half held, 2 out, 3 gone; 0 for another card."""
    if bit(card) & 0x30303030 == 0:
        return np.int64(0)
    half = bit(card ^ 1)
    if hand & half:
        return np.int64(1)
    return np.int64(2) if out & half else np.int64(3)


@inline
def role_of(state: Any, seat: int) -> int:
    if state.closer < 0:
        return np.int64(OPEN)
    return np.int64(CLOSER) if state.closer == seat else np.int64(DEFENDER)


@inline
def stage_of(state: Any, seat: int) -> int:
    if state.closer < 0:
        return (np.int64(state.talon) >> 1) - 1
    return min(count(state.hand[seat]), 6) - 1


LEAD_SIZE = 640
FOLLOW_SIZE = 840


@inline
def lead_marks(
    card: int, hand: int, out: int, known: int, trump: int, role: int, stage: int, mine: int,
    theirs: int, my_trumps: int, trumps_out: int, points: int,
) -> Any:
    card = np.int64(card)
    r = (card & 7) - 2
    t = np.int64(suit_of(card) == trump)
    tr = t * 6 + r
    suit = suit_cards(suit_of(card))
    higher = min(count(above(card) & out), 3)
    length = min(count(hand & suit), 4) - 1
    ace = bit(8 * suit_of(card) + 7)
    ten = ace >> 1
    status = (
        np.int64(hand & ace != 0) + 2 * np.int64(hand & ten != 0) + 4 * np.int64(out & ace != 0)
    )
    know = np.int64(known & above(card) != 0) + 2 * np.int64(known & suit & ~above(card) != 0)
    reach = np.int64(points + POINTS[card & 31] + 2 >= TARGET)
    sure = np.int64(higher == 0) + np.int64(higher == 0 and (trumps_out == 0 or t == 1))
    base = role * LEAD_SIZE
    return (
        base + tr * 6 + stage,
        base + 72 + tr * 4 + higher,
        base + 120 + partner_state(card, hand, out) * 4 + t * 2 + (r & 1),
        base + 136 + tr * 4 + length,
        base + 184 + tr * 5 + theirs,
        base + 244 + tr * 5 + mine,
        base + 304 + tr * 5 + trumps_out,
        base + 364 + tr * 5 + my_trumps,
        base + 424 + tr * 8 + status,
        base + 520 + know * 4 + t * 2 + np.int64(r >= 4),
        base + 536 + reach * 3 + sure,
        base + 544 + stage * 3 + sure,
    )


@inline
def total(w: Any, marks: Any) -> int:
    s = np.int64(0)
    for i in range(len(marks)):
        s += w[np.uint64(marks[i])]
    return s


@jit
def choose_lead(state: Any, seat: int, out: int, legal: int, w: Any) -> int:
    other = seat ^ 1
    hand = np.int64(state.hand[seat])
    trump = np.int64(state.trump)
    known = np.int64(state.holds[other])
    role, stage = role_of(state, seat), stage_of(state, seat)
    points = np.int64(state.points[seat]) + state.pending[seat]
    mine, theirs = level(points), level(state.points[other])
    trumps = suit_cards(trump)
    my_trumps = min(count(hand & trumps), 4)
    trumps_out = min(count(out & trumps), 4)
    best = np.int64(-(1 << 60))
    move = np.int64(-1)
    rest = legal & CARDS
    marriages = (legal >> MARRIAGE) & 15
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        score = total(
            w,
            lead_marks(
                card, hand, out, known, trump, role, stage, mine, theirs, my_trumps, trumps_out,
                points,
            ),
        )
        if score > best:
            best, move = score, card
    if marriages:
        for suit in range(4):
            if (marriages >> suit) & 1:
                value = 40 if suit == trump else 20
                if state.tricks[seat] > 0 and state.points[seat] + value >= TARGET:
                    return np.int64(MARRIAGE + suit)
        if bit(move) & 0x30303030 and (marriages >> suit_of(move)) & 1:
            return MARRIAGE + suit_of(move)
    return move


# --- following ---


@inline
def follow_marks(
    card: int, led: int, hand: int, out: int, trump: int, role: int, stage: int, mine: int,
    theirs: int, my_trumps: int, trumps_out: int, points: int, against: int, took: int,
    took_too: int, up: int, swap: int,
) -> Any:
    card = np.int64(card)
    r = (card & 7) - 2
    rl = (np.int64(led) & 7) - 2
    t = np.int64(suit_of(card) == trump)
    tr = t * 6 + r
    win = np.int64(beats(card, led, trump))
    same = suit_of(card) == suit_of(led)
    if t:
        cat = (4 if same else 1) if win else 5
    elif same:
        cat = 0 if win else 2
    else:
        cat = 3
    cat = np.int64(cat)
    higher = min(count(above(card) & out), 3)
    length = min(count(hand & suit_cards(suit_of(card))), 4) - 1
    left = hand ^ bit(card)
    pairs = left & (left >> 1) & QUEENS
    marriage = np.int64(pairs != 0) + np.int64(pairs & suit_cards(trump) != 0)
    gain = POINTS[card & 31] + POINTS[led & 31]
    if win:
        cross = 0 if points + gain >= 66 else (1 if points < 33 <= points + gain else 2)
    else:
        cross = 3 if against + gain >= 66 else (4 if against < 33 <= against + gain else 5)
    base = role * FOLLOW_SIZE
    return (
        base + (cat * 6 + r) * 6 + stage,
        base + 216 + (cat * 6 + r) * 6 + rl,
        base + 432 + (tr * 4 + higher) * 2 + win,
        base + 528 + (partner_state(card, hand, out) * 4 + t * 2 + (r & 1)) * 2 + win,
        base + 560 + (win * 5 + mine) * 5 + theirs,
        base + 610 + ((win * 3 + marriage) * 2 + took) * 2 + took_too,
        base + 634 + (win * 7 + up),
        base + 648 + (stage + 1 if card == swap else 0),
        base + 656 + cat * 5 + my_trumps,
        base + 686 + cat * 5 + trumps_out,
        base + 716 + cross,
        base + 722 + (cat * 4 + length) * 2 + np.int64(r >= 4),
    )


@jit
def choose_follow(state: Any, seat: int, out: int, legal: int, w: Any) -> int:
    other = seat ^ 1
    hand = np.int64(state.hand[seat])
    trump = np.int64(state.trump)
    led = np.int64(state.led)
    role, stage = role_of(state, seat), stage_of(state, seat)
    points = np.int64(state.points[seat]) + state.pending[seat]
    against = np.int64(state.points[other]) + state.pending[other]
    mine, theirs = level(points), level(against)
    trumps = suit_cards(trump)
    my_trumps = min(count(hand & trumps), 4)
    trumps_out = min(count(out & trumps), 4)
    took, took_too = np.int64(state.tricks[seat] > 0), np.int64(state.tricks[other] > 0)
    up = (np.int64(state.turn_up) & 7) - 1 if state.talon == 2 and role == OPEN else np.int64(0)
    swap = exchange_card(state) if role == OPEN and state.talon > 2 else np.int64(-1)
    best = np.int64(-(1 << 60))
    move = np.int64(-1)
    rest = legal & CARDS
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        score = total(
            w,
            follow_marks(
                card, led, hand, out, trump, role, stage, mine, theirs, my_trumps, trumps_out,
                points, against, took, took_too, up, swap,
            ),
        )
        if score > best:
            best, move = score, card
    return move


# --- closing ---

CHANCE, OPEN_WORTH, CLOSE_SIZE = 0, 400, 800


@inline
def close_marks(state: Any, seat: int, out: int) -> Any:
    other = seat ^ 1
    hand = np.int64(state.hand[seat])
    trump = np.int64(state.trump)
    trumps = suit_cards(trump)
    mt, to = hand & trumps, out & trumps
    n_mt, n_to = min(count(mt), 5), min(count(to), 5)
    tops = mt & ~((bit(highest(to)) << 1) - 1) if to else mt
    drawn = count(tops) >= min(count(to), count(hand))
    run = mt if drawn else tops
    bosses = np.int64(0)
    for suit in range(4):
        if suit != trump:
            s = suit_cards(suit)
            against = out & s
            own = hand & s
            bosses |= own & ~((bit(highest(against)) << 1) - 1) if against else own
    n_run, n_boss = count(run), count(bosses)
    pairs = hand & (hand >> 1) & QUEENS
    married = np.int64(0)
    if pairs and state.must_lead == 0 and state.options[opt.MARRIAGE_AFTER_CLOSE]:
        married = 20 * count(pairs) + (20 if pairs & trumps else 0)
    need = max(0, TARGET - np.int64(state.points[seat]) - state.pending[seat] - married)
    left = count(hand)
    sure = end.points_of(run) + (end.points_of(bosses) if drawn else 0)
    n_sure = n_run + (n_boss if drawn else 0)
    sure += 2 * n_sure
    likely = end.points_of(run | bosses)
    n_likely = min(left, n_run + n_boss)
    size = max(1, count(out))
    likely += n_likely * end.points_of(out) // size
    m1 = max(-5, min(4, (sure - need + 40) // 4 - 10)) + 5
    m2 = max(-7, min(6, (likely - need + 60) // 3 - 20)) + 7
    stage = (np.int64(state.talon) >> 1) - 1
    against = level(state.points[other])
    took = np.int64(state.tricks[other] > 0)
    nb = min(need // 5, 13)
    return (
        nb,
        14 + m1,
        24 + m2,
        40 + n_mt * 6 + n_to,
        76 + n_run * 6 + min(n_boss, 5),
        118 + stage * 6 + left - 1,
        154 + (against + took) * 6 + stage,
        190 + min(married // 20, 3) * 2 + np.int64(state.tricks[seat] > 0),
        200 + stage * 14 + m2,
        290 + (against + took) * 14 + nb,
        376 + np.int64(drawn),
    )


@jit
def should_close(state: Any, seat: int, out: int, w: Any) -> bool:
    other = seat ^ 1
    marks = close_marks(state, seat, out)
    chance, worth = np.int64(0), np.int64(0)
    for i in range(len(marks)):
        chance += w[np.uint64(marks[i])]
        worth += w[np.uint64(marks[i] + OPEN_WORTH)]
    chance = max(0, min(1000, chance))
    options = state.options
    win, lose = np.int64(1), np.int64(1)
    if options[opt.FLAT] == 0:
        if state.tricks[other] == 0:
            win = np.int64(3)
        elif state.points[other] < options[opt.SCHNEIDER_AT]:
            win = np.int64(2)
        lose = np.int64(3 if state.tricks[other] == 0 or options[opt.FAILED_CLOSE] == 1 else 2)
    return chance * win - (1000 - chance) * lose > worth
