"""What the slow twins of Rablo, Snapszer and Bauernschnapsen share.

Plain Python, written from the rules page alone: cards are ints, hands are sets, moves are the
ids of the rule book.  Nothing here is fast and nothing here looks at the package under test.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, ClassVar, Self

RANKS = "789JQKTA"
SUITS = "CSHD"
GERMAN_RANKS = "789UOKXA"
GERMAN_SUITS = "EGHS"
POINTS = (0, 0, 0, 2, 3, 4, 10, 11)
QUEEN, KING = 4, 5
Pack = str | Iterable[int]
Context = dict[str, Any] | None

MARRIAGE = 32  # 32..35: marriage in C S H D
PASS, DOUBLE, ENOUGH, SHOW = 36, 37, 38, 39
TRUMP = 44  # 44..47: trump C S H D


def suit(card: int) -> int:
    return card // 8


def rank(card: int) -> int:
    return card % 8


def card_points(cards: Iterable[int]) -> int:
    return sum(POINTS[rank(card)] for card in cards)


def parse_card(text: str) -> int:
    """'AS' (French: rank, suit) or 'SA' (German: suit, rank)."""
    if text[0] in RANKS:
        return 8 * SUITS.index(text[1]) + RANKS.index(text[0])
    return 8 * GERMAN_SUITS.index(text[0]) + GERMAN_RANKS.index(text[1])


def parse_cards(text: str) -> list[int]:
    return [parse_card(word) for word in text.split()]


def parse_pack(pack: Pack, cards: Iterable[int]) -> list[int]:
    """A pack in dealing order; it must hold exactly the cards of the game."""
    result = parse_cards(pack) if isinstance(pack, str) else list(pack)
    if sorted(result) != sorted(cards):
        raise ValueError("this is not a pack of this game")
    return result


def cards_from(lowest_rank: int) -> list[int]:
    return [8 * s + r for s in range(4) for r in range(lowest_rank, 8)]


def deal_packets(pack: list[int], seats: int, sizes: tuple[int, int]) -> list[list[list[int]]]:
    """[first packets, second packets, what stays out]: packets of the seats in turn."""
    rounds, start = [], 0
    for size in sizes:
        rounds.append([pack[start + p * size : start + (p + 1) * size] for p in range(seats)])
        start += seats * size
    return [*rounds, [pack[start:]]]


# --- section 0: tricks ----------------------------------------------------------------------


def beats(card: int, best: int, trump: int | None) -> bool:
    """Does `card`, played after `best`, take the trick from it?"""
    if suit(card) == suit(best):
        return rank(card) > rank(best)
    return suit(card) == trump


def best_card(trick: list[int], trump: int | None) -> int:
    """Highest trump, else highest card of the led suit."""
    best = trick[0]
    for card in trick[1:]:
        if beats(card, best, trump):
            best = card
    return best


def strict(
    hand: Iterable[int],
    trick: list[int],
    trump: int | None,
    overtrump: bool = True,
    must_beat: bool = True,
) -> set[int]:
    """STRICT(hand, trick, trump) of section 0: the cards that may follow."""
    led, best = suit(trick[0]), best_card(trick, trump)
    same = {c for c in hand if suit(c) == led}
    trumps = {c for c in hand if suit(c) == trump}
    if same:  # rule 1: follow, and beat a best card of the led suit if possible
        higher = {c for c in same if beats(c, best, trump)}
        return higher if higher and suit(best) == led and must_beat else same
    if trumps:  # rule 2: trump, overtrump if possible, else undertrump
        higher = {c for c in trumps if beats(c, best, trump)}
        return higher if higher and overtrump else trumps
    return set(hand)  # rule 3: anything


def marriages(hand: Iterable[int]) -> list[int]:
    """The suits of which king and queen are held."""
    held = set(hand)
    return [s for s in range(4) if {8 * s + KING, 8 * s + QUEEN} <= held]


def marriage_points(s: int, trump: int | None) -> int:
    return 40 if s == trump else 20


def pair_of(s: int, hand: Iterable[int]) -> set[int]:
    """King and queen of the suit, as far as they are still held."""
    return {8 * s + KING, 8 * s + QUEEN} & set(hand)


def solid(own: Iterable[int], unseen: Iterable[int]) -> bool:
    """CLAIM, one suit led from the top: the i-th card finds no higher one left."""
    against = sorted(unseen, reverse=True)
    for i, card in enumerate(sorted(own, reverse=True), start=1):
        exhausted = i - 1 >= len(against)
        if not exhausted and card < against[0]:
            return False
    return True


def claim(hand: Iterable[int], unseen: Iterable[int], trump: int) -> bool:
    """CLAIM(hand, unseen, trump) of section 0: surely every remaining trick."""

    def of_suit(cards: Iterable[int], s: int) -> list[int]:
        return [c for c in cards if suit(c) == s]

    hand, unseen = list(hand), list(unseen)
    own_trumps, their_trumps = of_suit(hand, trump), of_suit(unseen, trump)
    if len(own_trumps) < len(their_trumps) and len(own_trumps) < len(hand):
        return False  # a trump could take a side-suit card
    return all(solid(of_suit(hand, s), of_suit(unseen, s)) for s in range(4))


# --- the frame of a deal --------------------------------------------------------------------


def _clone(value: Any) -> Any:
    if isinstance(value, list):
        return [_clone(item) for item in value]
    return set(value) if isinstance(value, set) else value


class Twin:
    """What all deals do alike; a game fills in the methods that raise NotImplementedError."""

    DEFAULTS: ClassVar[dict[str, Any]] = {}
    hands: list[set[int]]
    turn: int
    phase: str

    def __init__(self, game: str, options: dict[str, Any]) -> None:
        for name in options:
            if name not in self.DEFAULTS:
                raise ValueError(f"no such option: {name}")
        self.game = game
        self.options = {**self.DEFAULTS, **options}
        self.history: list[int] = []
        self.queue: list[int] = []  # seats still to be asked in a doubling window
        self.trick: list[int] = []
        self.trick_seats: list[int] = []
        self.played: set[int] = set()
        self.ending: str | None = None
        self.result: tuple[int, ...] | None = None

    def moves(self) -> set[int]:
        """The moves of the present phase: the game's method `bid_moves`, `play_moves`, ..."""
        return getattr(self, f"{self.phase}_moves")()

    def followers(self, hand: Iterable[int]) -> set[int]:
        """The cards of a hand that may follow in the present trick."""
        raise NotImplementedError

    def announced(self) -> tuple[Hashable, ...]:
        """What everybody sees and knows beyond `facts`: the game's own part of it."""
        raise NotImplementedError

    def hidden(self) -> tuple[Hashable, ...]:
        """What matters and lies face down, beyond the hands."""
        raise NotImplementedError

    def sides(self) -> tuple[int, ...] | None:
        raise NotImplementedError

    @property
    def to_move(self) -> int | None:
        if self.ending:
            return None
        return self.queue[0] if self.queue else self.turn

    def legal(self) -> list[int]:
        return [] if self.ending else sorted(self.moves())

    def play(self, move: int) -> None:
        if move not in self.legal():
            raise ValueError(f"illegal move {move}")
        self.make(move)

    def make(self, move: int) -> None:
        """A move known to be legal: the game's method `make_bid`, `make_play`, ...."""
        self.history.append(move)
        getattr(self, f"make_{self.phase}")(move)

    def payoffs(self) -> tuple[int, ...]:
        if self.result is None:
            raise ValueError("the deal is not over")
        return self.result

    def plays_card(self, move: int) -> bool:
        return move < 32

    def facts(self) -> tuple[Hashable, ...]:
        """Everything on the table that everybody sees."""
        cards = (tuple(self.trick_seats), tuple(self.trick), frozenset(self.played))
        over = (self.ending, self.result)
        return (self.phase, self.to_move, tuple(self.queue), cards, over, self.announced())

    def lay(self, card: int) -> None:
        """The card goes from the hand of the seat in turn to the trick."""
        self.hands[self.turn].remove(card)
        self.played.add(card)
        self.trick.append(card)
        self.trick_seats.append(self.turn)

    def take_trick(self, trump: int | None) -> tuple[int, int]:
        """(winner, card points) of the full trick, which leaves the table."""
        winner = self.trick_seats[self.trick.index(best_card(self.trick, trump))]
        value = card_points(self.trick)
        self.trick, self.trick_seats = [], []
        return winner, value

    def copy(self) -> Self:
        other = object.__new__(type(self))
        for name, value in vars(self).items():
            setattr(other, name, _clone(value))
        return other

    def key(self) -> Hashable:
        hands = tuple(frozenset(hand) for hand in self.hands)
        options = tuple(sorted(self.options.items()))
        return (self.game, options, self.facts(), hands, self.hidden())

    def public(self, seat: int) -> Hashable:
        moves = tuple(self.legal()) if self.to_move == seat else ()
        return (self.game, self.facts(), frozenset(self.hands[seat]), moves)


# --- counting and searching -----------------------------------------------------------------


def perft(deal: Twin, depth: int) -> int:
    """Number of move sequences of exactly this length."""
    if depth == 0:
        return 1
    total = 0
    for move in deal.legal():
        after = deal.copy()
        after.play(move)
        total += perft(after, depth - 1)
    return total


def value(deal: Twin, seat: int, memo: dict[Hashable, int] | None = None) -> int:
    """What `seat` gets with open cards if its side seeks and the other side spoils it."""
    if deal.to_move is None:
        return deal.payoffs()[seat]
    memo = {} if memo is None else memo
    key = (seat, deal.key())
    if key not in memo:
        sides = deal.sides()
        if sides is None:
            raise ValueError("the sides are not settled yet")
        choose = max if sides[deal.to_move] == sides[seat] else min
        memo[key] = choose(_after(deal, move, seat, memo) for move in deal.legal())
    return memo[key]


def _after(deal: Twin, move: int, seat: int, memo: dict[Hashable, int]) -> int:
    after = deal.copy()
    after.play(move)
    return value(after, seat, memo)
