"""Worlds as a seat believes in them: redealt, and weighed by how well the others' moves fit.

`redeal` is uniform over the deals that the rules allow.  People and bots do not play at random:
who held the cards for a close or a marriage would have used them.  Here a world is redealt, its
deal replayed, and at each move of another seat the game's rule player is asked what it would have
done with those cards.  Others are taken to move like it, but for a share `slack` of their moves,
which they choose as often as it does but whatever they hold.  So a move that does not fit, a
*misfit*, makes a world as likely as `slack` times how often the rule player makes that move: a
rare one, such as a second double, says much about the hand.

For most decisions it is enough to keep a world with just that chance, and to drop it at once
else.  After rare moves hardly any world is kept so.  Therefore, if too few are after `STRICT` tries
for each world wanted, in the next `EASING` the chance rises to 1; what was kept too readily weighs
less, and worlds are drawn from all that were kept by their weights.  Where fewer than `FEW` worlds
carry the weight, a search would learn them by heart: then the weights are evened out.  At last
each world is moved by swaps of two cards that the seat has not seen, taken with the chance that
leaves the distribution as it is (Metropolis): so worlds are found that no redealing would have
come upon (resample and move: Gilks and Berzuini 2001).
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import numpy as np

from ..base.arrays import UNKNOWN, Pool, Words
from ..base.jit import template
from ..cards import Move, Moves, Seat, below, bit, lowest, uniform
from ..games import contract as rules  # bound to a game by `specialise`
from ..games.hooks import hash_record

if TYPE_CHECKING:
    from ..deal.state import View

WORLDS = 512  # at most, drawn for one decision
STRICT, EASING = 8, 2
SWAPS = 8  # of two cards, tried in each world
FEW = 32
PILOT = 64  # worlds in which it is counted how often the rule player makes the moves made
UNCOUNTED = 0.2  # and as often besides, since a rare move may not be among them
LEAST_SLACK = 1e-6  # somebody has made the moves, whatever the rule player says


def worlds_of(view: View, room: Pool, most: int, slack: float, words: Words) -> Pool:
    """Worlds for a decision, at most `most` of `WORLDS`; none where none is better than another.

    room: a pool of four states, the first the concealed one, and `WORLDS` more.  Nothing has been
    said by others at the first decision; a position whose past is not whole cannot be replayed;
    a slack of 1 makes all worlds alike.
    """
    pool, bank = room[:4], room[4:]
    if slack >= 1 or not view.whole or not view.history or view.sees_all:
        return bank[:0]
    bank = bank[:most]
    moves = np.array(view.history, np.int64)
    kernels = view.game.kernels(sys.modules[__name__])
    kernels.believe(pool, view.seat, view.match(), moves, slack, bank, words)
    return bank


@template
def advised(pool: Pool, i: int, legal: Moves, rng: Words) -> Move:
    """The rule player's move in ``pool[i]``, from what its seat sees (in ``pool[3]``)."""
    if legal & (legal - 1) == 0:
        return lowest(legal)
    pool[3] = pool[i]
    rules.conceal(pool[3], rules.to_move(pool[i]))
    return rules.advise(pool[3], legal, rng)


@template
def replay(
    pool: Pool,
    seat: Seat,
    match: Pool,
    moves: np.ndarray,
    likely: np.ndarray,
    least: float,
    fits: np.ndarray,
    rng: Words,
) -> float:
    """How likely the moves are with the cards of ``pool[1]``: 1 if all fit.

    ``pool[1]`` has a whole pack; ``pool[2]`` is then the state after the moves.  ``likely[k]``: a
    factor where move k does not fit; to ``fits[k]`` 1 is added where it does.  Returns -1 once it
    is less likely than `least`, or a move not legal.
    """
    state = pool[2]
    pool[2] = pool[1]
    rules.lay_out(state, match[0])
    likelihood = 1.0
    for k in range(moves.shape[0]):
        move = moves[k]
        legal = rules.legal(state)
        if legal & bit(move) == 0:
            return -1.0
        if rules.to_move(state) == seat or advised(pool, np.int64(2), legal, rng) == move:
            fits[k] += 1
        else:
            likelihood *= likely[k]
            if likelihood < least:
                return -1.0
        rules.learn(state, move)
        rules.play(state, move)
    return likelihood


@template
def redealt(pool: Pool, seat: Seat, rng: Words) -> None:
    """A world of the concealed ``pool[0]`` with a whole pack, to ``pool[1]``."""
    pool[1] = pool[0]
    rules.redeal(pool[1], seat, rng)
    rules.backfill(pool[1], seat, rng)


@template
def likelihoods(
    pool: Pool, seat: Seat, match: Pool, moves: np.ndarray, slack: float, rng: Words
) -> np.ndarray:
    """For each move how likely it is where it does not fit, against where it does."""
    n = moves.shape[0]
    likely, fits = np.ones(n), np.full(n, UNCOUNTED)
    for _ in range(PILOT):
        redealt(pool, seat, rng)
        replay(pool, seat, match, moves, likely, 0.0, fits, rng)
    for k in range(n):
        likely[k] = max(slack, LEAST_SLACK) * fits[k] / (PILOT + UNCOUNTED)
    return likely


@template
def believe(
    pool: Pool, seat: Seat, match: Pool, moves: np.ndarray, slack: float, bank: Pool, rng: Words
) -> None:
    """Fill `bank` with worlds of the concealed state ``pool[0]``, as its seat believes in them.

    moves: int64, all moves so far.  match: the record that the deal started from.
    """
    wanted = bank.shape[0]
    likely = likelihoods(pool, seat, match, moves, slack, rng)
    fits = np.zeros(moves.shape[0])
    found, weights = np.ones(wanted), np.ones(wanted)
    strict, easing = STRICT * wanted, (EASING - 1) * wanted
    tries = 0
    n = 0
    while n < wanted:
        strictness = min(1.0, max(0.0, 1 - (tries - strict) / easing))
        tries += 1
        redealt(pool, seat, rng)
        least = uniform(rng) ** (1 / strictness) if strictness > 0 else 0.0
        likelihood = replay(pool, seat, match, moves, likely, least, fits, rng)
        if likelihood >= 0:
            bank[n] = pool[1]
            found[n] = likelihood
            weights[n] = likelihood ** (1 - strictness)
            n += 1
    if tries > strict:
        even_out(weights)
        resample(bank, found, weights, rng)
        swap_cards(pool, seat, match, moves, likely, bank, found, rng)


@template
def even_out(weights: np.ndarray) -> None:
    """Flatten weights until they are those of `FEW` worlds, by Kish's effective number."""
    few = min(FEW, weights.shape[0] // 2)
    while True:
        total = 0.0
        squares = 0.0
        for w in weights:
            total += w
            squares += w * w
        if total * total >= few * squares:
            return
        for i in range(weights.shape[0]):
            weights[i] = np.sqrt(weights[i])


@template
def resample(bank: Pool, found: np.ndarray, weights: np.ndarray, rng: Words) -> None:
    """Draw as many worlds as there are by their weights, systematically, in place.

    found: how likely they are, which goes with them.
    """
    n = weights.shape[0]
    copies = np.zeros(n, np.int64)
    total = 0.0
    for w in weights:
        total += w
    passed = -uniform(rng)
    drawn = 0
    for i in range(n):
        passed += weights[i] / total * n
        while drawn < n and drawn <= passed:
            copies[i] += 1
            drawn += 1
    copies[n - 1] += n - drawn  # what rounding has left
    free = 0
    for i in range(n):
        while copies[i] > 1:
            while copies[free] > 0:
                free += 1
            bank[free] = bank[i]
            found[free] = found[i]
            copies[free] = 1
            copies[i] -= 1


@template
def swap_cards(
    pool: Pool,
    seat: Seat,
    match: Pool,
    moves: np.ndarray,
    likely: np.ndarray,
    bank: Pool,
    found: np.ndarray,
    rng: Words,
) -> None:
    """Move each world of the bank by swaps of cards that `seat` has not seen.

    found: how likely each world is.  Nothing else that the seat has seen may change.
    """
    pack = pool[0].pack
    hidden = np.empty(len(pack), np.int64)
    n = 0
    for place in range(len(pack)):
        if pack[place] == UNKNOWN:
            hidden[n] = place
            n += 1
    if n < 2:
        return
    fits = np.zeros(moves.shape[0])
    seen = hash_record(pool, 0)
    for i in range(SWAPS * bank.shape[0]):
        at = i % bank.shape[0]
        pool[1] = bank[at]
        cards = pool[1].pack
        one, other = hidden[below(rng, n)], hidden[below(rng, n)]
        cards[one], cards[other] = cards[other], cards[one]
        least = uniform(rng) * found[at]
        likelihood = replay(pool, seat, match, moves, likely, least, fits, rng)
        if likelihood >= 0:
            pool[3] = pool[2]
            rules.conceal(pool[3], seat)
            if hash_record(pool, 3) == seen:
                bank[at] = pool[2]
                found[at] = likelihood
