"""All deals that a seat cannot tell from the real one, for the twins of Watten and Schafkopf.

Hands are tried seat by seat; whether a deal fits is decided by replaying it move by move.
"""

from collections.abc import Callable, Iterator
from itertools import combinations
from math import comb, prod
from typing import Any

from naive_four_seats import SEATS, FourSeatDeal, Hands, Layout, layout, pack_of, read_pack

Make = Callable[[list[int]], FourSeatDeal]


def redeals(
    kind: type[FourSeatDeal],
    game: str,
    pack: str | list[int],
    history: list[int],
    seat: int,
    context: dict[str, Any] | None = None,
    **options: Any,
) -> dict[Layout, int]:
    """Count the deals consistent with all that the seat has seen, by layout of the cards now.

    A pack is consistent when the same history can be replayed from it, every move legal, and the
    seat sees the same at every moment.  A deal is a pack up to the order inside a packet; nobody
    acts between the packets, so every layout stands for the same number of deals.
    """

    def make(p: list[int]) -> FourSeatDeal:
        return kind(game, p, context, **options)

    real = read_pack(pack)
    seen = views(make, real, history, seat)
    now = replayed(make, real, history)
    played = [[c for c in make(real).hands[s] if c not in now.hands[s]] for s in SEATS]
    weight = deals_per_layout(now.PACKETS)
    result = {}
    for hands, out in assignments(make, now, played, history, seat):
        full = pack_of([hands[s] + played[s] for s in SEATS], out, now.PACKETS)
        if same_views(make, full, history, seat, seen):
            result[layout(hands, out)] = weight
    return result


def consistent(
    kind: type[FourSeatDeal],
    game: str,
    pack: str | list[int],
    other: str | list[int],
    history: list[int],
    seat: int,
    context: dict[str, Any] | None = None,
    **options: Any,
) -> bool:
    """Say whether history from the pack `other` looks to the seat just as from `pack`."""

    def make(p: list[int]) -> FourSeatDeal:
        return kind(game, p, context, **options)

    seen = views(make, read_pack(pack), history, seat)
    return same_views(make, read_pack(other), history, seat, seen)


def views(make: Make, pack: list[int], history: list[int], seat: int) -> list[Any]:
    """What the seat sees at every moment of a deal, the start included."""
    return [replayed(make, pack, history[:n]).public(seat) for n in range(len(history) + 1)]


def replayed(make: Make, pack: list[int], history: list[int]) -> FourSeatDeal:
    """Give the deal after the moves; ValueError at an illegal one."""
    deal = make(pack)
    for move in history:
        deal.play(move)
    return deal


def same_views(make: Make, pack: list[int], history: list[int], seat: int, seen: list[Any]) -> bool:
    """Replay history from pack: every move legal, and the seat always sees the same as `seen`."""
    deal = make(pack)
    if deal.public(seat) != seen[0]:
        return False
    for move, expected in zip(history, seen[1:], strict=True):
        if move not in deal.legal():
            return False
        deal.apply(move)
        if deal.public(seat) != expected:
            return False
    return True


def own_moves_legal(make: Make, pack: list[int], history: list[int], seat: int) -> bool:
    """Say whether one seat's moves are legal from pack, the other seats' moves not being judged.

    Only prunes: what a seat may do depends on its own hand and on the public moves, so a hand
    that fails with some filling of the other hands fails with every filling.
    """
    deal = make(pack)
    for move in history:
        if deal.to_move == seat and move not in deal.legal():
            return False
        deal.apply(move)
    return True


def deals_per_layout(packets: tuple[int, ...]) -> int:
    """Packs up to the order inside a packet that give the same four hands: the same for all."""
    left, ways = sum(packets), []
    for size in packets:
        ways.append(comb(left, size))
        left -= size
    return prod(ways) ** len(SEATS)


def assignments(
    make: Make, now: FourSeatDeal, played: Hands, history: list[int], seat: int
) -> Iterator[tuple[Hands, list[int]]]:
    """Give the unseen cards to the hidden hands in every way, dropping hands that cannot be."""
    known: dict[tuple[int, tuple[int, ...]], bool] = {}

    def fits(s: int, hand: tuple[int, ...]) -> bool:
        if (s, hand) not in known:
            full = fill(now, played, seat, s, list(hand))
            known[s, hand] = own_moves_legal(make, full, history, s)
        return known[s, hand]

    def place(s: int, hands: Hands, unseen: list[int]) -> Iterator[tuple[Hands, list[int]]]:
        if s == len(SEATS):
            yield hands, unseen
        elif s == seat:
            yield from place(s + 1, [*hands, now.hands[s]], unseen)
        else:
            for hand in combinations(unseen, len(now.hands[s])):
                if fits(s, hand):
                    rest = [c for c in unseen if c not in hand]
                    yield from place(s + 1, [*hands, list(hand)], rest)

    yield from place(0, [], unseen_cards(now, seat))


def unseen_cards(now: FourSeatDeal, seat: int) -> list[int]:
    """Cards that the seat has neither in hand nor seen played."""
    return sorted([c for s in SEATS if s != seat for c in now.hands[s]] + now.out)


def fill(now: FourSeatDeal, played: Hands, seat: int, fixed: int, hand: list[int]) -> list[int]:
    """Give a pack in which `fixed` holds `hand` now and the other hidden cards lie anywhere."""
    spare = [c for c in unseen_cards(now, seat) if c not in hand]
    hands = []
    for s in SEATS:
        size = len(now.hands[s])
        if s == seat:
            present = now.hands[s]
        elif s == fixed:
            present = hand
        else:
            present, spare = spare[:size], spare[size:]
        hands.append(present + played[s])
    return pack_of(hands, spare, now.PACKETS)
