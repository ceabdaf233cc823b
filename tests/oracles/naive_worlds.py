"""Which packs fit all that a seat has seen: the slow oracle for sampling hidden cards.

The definition is `consistent`: a pack fits iff replaying the same history from it is legal move by
move and the seat sees, before the first move and after every move, exactly what it really saw.
A *deal* is a pack up to the order inside one packet (first packets of three, second packets, the
turn-up, every talon card by itself). A seat sees its own packets, so only the other seat's first
packet is open to choice: that is the factor `_splits`, the same for every world of a game.

`redeals_brute` is that definition and nothing else, for tiny cases. `redeals` goes through the
history once, carrying every hand the opponent could hold and in how many ways it came about:
talon cards nobody has drawn yet stay HOLEs, an opponent's draw tries every unseen card, and each
hand is moved on by a literal replay. Two ways that lead to the same cards in the hand have the same
key() (all else is public or the seat's own) and are carried on as one, their numbers added.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations
from math import comb

from naive_deal import Deal, after, full_pack

HOLE = -1  # a card that nobody has looked at yet

World = tuple[frozenset, tuple]  # the opponent's hand, the face-down talon in drawing order


def consistent(
    game: str,
    pack: str | list[int],
    other_pack: str | list[int],
    history: list[int],
    seat: int,
    **options,
) -> bool:
    """Would the seat have seen the very same deal had the cards lain as in other_pack?"""
    seen = views(game, pack, history, seat, **options)
    return _fits(Deal(game, other_pack, **options), history, seat, seen)


def views(
    game: str, pack: str | list[int], history: list[int], seat: int, **options
) -> list[tuple]:
    """What the seat sees before the first move and after every move."""
    deal = Deal(game, pack, **options)
    seen = [deal.public(seat)]
    for move in history:
        deal.play(move)
        seen.append(deal.public(seat))
    return seen


def _fits(deal: Deal, history: list[int], seat: int, seen: list[tuple]) -> bool:
    if deal.public(seat) != seen[0]:
        return False
    for move, view in zip(history, seen[1:], strict=True):
        if move not in deal.legal():
            return False
        deal.play(move)
        if deal.public(seat) != view:
            return False
    return True


def redeals(
    game: str, pack: str | list[int], history: list[int], seat: int, **options
) -> dict[World, int]:
    """{(opponent's hand, face-down talon in drawing order): number of consistent deals}."""
    worlds: dict[World, int] = {}
    for deal, unseen, count in _endings_of_replay(game, pack, history, seat, **options):
        hand = frozenset(deal.hands[1 - seat])
        for talon in permutations(sorted(unseen)):  # never looked at: every order fits
            worlds[hand, talon] = count
    return worlds


def redeal_hands(
    game: str, pack: str | list[int], history: list[int], seat: int, **options
) -> dict[frozenset, int]:
    """{opponent's hand: number of consistent deals per order of the face-down talon}.

    The same as `redeals`, where the orders would be too many to list; each hand has as many
    orders as any other, so these numbers are the weights of the hands.
    """
    replay = _endings_of_replay(game, pack, history, seat, **options)
    return {frozenset(deal.hands[1 - seat]): count for deal, _, count in replay}


def _endings_of_replay(
    game: str, pack: str | list[int], history: list[int], seat: int, **options
) -> Iterator[tuple[Deal, frozenset, int]]:
    """(the deal at the end of the history, cards never looked at, number of deals)."""
    real = Deal(game, pack, **options)
    worlds = _starts(real, _draws(real, history, seat), seat)
    for move in history:
        before, real = real, after(real, move)
        drawn = _drawn(before, real, 1 - seat)
        worlds = _step(worlds, move, drawn, real.public(seat), seat)
    splits = _splits(game)
    for deal, unseen, count in worlds.values():
        assert HOLE not in deal.hands[0] + deal.hands[1]
        yield deal, unseen, count * splits


def _splits(game: str) -> int:
    """Ways to deal one hand as a packet of three and a second packet."""
    return comb(6, 3) if game == "sixty_six" else comb(5, 3)


def _drawn(before: Deal, following: Deal, seat: int) -> int | None:
    """The face-down card the seat drew in this move, None if it drew none."""
    taken = before.talon[: len(before.talon) - len(following.talon)]
    return next((card for card in taken if card in following.hands[seat]), None)


def _draws(real: Deal, history: list[int], seat: int) -> set[int]:
    """The face-down cards that the seat itself has drawn."""
    own: set[int] = set()
    for move in history:
        before, real = real, after(real, move)
        card = _drawn(before, real, seat)
        own |= set() if card is None else {card}
    return own


Worlds = dict[tuple, tuple[Deal, frozenset, int]]


def _starts(real: Deal, own_draws: set[int], seat: int) -> Worlds:
    """Every hand the opponent could have been dealt; the talon but for the own draws is HOLEs."""
    opponent = 1 - seat
    unseen = set(full_pack(real.game)) - set(real.hands[seat]) - own_draws - {real.turn_up}
    seen = real.public(seat)
    worlds: Worlds = {}
    for hand in combinations(sorted(unseen), len(real.hands[opponent])):
        deal = real.copy()
        deal.hands[opponent] = list(hand)
        deal.talon = [card if card in own_draws else HOLE for card in real.talon]
        if deal.public(seat) == seen:
            worlds[deal.key()] = (deal, frozenset(unseen - set(hand)), 1)
    return worlds


def _step(worlds: Worlds, move: int, drawn: int | None, seen: tuple, seat: int) -> Worlds:
    """One move of every world; `seen` is what the seat really saw after it."""
    following: Worlds = {}
    for deal, unseen, count in worlds.values():
        if move not in deal.legal():
            continue
        for filled, left in _fill(deal, unseen, drawn is not None):
            filled.play(move)
            if filled.public(seat) == seen:
                _, _, so_far = following.get(filled.key(), (None, None, 0))
                following[filled.key()] = (filled, left, so_far + count)
    return following


def _fill(deal: Deal, unseen: frozenset, draws: bool) -> Iterator[tuple[Deal, frozenset]]:
    """Copies of the deal with the next HOLE filled in every way, if the opponent draws from it."""
    if not draws:
        yield deal.copy(), unseen
        return
    for card in unseen:
        filled = deal.copy()
        filled.talon[filled.talon.index(HOLE)] = card
        yield filled, unseen - {card}


# ---- the literal definition, for tiny cases


def redeals_brute(
    game: str,
    pack: str | list[int],
    history: list[int],
    seat: int,
    talon: tuple[int, ...] | None = None,
    **options,
) -> dict[World, int]:
    """`redeals`, by replaying the history from every deal there is.

    Only the places of the cards that the seat holds or held and of the turn-up are given.
    With a talon, only the deals that leave this face-down talon: that keeps larger cases tiny.
    """
    seen = views(game, pack, history, seat, **options)
    real = Deal(game, pack, **options)
    now = _replay(real, history)
    given = set(real.hands[seat]) | _draws(real, history, seat) | {real.turn_up}
    left = set() if talon is None else set(talon)
    places = [card for card in real.talon if card not in given]
    if talon is not None:
        places = [card for card in places if card not in now.talon]
    worlds: Counter = Counter()
    for old, new in _fillings(real, places, set(real.pack) - given - left, 1 - seat):
        if talon is not None:
            old, new = old + now.talon, new + list(talon)
        deal = Deal(game, _replace(real.pack, old, new), **options)
        if _fits(deal, history, seat, seen):
            worlds[frozenset(deal.hands[1 - seat]), tuple(deal.talon)] += 1
    return dict(worlds)


def _replay(start: Deal, history: list[int]) -> Deal:
    deal = start.copy()
    for move in history:
        deal.play(move)
    return deal


def _fillings(
    real: Deal, talon_places: list[int], unseen: set[int], opponent: int
) -> Iterator[tuple[list[int], list[int]]]:
    """(cards, cards to put in their places): all of the unseen, packets without an order."""
    first, second = real.packets[opponent]
    for new_first in combinations(sorted(unseen), len(first)):
        for new_second in combinations(sorted(unseen - set(new_first)), len(second)):
            rest = unseen - set(new_first) - set(new_second)
            for new_rest in permutations(sorted(rest)):
                yield first + second + talon_places, [*new_first, *new_second, *new_rest]


def _replace(pack: list[int], old: list[int], new: list[int]) -> list[int]:
    """The pack with every old card's place taken by the new card beside it."""
    instead = dict(zip(old, new, strict=True))
    return [instead.get(card, card) for card in pack]
