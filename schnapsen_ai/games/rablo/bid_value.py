"""Rabló: what a call of a hand is worth, by weights fitted to deals that rule players played.

The chance that a call is made is a logistic function of counts in the hand, for four kinds of
call (snapszer or duri, with a partner or alone), and again as the others see it.
"""

from __future__ import annotations

import math

import numpy as np

from ...base.jit import jit
from ...cards import PACK_24, Card, Cards, bit, highest, suit_cards, suit_of
from ..shared.trump_features import FEATURES, trump_features
from .rules import level_of
from .state import DURI, SNAPSZER

# Weights by kind of call: snapszer with a partner, alone; duri with a partner, alone.
_OWN = np.array(
    [
        [-2.47, 0.70, 0.24, -0.12, -0.05, 2.44, 0.85, 0.10, 0.13, -0.06, 0.54, 0.08],
        [-14.31, 1.35, 0.59, 6.51, 0.99, 4.76, 2.21, 1.00, -0.06, -0.64, 1.43, -0.44],
        [-4.85, 0.45, 0.11, 0.08, 0.01, 0.12, 1.04, 0.37, 0.81, -0.03, 0.12, 0.17],
        [-22.67, 1.39, -0.02, 11.97, 1.53, 0.36, 1.85, 1.17, 1.63, -2.33, 0.28, 0.78],
    ]
)
# The chance that a sensible call fails, by the hand of an opponent.
_AGAINST = np.array([-2.42, 0.36, 1.73, 0.00, -2.16, 1.49, 0.68, -0.19, 0.44, 0.13, -0.04, 0.04])
# The chance that a snapszer is made, by the hand of the partner.
_PARTNER = np.array([-0.71, 0.57, 0.99, -1.45, -0.17, 0.29, 1.05, 0.09, 0.03, 0.09, 0.41, 0.16])


@jit
def _logistic(weights: np.ndarray, counts: np.ndarray) -> float:
    x = 0.0
    for i in range(FEATURES):
        x += weights[i] * counts[i]
    return 1.0 / (1.0 + math.exp(-x))


@jit
def chance_of_call(hand: Cards, duri: bool, called: Card) -> float:
    """The chance that the holder of `hand` makes a call of this card."""
    counts = np.empty(FEATURES, np.float64)
    trump_features(hand, suit_of(called), bit(called), counts)
    alone = hand & bit(called) != 0
    return _logistic(_OWN[(2 if duri else 0) + (1 if alone else 0)], counts)


@jit
def chance_against(hand: Cards, duri: bool, called: Card) -> float:
    """The chance that a sensible call fails, as an opponent with `hand` sees it."""
    counts = np.empty(FEATURES, np.float64)
    trump_features(hand, suit_of(called), bit(called), counts)
    chance = _logistic(_AGAINST, counts)
    if duri and counts[2] > 0:  # a trump that nobody beats is a trick
        chance = 0.5 + 0.5 * chance
    return chance


@jit
def chance_as_partner(hand: Cards, called: Card) -> float:
    """The chance that a sensible snapszer is made, as the partner sees it."""
    counts = np.empty(FEATURES, np.float64)
    trump_features(hand, suit_of(called), bit(called), counts)
    return _logistic(_PARTNER, counts)


@jit
def best_call(hand: Cards, standing: int, kind: int, pot: int) -> tuple[int, int, float]:
    """The call above the standing level that promises most: its kind, card and money.

    `kind` limits the choice to one kind, -1 does not.  A card of -1: there is none.
    """
    best_kind, best_card, most = -1, -1, -1e9
    for suit in range(4):
        own = hand & suit_cards(suit)
        missing = PACK_24 & suit_cards(suit) & ~own
        for alone in range(2):
            cards = own if alone else missing
            if not cards:
                continue
            called = highest(cards)
            for duri in range(2):
                say = DURI if duri else SNAPSZER
                level = level_of(say, called)
                if level <= standing or (kind >= 0 and say != kind):
                    continue
                stake = 50 if level == 0 else 100 if level == 1 else 150 if level == 2 else 300
                chance = chance_of_call(hand, duri == 1, called)
                share = 3.0 if alone else 1.0
                money = share * stake * (2.0 * chance - 1.0)
                money += chance * pot / (1.0 if alone else 2.0)
                if money > most:
                    best_kind, best_card, most = say, called, money
    return best_kind, best_card, most
