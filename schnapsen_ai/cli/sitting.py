"""A person against bots at a terminal: deals, matches, commands, a look back."""

from __future__ import annotations

import argparse
import contextlib
import sys
from typing import Any

import numpy as np

from ..base import seeds
from ..base.files import input_lines
from ..base.numbers import is_digits
from ..bot.interface import Randomness, Resign
from ..bot.spec import BotSpec
from ..cards import Move, Seat
from ..deal.game import Game
from ..deal.history import DealHistory
from ..deal.matches import cut, winners
from ..sandbox import admitted
from ..show.scene import named_move, scene
from ..show.terminal import Terminal
from ..show.why_illegal import why_not
from .move_verdicts import verdict
from .opponents import Opponents
from .options import UserError, load_game
from .positions import position_game


class Quit(Exception):
    """The player has had enough."""


def sit_down(args: argparse.Namespace) -> None:
    """Play what the arguments of the command ask for, until the end or until `Quit`."""
    game = load_game(args) if args.position is None else position_game(args)
    spec = admitted(args.bot)
    secret = seeds.secret_of(args.seed)
    start, sees = None, 0
    if args.position is not None:
        start, sees = DealHistory.from_position(game, args.position, secret)
    seat = sees if args.seat is None else args.seat
    if not 0 <= seat < game.n_seats:
        raise UserError(f"--seat {seat} is not in 0..{game.n_seats - 1}")
    style = args.faces or game.rules.CARD_STYLE
    terminal = Terminal(sys.stdout, args.language, "french" if style == "french" else "german")
    sitting = Sitting(game, spec, seat, secret, terminal, args)
    try:
        if args.unit == "match":
            sitting.series(args.matches)
        else:
            sitting.deal(0, None, start)
    except Quit:
        print(terminal.say("t.bye"))


class Sitting:
    """A person, player `me`, against one kind of bot at all other seats."""

    def __init__(
        self,
        game: Game,
        spec: BotSpec,
        me: Seat,
        secret: bytes,
        terminal: Terminal,
        args: argparse.Namespace,
    ) -> None:
        self.game, self.me, self.secret = game, me, secret
        self.opponents = Opponents(spec)
        self.terminal, self.undo, self.replay = terminal, args.undo, not args.no_replay
        you = terminal.say("you")
        others = game.n_seats - 1
        names = [spec.text if others == 1 else f"{spec.text} {p}" for p in range(game.n_seats)]
        self.players = [you if p == me else names[p] for p in range(game.n_seats)]
        self.marks = np.zeros(len(game.new_match()["marks"][0]), np.int64)  # of all matches
        self.deals = 0

    def series(self, matches: int) -> None:
        """Matches one after the other; the pack is cut for the first dealer of each."""
        for number in range(matches):
            self.match(number)
            say, parts = self.terminal.say, self._each(self.marks.tolist())
            print(self.terminal.bold(f"{say('marks')}: {', '.join(parts)}"))

    def match(self, number: int) -> None:
        """Deals until the match is over."""
        game = self.game
        match = game.new_match(cut(game, self.secret, number))
        while not match["over"][0]:
            self._say_score(match, int(match["deals"][0]))
            history = self.deal(self.deals, match)
            game.board.next_deal_at(match, history.pool)
            self.deals += 1
        self.marks += match["marks"][0]
        won = winners(match)
        teams = match["score"].shape[1] < game.n_seats
        names = [p for i, p in enumerate(self.players) if (i & 1 if teams else i) in won]
        say = self.terminal.say
        end = say("match_won", who=" + ".join(names)) if names else say("drawn_deal")
        print("\n" + self.terminal.bold(end))

    def _say_score(self, match: np.ndarray, index: int) -> None:
        parts = self._each(match["score"][0].tolist())
        say = self.terminal.say
        head = f"=== {say('deal_n', n=index + 1)}; {say('score')}: {', '.join(parts)}"
        print("\n" + self.terminal.bold(head))

    def _each(self, values: list[int]) -> list[str]:
        """A number of each player, or of each team."""
        values = values[: self.game.n_seats]
        if len(values) == self.game.n_seats:
            return [f"{who} {v}" for who, v in zip(self.players, values, strict=True)]
        return [f"{' + '.join(self.players[t::2])} {v}" for t, v in enumerate(values)]

    # --- one deal ---

    def deal(
        self, index: int, match: np.ndarray | None, start: DealHistory | None = None
    ) -> DealHistory:
        """Play a deal, of a match if one is given, and look back at it; or go on with one."""
        history = start
        if history is None:
            words = seeds.words(self.secret, "pack", index, 1)
            history = DealHistory.deal(self.game, words, match)
        seated = self.game.new_match() if match is None else match
        seating = [int(p) for p in seated["player"][0] if p >= 0]
        self.names = [self.players[p] for p in seating]
        self.seat = seating.index(self.me) if self.me in seating else None
        n = self.game.n_seats
        self.words = seeds.words(self.secret, "play bots", index * n, n)
        self.opponents.sit(history, self.words, self.seat)
        while not history.is_over:
            turn = history.to_move
            assert turn is not None
            if turn == self.seat:
                if not self._person(history):
                    self.opponents.sit(history, self.words, self.seat)  # moves were taken back
                    continue
            else:
                self._bot(history, turn)
            if history.log and not history.is_over:
                self.opponents.saw(*history.log[-1])
        self._end(history)
        return history

    def _bot(self, history: DealHistory, turn: Seat) -> None:
        say, who = self.terminal.say, self.names[turn]
        try:
            move = self.opponents.choose(history, turn)
        except Resign:
            history.resign(turn)
            print(f"--> {say('played', who=who, move=say('m.resign'))}")
            return
        text = self.terminal.move(named_move(history, move))
        history.play(move)
        print(f"--> {say('played', who=who, move=text)}")

    def _end(self, history: DealHistory) -> None:
        terminal, shown = self.terminal, scene(history, self.seat)
        print("\n" + "\n".join(terminal.board(shown, self.names)))
        print(terminal.bold(terminal.say("ended", how=terminal.say(f"e.{history.how()}"))))
        print("  ".join(
            terminal.say("result", who=who, points=f"{p:+d}")
            for who, p in zip(self.names, history.payoffs(), strict=True)
        ))
        if self.replay:
            print()
            for line in verdict(history, self.names, terminal):
                print(line)

    # --- the person ---

    def _person(self, history: DealHistory) -> bool:
        """Ask until a move is made or the deal given up; False if moves were taken back."""
        assert self.seat is not None
        terminal = self.terminal
        shown = scene(history, self.seat)
        held = {card: i for i, card in enumerate(shown["hand"])}  # numbered as they are held
        shown["moves"].sort(key=lambda m: held.get(m["id"], m["id"] + 32))
        moves = [m["id"] for m in shown["moves"]]
        print("\n" + "\n".join(terminal.board(shown, self.names)))
        self._offer(shown)
        while True:
            text = _read(terminal)
            if text in ("?", "help", ""):
                self._offer(shown)
                print(terminal.say("t.help"))
            elif text in ("q", "quit", "exit"):
                raise Quit
            elif text == "resign":
                if self._resigns(history):
                    return True
            elif text == "undo":
                if self._takes_back(history):
                    return False
            elif text == "hint":
                print(terminal.say("hint_says", move=self._hint(history)))
            elif text == "known":
                print("\n".join(terminal.known(shown, self.names)))
            elif text == "score":
                print("\n".join(terminal.board(shown, self.names)))
            elif text == "rules":
                print(self.game.rulebook())
            elif is_digits(text) and 1 <= int(text) <= len(moves):
                history.play(moves[int(text) - 1])
                return True
            else:
                move = self._parse(history, text)
                if move in moves:
                    history.play(move)
                    return True
                if move is not None:
                    print(self._why_not(history, move))

    def _offer(self, shown: dict[str, Any]) -> None:
        """The legal moves with their numbers."""
        moves = "  ".join(
            f"{i + 1}) {self.terminal.move(m)}" for i, m in enumerate(shown["moves"])
        )
        print(f"{self.terminal.say('t.you_may')} {moves}")

    def _resigns(self, history: DealHistory) -> bool:
        say = self.terminal.say
        if history.seats != 2:
            print(say("t.only_two"))
            return False
        if sys.stdin.isatty() and _read(self.terminal, "t.sure") not in ("yes", "y", "j", "igen"):
            return False
        assert self.seat is not None
        history.resign(self.seat)
        return True

    def _takes_back(self, history: DealHistory) -> bool:
        own = [ply for ply, (seat, _) in enumerate(history.log) if seat == self.seat]
        if self.undo and own:
            history.back_to(own[-1])
            return True
        print(self.terminal.say("t.nothing" if self.undo else "t.no_undo"))
        return False

    def _hint(self, history: DealHistory) -> str:
        assert self.seat is not None
        bot = BotSpec("rules").make()
        bot.begin(self.game, self.seat, Randomness(1))
        return self.terminal.move(named_move(history, bot.choose(history.view(self.seat))))

    def _parse(self, history: DealHistory, text: str) -> int | None:
        """The move meant, by its name in the game or in this language; None and a word if none."""
        plain = " ".join(text.split()).lower()
        legal = history.view(self.seat or 0).legal_moves()
        for move in (*legal, *self.game.rules.MOVE_NAMES):  # of those that are not: say why
            if plain == self.terminal.move(named_move(history, move)).lower():
                return move
        try:
            return self.game.parse_move(text)
        except ValueError as error:
            print(error)
            return None

    def _why_not(self, history: DealHistory, move: Move) -> str:
        """The rule that stands against a move."""
        terminal = self.terminal
        key, names = why_not(history.view(self.seat or 0), move)
        for name in ("moves", "cards"):
            if name in names:
                texts = [terminal.move(named_move(history, m)) for m in names[name]]
                names[name] = ", ".join(texts)
        if "card" in names:
            names["card"] = terminal.card(names["card"])
        if "suit" in names:
            names["suit"] = terminal.say(f"{terminal.style}.suit.{names['suit']}")
        if "trumps" in names:
            names["suit"] = terminal.say("f.trump")
        what = terminal.move(named_move(history, move))
        return f"{what}: {terminal.say(key, **names)}"


def _read(terminal: Terminal, key: str = "t.prompt") -> str:
    if sys.stdin.isatty():  # by `input`, which knows the keys of a terminal
        with contextlib.suppress(EOFError):
            return input(terminal.say(key)).strip()
    else:
        for line in input_lines(terminal.say(key)):
            return line.strip()
    print(file=sys.stdout)
    raise Quit
