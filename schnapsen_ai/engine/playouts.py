"""Deals played on by one policy at every seat: what a bid leads to, world by world."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base.arrays import Pool, Words
from ..base.jit import template
from ..cards import Seat, bit
from ..games import contract as rules  # bound to a game by `specialise`
from .arena import play_on, tidy

_CARDS = 0xFFFFFFFF


@template
def plays_cards(pool: Pool, i: int) -> bool:
    """Whether the seat to move in ``pool[i]`` may play a card: all words before it are said.

    To name cards is no play: those of other hands can be named, too.
    """
    cards = rules.legal(pool[i]) & _CARDS
    if cards == 0 or rules.is_over(pool[i]):
        return False
    return cards & ~rules.hand(pool[i], rules.to_move(pool[i])) == 0


@template
def play_out(
    pool: Pool,
    seat: Seat,
    moves: np.ndarray,
    open_: bool,
    policy: Any,
    desks: Pool,
    words: Words,
    payoffs: np.ndarray,
) -> int:
    """Fill ``payoffs[k, j]`` with the payoff of `seat` after ``moves[j]`` in the k-th world.

    pool: what the seat sees (`open_`: all cards), and room for three states.  policy, desks: of
    every seat, as in `arena.play_on`.  words: a random word for each world, from which its cards
    and all that the policy draws follow.  Returns how many worlds were played: all, or those
    before the first in which the policy named no legal move.
    """
    word = np.empty(1, np.uint64)
    for k in range(len(words)):
        word[0] = words[k]
        pool[1] = pool[0]
        if not open_:
            rules.redeal(pool[1], seat, word)
        for j in range(len(moves)):
            pool[2] = pool[1]
            rules.learn(pool[2], moves[j])
            rules.play(pool[2], moves[j])
            for other in range(rules.N_SEATS):
                tidy(desks[0, other], words[k] + np.uint64(other + 1))
            if play_on(pool[2:], 0, 0, policy, policy, desks) < -1:
                return k
            payoffs[k, j] = rules.payoff(pool[2], seat)
    return len(words)


@template
def bid_out(pool: Pool, policy: Any, desks: Pool) -> bool:
    """Let the policy speak in ``pool[0]`` until cards are played; ``pool[1]`` is scratch.

    Returns False where it named no legal move.
    """
    while not rules.is_over(pool[0]) and not plays_cards(pool, 0):
        seat = rules.to_move(pool[0])
        legal = rules.legal(pool[0])
        pool[1] = pool[0]
        rules.conceal(pool[1], seat)
        move = policy(pool[1], seat, legal, desks[0, seat])
        if move < 0 or not legal & bit(move):
            return False
        rules.learn(pool[0], move)
        rules.play(pool[0], move)
    return True
