"""Every text that a person reads at the table, in English, German and Hungarian.

>>> say("de", "turn_of", who="Anna")
'Anna ist am Zug'

A language is a dict from key to text with ``{names}``; all three have the same keys and names (a
test says so).  The browser gets a whole dict and fills it in the same way.  Keys: ``m.`` moves,
``f.`` facts, ``e.`` endings, ``w.`` reasons why a move is refused; the rest is the page.
"""

from __future__ import annotations

from ..cards import Card
from ..games import guests
from . import english, german, hungarian

LANGUAGES = {"en": english.WORDS, "de": german.WORDS, "hu": hungarian.WORDS}


def say(language: str, key: str, **names: object) -> str:
    """A text with its names filled in; KeyError if there is no such key.

    A move, fact or ending of a game from elsewhere has the words of that game, or else its name.
    """
    text = LANGUAGES[language].get(key) or _guests_word(language, key)
    if text is None and key[:2] in ("m.", "f.", "e."):
        text = key[2:].replace("_", " ")
    if text is None:
        raise KeyError(key)
    for name, value in names.items():
        text = text.replace("{" + name + "}", str(value))
    return text


def has(language: str, key: str) -> bool:
    """Whether a language has a text of this key."""
    return key in LANGUAGES[language] or _guests_word(language, key) is not None


def all_words(language: str) -> dict[str, str]:
    """Every text of a language, those of games from elsewhere included."""
    words = dict(LANGUAGES[language])
    for module in guests.values():
        for key, text in getattr(module, "WORDS", {}).get(language, {}).items():
            words.setdefault(key, text)
    return words


def _guests_word(language: str, key: str) -> str | None:
    """The text of a game from elsewhere (`WORDS` of its module)."""
    for module in guests.values():
        if text := getattr(module, "WORDS", {}).get(language, {}).get(key):
            return str(text)
    return None


def card_name(language: str, card: Card, style: str = "french") -> str:
    """A card in words: "ace of spades", "Laub-Daus", "zöld ász"."""
    suit = say(language, f"{style}.suit.{card >> 3}")
    rank = say(language, f"{style}.rank.{card & 7}")
    return say(language, "card", suit=suit, rank=rank)


def move_name(language: str, name: str, style: str = "french") -> str:
    """A move that is no card, from its name in the game: "marriage C" -> "Marriage in clubs"."""
    key, _, last = name.rpartition(" ")
    if key and has(language, f"m.{key.lower()}"):
        if last in "CSHD":
            value = say(language, f"{style}.suit.{'CSHD'.index(last)}")
        else:
            value = say(language, f"{style}.rank.{'789JQKTA'.index(last)}")
        return say(language, f"m.{key.lower()}", value=value)
    known = f"m.{name.lower()}"
    return say(language, known) if has(language, known) else name
