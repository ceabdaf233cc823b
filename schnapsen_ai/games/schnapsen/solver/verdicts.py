"""The answer to a question about a race, with the needs for which it holds as well.

If the leader wins, he wins with a smaller need of his own and a greater need of the follower.  So
an answer is a *verdict*, packed in one int: `WON` or not, and two limits::

    bit     20        19 .. 10          9 .. 0
          leader    limit of the      limit of the
           wins     leader's need    follower's need

A won race stays won while ``my need <= first`` and ``their need >= second``; a lost one stays
lost while ``my need >= first`` and ``their need <= second``.  The limits are as wide as the proof
allows.  -1 stands for no answer yet.
"""

from __future__ import annotations

import numpy as np

from ....base.jit import inline
from ....cards import Card, Seat

WON = 1 << 20
LIMIT = 1023  # the ten bits of each limit
ALWAYS = 400  # a limit that no need reaches, with room for sums
NEVER = 250  # a need that is never met


@inline
def won(most: int, least: int) -> int:
    return WON | most << 10 | least


@inline
def lost(least: int, most: int) -> int:
    return least << 10 | most


@inline
def first(verdict: int) -> int:
    """The limit of the leader's need."""
    return verdict >> 10 & LIMIT


@inline
def second(verdict: int) -> int:
    """The limit of the follower's need."""
    return verdict & LIMIT


# --- the same question, a little different ---


@inline
def freed(verdict: int) -> int:
    """A verdict that does not depend on the second need."""
    return verdict & ~LIMIT | (0 if verdict >= WON else ALWAYS)


@inline
def freed_first(verdict: int) -> int:
    """A verdict that does not depend on the leader's need."""
    return (verdict & ~(LIMIT << 10)) | (ALWAYS << 10 if verdict >= WON else 0)


@inline
def lowered(verdict: int, shift: int, of_leader: bool) -> int:
    """A verdict in needs that are smaller by `shift` for one side."""
    a = first(verdict)
    b = second(verdict)
    if of_leader:
        a = max(0, a - shift)
    else:
        b = max(0, b - shift)
    return (verdict & WON) | a << 10 | b


# --- from the position after a trick to the one before it ---


@inline
def kept_lead(verdict: int, gain: int) -> int:
    """A verdict before a trick in which the leader gained `gain` (his need was more)."""
    if verdict >= WON:
        return verdict + (gain << 10)
    return lost(max(first(verdict), 1) + gain, second(verdict))


@inline
def lost_lead(verdict: int, declared: int, gain: int) -> int:
    """The leader's verdict, from the one of the follower who took the trick and `gain` points,
    the leader having counted a marriage of `declared`; neither had arrived."""
    mine = second(verdict)
    theirs = first(verdict)
    if verdict >= WON:
        return lost(max(mine, 1) + declared if declared else mine, theirs + gain)
    return won(mine + declared, max(theirs, 1) + gain)


@inline
def before_trick(verdict: int, takes: bool, declared: int, gain: int) -> int:
    """`lost_lead` if the follower takes the trick, else `kept_lead`."""
    return lost_lead(verdict, declared, gain) if takes else kept_lead(verdict, gain)


@inline
def arrived(takes: bool, declared: int, gain: int) -> int:
    """The verdict before a trick that brings its winner all that he needs."""
    return lost(declared + 1 if declared else 0, gain) if takes else won(gain, 0)


# --- of several moves ---


@inline
def all_won(verdict: int, other: Seat) -> int:
    """What holds if the leader wins against either of two replies."""
    return won(min(first(verdict), first(other)), max(second(verdict), second(other)))


@inline
def all_lost(verdict: int, other: Seat) -> int:
    """What holds if the leader loses with either of two moves."""
    return lost(max(first(verdict), first(other)), min(second(verdict), second(other)))


@inline
def shifted(verdict: int, apart: int, my_need: int, their_need: int) -> int:
    """The verdict on the move with an equal card, from the one on its neighbour; -1: ask anew.

    Two cards of one hand with no card of the other hand between them lead to the same game with
    two point values exchanged: at any time the sides' points differ by at most `apart`, the
    difference of the two values.  So a verdict whose limits have that much room serves both.
    """
    if verdict >= WON:
        a = first(verdict) - apart
        b = second(verdict) + apart
        return won(a, b) if a >= my_need and b <= their_need else np.int64(-1)
    a = first(verdict) + apart
    b = second(verdict) - apart
    return lost(a, b) if a <= my_need and b >= their_need else np.int64(-1)


# --- in a table ---

EMPTY = 255 << 8 | 255 << 16 | 31 << 32  # an entry that covers nothing, and has no card
NO_CARD = 31


@inline
def covers(entry: int, my_need: int, their_need: int) -> int:
    """The verdict that a table entry holds for these needs, or -1."""
    most = entry & 255
    least = entry >> 8 & 255
    if my_need <= most and their_need >= least:
        return won(most, least)
    least = entry >> 16 & 255
    most = entry >> 24 & 255
    if my_need >= least and their_need <= most:
        return lost(least, most)
    return np.int64(-1)


@inline
def widened(entry: int, verdict: int, card: Card) -> int:
    """A table entry with the limits of a new verdict, and the card to try first from bit 32."""
    a = min(first(verdict), 254)
    b = min(second(verdict), 254)
    if verdict >= WON:
        entry = entry & ~0xFFFF | a | b << 8
    else:
        entry = entry & ~0xFFFF0000 | a << 16 | b << 24
    return entry & 0xFFFFFFFF | card << 32


@inline
def card_of(entry: int) -> int:
    """The card to try first, or `NO_CARD`."""
    return entry >> 32 & 31
