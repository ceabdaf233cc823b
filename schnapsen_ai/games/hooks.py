"""What a game may give besides the contract: each may be left out.

Data and Python functions are asked for by name where they are used; what stands in for them is
said at each.  The rest are *hooks*: templates with a default, which a game replaces by defining a
compiled function of the same name and parameters in its module; `base.jit.specialise` then takes
that one.  Hooks change nothing of what is right, only what is quick or strong.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..base.arrays import Pool, Record
from ..base.jit import hook, template
from ..cards import Moves, Seat, count
from . import contract as rules  # bound to a game by `specialise`
from .shared.features import Fact
from .shared.open_cards import NO_BOUND

# --- data ---

#: No payoff of a deal is larger.  Else best defence has no bound and is not offered.
MAX_ABS_PAYOFF: int
#: False where the payoffs of a deal need not add up to 0 (a pot).  Else True.
ZERO_SUM: bool
#: True where match scores are money: the richest wins a match broken off.  Else False.
IN_MONEY: bool
#: How the cards are written: "french", "german" or "hungarian".  Else as CARD_STYLE says.
TEXT_STYLE: str
#: File name of the rules page beside the module.  Else the module's docstring is the rules page.
RULEBOOK: str
#: language ("en", "de", "hu") -> {key: text} for moves ("m.call"), facts ("f.caller") and endings
#: ("e.won") that `words` does not know.  Else they are shown by their names.
WORDS: Mapping[str, Mapping[str, str]]
#: True where one must beat the card led, or trump, if one can: then a refusal says so.  Else False.
STRICT: bool
#: move -> the key of `words` that says when it is possible, such as "w.close".  Else a refused
#: move is answered by those that are legal.
REFUSALS: Mapping[int, str]
#: Facts for networks beyond those of FACTS: see `learn.features`.  Else none.
LEARNED_FACTS: tuple[Fact, ...]
#: Where the suits are alike: of each four moves that name a suit (of C S H D, ascending) the first.
#: A network then sees the suits in an order of its own.  Else as they are.
SUIT_MOVES: tuple[int, ...]
#: Names of compiled functions of its own in place of a search's template of that name: the solver
#: of `engine.alphabeta` (exact_at_least, exact_clear, exact_moves, exact_value).
OVERRIDES: tuple[str, ...]
#: With a solver of its own: how many uint64 its table takes, and where in it nodes are counted.
EXACT_WORDS: int
EXACT_NODES: int

# --- Python only ---


def trick(state: Record) -> tuple[list[tuple[int, int]], int]:
    """The present trick as (seat, card) in the order played, and who wins it so far, or -1.

    Else it is read from the fields of `shared.trick_game.trick_record`.
    """
    raise NotImplementedError


def talon(state: Record) -> tuple[int, int, bool]:
    """Cards left in the talon, the one that lies face up or -1, whether it is closed."""
    raise NotImplementedError


def offered(options: Mapping[str, Any], hand: list[int]) -> list[int]:
    """Moves that are no cards and are shown always, so that it can be said why one is refused."""
    raise NotImplementedError


def contract_of(state: Record) -> tuple[int, str] | None:
    """Of a finished deal the seat and the name of the contract, None where all passed."""
    raise NotImplementedError


def count_worlds(pool: Pool, seat: Seat) -> int:
    """At most how many worlds fit what `seat` knows in the concealed ``pool[0]``."""
    raise NotImplementedError


def list_worlds(pool: Pool, seat: Seat) -> tuple[Any, Any]:
    """All those worlds as states, and their weights: how often `redeal` draws them."""
    raise NotImplementedError


def owner_of(state: Record) -> np.ndarray:
    """Who is dealt each place of the pack: a seat, `shared.packets.OUT`, or DRAWN.

    Then deals are written by hands too, and positions (see `deal.hands`) unless the game has
    `position_fields`; the record has the field `played` of `shared.trick_game.trick_record`.
    """
    raise NotImplementedError


def position_fields(state: Record) -> dict[str, str]:
    """The position as fields of a line of text (see `deal.notation`).  Else pack and moves."""
    raise NotImplementedError


def set_position(state: Record, fields: Mapping[str, str]) -> int | None:
    """Read such fields into a record; the seat whose view it is, None where all is known."""
    raise NotImplementedError


# --- a kernel without a default ---


def resign(state: Record, seat: Seat) -> None:
    """End the deal as given up by `seat`.  Needed where a deal has two seats, and asked there."""
    raise NotImplementedError


# --- hooks ---


@hook
def bounds(state: Record, seat: Seat) -> tuple[int, int]:
    """What `seat` gets at least and at most from here, with any `distinct` moves.

    Default: anything.
    """
    return -NO_BOUND, NO_BOUND


@hook
def try_first(state: Record, moves: Moves) -> Moves:
    """The moves that an exact search tries first, lowest first, then the others.  Default: none."""
    return np.int64(0)


@hook
def distinct(state: Record, moves: Moves) -> Moves:
    """The moves that an exact search need try: of those surely worth the same, one.

    It may also leave out a move that is surely not better than another that stays.  Asked where
    the sides are known.  Default: all.
    """
    return moves


@hook
def exact_key(pool: Pool, i: int) -> tuple[Any, Any]:
    """Two uint64 that tell apart the states of one search from which play goes on differently.

    States that the same position can lead to: what stays as it is from there on (options, the
    contract, the match) need not be told.  Of the positions in a trick it may say (0, 0): then
    nothing is kept of them.  Default: a 128-bit hash of every byte of the record.  Two equal keys
    of different states in one search of a million nodes are then less likely than one in 10**26.
    """
    return hash_record(pool, i)


@hook
def fair_key(pool: Pool, i: int) -> tuple[Any, Any]:
    """Two uint64 that tell apart all states of one world from which play can go on differently.

    Within one list of worlds: cards that nobody has drawn yet need not be told.  Default:
    `exact_key`.
    """
    return exact_key(pool, i)


@hook
def exact_cost(state: Record) -> int:
    """About how many microseconds an exact value costs here, once the sides are known.

    Searches solve exactly where it is small and play rollouts where it is large.  Default: by the
    cards that are left to play.
    """
    cards = 0
    for seat in range(rules.N_SEATS):
        cards += count(rules.hand(state, seat))
    return np.int64(1) << min(cards * 2 // 3, 40)


@hook
def all_seen(state: Record) -> bool:
    """Whether every seat knows all cards that matter from here on, so that exact values are right.

    Asked at every move of a search: a test of a field or two.  Default: no.
    """
    return False


@hook
def sensible(state: Record, moves: Moves) -> Moves:
    """The moves worth playing at random: leave out sure blunders.  Never empty.  Default: all."""
    return moves


@hook
def worth(state: Record, seat: Seat, payoff: int) -> float:
    """What ending this deal of a match with `payoff` is worth to `seat`, in any unit.

    It must rise with the payoff.  Default: the payoff.
    """
    return np.float64(payoff)


@hook
def card_points(state: Record, seat: Seat) -> int:
    """Card points that the side of `seat` has won so far; -1 (default) where none are counted."""
    return np.int64(-1)


# --- the default key ---

_FIRST = np.uint64(0x243F6A8885A308D3)
_SECOND = np.uint64(0x13198A2E03707344)
_MIX_1 = np.uint64(0x9E3779B97F4A7C15)
_MIX_2 = np.uint64(0xC2B2AE3D27D4EB4F)
_S29 = np.uint64(29)
_S32 = np.uint64(32)


@template
def hash_record(pool: Pool, i: int) -> tuple[Any, Any]:
    """Two independent 64-bit hashes of the bytes of ``pool[i]``."""
    data = pool[i : i + 1].view(np.uint8)
    size = data.shape[0]
    a, b = _FIRST, _SECOND
    at = 0
    while at + 8 <= size:
        word = np.uint64(0)
        for k in range(8):
            word |= np.uint64(data[at + k]) << np.uint64(8 * k)
        a = (a ^ word) * _MIX_1
        a ^= a >> _S29
        b = (b + word) * _MIX_2
        b ^= b >> _S32
        at += 8
    while at < size:
        word = np.uint64(data[at])
        a = (a ^ word) * _MIX_1
        a ^= a >> _S29
        b = (b + word) * _MIX_2
        b ^= b >> _S32
        at += 1
    return a * _MIX_2 ^ a >> _S32, b * _MIX_1 ^ b >> _S29
