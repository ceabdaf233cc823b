"""Which card the rule player leads or follows with; the principles are listed in `advice`."""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record
from ...base.jit import jit
from ...cards import POINTS, Card, Cards, Move, Seat, above, bit, count, lowest, suit_cards, suit_of
from ...tricks import beats
from ..shared.trick_game import mover
from .bid_value import low_rank, top_rank
from .knowledge import unseen
from .rules import cards_to_come, laid_by
from .scoring import NO_TRUMP, SCHNAPSERS
from .state import BETTLER, FOLLOW, NORMAL


@jit
def _others_cards(state: Record, seat: Seat) -> int:
    """Cards that may still be played against the seat: unseen, or known in another hand."""
    cards = unseen(state, seat)
    for i in range(1, 4):
        cards |= state.must_hold[(seat + i) & 3]
    return cards


@jit
def choose_card(state: Record, cards: Cards) -> Move:
    """One of the cards that may be played."""
    if state.phase == FOLLOW:
        if state.contract == BETTLER:
            return _follow_bettler(state, cards)
        return _follow(state, cards)
    if state.contract == BETTLER:
        return _lead_bettler(state, cards)
    return _lead(state, cards)


@jit
def _lead(state: Record, cards: Cards) -> int:
    """The announcer leads what wins; others what wins, then a low card."""
    seat = mover(state)
    others = _others_cards(state, seat)
    normal = state.contract == NORMAL
    best, best_score = np.int64(-1), np.int64(-1000)
    trumps_out = np.int64(0)
    if state.ruff >= 0:
        trumps_out = count(others & suit_cards(np.int64(state.ruff)))
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        score = _lead_score(state, card, others, trumps_out, normal)
        if score > best_score:
            best, best_score = card, score
    return best


@jit
def _lead_score(state: Record, card: Card, others: int, trumps_out: int, normal: bool) -> int:
    rank = np.int64(card) & 7
    higher = count(others & above(card))
    left = count(others & suit_cards(suit_of(card)))
    trump = suit_of(card) == state.ruff
    if higher == 0:
        score = 60 + rank
        if trump:
            score += 20 if trumps_out > 0 else -20
        elif trumps_out > 0:
            score += 4 * left - (12 if left < 2 else 0)
        return score
    if not normal and state.turn == state.declarer:  # all must win: fewest that could beat it
        return 30 - 8 * higher + (6 if trump else 0)
    return 20 - 3 * POINTS[card & 31] - (6 if trump else 0) - 2 * left


@jit
def _follow(state: Record, cards: Cards) -> int:
    """Give points to the partner's trick, few to the others'; win as cheaply as is safe."""
    seat = mover(state)
    others = _others_cards(state, seat)
    all_tricks = state.contract != NORMAL
    partner_wins = state.best_seat == (seat + 2) & 3
    partner_safe = partner_wins and (cards_to_come(state) == 1 or not _can_be_beaten(state, others))
    best, best_score = np.int64(-1), np.int64(-1000)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        worth = POINTS[card & 31]
        if all_tricks:
            score = _against_all_tricks(state, seat, card, others)
        elif beats(card, np.int64(state.best), np.int64(state.ruff)):
            safe = cards_to_come(state) == 1 or not others & above(card)
            score = 20 + worth if safe else 10 - worth
            if suit_of(card) == state.ruff:
                score -= 3 + (card & 7) // 2
            if partner_safe:
                score -= 15
        elif partner_safe:
            score = 8 + worth - (8 if worth == 11 and others & suit_cards(suit_of(card)) else 0)
        else:
            score = -worth - (4 if suit_of(card) == state.ruff else 0)
        if score > best_score:
            best, best_score = card, score
    return best


@jit
def _can_be_beaten(state: Record, others: int) -> bool:
    """Whether some unseen card beats the best of the trick."""
    if others & above(np.int64(state.best)):
        return True
    return (
        state.ruff >= 0
        and suit_of(np.int64(state.best)) != state.ruff
        and (others & suit_cards(np.int64(state.ruff)) != 0)
    )


@jit
def _against_all_tricks(state: Record, seat: Seat, card: Card, others: int) -> int:
    """In a contract of all tricks: the announcer wins, his partner gives, opponents keep."""
    rank = np.int64(card) & 7
    wins = beats(card, np.int64(state.best), np.int64(state.ruff))
    if seat == state.declarer:
        score = 100 + rank if wins else -rank
        return score - 30 if suit_of(card) == state.ruff else score
    if (seat ^ state.declarer) & 1 == 0:
        score = POINTS[card & 31] if state.contract in SCHNAPSERS else rank
        return score - 100 if wins else score
    if wins:
        return 100 + rank
    same = state.hand[seat] & suit_cards(suit_of(card))
    guard = 0
    if not others & above(card):
        guard = 30  # the highest of its suit may still stop him
    elif count(same) > count(others & above(card)) and count(same) < 3:
        guard = 10
    if state.contract not in NO_TRUMP and suit_of(card) == state.ruff:
        guard += 5
    return -rank - guard


@jit
def _lead_bettler(state: Record, cards: Cards) -> int:
    """The announcer leads a card that somebody must beat; the others lead low."""
    seat = mover(state)
    if seat != state.declarer:
        return low_rank(cards)
    others = _others_cards(state, seat)
    best, best_score = np.int64(-1), np.int64(-1000)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        score = 10 * count(others & above(card)) - (np.int64(card) & 7)
        if score > best_score:
            best, best_score = card, score
    return best


@jit
def _follow_bettler(state: Record, cards: Cards) -> int:
    """Throw high; the announcer as high as does not win."""
    if state.turn != state.declarer:
        if state.best_seat == state.declarer or laid_by(state, np.int64(state.declarer)) >= 0:
            return top_rank(cards)
        follows = suit_of(lowest(cards)) == suit_of(np.int64(state.table[0]))
        return low_rank(cards) if follows else top_rank(cards)
    losing = np.int64(0)
    rest = cards
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        if not beats(card, np.int64(state.best), np.int64(-1)):
            losing |= bit(card)
    if losing:
        return top_rank(losing)
    return top_rank(cards) if cards_to_come(state) == 1 else low_rank(cards)
