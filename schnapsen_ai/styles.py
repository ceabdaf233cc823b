"""How cards, suits and ranks are written for people: French, German or Hungarian style.

Card codes are rank then suit in French style (``TH``), suit then rank in the other two (``HX``),
which differ in the names of the suits.  No code means two things, so all are read alike
(`cards.parse_card`); moves that name a suit or rank are read in every style too.
"""

from __future__ import annotations

from .cards import RANKS, SUITS, card_text_in

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

    def __call__(self, card: int) -> str:
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


def names_of_move(name: str) -> set[str]:
    """A move's name in every style, in small letters, and without accents."""
    every = {Style(style).move(name).lower() for style in STYLES}
    return every | {text.replace("ö", "o") for text in every}
