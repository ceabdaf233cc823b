"""One trick of a question: what a lead declares, who takes it, and what is left after it.

What a question depends on beside hands and needs is packed in one int.  Mine from bit 0, theirs
from bit 4; a talon that is still open has further bits (`open_search`).
"""

from __future__ import annotations

import numpy as np

from ....base.jit import inline
from ....cards import Card, Cards, Seat
from ..packed_rules import KING
from .suit_tables import HIGHER, POINTS_OF, SUIT_OF, TRUMPS

PENDING = 3  # declared marriages that wait for a trick, in twenties
HAS_END = 4  # wins if the cards run out; neither side: the taker of the last trick
BARE = 8  # once this side has a trick, the other needs just any trick
TEN = 1 << 8  # the last trick counts ten more
FRESH = 1 << 9  # the leader has no trick yet: marriages wait
# ... and, as in the packed house rules, MARRIAGE_RULES.


@inline
def turned(info: int) -> int:
    """The same with the sides exchanged."""
    return (info & 15) << 4 | (info >> 4 & 15) | (info & ~255)


@inline
def both_cards(queens: int) -> int:
    """Kings and queens of marriages that are given by their queens."""
    return queens | queens << 1


@inline
def that_declare(queens: int, rules: int) -> int:
    """The cards that declare these marriages when led."""
    return queens << 1 if rules & KING else both_cards(queens)


@inline
def declare(info: int, led: Card, waits: bool) -> tuple[int, int]:
    """After leading this card of a marriage: what else the question depends on, points counted."""
    value = np.int64(40 if led < 6 else 20)
    if waits:
        return info + value // 20, np.int64(0)
    return info, value


@inline
def after_trick(
    led: Card, card: Card, takes: bool, rest: int, left: int, my_need: int, their_need: int,
    counted: int, info: int,
) -> tuple[int, int, int, int, int, int]:
    """The trick is over: the points that its winner gained, then the question as he sees it: his
    cards, the other's, his need, the other's, and what else it depends on.

    The leader has `rest` in hand and counted a marriage of `counted`; the follower has `left`.
    """
    gain = POINTS_OF[led & 31] + POINTS_OF[card & 31]
    if takes:
        gain += 20 * (info >> 4 & PENDING)
        return gain, left, rest, their_need - gain, my_need - counted, turned(info) & ~PENDING
    gain += counted + 20 * (info & PENDING)
    return gain, rest, left, my_need - gain, their_need, info & ~PENDING


@inline
def strict_replies(theirs: Cards, led: Card) -> tuple[int, bool]:
    """The cards that may follow once nobody draws, and whether they take the trick."""
    same = theirs & SUIT_OF[led & 31]
    takes = same & HIGHER[led & 31]
    if takes:
        return takes, True
    if same:
        return same, False
    ruffs = theirs & TRUMPS
    return (ruffs, True) if ruffs else (theirs, False)


@inline
def same_strength(card: Card, other: Seat, opposing: int, pair: int) -> bool:
    """Whether no opposing card ranks between two cards of a suit and both or none are in `pair`."""
    if card == other or not SUIT_OF[card & 31] >> other & 1:
        return False
    between = (HIGHER[card & 31] ^ HIGHER[other & 31]) & opposing
    return not between and (pair >> card & 1) == (pair >> other & 1)


@inline
def apart(card: Card, other: Seat) -> int:
    """By how many points two cards differ."""
    return abs(POINTS_OF[card & 31] - POINTS_OF[other & 31])
