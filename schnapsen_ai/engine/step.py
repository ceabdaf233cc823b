"""One deal, move by move: what `State` and `View` ask of a game, by array and index.

A call with an array costs Python a few tenths of a microsecond, one with a record several.
"""

from __future__ import annotations

import numpy as np

from ..base.arrays import Pool, Words
from ..base.jit import template
from ..cards import Move, Moves, Seat
from ..games import contract as rules  # bound to a game by `specialise`

VIEW_HEADER = 7  # numbers of a view before the two for each seat and the game's own


@template
def deal_at(pool: Pool, match: Pool, rng: Words) -> None:
    """Shuffle and deal into ``pool[0]``."""
    rules.deal(pool[0], rng, match[0])


@template
def lay_out_at(pool: Pool, match: Pool) -> None:
    """Deal the pack that ``pool[0]`` holds."""
    rules.lay_out(pool[0], match[0])


@template
def to_move_at(pool: Pool, i: int) -> Seat:
    return rules.to_move(pool[i])


@template
def legal_at(pool: Pool, i: int) -> Moves:
    return rules.legal(pool[i])


@template
def is_over_at(pool: Pool, i: int) -> bool:
    return rules.is_over(pool[i])


@template
def payoff_at(pool: Pool, i: int, seat: Seat) -> int:
    return rules.payoff(pool[i], seat)


@template
def sides_known_at(pool: Pool, i: int) -> bool:
    return rules.sides_known(pool[i])


@template
def try_move(pool: Pool, i: int, move: Move) -> bool:
    """Learn and play a move if it is legal; False, and nothing changed, if not."""
    state = pool[i]
    if move < 0 or move > 62 or (rules.legal(state) >> move) & 1 == 0:
        return False
    rules.learn(state, move)
    rules.play(state, move)
    return True


@template
def resign_at(pool: Pool, i: int, seat: Seat) -> None:
    rules.resign(pool[i], seat)


@template
def largest_loss_at(pool: Pool, i: int) -> int:
    return rules.largest_loss(pool[i])


@template
def conceal_at(pool: Pool, i: int, seat: Seat) -> None:
    rules.conceal(pool[i], seat)


@template
def redeal_at(pool: Pool, i: int, seat: Seat, rng: Words) -> None:
    """A world with a whole pack, for a concealed ``pool[i]``."""
    rules.redeal(pool[i], seat, rng)
    rules.backfill(pool[i], seat, rng)


@template
def observe_at(pool: Pool, i: int, seat: Seat, out: np.ndarray) -> None:
    rules.observe(pool[i], seat, out)


@template
def begin_match_at(match: Pool, pool: Pool, first_dealer: Seat) -> None:
    rules.begin_match(match[0], pool[0], first_dealer)


@template
def next_deal_at(match: Pool, pool: Pool) -> None:
    rules.next_deal(match[0], pool[0])


@template
def look(
    pool: Pool, i: int, seat: Seat, n_seats: int, open_: bool, into: np.ndarray, out: np.ndarray
) -> None:
    """Copy ``pool[i]`` as `seat` sees it to ``into[0]`` and its facts to `out` (int64).

    out: legal moves (0 out of turn), own hand, trump cards, led card, unseen cards, seat to move,
    over; then for each seat the cards known to be and known not to be in its hand; then the
    game's own numbers.
    """
    into[0] = pool[i]
    state = into[0]
    mine = rules.to_move(state) == seat
    out[0] = rules.legal(state) if mine else 0
    if not open_:
        rules.conceal(state, seat)
    out[1] = rules.hand(state, seat)
    out[2] = rules.trumps(state)
    out[3] = rules.led(state)
    out[4] = rules.unseen(state, seat)
    out[5] = rules.to_move(state)
    out[6] = 1 if rules.is_over(state) else 0
    for other in range(n_seats):
        out[7 + 2 * other] = rules.known_in(state, seat, other)
        out[8 + 2 * other] = rules.known_absent_from(state, seat, other)
    rules.export(state, seat, out[7 + 2 * n_seats :])
