"""What deals are learned from: house rules and scores of matches, a list that is drawn from.

Most are single deals of the game named, so that it is learned best.  Some are of its variants (the
other presets with the same pack, and each option changed), some stand in a match, at scores as
they come between rule players.  So one network serves all of them.

In a match payoffs count by what they do to it (`gain`).
"""

from __future__ import annotations

import sys
from typing import NamedTuple

import numpy as np

from ..base.arrays import Pool, Record, Words, again
from ..base.jit import template
from ..cards import Seat
from ..deal.game import Game, made
from ..games import contract as rules  # bound to a game by `specialise`
from ..games.hooks import worth


class Occasions(NamedTuple):
    """n blank states with the house rules, n match records, bool[n] whether payoffs count by what
    they do to the match, and the `step` of `gain`."""

    blanks: np.ndarray
    matches: np.ndarray
    in_match: np.ndarray
    step: int


def single(game: Game) -> Occasions:
    """Single deals of a game."""
    return Occasions(game.new_pool(1), game.new_match(), np.zeros(1, np.bool_), 1)


def mixed(
    game: Game, words: Words, n: int, others: float, in_match: float, step: int
) -> Occasions:
    """About n occasions, the shares `others` of variants and `in_match` of deals in a match.

    words: uint64[1], from which the scores come.
    """
    parts = []
    for variant, share in _shares(game, others):
        in_all = max(1, round(n * share))
        scored = round(in_all * in_match)
        matches = np.zeros(scored, game.rules.MATCH)
        start = variant.new_match()
        kernels = variant.kernels(sys.modules[__name__])
        kernels.pass_scores(variant.new_pool(2), again(start, 2), matches, words)
        parts.append((variant.new_pool(in_all),
                      np.concatenate([matches, again(start, in_all - scored)]),
                      np.arange(in_all) < scored))
    blanks, matches, counted = (np.concatenate(part) for part in zip(*parts, strict=True))
    return Occasions(blanks, matches, counted, step)


def _shares(game: Game, others: float) -> list[tuple[Game, float]]:
    """The game and its variants with the share of each; presets have as much as options."""
    rules_of, options = game.rules, game.options
    presets = [made(name, rules_of, name, {}) for name in rules_of.NAMES if name != game.preset]
    groups = [
        [other for other in presets if other.pack == game.pack],
        [made(game.name, rules_of, game.preset, {**options, option.name: value})
         for option in rules_of.OPTIONS for value in option.values
         if value != options[option.name]],
    ]  # fmt: skip
    groups = [group for group in groups if group] if others > 0 else []
    of_others = [(other, others / len(groups) / len(group)) for group in groups for other in group]
    return [(game, 1.0 - sum(share for _, share in of_others)), *of_others]


@template
def pass_scores(pool: Pool, match: Pool, matches: Pool, rng: Words) -> None:
    """Fill `matches` with those that rule players come to after each deal, from ``match[1]`` on."""
    n = 0
    while n < matches.shape[0]:
        rules.deal(pool[0], rng, match[0])
        state = pool[0]
        while not rules.is_over(state):
            pool[1] = pool[0]
            rules.conceal(pool[1], rules.to_move(state))
            move = rules.advise(pool[1], rules.legal(state), rng)
            rules.learn(state, move)
            rules.play(state, move)
        rules.next_deal(match[0], state)
        if match[0].over:
            match[0] = match[1]
        else:
            matches[n] = match[0]
            n += 1


def step_of(scale: float) -> int:
    """The payoff by which the players of a training are told what others are worth in a match."""
    return max(1, round(scale))


@template
def gain(state: Record, seat: Seat, payoff: int, step: int) -> float:
    """What a payoff does for `seat` in its match, in units in which `step` won or lost is `step`.

    So at any score, and where a game has no opinion on matches it is the payoff.
    """
    span = worth(state, seat, step) - worth(state, seat, -step)
    return 2 * step * (worth(state, seat, payoff) - worth(state, seat, 0)) / span
