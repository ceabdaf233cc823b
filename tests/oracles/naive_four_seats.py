"""What the slow twins of Watten and Schafkopf share: cards, dealing, perft, minimax.

Nothing here is clever.  A card is an int, 8*suit + rank (suits C S H D, ranks 7 8 9 J Q K T A);
a hand is an ascending list of cards.  Seat 0 acts first in a deal, the dealer is seat 3.
"""

import copy
from typing import Any, ClassVar, Self, TypeVar

SEATS = range(4)
DEALER = 3
FRENCH_RANKS, FRENCH_SUITS = "789JQKTA", "CSHD"
GERMAN_RANKS, GERMAN_SUITS = "789UOKXA", "EGHS"

Hands = list[list[int]]
Layout = tuple[frozenset[int], ...]
D = TypeVar("D", bound="FourSeatDeal")


def card(text: str) -> int:
    """Read "AS" (French: rank, suit) or "GA" (German: suit, rank); no text means two cards."""
    if len(text) == 2 and text[0] in FRENCH_RANKS and text[1] in FRENCH_SUITS:
        return 8 * FRENCH_SUITS.index(text[1]) + FRENCH_RANKS.index(text[0])
    if len(text) == 2 and text[0] in GERMAN_SUITS and text[1] in GERMAN_RANKS:
        return 8 * GERMAN_SUITS.index(text[0]) + GERMAN_RANKS.index(text[1])
    raise ValueError(f"{text!r} is not a card")


def cards(text: str) -> list[int]:
    """Read cards in the order written."""
    return [card(word) for word in text.split()]


def suit_of(card: int) -> int:
    """Suit of a card, 0..3 for C S H D."""
    return card // 8


def rank_of(card: int) -> int:
    """Rank of a card, 0..7 for 7 8 9 J Q K T A."""
    return card % 8


def read_pack(pack: str | list[int]) -> list[int]:
    """Read a whole pack of 32 different cards in dealing order."""
    result = cards(pack) if isinstance(pack, str) else list(pack)
    if sorted(result) != list(range(32)):
        raise ValueError("a pack is each of the 32 cards once")
    return result


def deal_out(pack: list[int], packets: tuple[int, ...]) -> tuple[Hands, list[int]]:
    """Deal packets to the four seats in turn: the hands, and the cards that stay out."""
    hands: Hands = [[], [], [], []]
    rest = list(pack)
    for size in packets:
        for seat in SEATS:
            hands[seat] += rest[:size]
            rest = rest[size:]
    return [sorted(hand) for hand in hands], sorted(rest)


def pack_of(hands: Hands, out: list[int], packets: tuple[int, ...]) -> list[int]:
    """Give one of the packs that deal_out turns into these hands."""
    left = [list(hand) for hand in hands]
    pack = []
    for size in packets:
        for seat in SEATS:
            pack += left[seat][:size]
            left[seat] = left[seat][size:]
    return pack + list(out)


def pack_with(packets: tuple[int, ...], *starts: str) -> list[int]:
    """Give a pack that deals each seat the cards written, filled up with the lowest others."""
    hands = [cards(text) for text in starts] + [[] for _ in SEATS[len(starts) :]]
    spare = [c for c in range(32) if not any(c in hand for hand in hands)]
    for hand in hands:
        while len(hand) < sum(packets):
            hand.append(spare.pop(0))
    return pack_of(hands, spare, packets)


def layout(hands: Hands, out: list[int]) -> Layout:
    """Give the four hands as sets, and the cards out of play if there are any."""
    return tuple(frozenset(held) for held in [*hands, out] if held or held is not out)


class FourSeatDeal:
    """One deal: a game adds set_up, to_move, legal, apply, payoffs, key and public."""

    GAME: ClassVar[str]
    PACKETS: ClassVar[tuple[int, ...]]
    DEFAULTS: ClassVar[dict[str, Any]]

    def __init__(
        self,
        game: str,
        pack: str | list[int],
        context: dict[str, Any] | None = None,
        **options: Any,
    ) -> None:
        """Deal the pack; options left out have the defaults of the rules page."""
        if game != self.GAME:
            raise ValueError(f"this is the twin of {self.GAME}, not of {game}")
        for name in options:
            if name not in self.DEFAULTS:
                raise ValueError(f"{game} has no option {name}")
        self.options = {**self.DEFAULTS, **options}
        self.context = dict(context or {})
        self.pack = read_pack(pack)
        self.hands, self.out = deal_out(self.pack, self.PACKETS)
        self.history: list[int] = []
        self.ending: str | None = None
        self.set_up()

    def set_up(self) -> None:
        """Set the game's own attributes at the start of a deal."""
        raise NotImplementedError

    @property
    def to_move(self) -> int | None:
        """Seat to move, None when over."""
        raise NotImplementedError

    def legal(self) -> list[int]:
        """Ascending legal moves of the seat to move, [] when over."""
        raise NotImplementedError

    def apply(self, move: int) -> None:
        """Carry out a move of the seat to move, without asking whether it is legal."""
        raise NotImplementedError

    def payoffs(self) -> tuple[int, ...]:
        """Points of the four seats; ValueError before the end."""
        raise NotImplementedError

    def sides(self) -> tuple[int, ...] | None:
        """Side of every seat, None while play has not settled it."""
        raise NotImplementedError

    def key(self) -> tuple[Any, ...]:
        """Everything that can influence the rest of the deal (the options are taken as given)."""
        raise NotImplementedError

    def play(self, move: int) -> None:
        """Carry out a legal move; ValueError (and no change) when it is not legal."""
        if move not in self.legal():
            raise ValueError(f"{move} is not a legal move after {self.history}")
        self.apply(move)

    def copy(self) -> Self:
        """Give an independent copy (of lists and lists of lists; all else never changes)."""
        result = copy.copy(self)
        for name, held in vars(self).items():
            if isinstance(held, list):
                fresh = [list(item) if isinstance(item, list) else item for item in held]
                setattr(result, name, fresh)
        return result

    def layout(self) -> Layout:
        """Where every card not yet played is: the four hands, then what is out of play if any."""
        return layout(self.hands, self.out)

    def public(self, seat: int) -> tuple[Any, ...]:
        """What the seat can see now: its hand, all moves, whose turn, its own moves, the result.

        In both games every move is made openly and a hand is dealt in full before anybody acts;
        all other public facts (stake, points, tricks, bids) follow from the moves.
        """
        mover = self.to_move
        own = tuple(self.legal()) if mover == seat else ()
        result = self.payoffs() if self.ending else None
        return (tuple(self.hands[seat]), tuple(self.history), mover, own, self.ending, result)


def perft(deal: FourSeatDeal, depth: int) -> int:
    """Count the sequences of exactly depth moves."""
    if depth == 0:
        return 1
    return sum(perft(after(deal, move), depth - 1) for move in deal.legal())


def after(deal: D, move: int) -> D:
    """Give the deal after one more move."""
    result = deal.copy()
    result.play(move)
    return result


def value(deal: FourSeatDeal, seat: int, memo: dict[Any, Any] | None = None) -> int:
    """Payoff of the seat when all cards are open and both sides play their best."""
    if deal.sides() is None:
        raise ValueError("the sides are not settled yet")
    return best_payoffs(deal, {} if memo is None else memo)[seat]


def best_payoffs(deal: FourSeatDeal, memo: dict[Any, Any]) -> tuple[int, ...]:
    """Minimax: the seat to move takes what pays it (and so its side) most."""
    seat = deal.to_move
    if seat is None:
        return deal.payoffs()
    key = deal.key()
    if key not in memo:
        results = [best_payoffs(after(deal, move), memo) for move in deal.legal()]
        memo[key] = max(results, key=lambda result: result[seat])
    return memo[key]


class FourSeatMatch:
    """Deals in a row; the deal passes one seat to the left after every deal."""

    def __init__(self) -> None:
        """Player 0 is the first to act in the first deal."""
        self.played = 0  # deals

    def seating(self) -> tuple[int, ...]:
        """Players in the seats of the next deal."""
        return tuple((self.played + seat) % 4 for seat in SEATS)
