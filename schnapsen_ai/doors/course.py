"""A bot of the course platform (the package `schnapsen`) at our table, by the process protocol.

A script for the environment that has that package, which it imports there and nowhere else::

    python -m venv course && course/bin/pip install schnapsen
    python -m schnapsen_ai.doors.course --write course.py
    schnapsen-ai tournament "cmd:course/bin/python course.py:bot=RdeepBot,num_samples=16,depth=4" \\
        rules --game vu

``bot`` is a class of `schnapsen.bots`, or of ``file``, a Python file beside this one; other
parameters go to its ``__init__``.  It plays unchanged, in preset `vu` alone.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import inspect
import json
import sys
from pathlib import Path
from random import Random
from typing import Any

with contextlib.suppress(ImportError):  # but the script that `--write` made has that file within
    from .course_deal import EXCHANGE, MARRIAGE, PACK, Seen, Trick, tricks_of, whole_deal

RANKS = {3: "JACK", 4: "QUEEN", 5: "KING", 6: "TEN", 7: "ACE"}
SUITS = ("CLUBS", "SPADES", "HEARTS", "DIAMONDS")


class Platform:
    """The platform's own engine, cards and moves."""

    def __init__(self) -> None:
        self.game = importlib.import_module("schnapsen.game")
        self.engine = self.game.SchnapsenGamePlayEngine()
        cards = importlib.import_module("schnapsen.deck").Card
        self.cards = {c: getattr(cards, f"{RANKS[c % 8]}_{SUITS[c // 8]}") for c in PACK}
        self.ids = {card: number for number, card in self.cards.items()}

    def move(self, number: int, trump: int) -> Any:
        """A move of ours as one of its."""
        if number == EXCHANGE:
            return self.game.TrumpExchange(self.cards[8 * trump + 3])
        if number >= MARRIAGE:
            suit = 8 * (number - MARRIAGE)
            return self.game.Marriage(self.cards[suit + 4], self.cards[suit + 5])
        return self.game.RegularMove(self.cards[number])

    def number(self, move: Any) -> int:
        """A move of its as one of ours; a marriage without the card that follows."""
        if move.is_trump_exchange():
            return EXCHANGE
        if move.is_marriage():
            return MARRIAGE + int(self.ids[move.as_marriage().queen_card]) // 8
        return int(self.ids[move.as_regular_move().card])

    def state(self, seen: Seen, rng: Random) -> tuple[Any, Trick]:
        """Its state at the last trick, and that trick as far as it has been played."""
        hands = whole_deal(seen, rng)
        trump = seen.turn_up // 8
        first, second, talon = ([self.cards[c] for c in cards] for cards in hands)
        game = self.game
        scripts = [_script(game.Bot) for _ in range(2)]
        leader, follower = (
            game.BotState(script, game.Hand(hand))
            for script, hand in zip(scripts, (first, second), strict=True)
        )
        state = game.GameState(leader=leader, follower=follower, talon=game.Talon(talon),
                               previous=None)
        tricks = tricks_of(seen.moves, trump)
        for trick in tricks:
            if trick.exchange:
                scripts[trick.leader].next = self.move(EXCHANGE, trump)
                state = self.engine.trick_implementer.play_trick(self.engine, state)
            if trick.follow is not None:
                scripts[trick.leader].next = self.lead(trick, trump)
                scripts[1 - trick.leader].next = self.move(trick.follow, trump)
                state = self.engine.trick_implementer.play_trick(self.engine, state)
        return state, tricks[-1]

    def lead(self, trick: Trick, trump: int) -> Any:
        """What was led: a card, or a marriage with its king."""
        assert trick.lead is not None
        led = MARRIAGE + trick.lead // 8 if trick.marriage else trick.lead
        return self.move(led, trump)

    def perspective(self, seen: Seen, rng: Random) -> tuple[Any, Any]:
        """What its bot is asked with when the seat is to move: perspective and the move led."""
        state, trick = self.state(seen, rng)
        if trick.lead is None:
            return self.game.LeaderPerspective(state, self.engine), None
        led = self.lead(trick, seen.turn_up // 8)
        return self.game.FollowerPerspective(state, self.engine, led), led


def _script(base: Any) -> Any:
    """A bot that plays what it is told."""

    class Script(base):  # type: ignore[misc]
        next: Any = None

        def get_move(self, perspective: Any, leader_move: Any) -> Any:
            return self.next

    return Script()


class Seat:
    """One deal of one bot."""

    def __init__(self, platform: Platform, bot: Any, seat: int, rng: Random) -> None:
        self.platform, self.bot, self.seat, self.rng = platform, bot, seat, rng
        self.moves: list[int] = []
        self.seen: Seen | None = None
        self.told = 0  # moves of which it knows

    def choose(self, view: dict[str, Any], legal: list[int]) -> int:
        """Its move; the king after a marriage is led without asking: there it is part of it."""
        if self.seen is None:
            self.seen = Seen(self.seat, first_turn_up(view))
        seen = self.seen
        seen.moves, seen.known = list(view["history"]), set(view["known"][1 - self.seat])
        trump = seen.turn_up // 8
        trick = len(tricks_of(seen.moves, trump))
        if len(seen.hands) < trick:
            seen.hands.append(set(view["hand"]))
        if seen.moves and MARRIAGE <= seen.moves[-1] < EXCHANGE:
            return legal[0]
        self._tell(seen.moves, trump)
        move = self.bot.get_move(*self.platform.perspective(seen, self.rng))
        return self.platform.number(move)

    def _tell(self, moves: list[int], trump: int) -> None:
        for move in moves[self.told :]:
            if move == EXCHANGE:
                self.bot.notify_trump_exchange(self.platform.move(move, trump))
        self.told = len(moves)

    def end(self, won: bool) -> None:
        """The deal is over: the bot is told, as it is there."""
        if self.seen is None or len(self.moves) < len(self.seen.moves):
            return
        self.seen.moves, self.seen.known = self.moves, set()
        state, _ = self.platform.state(self.seen, self.rng)
        name = "WinnerPerspective" if won else "LoserPerspective"
        perspective = getattr(self.platform.game, name)(state, self.platform.engine)
        self.bot.notify_game_end(won, perspective)


def first_turn_up(view: dict[str, Any]) -> int:
    """The card that lay face up at first, told at the first move of a seat.

    After an exchange by the other it is a trump that he is known to hold or has led; where he has
    declared king and queen of trumps as well, either fits what the seat has seen.
    """
    up = int(view["turn_up"])
    if EXCHANGE not in view["history"]:
        return up
    shown = [*view["known"][1 - view["seat"]], *(m for m in view["history"] if m < MARRIAGE)]
    return next(int(card) for card in shown if card // 8 == up // 8)


def make(params: dict[str, str], rng: Random) -> Any:
    """The bot that the parameters name."""
    given = dict(params)
    name, file = given.pop("bot"), given.pop("file", None)
    if file is None:
        module = importlib.import_module("schnapsen.bots")
    else:
        spec = importlib.util.spec_from_file_location("course_bot", Path(file))
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    cls = getattr(module, name)
    known = inspect.signature(cls).parameters
    values: dict[str, Any] = {key: _typed(text, known[key]) for key, text in given.items()}
    for key, parameter in known.items():
        if "Random" in str(parameter.annotation):
            values[key] = rng
    return cls(**values)


def _typed(text: str, parameter: inspect.Parameter) -> Any:
    wanted = str(parameter.annotation)
    for kind in (int, float, Path):
        if kind.__name__ in wanted:
            return kind(text)
    return text


def talk() -> None:
    """Read messages and answer them, until there are no more."""
    answers, sys.stdout = sys.stdout, sys.stderr  # bots print
    platform, params, seat = Platform(), {}, None
    for line in sys.stdin:
        message = json.loads(line)
        answer: dict[str, Any] = {}
        if message["type"] == "hello":
            params = message["params"]
            answer = {"protocol": 1, "name": params.get("bot", "?"), "wants": ["saw", "end"]}
        elif message["type"] == "begin":
            if message["game"]["name"] != "vu":
                answer = {"error": f"it plays vu, not {message['game']['name']}"}
            rng = Random(int(message["seed"]))
            seat = Seat(platform, make(params, rng), message["seat"], rng)
        elif seat is not None and message["type"] == "saw":
            seat.moves.append(message["move"])
        elif seat is not None and message["type"] == "choose":
            answer = {"move": seat.choose(message["view"], message["legal"])}
        elif seat is not None and message["type"] == "end":
            seat.end(message["payoffs"][seat.seat] > 0)
        if "id" in message:
            answers.write(json.dumps({"id": message["id"], **answer}) + "\n")
            answers.flush()


def write(path: str) -> None:
    """One file of this one and what it imports of ours."""
    here = Path(__file__)
    deal = here.with_name("course_deal.py").read_text(encoding="utf-8")
    own = here.read_text(encoding="utf-8")
    future = "from __future__ import annotations\n"
    Path(path).write_text(deal + own[own.index(future) + len(future) :], encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--write"]:
        write(sys.argv[2])
    else:
        talk()
