"""The position notation of Schnapsen and Sixty-Six: a record to fields of text and back.

The fields are described in `schnapsen_ai.notation`.  Python only.
"""

from __future__ import annotations

from typing import Any

from ...cards import PACK_20, PACK_24, SUITS, card_text, members, parse_card, set_of
from ...tricks import beats
from . import options as opt
from .state import AFTER_TRICK, FINAL, FOLLOW, LEAD, OVER, UNKNOWN

_PHASES = {"lead": LEAD, "follow": FOLLOW, "trick": AFTER_TRICK, "final": FINAL, "over": OVER}
_KEYS = (
    *("hands", "talon", "up", "trump", "turn", "led", "points", "tricks", "pending", "closed"),
    *("pair", "phase", "past", "gone", "holds", "lacks", "score", "seat"),
    *("first", "swapped", "married", "late", "result"),
)


# --- writing ---


def position_fields(state: Any) -> dict[str, str]:
    """The fields of a position, in order; hidden cards as ``?``."""
    fields = {
        "hands": "/".join(_hand(state, seat) for seat in range(2)),
        "talon": _talon(state),
        "up": _card(state.turn_up),
        "trump": SUITS[state.trump],
        "turn": str(state.turn),
    }
    if state.led >= 0:
        fields["led"] = card_text(int(state.led))
    for key in ("points", "tricks", "pending"):
        pair = getattr(state, key)
        if any(pair):
            fields[key] = f"{pair[0]}/{pair[1]}"
    if state.closer >= 0:
        fields["closed"] = f"{state.closer}:{state.close_points}/{state.close_tricks}"
    if state.must_lead:
        fields["pair"] = SUITS[members(int(state.must_lead))[0] >> 3]
    if state.phase not in (LEAD, FOLLOW):
        fields["phase"] = next(k for k, v in _PHASES.items() if v == state.phase)
    past = _past(state)
    if past:
        fields["past"] = past
    elif _gone(state):
        fields["gone"] = _cards(_gone(state))
    for key, masks in (("holds", state.holds), ("lacks", state.lacks)):
        if any(masks):
            fields[key] = f"{_cards(masks[0])}/{_cards(masks[1])}"
    needs = int(state.options[opt.MATCH_POINTS])
    if (state.score[0], state.score[1]) != (needs, needs):
        fields["score"] = f"{state.score[0]}/{state.score[1]}"
    fields.update(_timing(state))
    if state.phase == OVER:
        fields["result"] = f"{state.winner}:{state.value}:{state.ending}"
    return fields


def _timing(state: Any) -> dict[str, str]:
    """What only the timing of hidden cards depends on."""
    fields = {}
    first = state.pack[6 if state.pack_size == 20 else 12]
    if first != UNKNOWN and first != state.turn_up:
        fields["first"] = card_text(int(first))
    if any(s >= 0 for s in state.swap_trick):
        fields["swapped"] = "/".join("-" if s < 0 else str(s) for s in state.swap_trick)
    if any(state.married):
        fields["married"] = f"{_cards(state.married[0])}/{_cards(state.married[1])}"
    if any(state.absent):
        fields["late"] = "/".join(
            ".".join(
                f"{card_text(c)}@{state.absent_trick[seat, c >> 3]}"
                for c in members(int(state.absent[seat]))
            )
            or "-"
            for seat in range(2)
        )
    return fields


def _cards(mask: Any) -> str:
    return "".join(card_text(c) for c in sorted(members(mask), key=lambda c: (c >> 3, -c))) or "-"


def _card(card: Any) -> str:
    return "-" if card < 0 else card_text(int(card))


def _hand(state: Any, seat: int) -> str:
    from . import hand_size

    known = members(int(state.hand[seat]))
    hidden = "?" * (hand_size(state, seat) - len(known))
    return (_cards(state.hand[seat]).replace("-", "") + hidden) or "-"


def _talon(state: Any) -> str:
    if state.talon == 0:
        return "-"
    size = int(state.pack_size)
    places = state.pack[size + 1 - int(state.talon) : size]
    return "".join("?" if c == UNKNOWN else card_text(int(c)) for c in places) or "-"


def _rounds(state: Any) -> list[tuple[int, int]]:
    """Cards of the finished tricks; [] unless all are known."""
    done = int(state.tricks[0]) + int(state.tricks[1])
    rounds = [(int(state.played[0, t]), int(state.played[1, t])) for t in range(done)]
    return rounds if all(UNKNOWN not in r for r in rounds) else []


def _past(state: Any) -> str:
    rounds = _rounds(state)
    if rounds and not _winners_agree(state, rounds):
        return ""
    return ".".join(card_text(a) + card_text(b) for a, b in rounds)


def _winners_agree(state: Any, rounds: list[tuple[int, int]]) -> bool:
    """Whether the noted tricks are a real past (a position may have noted cards only)."""
    winners = _winners(rounds, int(state.trump))
    return winners.count(1) == int(state.tricks[1]) and (
        set_of(i for i, w in enumerate(winners) if w) == int(state.takers)
    )


def _winners(rounds: list[tuple[int, int]], trump: int) -> list[int]:
    leader, winners = 0, []
    for cards in rounds:
        led, other = cards[leader], cards[1 - leader]
        leader = 1 - leader if beats(other, led, trump) else leader
        winners.append(leader)
    return winners


def _gone(state: Any) -> int:
    table = int(state.led)
    return set_of(int(c) for row in state.played for c in row if c not in (UNKNOWN, table))


# --- reading ---


def set_position(state: Any, fields: dict[str, str]) -> int | None:
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
    def __init__(self, state: Any, fields: dict[str, str]) -> None:
        self.state = state
        self.fields = fields
        self.pack = PACK_20 if state.pack_size == 20 else PACK_24

    def read(self) -> int | None:
        state, fields = self.state, self.fields
        state.pack[:] = UNKNOWN
        state.trump = self.suit("trump")
        for key in ("points", "tricks", "pending"):
            getattr(state, key)[:] = self.two(key, "0/0")
        needs = int(state.options[opt.MATCH_POINTS])
        state.score[:] = self.two("score", f"{needs}/{needs}")
        state.turn = self.number("turn", fields.get("turn", "0"), (0, 1))
        state.led = self.card("led")
        state.turn_up = self.card("up")
        self.closed()
        hidden = self.hands()
        talon_hidden = self.talon()
        self.past()
        self.knowledge()
        self.phase()
        self.check(hidden, talon_hidden)
        seat = self.hidden_from(hidden, talon_hidden)
        if seat is not None:
            state.hand[1 - seat] |= state.holds[1 - seat]
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
        if not text.isdigit() or int(text) not in allowed:
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
        self.sizes = []
        for seat, text in enumerate(parts):
            known = self.cards("hands", text.rstrip("?"))
            self.state.hand[seat] = set_of(known)
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
            winners = _winners(rounds, int(state.trump))  # type: ignore[arg-type]
            if winners.count(1) != int(state.tricks[1]):
                raise ValueError("past: the tricks were not won as tricks= says")
            state.takers = set_of(i for i, w in enumerate(winners) if w)
            for t, (a, b) in enumerate(rounds):
                state.played[0, t], state.played[1, t] = a, b
        else:
            self.gone(done)
        if state.led >= 0:
            state.played[1 - int(state.turn), done] = state.led

    def gone(self, done: int) -> None:
        """Cards played, in no known order: those given, else all that are nowhere else."""
        state = self.state
        cards = self.cards("gone", self.fields.get("gone", "-"))
        if "gone" not in self.fields and "?" not in self.fields["hands"]:
            cards = members(self.pack & ~self.placed())
        if len(cards) != 2 * done:
            raise ValueError(
                f"{len(cards)} cards are gone, but {done} tricks have {2 * done}: "
                f"check tricks=, gone= and the cards that lie elsewhere"
            )
        for i, card in enumerate(cards):
            state.played[i % 2, i // 2] = card

    def placed(self) -> int:
        state = self.state
        left = max(int(state.talon) - 1, 0)
        talon = state.pack[int(state.pack_size) - left : int(state.pack_size)]
        singles = [int(c) for c in (state.turn_up, state.led) if c >= 0]
        known = set_of([int(c) for c in talon if c != UNKNOWN] + singles)
        return known | int(state.hand[0]) | int(state.hand[1])

    def knowledge(self) -> None:
        state = self.state
        state.holds[:] = self.two_sets("holds")
        state.lacks[:] = self.two_sets("lacks")
        state.married[:] = self.two_sets("married")
        if "swapped" in self.fields:
            parts = self.fields["swapped"].split("/")
            state.swap_trick[:] = [-1 if p == "-" else int(p) for p in parts]
        for seat, part in enumerate(self.fields.get("late", "-/-").split("/")):
            for item in filter(None, part.replace("-", "").split(".")):
                text, _, trick = item.partition("@")
                card = parse_card(text)
                state.absent[seat] |= 1 << card
                state.absent_trick[seat, card >> 3] = int(trick)

    def phase(self) -> None:
        state, fields = self.state, self.fields
        default = "follow" if state.led >= 0 else "lead"
        name = fields.get("phase", default)
        if name not in _PHASES:
            raise ValueError(f"phase={name}: one of {', '.join(_PHASES)}")
        state.phase = _PHASES[name]
        if (name == "follow") != (state.led >= 0) and name != "over":
            raise ValueError("a card is led exactly when the phase is follow: check led=")
        if "pair" in fields:
            king = 1 << (8 * self.suit("pair") + 5)
            state.must_lead = king if state.options[opt.KING_LEADS] else king | king >> 1
        if name == "over":
            winner, value, ending = fields.get("result", "-1:0:0").split(":")
            state.winner, state.value, state.ending = int(winner), int(value), int(ending)

    def check(self, hidden: list[int], talon_hidden: int) -> None:
        """Every card in one place; hands of the right size."""
        state = self.state
        groups = [members(int(state.hand[0])), members(int(state.hand[1]))]
        left = max(int(state.talon) - 1, 0)
        tail = state.pack[int(state.pack_size) - left : int(state.pack_size)] if left else []
        groups.append([int(c) for c in tail if c != UNKNOWN])
        groups.append([int(state.turn_up)] if state.turn_up >= 0 else [])
        groups.append([int(c) for row in state.played for c in row if c != UNKNOWN])
        cards = [c for group in groups for c in group]
        for card in cards:
            if not self.pack >> card & 1:
                raise ValueError(f"{card_text(card)} is not in the pack")
            if cards.count(card) > 1:
                raise ValueError(f"{card_text(card)} lies in two places")
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
