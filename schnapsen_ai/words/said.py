"""Moves as people say them: by their name in a game, or in English, German or Hungarian.

A text is taken word by word, whatever its case, accents, dashes and punctuation; words for suits
and ranks stand for each other ("call-gras", "call S", "Ruf auf Laub", "Hivas: zold").
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from ..card_text import STYLES, Style
from ..cards import RANKS, SUITS, Move
from . import LANGUAGES, say

_FILLERS = {"in", "of", "auf", "the"}
#: What players say besides the words of the table, as letters of `SUITS`.
_ALSO_SUITS = {
    "C": "club acorn eicheln", "S": "spade leaf gras grun green blatt", "H": "heart rot red",
    "D": "diamond bell schell",
}  # fmt: skip
_ALSO_RANKS = {"J": "u", "Q": "o", "T": "x z 10"}


def words_in(text: str) -> tuple[str, ...]:
    """The words of a text in plain small letters, without those that say nothing."""
    plain = unicodedata.normalize("NFKD", text.lower().replace("ß", "ss"))
    plain = "".join(c for c in plain if not unicodedata.combining(c))
    return tuple(word for word in re.findall(r"[^\W_]+", plain) if word not in _FILLERS)


def _spellings() -> tuple[dict[str, str], dict[str, str]]:
    """Every word for a suit, and for a rank, with the letter that it stands for."""
    suits: dict[str, str] = {}
    ranks: dict[str, str] = {}
    for of, letters, also in ((suits, SUITS, _ALSO_SUITS), (ranks, RANKS, _ALSO_RANKS)):
        kind = "suit" if of is suits else "rank"
        for number, letter in enumerate(letters):
            of[letter.lower()] = letter
            named = [say(code, f"{faces}.{kind}.{number}") for code in LANGUAGES
                     for faces in ("french", "german")]
            named += [Style(style).suit(number) for style in STYLES] if of is suits else []
            for word in words_in(" ".join(named) + " " + also.get(letter, "")):
                of.setdefault(word, letter)
    return suits, ranks


_SUITS, _RANKS = _spellings()


def spoken(names: Mapping[Move, str]) -> dict[tuple[str, ...], Move]:
    """What moves are called: the words of each, a suit or rank by its letter.

    names: as in a game's MOVE_NAMES, where the last word may be such a letter.
    """
    found: dict[tuple[str, ...], Move] = {}
    for move, name in names.items():
        key, _, last = name.rpartition(" ")
        lettered = bool(key) and len(last) == 1
        found[(*words_in(key), last) if lettered else words_in(name)] = move
        for language in LANGUAGES:
            text = say(language, f"m.{(key if lettered else name).lower()}", value=f" {last} ")
            parts = words_in(text)
            value = last.lower() if lettered else ""
            said = tuple(last if lettered and part == value else part for part in parts)
            found.setdefault(said, move)
    return found


def read_move(known: Mapping[tuple[str, ...], Move], text: str) -> Move | None:
    """The move of `spoken` that a text means; None if there is none."""
    said = words_in(text)
    if said in known:
        return known[said]
    for letters in (_SUITS, _RANKS):
        for at, word in enumerate(said):
            if word in letters and len(said) > 1:
                as_letter = (*said[:at], letters[word], *said[at + 1 :])
                if as_letter in known:
                    return known[as_letter]
    return None
