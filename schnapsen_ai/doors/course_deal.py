"""A whole deal of preset `vu` that fits what one seat has seen: plain Python, for both directions.

The course platform and we tell a seat the same, but not in the same form, and each builds its own
form from a whole deal.  What the seat has not seen is filled in at random, so that neither side
tells its bots a hidden card.

Cards are ``8 * suit + rank``, suits C S H D, ranks 7 8 9 J Q K T A; a marriage is 32 + suit, the
exchange 36.  Seat 0 leads first.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random

PACK = [8 * suit + rank for suit in range(4) for rank in range(3, 8)]
MARRIAGE, EXCHANGE = 32, 36
_TALON = 10  # cards, the turn-up last


@dataclass
class Trick:
    """A trick as it was played, perhaps not to its end."""

    leader: int
    exchange: bool = False
    marriage: bool = False
    lead: int | None = None
    follow: int | None = None


@dataclass
class Seen:
    """What a seat has seen of a deal.

    turn_up: the one that lay there first.  hands: its hand before each trick that it has come to,
    after its draws and before any exchange.
    """

    seat: int
    turn_up: int
    hands: list[set[int]] = field(default_factory=list)
    moves: list[int] = field(default_factory=list)
    known: set[int] = field(default_factory=set)  # now in the other hand


def tricks_of(moves: Iterable[int], trump: int) -> list[Trick]:
    """The moves by tricks; the last one may be open, or not yet begun."""
    tricks = [Trick(0)]
    for move in moves:
        trick = tricks[-1]
        if move == EXCHANGE:
            trick.exchange = True
        elif move >= MARRIAGE:
            trick.marriage = True
        elif trick.lead is None:
            trick.lead = move
        else:
            trick.follow = move
            tricks.append(Trick(winner(trick, trump)))
    return tricks


def winner(trick: Trick, trump: int) -> int:
    """The seat that wins a whole trick."""
    assert trick.lead is not None and trick.follow is not None
    same = trick.lead // 8 == trick.follow // 8
    beaten = trick.follow > trick.lead if same else trick.follow // 8 == trump
    return 1 - trick.leader if beaten else trick.leader


def whole_deal(seen: Seen, rng: Random) -> tuple[list[int], list[int], list[int]]:
    """The first hands of seat 0 and 1, and the talon in drawing order, its turn-up last."""
    tricks = tricks_of(seen.moves, seen.turn_up // 8)
    talon: list[int | None] = [None] * (_TALON - 1) + [seen.turn_up]
    own = set(seen.hands[0])
    for number, (trick, hand) in enumerate(zip(tricks, seen.hands[1:], strict=False)):
        drawn = hand - _after(seen, seen.hands[number], trick)
        place = _place(seen.seat, number, trick, seen.turn_up // 8)
        if drawn and place < _TALON - 1:
            talon[place] = drawn.pop()
    own |= {card for card in talon if card is not None}
    theirs = _theirs(seen, tricks)
    places = [
        place for number, trick in enumerate(tricks[:-1][: _TALON // 2])
        if (place := _place(1 - seen.seat, number, trick, seen.turn_up // 8)) < _TALON - 1
    ]
    left = [card for card in PACK if card not in own and card not in theirs]
    rng.shuffle(left)
    while len(theirs) < 5 + len(places):
        theirs.append(left.pop())
    for place, card in zip(places, theirs[5:], strict=True):
        talon[place] = card
    whole = [left.pop() if card is None else card for card in talon]
    hands = sorted(seen.hands[0]), theirs[:5]
    return (*(hands if seen.seat == 0 else hands[::-1]), whole)


def _after(seen: Seen, hand: set[int], trick: Trick) -> set[int]:
    """What is left of the seat's hand when the trick has been played."""
    mine = trick.leader == seen.seat
    if mine and trick.exchange:
        hand = hand - {seen.turn_up // 8 * 8 + 3} | {seen.turn_up}
    return hand - {trick.lead if mine else trick.follow}


def _place(seat: int, number: int, trick: Trick, trump: int) -> int:
    """The place of the talon that a seat draws from after a trick; beyond it when it is gone."""
    return 2 * number + (winner(trick, trump) != seat) if trick.follow is not None else _TALON


def _theirs(seen: Seen, tricks: list[Trick]) -> list[int]:
    """The cards that the other was dealt or drew, those needed first before the others.

    In this order the first five may have been its hand and the others may have come one by one:
    if any order may, this one does.  Without the turn-up, which it got by exchange or drew last.
    """
    jack = seen.turn_up // 8 * 8 + 3
    swapped = next((t.leader for t in tricks if t.exchange), None)
    theirs: list[int] = []
    for trick in tricks:
        leads = trick.leader != seen.seat
        if leads and trick.exchange:
            theirs.append(jack)
        if leads and trick.marriage and trick.lead is not None:
            suit = trick.lead // 8 * 8
            theirs += [suit + 5, suit + 4]
        theirs += [c for c in (trick.lead if leads else trick.follow,) if c is not None]
    theirs += sorted(seen.known)
    not_dealt = {seen.turn_up} | ({jack} if swapped == seen.seat else set())
    return [card for card in dict.fromkeys(theirs) if card not in not_dealt]
