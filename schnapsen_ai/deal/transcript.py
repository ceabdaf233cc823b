"""One deal as text, to be kept, sent, read and replayed, as PGN is for chess.

::

    game: schnapsen[flat=1]
    players: rules / mybot.py
    pack: AS TS TC KD JH KS AC QC AS TD QS AH JC KC QD KH JD JS QH TH
    date: 2026-11-30

    {A quiet start.}
    0 JH, 1 QH, 1 marriage S, 1 KS {the queen stays}, 0 TS,
    0 AC, 1 resigns

    result: 2 / -2, resigned

Head: `game`, with its changed options; `players` by seat; `pack` in dealing order, or in its place
`hands`, what each seat is dealt in dealing order (``AS TS TC KC QD / KD JH ...``), and after one
more slash what is drawn later: the turn-up, then the talon.  Optional:
`match`, what the deal inherits from its match (score and the like, only what differs from the
start of one); any other key, for people.  Then the moves, each with its seat, separated by commas,
with comments in braces; a seat that gave up ``resigns``.  `result`: payoffs by seat and the way
of ending, ``*`` for a deal that was not finished.  A file holds any number of deals: each begins
with its line ``game:``.  Lines that begin with ``#`` are passed over.  Cards are in French style
(AS, TH); on input German letters do as well.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..card_text import card_text_in
from ..games.shared.packets import DRAWN
from .game import Game, load_known
from .hands import read_hands
from .matches import match_fields, match_with
from .moves import IllegalMove
from .notation import game_of
from .state import State

RESIGNS = "resigns"
UNNAMED = "?"  # a player of a deal without the line `players`
_TIE = "\N{NO-BREAK SPACE}"  # between a seat and its move, until lines are broken
_OWN = ("game", "players", "pack", "hands", "match", "result")
_HEAD = re.compile(r"^([A-Za-z][\w -]*):\s*(.*)$")


@dataclass
class Record:
    """A deal: how it began, what was played, who sat where."""

    game: Game
    players: tuple[str, ...]  # by seat
    pack: tuple[int, ...]
    moves: list[int]
    resigned: int | None = None  # the seat that gave up or forfeited
    match: np.ndarray | None = None  # the match record before the deal
    tags: dict[str, str] = field(default_factory=dict)
    comments: dict[int, str] = field(default_factory=dict)  # after so many moves

    def start(self) -> State:
        """The deal before its first move."""
        pack = " ".join(card_text_in(c, "french") for c in self.pack)
        return self.game.deal(pack=pack, match=self.match)

    def states(self) -> Iterator[State]:
        """The deal before each move, and at its end; each is a copy.

        ValueError tells the first move that is not legal.
        """
        state = self.start()
        for number, move in enumerate(self.moves, 1):
            yield state.copy()
            try:
                state.play(move)
            except IllegalMove as error:
                raise ValueError(f"move {number}: {error}") from error
        if self.resigned is not None:
            if state.is_over:
                raise ValueError(f"seat {self.resigned} resigns, but the deal is over")
            yield state.copy()
            state.resign(self.resigned)
        yield state

    def end(self) -> State:
        """The deal after its last move; ValueError where a move is not legal."""
        *_, last = self.states()
        return last

    # --- text ---

    def text(self, by_hands: bool = False) -> str:
        """The record as text, with a line feed at its end; with the hands in place of the pack."""
        key, cards = ("hands", self._hands()) if by_hands else ("pack", [self.pack])
        head = {
            "game": self.game.spec,
            "players": " / ".join(self.players),
            key: " / ".join(" ".join(card_text_in(c, "french") for c in part) for part in cards),
        }
        inherited = match_text(self.game, self.match)
        if inherited:
            head["match"] = inherited
        lines = [f"{key}: {value}" for key, value in {**head, **self.tags}.items()]
        states = list(self.states())
        moves = textwrap.fill(
            self._moves(states), 90, break_long_words=False, break_on_hyphens=False)
        parts = ["\n".join(lines), moves.replace(_TIE, " "), f"result: {result_text(states[-1])}"]
        return "\n\n".join(part for part in parts if part) + "\n"

    def _hands(self) -> list[list[int]]:
        """What each seat is dealt; then what is drawn later, where the game has a talon."""
        record = self.start().record()[0]
        owner = self.game.rules.owner_of(record).tolist()
        parts = [*range(self.game.seats_of(record)), *([DRAWN] if DRAWN in owner else [])]
        return [[c for c, o in zip(self.pack, owner, strict=True) if o == part] for part in parts]

    def _moves(self, states: list[State]) -> str:
        words = [f"{states[i].to_move} {self.game.move_text(m)}" for i, m in enumerate(self.moves)]
        if self.resigned is not None:
            words.append(f"{self.resigned} {RESIGNS}")
        out = [f"{{{self.comments[0]}}} "] if 0 in self.comments else []
        for i, word in enumerate(words, 1):
            note = f" {{{self.comments[i]}}}" if i in self.comments else ""
            out.append(word.replace(" ", _TIE) + note + (", " if i < len(words) else ""))
        return "".join(out)


def result_text(state: State) -> str:
    """Payoffs by seat and the way of ending; ``*`` for a deal that is not over."""
    if not state.is_over:
        return "*"
    return " / ".join(map(str, state.payoffs())) + f", {state.ending}"


def match_text(game: Game, match: np.ndarray | None) -> str:
    """What a deal inherits: the fields of a match record that differ from its start."""
    return " ".join(f"{name}={text}" for name, text in match_fields(game, match).items())


def parse_match(game: Game, text: str) -> np.ndarray | None:
    """The match record of its text; None for the start of a match.  ValueError if it is not one."""
    if not text.strip():
        return None
    return match_with(game, dict(word.partition("=")[::2] for word in text.split()))


# --- reading ---


def parse_records(text: str) -> Iterator[Record]:
    """The records of a text; ValueError says what is wrong, and in which deal and line."""
    lines = text.splitlines()
    starts = [i for i, line in enumerate(lines) if line.startswith("game:")]
    stray = next((i for i, line in enumerate(lines[: starts[0] if starts else None])
                  if line.strip() and not line.startswith("#")), None)
    if stray is not None or not starts:
        raise ValueError(f"line {(stray or 0) + 1}: a record begins with its line 'game: NAME'")
    for number, (start, stop) in enumerate(
        zip(starts, [*starts[1:], len(lines)], strict=True), 1
    ):
        try:
            yield _parse(lines[start:stop])
        except ValueError as error:
            raise ValueError(f"deal {number} (line {start + 1}): {error}") from error


def _parse(lines: Sequence[str]) -> Record:
    head, body = _split(lines)
    for key, instead in (("game", "game"), ("pack", "hands")):
        if not head.get(key) and not head.get(instead):
            raise ValueError(f"the line '{key}:' is missing")
    named = game_of(head["game"])
    if named is None:
        wrong = f"game: {head['game']!r} is not a game with options"
        raise ValueError(f"{wrong}, as in schnapsen[flat=1]")
    game = load_known(*named)
    players = tuple(p.strip() for p in re.split(r"\s+/\s+", head.get("players", "")) if p.strip())
    players = players or (UNNAMED,) * game.n_seats
    record = Record(
        game, players, tuple(game.parse_pack(head.get("pack") or _pack_of(game, head))), [],
        match=parse_match(game, head.get("match", "")),
        tags={key: value for key, value in head.items() if key not in _OWN},
    )
    _parse_moves(record, body)
    end = record.end()
    if len(players) != game.n_seats and record.match is None:
        raise ValueError(f"players: {len(players)} are named, {game.name} has {game.n_seats} seats")
    _check_result(head.get("result", "*"), end)
    return record


def _pack_of(game: Game, head: dict[str, str]) -> str:
    """The pack of the line ``hands:``."""
    if not hasattr(game.rules, "owner_of"):
        raise ValueError(f"a deal of {game.name} is written with its pack, not by hands")
    match = dict(word.partition("=")[::2] for word in head.get("match", "").split())
    hands = re.sub(r"\s", "", head["hands"])
    if "?" in hands:
        raise ValueError("hands: every hand is written whole, in dealing order")
    written = read_hands(game, {"hands": hands, **match})
    short = [s for s in range(written.n_seats) if not written.is_whole(s)]
    if short:
        raise ValueError(f"hands: cards of seat {short[0]} are missing")
    return written.pack()


def _split(lines: Sequence[str]) -> tuple[dict[str, str], str]:
    """Head and moves: lines ``key: value``, and all others."""
    head: dict[str, str] = {}
    body: list[str] = []
    open_ = 0  # braces: a comment may hold a colon
    for line in lines:
        if line.startswith("#"):
            continue
        match = _HEAD.match(line) if not open_ else None
        if match:
            if match[1] in head:
                raise ValueError(f"the line '{match[1]}:' is there twice")
            head[match[1]] = match[2].strip()
            continue
        open_ += line.count("{") - line.count("}")
        body.append(line)
    if open_:
        raise ValueError("a comment is not closed: braces open and close it")
    return head, " ".join(" ".join(body).split())


def _parse_moves(record: Record, body: str) -> None:
    game = record.game
    for piece in re.findall(r"\{[^{}]*\}|[^{},]+", body):
        word = piece.strip()
        if not word:
            continue
        if word.startswith("{"):
            at = len(record.moves) + (record.resigned is not None)
            before = record.comments.get(at)
            record.comments[at] = f"{before} {word[1:-1]}" if before else word[1:-1].strip()
            continue
        if record.resigned is not None:
            raise ValueError(f"{word}: there is a move after a seat has resigned")
        seat, name = re.match(r"^(?:([0-9])\s+)?(.*)$", word).groups()  # type: ignore[union-attr]
        if name == RESIGNS:
            if seat is None or int(seat) >= game.n_seats:
                raise ValueError(f"{word}: write who, as in '0 {RESIGNS}'")
            record.resigned = int(seat)
            continue
        record.moves.append(game.parse_move(name))
    _check_seats(record, body)


def _check_seats(record: Record, body: str) -> None:
    """That the seats written before the moves are those to move."""
    words = [w.strip() for w in re.sub(r"\{[^{}]*\}", "", body).split(",") if w.strip()]
    for number, (word, state) in enumerate(zip(words, record.states(), strict=False), 1):
        seat = re.match(r"^([0-9])\s", word)
        if seat and RESIGNS not in word and int(seat[1]) != state.to_move:
            raise ValueError(f"move {number}: {word} is written for seat {seat[1]}, but "
                             f"{'nobody' if state.to_move is None else f'seat {state.to_move}'} "
                             "is to move")


def _check_result(text: str, end: State) -> None:
    """That the result written is the one that was played."""
    if text.strip() in ("*", ""):
        return
    if not end.is_over:
        raise ValueError(f"result: {text}, but the deal is not over: write * for that")
    given = re.findall(r"[+-]?[0-9]{1,9}", text.partition(",")[0])
    if tuple(map(int, given)) != end.payoffs():
        raise ValueError(f"result: {text}, but the moves lead to {result_text(end)}")


def match_of(game: Game, context: Any) -> np.ndarray | None:
    """The match record of the bytes that a log keeps; None for a deal of its own."""
    raw = bytes(context)
    return np.frombuffer(raw, game.rules.MATCH).copy() if raw else None
