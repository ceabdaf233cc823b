"""The rules of a game with its options fixed: kernels, pack and texts."""

from __future__ import annotations

import contextlib
import functools
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from ..base.arrays import again
from ..base.jit import specialise
from ..card_text import Style, card_text, parse_card
from ..cards import Move, Seat
from ..engine import step
from ..games.shared import trick_game
from ..games.shared.options import complete, encode, spell
from ..words.said import read_move, spoken


class Ruleset:
    """Rules with all options fixed: kernels, pack, texts.  Immutable, comparable."""

    def __init__(
        self, name: str, rules: ModuleType, options: dict[str, Any], preset: str = ""
    ) -> None:
        self.name = name  # by which it is loaded
        self.preset = preset or name  # its name in the module
        self.rules = rules
        self._options = dict(options)
        self.n_seats: int = rules.seats(self.preset)
        self.pack: tuple[int, ...] = rules.pack_of(self.preset)
        blank = np.zeros(1, rules.STATE)
        blank["options"][0] = encode(rules.OPTIONS, options)
        blank["pack"][0] = 255
        rules.prepare(blank[0], self.preset)
        self._blank = blank

    @property
    def options(self) -> dict[str, Any]:
        """Every option with its value."""
        return dict(self._options)

    @property
    def changed_options(self) -> dict[str, Any]:
        """The options that differ from the preset."""
        preset = complete(self.rules.OPTIONS, self.rules.PRESETS[self.preset])
        return {k: v for k, v in self._options.items() if v != preset[k]}

    @functools.cached_property
    def spec(self) -> str:
        """Name and changed options in one word, as in ``schnapsen[flat=1]``."""
        changed = ",".join(f"{k}={spell(v)}" for k, v in self.changed_options.items())
        return f"{self.name}[{changed}]" if changed else self.name

    @property
    def style(self) -> str:
        """How the game is written unless asked otherwise: french, german or hungarian."""
        return str(getattr(self.rules, "TEXT_STYLE", self.rules.CARD_STYLE))

    def __repr__(self) -> str:
        given = "".join(f", {k}={v!r}" for k, v in self.changed_options.items())
        return f"load({self.name!r}{given})"

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Ruleset) and self.spec == other.spec)

    def __hash__(self) -> int:
        return hash(self.spec)

    def rulebook(self) -> str:
        """The rules for a player: the page beside the module, or the module's docstring."""
        page = getattr(self.rules, "RULEBOOK", None)
        if page is None:
            return str(self.rules.__doc__).strip()
        return Path(str(self.rules.__file__)).with_name(page).read_text(encoding="utf-8").rstrip()

    # --- kernels ---

    def kernels(self, module: ModuleType) -> SimpleNamespace:
        """The templates of a search module compiled for this game."""
        return specialise(module, self.rules)

    @functools.cached_property
    def board(self) -> SimpleNamespace:
        """The kernels of `engine.step`."""
        return self.kernels(step)

    @property
    def largest_payoff(self) -> float:
        """No payoff of a deal is larger; infinite where the game does not say."""
        return float(getattr(self.rules, "MAX_ABS_PAYOFF", np.inf))

    @functools.cached_property
    def n_view_numbers(self) -> int:
        """How many numbers of its own the game adds to a View."""
        return sum(n for _, n in self.rules.VIEW_FIELDS)

    @functools.cached_property
    def view_places(self) -> dict[str, tuple[int, int]]:
        """Where a View keeps each of the game's own facts: name -> (start, length)."""
        places = {}
        start = 7 + 2 * self.n_seats
        for name, n in self.rules.VIEW_FIELDS:
            places[name] = (start, n)
            start += n
        return places

    def new_pool(self, n: int) -> np.ndarray:
        """An array of `n` blank states under this game's options."""
        return again(self._blank, n)

    def new_match(self, first_dealer: Seat | None = None) -> np.ndarray:
        """A match record (array of length 1); the first dealer is the last seat unless given."""
        match = np.zeros(1, self.rules.MATCH)
        dealer = self.n_seats - 1 if first_dealer is None else first_dealer
        self.board.begin_match_at(match, self._blank, dealer)
        return match

    # --- the table ---

    def seats_of(self, record: Any) -> int:
        """How many seats a deal has: a match of three may go on with two."""
        return int(self.rules.FACTS.seats_of(record))

    def trick(self, record: Any) -> tuple[list[tuple[int, int]], int]:
        """The present trick as (seat, card) in the order played, and who wins it so far, or -1."""
        laid, winner = getattr(self.rules, "trick", trick_game.trick)(record)
        return laid, winner

    # --- text ---

    def parse_pack(self, text: str) -> list[int]:
        """The cards of a pack in dealing order; ValueError says what is wrong."""
        ids = [parse_card(word) for word in as_text(text, "a pack").replace(",", " ").split()]
        wrong = [c for c in ids if c not in self.pack]
        twice = sorted({c for c in ids if ids.count(c) > 1})
        missing = [c for c in self.pack if c not in ids]
        for bad, what in ((wrong, "not in the pack of"), (twice, "twice in a pack of")):
            if bad:
                named = " ".join(card_text(c) for c in bad)
                raise ValueError(f"{named} {'is' if len(bad) == 1 else 'are'} {what} {self.name}")
        if missing:
            named = " ".join(card_text(c) for c in missing)
            raise ValueError(
                f"the pack has {len(ids)} of the {len(self.pack)} cards of {self.name}: "
                f"{named} missing"
            )
        return ids

    def move_text(self, move: Move, style: str = "french") -> str:
        """A move in words: ``AS``, ``marriage H``, ``close``.  ValueError if there is no such.

        style: how cards, suits and ranks are written: french, german or hungarian.
        """
        written = Style(style)
        if move in self.pack:
            return written(move)
        if move in self.rules.MOVE_NAMES:
            return written.move(self.rules.MOVE_NAMES[move])
        raise ValueError(f"{move} is not a move of {self.name}")

    @functools.cached_property
    def move_texts(self) -> dict[Move, str]:
        """The text of every move, cards in French style."""
        return {move: self.move_text(move) for move in (*self.pack, *self.rules.MOVE_NAMES)}

    @functools.cached_property
    def _spoken(self) -> dict[tuple[str, ...], Move]:
        return spoken(self.rules.MOVE_NAMES)

    def parse_move(self, text: str) -> Move:
        """The move meant by a text, in any style or language; ValueError if there is none."""
        move = read_move(self._spoken, as_text(text, "a move"))
        if move is not None:
            return int(move)
        with contextlib.suppress(ValueError):
            if (card := parse_card(text)) in self.pack:
                return card
        known = ", ".join(self.rules.MOVE_NAMES.values())
        raise ValueError(
            f"{text!r} is not a move of {self.name}: write a card as in AS or TH, or {known}"
        )


def as_text(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is not text: write {what} as a string")
    return value


