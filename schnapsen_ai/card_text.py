"""How cards, suits and ranks are written for people: French, German or Hungarian style.

Card codes are rank then suit in French style (``TH``), suit then rank in the other two (``HX``),
which differ in the names of the suits.  No code means two things, so all are read alike
(`parse_card`); moves are read by `words.said`.
"""

from __future__ import annotations

from .cards import RANKS, SUITS, Card

SUIT_NAMES = {
    "french": tuple(SUITS),
    "german": ("Eichel", "Laub", "Herz", "Schellen"),
    "hungarian": ("makk", "zöld", "piros", "tök"),
}
_RANKS = {"french": RANKS, "german": "789UOKXA", "hungarian": "789UOKXA"}
STYLES = tuple(SUIT_NAMES)


class Style:
    """The texts of one style: called with a card it gives its code."""

    def __init__(self, name: str) -> None:
        if name not in SUIT_NAMES:
            raise ValueError(f"style {name!r} is not known: it is one of {', '.join(STYLES)}")
        self.name = name

    def __call__(self, card: Card) -> str:
        return card_text_in(card, "french" if self.name == "french" else "german")

    def suit(self, suit: int) -> str:
        """A suit by its number 0..3: ``H``, ``Herz``, ``piros``."""
        return SUIT_NAMES[self.name][suit]

    def rank(self, rank: int) -> str:
        """A rank by its number 0..7."""
        return _RANKS[self.name][rank]

    def move(self, name: str) -> str:
        """The name of a move, whose last word may be the French letter of a suit or rank."""
        words = name.split()
        if len(words) > 1 and words[-1] in SUITS:
            words[-1] = self.suit(SUITS.index(words[-1]))
        elif len(words) > 1 and words[-1] in RANKS:
            words[-1] = self.rank(RANKS.index(words[-1]))
        return " ".join(words)


_GERMAN_SUITS = {"E": 0, "G": 1, "L": 1, "H": 2, "S": 3}


_GERMAN_RANKS = {r: i for i, r in enumerate("789UOKXA")} | {"Z": 6}


def card_text(card: Card) -> str:
    """French style, rank then suit: ``AS``, ``TH``."""
    return RANKS[card & 7] + SUITS[card >> 3]


def parse_card(text: str) -> Card:
    """A card in French (``AS``) or German style (``EA``, ``HX``); ValueError says what is wrong."""
    t = text.strip().upper().replace("10", "T")
    if len(t) == 2:
        rank = t[0].replace("Z", "T")
        if rank in RANKS and t[1] in SUITS:
            return 8 * SUITS.index(t[1]) + RANKS.index(rank)
        rank = t[1].replace("T", "X")
        if t[0] in _GERMAN_SUITS and rank in _GERMAN_RANKS:
            return 8 * _GERMAN_SUITS[t[0]] + _GERMAN_RANKS[rank]
    raise ValueError(
        f"{text!r} is not a card: write rank then suit, as in AS or TH "
        f"(ranks {' '.join(RANKS)}, suits {' '.join(SUITS)}), or German style, as in EA or HX"
    )


def card_text_in(card: Card, style: str) -> str:
    """A card as written in a style: "french" (``TH``) or "german" (``HX``)."""
    if style == "german":
        return "EGHS"[card >> 3] + "789UOKXA"[card & 7]
    return card_text(card)
