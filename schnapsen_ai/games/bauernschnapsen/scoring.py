"""What a deal of Bauernschnapsen is worth: 66, the scale, the contracts, and how it ends.

Rule references (B-a ...) are the rows of the table in `rulebook.md`.
"""

from __future__ import annotations

import numpy as np

from ...base.arrays import Record
from ...base.jit import inline, jit
from ...cards import Seat, Side
from . import options as opt
from .state import (
    BETTLER,
    CLAIMED,
    GANG,
    HERREN,
    KBAUER,
    KSCHNAPSER,
    MADE,
    NORMAL,
    OVER,
    RING,
    SCHNAPSER,
    SIXTY_SIX,
)

TARGET = 66
SCHNEIDER = 33

# Game points of the contracts NORMAL (scaled at its end), BETTLER .. HERREN.
VALUES = np.array([0, 4, 6, 9, 12, 12, 18, 24, 24], dtype=np.int64)

SCHNAPSERS = (SCHNAPSER, KSCHNAPSER)
NO_TRUMP = (BETTLER, GANG)
JUST_SHOWN = (RING, HERREN)
CALLER_LEADS = (NORMAL, KSCHNAPSER, KBAUER)  # B-f; in the others the announcer leads


@inline
def effective(state: Record, team: Side) -> int:
    """Card points, and the marriages of a team that has a trick."""
    points = np.int64(state.points[team & 1])
    return points + state.melds[team & 1] if state.tricks[team & 1] > 0 else points


@inline
def scale(state: Record, loser: Seat) -> int:
    """The normal game: 3 if the losers are without a trick, 2 below 33, else 1."""
    if state.tricks[loser] == 0:
        return 3
    return 2 if effective(state, loser) < SCHNEIDER else 1


@inline
def contract_value(state: Record) -> int:
    """Game points of the contract before doubling."""
    return VALUES[np.int64(state.contract) - NORMAL]


@inline
def reaches_66(state: Record, team: Side) -> bool:
    """After a trick or a counted marriage of `team`: does 66 end the deal (B-g, B-h)?"""
    if state.tricks[team] == 0 or effective(state, team) < TARGET:
        return False
    contract = state.contract
    if contract == NORMAL:
        if state.options[opt.NEED_CLAIM]:
            return False
        finish(state, team, scale(state, team ^ 1), np.int64(SIXTY_SIX))
        return True
    if contract in SCHNAPSERS and team == state.declarer & 1:
        end_contract(state, np.int64(MADE))
        return True
    return False


@jit
def claim(state: Record) -> None:
    team = np.int64(state.turn) & 1
    finish(state, team, scale(state, team ^ 1), np.int64(CLAIMED))


@jit
def end_contract(state: Record, ending: int) -> None:
    """The contract is MADE or has FAILED."""
    own = np.int64(state.declarer) & 1
    finish(state, own if ending == MADE else own ^ 1, contract_value(state), ending)


@jit
def finish(state: Record, team: Side, points: int, ending: int) -> None:
    state.winner = team
    state.value = points << np.int64(state.doublings)
    state.ending = ending
    state.phase = OVER


@inline
def payoff(state: Record, seat: Seat) -> int:
    """Game points of a seat: its team's, the other team has the negative."""
    value = np.int64(state.value)
    return value if state.winner == seat & 1 else -value


@jit
def largest_loss(state: Record) -> int:
    """Kontrabauer or Herrenschnapser undoubled: what a misbehaving bot is charged."""
    return 24
