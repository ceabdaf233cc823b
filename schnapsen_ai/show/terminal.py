"""A deal in a terminal: a board of text, with colours where the terminal has them.

No colours where ``NO_COLOR`` is set, ``TERM`` is ``dumb`` or the output is no terminal; letters
for suits where the output's encoding has no suit signs.
"""

from __future__ import annotations

import os
from typing import Any, TextIO

from ..card_text import card_text_in
from ..cards import Card, Seat
from ..words import move_name, say
from .fact_text import fact_text

_SIGNS = "♣♠♥♦"
_SUITS = ("32", "1", "31", "33")  # green, bold, red, yellow: four suits, four colours
_BOLD, _DIM = "1", "2"
_NUMBERS = ("number", "points", "money")


class Terminal:
    """How to write to one terminal."""

    def __init__(self, out: TextIO, language: str = "en", style: str = "french") -> None:
        self.language, self.style = language, style
        plain = "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb"
        self.colours = not plain and out.isatty()
        self.signs = style == "french" and _can(out, _SIGNS)
        self.hidden = "▒" if _can(out, "▒") else "?"

    def paint(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.colours else text

    def bold(self, text: str) -> str:
        return self.paint(text, _BOLD)

    def dim(self, text: str) -> str:
        return self.paint(text, _DIM)

    def say(self, key: str, **names: object) -> str:
        return say(self.language, key, **names)

    # --- cards and moves ---

    def card(self, card: Card) -> str:
        """A card as it can be typed, its suit as a sign where there is one."""
        text = card_text_in(card, self.style)
        if self.signs:
            text = text[0] + _SIGNS[card >> 3]
        return self.paint(text, _SUITS[card >> 3])

    def move(self, move: dict[str, Any]) -> str:
        """A move of a scene: a card, or its words."""
        if "card" in move:
            return self.card(move["card"])
        return move_name(self.language, move["name"], self.style)

    def cards(self, cards: list[int], hidden: int = 0) -> str:
        return " ".join([*(self.card(c) for c in cards), *[self.hidden * 2] * hidden]) or "-"

    # --- the board ---

    def board(self, shown: dict[str, Any], names: list[str]) -> list[str]:
        """The deal as a seat sees it, other seats first, the own hand last."""
        own = shown["seat"]
        order = [s for s in range(shown["seats"]) if s != own]
        width = max(len(n) for n in names)
        lines = [self._seat(shown, seat, names, width) for seat in order]
        lines += self._middle(shown, names)
        common = [f for f in shown["facts"] if f["of"] != "seat"]
        if common:
            lines.append("  " + "   ".join(self._fact(f, shown, names) for f in common))
        if own is not None:
            lines.append(self._seat(shown, own, names, width))
        return lines

    def _seat(self, shown: dict[str, Any], seat: Seat, names: list[str], width: int) -> str:
        hand = shown["hands"][seat]
        mark = ">" if shown["to_move"] == seat else " "
        facts = [
            f"{self.say('f.' + f['name'])} {f['value'][seat]}" for f in shown["facts"]
            if f["of"] == "seat" and f["kind"] in _NUMBERS and seat < len(f["value"])
        ]
        name = self.bold(names[seat].ljust(width))
        return "  ".join([f"{mark} {name}", *facts, self.cards(hand["cards"], hand["hidden"])])

    def _middle(self, shown: dict[str, Any], names: list[str]) -> list[str]:
        lines = []
        talon = shown["talon"]
        if talon:
            text = self.say("n_cards", n=talon["left"]) if talon["left"] else self.say("gone")
            if talon["closed"]:
                text += f", {self.say('closed')}"
            elif talon["up"] is not None:
                text += f", {self.say('f.turn_up')} {self.card(talon['up'])}"
            lines.append(f"  {self.say('talon')}: {text}")
        trick, key = shown["trick"], "on_table"
        if not trick["cards"] and shown["last"]:
            trick, key = shown["last"], "last_trick"
        if trick["cards"]:
            laid = "  ".join(f"{names[s]} {self.card(c)}" for s, c in trick["cards"])
            taker = trick["taker"]
            end = f"  ({self.say('took_by', who=names[taker])})" if taker is not None else ""
            lines.append(f"  {self.say(key)}: {laid}{end}")
        return lines

    def _fact(self, fact: dict[str, Any], shown: dict[str, Any], names: list[str]) -> str:
        if fact["kind"] == "seat":
            return f"{self.say('f.' + fact['name'])}: {names[fact['value']]}"
        if fact["of"] == "team" and shown["seat"] is not None:
            own = shown["seat"] & 1
            we, they = fact["value"][own], fact["value"][1 - own]
            sides = f"{self.say('us')} {we}, {self.say('them')} {they}"
            return f"{self.say('f.' + fact['name'])}: {sides}"
        return f"{self.say('f.' + fact['name'])}: {fact_text(fact, shown, self.language)}"

    def known(self, shown: dict[str, Any], names: list[str]) -> list[str]:
        """What the seat knows of cards it does not see."""
        lines = []
        for k in shown["known"]:
            for key, cards in (("known_in", k["holds"]), ("absent_in", k["lacks"])):
                if cards:
                    lines.append(f"{self.say(key, who=names[k['seat']])}: {self.cards(cards)}")
        return [*lines, f"{self.say('unseen')}: {self.cards(shown['unseen'])}"]


def _can(out: TextIO, text: str) -> bool:
    try:
        text.encode(out.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
