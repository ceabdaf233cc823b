"""Snapszer: what a contract is worth, by weights fitted to deals that rule players played."""

from __future__ import annotations

import math

import numpy as np

from ...base.jit import jit
from ...cards import Cards, count
from ..shared.trump_features import FEATURES, trump_features
from .state import DURI, FOLD, NORMAL, SNAPSZER


@jit
def suit_worth(hand: Cards, suit: int) -> int:
    """What four cards promise for a trump suit: length, then strength and a marriage."""
    own = (hand >> (8 * suit)) & 0xFF
    worth = 10 * count(own)
    if own & 0x80:
        worth += 6
    if own & 0x40:
        worth += 3
    if own & 0x30 == 0x30:
        worth += 12
    return worth


# By seats of the deal, two and three.
_NORMAL_POINTS = np.array(
    [
        [-4.63, 0.71, 0.17, 0.50, 0.37, 2.89, 1.45, 0.89, 1.19, -0.03, 1.50, 0.82],
        [-10.59, 0.97, 0.64, 1.44, 1.07, 1.81, 2.70, 1.02, 1.90, 0.30, 0.58, 0.36],
    ]
)
# Chances as logistic functions: that a normal game, a snapszer, a duri is won.
_MADE = np.array(
    [
        [
            [-2.27, 0.34, -0.09, -0.02, -0.04, 2.22, 0.71, 0.49, 0.56, -0.01, 1.16, 0.53],
            [-10.32, 0.90, 0.30, 1.73, 0.87, 3.60, 1.61, 0.49, 0.46, 0.19, 1.26, 0.41],
            [-14.44, 1.17, -0.12, 1.77, 0.87, 0.11, 2.47, 0.39, 2.63, 0.46, 0.22, 0.91],
        ],
        [
            [-8.92, 0.91, -0.20, 1.88, 1.12, 2.71, 2.03, 0.86, 1.17, 0.15, 1.07, 0.56],
            [-14.28, 0.97, 1.41, 3.89, 0.81, 6.51, 2.27, 1.51, -0.08, -0.36, 1.97, -0.14],
            [-1.08, 1.31, -0.27, 12.37, 2.05, 0.15, -6.49, 1.49, -5.54, -9.22, 0.83, 0.27],
        ],
    ]
)
# That a normal game is lost, by the hand of an opponent.
_AGAINST = np.array(
    [
        [-2.17, 0.48, 0.47, -0.83, -0.42, 0.66, 0.56, 0.27, 0.03, 0.07, 0.34, 0.28],
        [-1.43, 0.42, 0.50, -0.21, 0.04, 0.37, 0.79, 0.11, 0.25, 0.10, 0.19, 0.21],
    ]
)


@jit
def _weigh(weights: np.ndarray, counts: np.ndarray) -> float:
    x = 0.0
    for i in range(FEATURES):
        x += weights[i] * counts[i]
    return x


@jit
def _chance(weights: np.ndarray, counts: np.ndarray) -> float:
    return 1.0 / (1.0 + math.exp(-_weigh(weights, counts)))


@jit
def best_contract(hand: Cards, trump: int, seats: int) -> int:
    """The contract that promises the declarer most points; folding costs six."""
    counts = np.empty(FEATURES, np.float64)
    trump_features(hand, trump, 0, counts)
    row = seats - 2
    contract, most = FOLD, -6.0
    points = _weigh(_NORMAL_POINTS[row], counts)
    if points > most:
        contract, most = NORMAL, points
    points = 12.0 * (2.0 * _chance(_MADE[row, 1], counts) - 1.0)
    if points > most:
        contract, most = SNAPSZER, points
    points = 32.0 * (2.0 * _chance(_MADE[row, 2], counts) - 1.0)
    if points > most:
        contract = DURI
    return contract


@jit
def chance_made(hand: Cards, trump: int, contract: int, seats: int) -> float:
    """The chance that the declarer wins."""
    counts = np.empty(FEATURES, np.float64)
    trump_features(hand, trump, 0, counts)
    return _chance(_MADE[seats - 2, contract - NORMAL], counts)


@jit
def chance_against(hand: Cards, trump: int, contract: int, seats: int) -> float:
    """The chance that the declarer loses, as an opponent with `hand` sees it."""
    counts = np.empty(FEATURES, np.float64)
    trump_features(hand, trump, 0, counts)
    if contract != NORMAL:
        return 1.0 if counts[2] > 0 else 0.0  # a trump that nobody beats is a trick
    return _chance(_AGAINST[seats - 2], counts)
