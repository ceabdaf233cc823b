"""The contracts of Schafkopf and the order of the cards under each, for the slow twin.

A contract is the move that bids it: 40 Wenz, 41-43 call the ace of C S D, 44-47 solo C S H D.
"""

from functools import cache

from naive_four_seats import GERMAN_RANKS, card, cards, rank_of, suit_of

PASS, DOUBLE, WENZ, SOLO = 36, 37, 40, 44
CALLS = {41: 0, 42: 1, 43: 3}  # contract -> suit of the called ace

HEARTS = 2
TRUMP_CLASS = -1  # trump is a suit of its own
OBERS = tuple(cards("EO GO HO SO"))  # the highest first
UNTERS = tuple(cards("EU GU HU SU"))
OBER, UNTER, ACE = rank_of(card("EO")), rank_of(card("EU")), rank_of(card("EA"))
SUIT_ORDER = [GERMAN_RANKS.index(rank) for rank in "AXKO987"]  # where O is no trump: Wenz
CARD_POINTS = {ACE: 11, rank_of(card("EX")): 10, rank_of(card("EK")): 4, OBER: 3, UNTER: 2}


def bid_class(bid: int) -> int:
    """Pass 0 < call 1 < Wenz 2 < solo 3; all solos are equal (K-o)."""
    if bid >= SOLO:
        return 3
    if bid == WENZ:
        return 2
    return 1 if bid in CALLS else 0


def may_call(hand: list[int], suit: int) -> bool:
    """Lacks the ace and holds a plain card of its suit (O and U do not count)."""
    plain = [c for c in hand if suit_of(c) == suit and rank_of(c) not in (OBER, UNTER)]
    return bool(plain) and 8 * suit + ACE not in hand


@cache
def trumps(contract: int) -> tuple[int, ...]:
    """All trumps, the highest first."""
    if contract == WENZ:
        return UNTERS
    suit = HEARTS if contract in CALLS else contract - SOLO
    return OBERS + UNTERS + tuple(8 * suit + rank for rank in SUIT_ORDER if rank != OBER)


def class_of(c: int, contract: int) -> int:
    """What counts as the card's suit: trump is one, with all its Obers and Unters."""
    return TRUMP_CLASS if c in trumps(contract) else suit_of(c)


def winning_index(trick: list[int], contract: int) -> int:
    """Place in the trick of the winner: the highest trump, else the highest of the suit led."""
    suit_led = (8 * suit_of(trick[0]) + rank for rank in SUIT_ORDER)
    order = (*trumps(contract), *suit_led)
    return trick.index(next(c for c in order if c in trick))


def run_of_top_trumps(owner: dict[int, int], contract: int) -> tuple[int, int]:
    """Side that owns the highest trump, and how many from there down it owns without a gap."""
    order = trumps(contract)
    side = owner[order[0]]
    run = 0
    while run < len(order) and owner[order[run]] == side:
        run += 1
    return side, run
