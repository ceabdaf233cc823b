"""Positions by hands: what each seat was dealt, then every word and card in turn.

::

    schafkopf hands=EOHOGXSASOEXH7S8/?/?/? moves=call-gras,pass,pass,pass,EX

For every game whose module says who gets each place of the pack (`owner_of`).

========  ======================================================================================
hands     cards as they were dealt, seat by seat from the first to act; ``?`` for one not known,
          ``?`` alone for a whole hand.  One part more: the cards that nobody is dealt, in order
moves     all that was said and played, separated by commas, with dashes for spaces, in English,
          German or Hungarian; cards in French or German style
seat      whose view it is; needed unless just one hand, or every one, is written without ``?``
dealt     which of the hands, as written, was the dealer's (0 is the first); else the last
leads     which acted first; else the first
========  ======================================================================================

Any other field is one of the match record (``score=10/12``), where it differs from the start of a
match.  With `dealt` or `leads` the match counts its players as their hands are written; seats are
counted from the first to act all the same.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..base.arrays import UNKNOWN
from ..card_text import card_text, parse_card
from ..cards import Card, Cards, Move, Seat, members, set_of
from ..games.shared.packets import DRAWN
from .matches import match_fields, match_with
from .ruleset import Ruleset

_OWN = ("hands", "moves", "seat", "dealt", "leads")


class Written(NamedTuple):
    """A deal as written: for each seat, and what nobody is dealt, its places with card or None."""

    game: Ruleset
    places: dict[int, Card | None]  # of the pack
    owner: list[int]  # of each place
    n_seats: int
    words: list[str]  # the moves
    moves: list[Move]
    seat: Seat | None  # whose view it is
    match: np.ndarray | None

    def of(self, seat: Seat) -> list[Card | None]:
        """What is written of a hand, in dealing order."""
        return [card for place, card in self.places.items() if self.owner[place] == seat]

    def cards(self, seat: Seat) -> Cards:
        """The cards that are written of a hand."""
        return set_of(card for card in self.of(seat) if card is not None)

    def is_whole(self, seat: Seat) -> bool:
        return None not in self.of(seat)

    def pack(self) -> str:
        """The pack in dealing order, of an open deal; ValueError if it leaves something open."""
        left = [c for c in self.game.pack if c not in self.places.values()]
        pack = []
        for place, card in self.places.items():
            if card is None and self.owner[place] == DRAWN:
                raise ValueError(
                    f"hands: {len(left)} cards are drawn later: write them after one more /, "
                    "in the order in which they lie"
                )
            pack.append(card_text(left.pop() if card is None else card))
        return " ".join(pack)


def read_hands(game: Ruleset, fields: Mapping[str, str]) -> Written:
    """Read the fields of a position by hands; ValueError says what is wrong with them."""
    parts = fields["hands"].split("/")
    match, first = _match_of(game, fields, len(parts))
    pool = game.new_pool(1)
    pool["pack"][0, : len(game.pack)] = game.pack
    game.board.lay_out_at(pool, game.new_match() if match is None else match)
    n = game.seats_of(pool[0])
    owner = [int(seat) for seat in game.rules.owner_of(pool[0])]
    if len(parts) not in (n, n + 1):
        raise ValueError(
            f"hands={fields['hands']}: {len(parts)} hands, {game.name} has {n} seats: "
            f"write {'/'.join(['?'] * n)} with the cards known in place of the ?"
        )
    seats = [(i - first) % n for i in range(n)] + [n] * (len(parts) - n)
    places: dict[int, Card | None] = dict.fromkeys(range(len(game.pack)))
    for seat, text in zip(seats, parts, strict=True):
        mine = [p for p, o in enumerate(owner) if (o == seat if seat < n else o >= n)]
        cards = _cards(text)
        if len(cards) > len(mine):
            raise ValueError(f"hands={text}: {len(cards)} cards, of {len(mine)} at most")
        places.update(zip(mine, cards, strict=False))
    _check_cards(game, places)
    words = [w for w in re.split(r"[,;]", fields.get("moves", "")) if w not in ("", "-")]
    moves = [game.parse_move(re.sub(r"[-_]", " ", word)) for word in words]
    written = Written(game, places, owner, n, words, moves, None, match)
    return written._replace(seat=_whose(written, fields, seats))


def _match_of(game: Ruleset, fields: Mapping[str, str], n: int) -> tuple[np.ndarray | None, int]:
    """The match that the deal is one of, None for a deal of its own; which hand acts first."""
    first = 0
    for key, more in (("dealt", 1), ("leads", 0)):
        if key in fields:
            number = (_number(key, fields[key], game.n_seats) + more) % game.n_seats
            if key == "leads" and "dealt" in fields and number != first:
                raise ValueError(f"dealt={fields['dealt']} leads={number}: the next after the "
                                 f"dealer leads, which is {first}")
            first = number
    other = {key: text for key, text in fields.items() if key not in _OWN}
    names = game.rules.MATCH.names or ()
    for key in other:
        if key not in names:
            known = ", ".join((*_OWN, *names))
            raise ValueError(f"{key}: no such field; the fields are {known}")
    if not other:
        return None, first
    match = match_with(game, other, (first - 1) % game.n_seats)
    if match["over"][0]:
        raise ValueError("over: the match is over: it has no deal more")
    return match, first


def _number(key: str, text: str, n: int) -> int:
    if text not in [str(i) for i in range(n)]:
        raise ValueError(f"{key}={text} is not in 0..{n - 1}")
    return int(text)


def _cards(text: str) -> list[Card | None]:
    """The cards of a hand, None for each that is not known; none for ``?`` alone."""
    if text in ("?", "-", ""):
        return []
    return [
        None if word == "?" else parse_card(word)
        for word in re.findall(r"\?|[^?.]{1,2}", text.upper().replace("10", "T"))
    ]


def _check_cards(game: Ruleset, places: Mapping[int, Card | None]) -> None:
    """ValueError unless every card is of the pack and lies in one place."""
    cards = [card for card in places.values() if card is not None]
    for card in cards:
        if card not in game.pack:
            raise ValueError(f"{card_text(card)} is not in the pack of {game.name}")
        if cards.count(card) > 1:
            raise ValueError(f"{card_text(card)} lies in two places")


def _whose(written: Written, fields: Mapping[str, str], seats: Sequence[int]) -> Seat | None:
    """The seat whose view it is; None for an open deal."""
    if "seat" in fields:
        return seats[_number("seat", fields["seat"], written.n_seats)]
    whole = [seat for seat in range(written.n_seats) if written.is_whole(seat)]
    if len(whole) == written.n_seats:
        return None
    begun = [s for s in range(written.n_seats) if any(c is not None for c in written.of(s))]
    if len(whole) != 1 and len(begun) != 1:
        raise ValueError("say whose view this is, as in seat=0: it is no single hand that is known")
    return whole[0] if len(whole) == 1 else begun[0]


# --- writing ---


def hands_of(
    game: Ruleset,
    record: np.ndarray,
    seat: Seat,
    history: Sequence[int],
    match: np.ndarray | None,
    known: Sequence[Cards],
) -> dict[str, str]:
    """The fields of what a seat sees.

    record: concealed, an array of length 1; known: the cards known to be in each hand.
    """
    state = record[0]
    hands = [_hand_text(game, state, seat, other, known[other])
             for other in range(game.seats_of(state))]
    fields = {"hands": "/".join(hands)}
    if history:
        fields["moves"] = ",".join(move_word(game, move) for move in history)
    fields["seat"] = str(seat)
    if match is not None:
        fields |= match_fields(game, match) or {"deals": "0"}
    return fields


def move_word(game: Ruleset, move: Move) -> str:
    """A move as one word: ``marriage-H``."""
    return game.move_text(move).replace(" ", "-")


def _hand_text(game: Ruleset, state: Any, seat: Seat, other: Seat, held: Cards) -> str:
    """What `seat` has seen of the places of a hand; if it knows all its cards, these."""
    places = [p for p, owner in enumerate(game.rules.owner_of(state)) if owner == other]
    seen = [int(state.pack[place]) for place in places]
    known = [card for card in seen if card != UNKNOWN]
    if other == seat or len(known) == len(seen):
        return _join(known)
    cards = members(held | int(state.played[other]) | set_of(known))
    more = iter([card for card in cards if card not in known])
    if len(cards) == len(seen):
        return _join([next(more) if card == UNKNOWN else card for card in seen])
    return "".join("?" if c == UNKNOWN else card_text(c) for c in seen) if known else "?"


def _join(cards: Sequence[Card]) -> str:
    return "".join(card_text(card) for card in cards) or "?"
