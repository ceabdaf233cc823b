"""Snapszer: the built-in rule player.

Its principles:

1.  SHOW, or say ENOUGH, as soon as it is allowed; SHOW first, for it may be worth more.
2.  In a normal game declare every marriage that can count, the dearest first; in a snapszer one
    that brings 66, or whose card is about as safe as any lead.
3.  On lead in a normal game weigh the card points that a card is likely to win against those
    that it is likely to lose; the declarer draws trumps with those that nobody beats.
4.  On lead in a snapszer or duri play the card that is least likely to be taken.
5.  Give points to a trick that one's own side holds, but neither trumps nor an ace.
6.  To a trick that the other side holds give as few points as possible, and no trump.
7.  Win a trick as high as possible while the other side is still to play.
8.  With nobody of the other side to play, win it with points, but keep aces and trumps.
9.  Of four cards name the suit that is longest and strongest; king and ober count extra.
10. Choose the contract that promises most points by `estimate`; fold where all promise less.
11. As an opponent double a normal game that is likely to be lost, and a snapszer or duri with a
    trump that nobody beats; as declarer redouble with a hand that is likely to make it.
"""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record, Words
from ...base.jit import jit
from ...cards import Cards, Move, Moves, Seat, lowest
from ..shared.trick_game import mover
from .bid_value import best_contract, chance_against, chance_made, suit_worth
from .card_choice import choose_follow, choose_lead
from .state import CONTRACT, DOUBLE, FOLLOW, KONTRA, PASS, TRUMP, TRUMP_CHOICE

_KONTRA, _SZUBKONTRA, _REKONTRA = 0.65, 0.8, 0.85


@jit
def advise(state: Record, legal: Moves, rng: Words) -> Move:
    """The move of the built-in rule player, from a concealed state."""
    if legal & (legal - 1) == 0:
        return lowest(legal)
    seat = mover(state)
    hand = state.hand[seat]
    if state.phase == FOLLOW:
        return choose_follow(state, legal)
    if state.phase == TRUMP_CHOICE:
        best = 0
        for suit in range(1, 4):
            if suit_worth(hand, suit) > suit_worth(hand, best):
                best = suit
        return TRUMP + best
    if state.phase == CONTRACT:
        return best_contract(hand, np.int64(state.trump), np.int64(state.n_seats))
    if state.phase == KONTRA:
        return DOUBLE if _doubles(state, seat, hand) else PASS
    return choose_lead(state, legal)


@jit
def _doubles(state: Record, seat: Seat, hand: Cards) -> bool:
    trump, contract = np.int64(state.trump), np.int64(state.contract)
    n = np.int64(state.n_seats)
    if seat == 0:
        return chance_made(hand, trump, contract, n) > _REKONTRA
    wanted = _KONTRA if state.doublings == 0 else _SZUBKONTRA
    return chance_against(hand, trump, contract, n) > wanted
