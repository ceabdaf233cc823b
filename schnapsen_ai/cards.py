"""Cards, sets of cards and random words.

A card is ``8*suit + rank``: suits C S H D = 0..3, ranks 7 8 9 J Q K T A = 0..7.  A set of cards
is the bits of one int64, so that a suit is one byte of it::

    bit   31 .. 24   23 .. 16   15 .. 8    7 .. 0
          D          H          S          C           each byte A T K Q J 9 8 7

A set of moves is the same kind of int, with the ids 32..62 for moves that are not cards.
All sets are int64.  Random words alone are uint64, and the two are never mixed.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from .base.arrays import Words
from .base.jit import inline, jit  # first: it imports numba with the garbage collector off

# isort: split
import llvmlite.binding
import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

# What an int means in a signature.
Card: TypeAlias = int  # 0..31
Cards: TypeAlias = int  # a set of cards
Move: TypeAlias = int  # 0..62: a card, or what a game calls by the number
Moves: TypeAlias = int  # a set of moves
Seat: TypeAlias = int  # from 0, clockwise; often -1 for nobody
Side: TypeAlias = int  # 0 or 1

SUITS = "CSHD"
RANKS = "789JQKTA"
SUIT_BYTE = 0xFF
JACKS = 0x08080808
QUEENS = 0x10101010
KINGS = 0x20202020
PACK_20 = 0xF8F8F8F8
PACK_24 = 0xFCFCFCFC
PACK_32 = 0xFFFFFFFF

# Card points by card id: A 11, T 10, K 4, Q 3, J 2, the rest 0.
POINTS = np.array([0, 0, 0, 2, 3, 4, 10, 11] * 4, dtype=np.int64)


@intrinsic
def _ctpop(typingctx: Any, mask: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), codegen


@intrinsic
def _cttz(typingctx: Any, mask: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], context.get_constant(types.boolean, 0))

    return types.int64(types.int64), codegen


@intrinsic
def _ctlz(typingctx: Any, mask: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], context.get_constant(types.boolean, 0))

    return types.int64(types.int64), codegen


def _has_pdep() -> bool:
    """Whether the processor that numba compiles for has the bit-deposit instruction."""
    if numba.config.CPU_NAME or numba.config.CPU_FEATURES:
        return False  # the user compiles for another processor
    return bool(llvmlite.binding.get_host_cpu_features().get("bmi2", False))


@intrinsic
def _pdep(typingctx: Any, source: Any, mask: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        deposit = builder.module.declare_intrinsic(
            "llvm.x86.bmi.pdep.64", (), ir.FunctionType(word, [word, word])
        )
        return builder.call(deposit, args)

    return types.int64(types.int64, types.int64), codegen


def count(mask: Cards) -> int:
    """How many cards or moves a set has."""
    return int(mask).bit_count()


def lowest(mask: Cards) -> Card:
    """The lowest card or move of a non-empty set."""
    return (int(mask) & -int(mask)).bit_length() - 1


def highest(mask: Cards) -> Card:
    """The highest card or move of a non-empty set."""
    return int(mask).bit_length() - 1


@overload(count)
def _count(mask):  # type: ignore[no-untyped-def]
    return lambda mask: _ctpop(np.int64(mask))


@overload(lowest)
def _lowest(mask):  # type: ignore[no-untyped-def]
    return lambda mask: _cttz(np.int64(mask))


@overload(highest)
def _highest(mask):  # type: ignore[no-untyped-def]
    return lambda mask: np.int64(63) - _ctlz(np.int64(mask))


@inline
def bit(card: Card) -> Cards:
    """The set that holds one card or move."""
    return np.int64(1) << np.int64(card)


@inline
def suit_cards(suit: int) -> Cards:
    """All cards of a suit."""
    return np.int64(0xFF) << (np.int64(suit) * 8)


@inline
def suit_of(card: Card) -> int:
    return np.int64(card) >> 3


@inline
def above(card: Card) -> Cards:
    """The cards of the same suit that rank higher (not Watten, which has its own order)."""
    card = np.int64(card)
    return (np.int64(0xFF) << (card & 24)) & ~((np.int64(2) << card) - 1)


def _nth(mask: Cards, n: int) -> int:
    for _ in range(n):
        mask &= mask - 1
    return lowest(mask)


@overload(_nth)
def _nth_compiled(mask, n):  # type: ignore[no-untyped-def]
    if _has_pdep():
        return lambda mask, n: _cttz(_pdep(np.int64(1) << np.int64(n), mask))
    return _nth


@inline
def nth(mask: Cards, n: int) -> Card:
    """The card or move with `n` others of the set below it; 0 <= n < count(mask)."""
    return _nth(mask, n)


# --- random words: splitmix64 (Steele, Lea, Flood 2014); the state is one uint64 in an array ---

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_S27 = np.uint64(27)
_S30 = np.uint64(30)
_S31 = np.uint64(31)
_S32 = np.uint64(32)


@inline
def word(rng: Words) -> Any:
    """The next random uint64; `rng` is a uint64 array of length 1, advanced in place."""
    rng[0] += _GOLDEN
    z = rng[0]
    z = (z ^ (z >> _S30)) * _MIX_1
    z = (z ^ (z >> _S27)) * _MIX_2
    return z ^ (z >> _S31)


@inline
def below(rng: Words, n: int) -> int:
    """A random int64 of 0 .. n-1 (n below 2**32)."""
    return np.int64(((word(rng) >> _S32) * np.uint64(n)) >> _S32)


@inline
def uniform(rng: Words) -> float:
    """A random float of [0, 1)."""
    return np.float64(word(rng) >> np.uint64(11)) * 1.1102230246251565e-16


@inline
def pick(mask: Cards, rng: Words) -> Card:
    """A random member of a non-empty set."""
    return nth(mask, below(rng, count(mask)))


@jit
def pick_some(mask: Cards, n: int, rng: Words) -> int:
    """A random subset with `n` members, each such subset equally likely."""
    size = count(mask)
    few = n if 2 * n <= size else size - n  # draw the smaller part
    rest = mask
    for _ in range(few):
        rest ^= bit(pick(rest, rng))
    return mask ^ rest if few == n else rest


@jit
def shuffle(cards: Any, n: int, rng: Words) -> None:
    """Shuffle the first `n` entries of an array in place (Fisher-Yates)."""
    for i in range(n - 1, 0, -1):
        j = below(rng, i + 1)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card


# --- text (Python only) ---

def members(mask: Cards) -> list[Card]:
    """The cards or moves of a set, ascending."""
    mask = int(mask)
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def set_of(cards: Any) -> int:
    """The set of some cards or moves, a Python int."""
    mask = 0
    for card in cards:
        mask |= 1 << int(card)
    return mask


