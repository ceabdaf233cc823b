"""The position notation of Schnapsen and Sixty-Six: fields of text to a record.  Python only."""

from __future__ import annotations

from typing import Any

from ....base.arrays import UNKNOWN, Record
from ....base.numbers import is_digits
from ....card_text import card_text, parse_card
from ....cards import PACK_20, PACK_24, SUITS, members, set_of
from .. import options as opt
from ..match import match_points
from ..state import OVER
from .checks import check_possible
from .writer import PHASES, winners_of

_TRICKS = tuple(map(str, range(13)))
_RESULTS = tuple(map(str, range(-1, 128)))
_KEYS = (
    *("hands", "talon", "up", "trump", "turn", "led", "points", "tricks", "pending", "closed"),
    *("pair", "phase", "past", "gone", "holds", "lacks", "score", "seat"),
    *("first", "swapped", "married", "late", "result"),
)


def set_position(state: Record, fields: dict[str, str]) -> int | None:
    """Set a record (freshly laid out) from fields; the seat that hidden cards are hidden from.

    None when nothing is hidden.  ValueError says what is wrong.
    """
    unknown = [k for k in fields if k not in _KEYS]
    if unknown:
        raise ValueError(f"{unknown[0]}: no such field; the fields are {', '.join(_KEYS)}")
    for key in ("hands", "trump"):
        if key not in fields:
            raise ValueError(f"the field {key}= is missing")
    reader = _Reader(state, fields)
    return reader.read()


class _Reader:
    def __init__(self, state: Record, fields: dict[str, str]) -> None:
        self.state = state
        self.fields = fields
        self.pack = PACK_20 if state.pack_size == 20 else PACK_24

    def read(self) -> int | None:
        state, fields = self.state, self.fields
        state.pack[:] = UNKNOWN
        state.trump = self.suit("trump")
        for key in ("points", "tricks", "pending"):
            getattr(state, key)[:] = self.two(key, "0/0")
        needs = int(match_points(state))
        state.score[:] = self.two("score", f"{needs}/{needs}")
        state.turn = self.number("turn", fields.get("turn", "0"), (0, 1))
        state.led = self.card("led")
        state.turn_up = self.card("up")
        self.closed()
        hidden = self.hands()
        talon_hidden = self.talon()
        self.once(self.lying())
        self.past()
        self.knowledge()
        self.phase()
        self.check(hidden, talon_hidden)
        if state.phase != OVER:
            check_possible(state, hidden)
        seat = self.hidden_from(hidden, talon_hidden)
        if seat is not None:
            state.hand[1 - seat] |= state.must_hold[1 - seat]
        return seat

    def cards(self, key: str, text: str) -> list[int]:
        if text in ("", "-"):
            return []
        if len(text) % 2:
            raise ValueError(f"{key}={text}: cards are two letters each, as in ASTHKD")
        return [parse_card(text[i : i + 2]) for i in range(0, len(text), 2)]

    def card(self, key: str) -> int:
        found = self.cards(key, self.fields.get(key, "-"))
        if len(found) > 1:
            raise ValueError(f"{key}={self.fields[key]}: one card or -")
        return found[0] if found else -1

    def suit(self, key: str) -> int:
        text = self.fields[key].upper()
        if len(text) != 1 or text not in SUITS:
            raise ValueError(f"{key}={self.fields[key]}: one suit of {' '.join(SUITS)}")
        return SUITS.index(text)

    def number(self, key: str, text: str, allowed: Any) -> int:
        if not is_digits(text) or int(text) not in allowed:
            raise ValueError(f"{key}={text}: a number from {min(allowed)} to {max(allowed)}")
        return int(text)

    def two(self, key: str, default: str) -> list[int]:
        parts = self.fields.get(key, default).split("/")
        if len(parts) != 2:
            raise ValueError(f"{key}={self.fields[key]}: two numbers, as in {key}=3/2")
        return [self.number(key, p, range(256)) for p in parts]

    def two_sets(self, key: str) -> list[int]:
        parts = self.fields.get(key, "-/-").split("/")
        if len(parts) != 2:
            raise ValueError(f"{key}={self.fields[key]}: two hands, as in {key}=KS/-")
        return [set_of(self.cards(key, p)) for p in parts]

    def closed(self) -> None:
        text = self.fields.get("closed", "-")
        if text == "-":
            return
        seat, _, rest = text.partition(":")
        parts = rest.split("/")
        if len(parts) != 2:
            raise ValueError(f"closed={text}: closer, points and tricks, as in closed=1:28/2")
        self.state.closer = self.number("closed", seat, (0, 1))
        self.state.close_points = self.number("closed", parts[0], range(200))
        self.state.close_tricks = self.number("closed", parts[1], range(12))

    def hands(self) -> list[int]:
        """Set the known cards; how many of each hand are hidden."""
        parts = self.fields["hands"].split("/")
        if len(parts) != 2:
            raise ValueError(f"hands={self.fields['hands']}: two hands, as in hands=ASTH/KD?")
        hidden = []
        self.sizes: list[int] = []
        self.held: list[int] = []  # as written, a card twice included
        for seat, text in enumerate(parts):
            known = self.cards("hands", text.rstrip("?"))
            self.state.hand[seat] = set_of(known)
            self.held += known
            hidden.append(len(text) - len(text.rstrip("?")))
            self.sizes.append(len(known) + hidden[-1])
        return hidden

    def talon(self) -> int:
        """Place the talon in the pack; how many of its cards are hidden."""
        state = self.state
        text = self.fields.get("talon", "-")
        hidden = text.count("?")
        known = self.cards("talon", text.replace("?", ""))
        if hidden and known:
            raise ValueError(f"talon={text}: either all cards are known or none")
        faces = hidden + len(known)
        state.talon = faces + 1 if state.turn_up >= 0 else 0
        if state.turn_up < 0 and faces:
            raise ValueError("a talon needs its turn-up: up=")
        for i, card in enumerate(known):
            state.pack[int(state.pack_size) - faces + i] = card
        first = self.card("first")
        face_up = first if first >= 0 else int(state.turn_up)
        if face_up >= 0:
            state.pack[6 if state.pack_size == 20 else 12] = face_up
        return hidden

    def past(self) -> None:
        state, fields = self.state, self.fields
        done = int(state.tricks[0]) + int(state.tricks[1])
        if "past" in fields:
            rounds = [tuple(self.cards("past", r)) for r in fields["past"].split(".")]
            if any(len(r) != 2 for r in rounds) or len(rounds) != done:
                raise ValueError(f"past: {done} tricks of two cards each, as in past=JSAS.THKH")
            winners = winners_of(rounds, int(state.trump))  # type: ignore[arg-type]
            if winners.count(1) != int(state.tricks[1]):
                raise ValueError("past: the tricks were not won as tricks= says")
            state.takers = set_of(i for i, w in enumerate(winners) if w)
            for t, (a, b) in enumerate(rounds):
                state.trick_cards[0, t], state.trick_cards[1, t] = a, b
        else:
            self.gone(done)
        if state.led >= 0:
            state.trick_cards[1 - int(state.turn), done] = state.led

    def gone(self, done: int) -> None:
        """Cards played, in no known order: those given, else all that are nowhere else."""
        state = self.state
        cards = self.cards("gone", self.fields.get("gone", "-"))
        if "gone" not in self.fields and "?" not in self.fields["hands"]:
            cards = members(self.pack & ~set_of(self.lying()))
        if "gone" not in self.fields and len(cards) > 2 * done:
            nowhere = " ".join(card_text(c) for c in cards)
            raise ValueError(
                f"{nowhere} lie nowhere, and {done} tricks have {2 * done} cards: check tricks= "
                "and where the cards lie"
            )
        if len(cards) != 2 * done:
            raise ValueError(
                f"{len(cards)} cards are gone, but {done} tricks have {2 * done}: "
                f"check tricks=, gone= and the cards that lie elsewhere"
            )
        for i, card in enumerate(cards):
            state.trick_cards[i % 2, i // 2] = card

    def lying(self) -> list[int]:
        """The known cards in hands, talon and on the table."""
        state = self.state
        left = max(int(state.talon) - 1, 0)
        talon = state.pack[int(state.pack_size) - left : int(state.pack_size)]
        singles = [int(c) for c in (state.turn_up, state.led) if c >= 0]
        return [*self.held, *(int(c) for c in talon if c != UNKNOWN), *singles]

    def once(self, cards: list[int]) -> None:
        """Every card is of the pack and lies in one place."""
        for card in cards:
            if not self.pack >> card & 1:
                raise ValueError(f"{card_text(card)} is not in the pack")
            if cards.count(card) > 1:
                raise ValueError(f"{card_text(card)} lies in two places")

    def knowledge(self) -> None:
        state = self.state
        state.must_hold[:] = self.two_sets("holds")
        state.cannot_hold[:] = self.two_sets("lacks")
        state.married[:] = self.two_sets("married")
        if "swapped" in self.fields:
            parts = self.fields["swapped"].split("/")
            if len(parts) != 2 or not all(p == "-" or p in _TRICKS for p in parts):
                raise ValueError(f"swapped={self.fields['swapped']}: tricks, as in swapped=1/-")
            state.swap_trick[:] = [-1 if p == "-" else int(p) for p in parts]
        for seat, part in enumerate(self.fields.get("late", "-/-").split("/")):
            for item in filter(None, part.replace("-", "").split(".")):
                text, _, trick = item.partition("@")
                if trick not in _TRICKS:
                    raise ValueError(f"late={item}: a card and the trick, as in late=AS@2/-")
                card = parse_card(text)
                state.absent[seat] |= 1 << card
                state.absent_trick[seat, card >> 3] = int(trick)

    def phase(self) -> None:
        state, fields = self.state, self.fields
        default = "follow" if state.led >= 0 else "lead"
        name = fields.get("phase", default)
        if name not in PHASES:
            raise ValueError(f"phase={name}: one of {', '.join(PHASES)}")
        state.phase = PHASES[name]
        if (name == "follow") != (state.led >= 0) and name != "over":
            raise ValueError("a card is led exactly when the phase is follow: check led=")
        if "pair" in fields:
            king = 1 << (8 * self.suit("pair") + 5)
            state.must_lead = king if state.options[opt.KING_LEADS] else king | king >> 1
        if "result" in fields and name != "over":
            raise ValueError("result: only of a deal that is over: phase=over")
        if name == "over":
            parts = fields.get("result", "-1:0:0").split(":")
            if len(parts) != 3 or not all(p in _RESULTS for p in parts):
                raise ValueError(f"result={fields['result']}: winner, value, ending, as in 0:2:1")
            state.winner, state.value, state.ending = map(int, parts)

    def check(self, hidden: list[int], talon_hidden: int) -> None:
        """Every card in one place; hands of the right size."""
        state = self.state
        table = int(state.led)
        past = [int(c) for row in state.trick_cards for c in row if c not in (UNKNOWN, table)]
        cards = self.lying() + past
        self.once(cards)
        total = len(cards) + sum(hidden) + talon_hidden
        if total != int(state.pack_size):
            raise ValueError(
                f"{total} cards are placed, the pack has {state.pack_size}: "
                "hands, talon, up, led and the cards of past tricks must add up"
            )
        lead_gap = 1 if state.led >= 0 else 0
        turn = int(state.turn)
        if state.phase != OVER and self.sizes[turn] - self.sizes[1 - turn] != lead_gap:
            raise ValueError("the hands are not of the right size for the seat whose turn it is")

    def hidden_from(self, hidden: list[int], talon_hidden: int) -> int | None:
        if "seat" in self.fields:
            seat = self.number("seat", self.fields["seat"], (0, 1))
            if hidden[seat]:
                raise ValueError(f"seat={seat} must know its own hand: hands= has a ? in it")
            return seat
        if not any(hidden) and not talon_hidden:
            return None
        if all(hidden) or not any(hidden):
            raise ValueError("say whose view this is: seat=0 or seat=1")
        return hidden.index(0)
