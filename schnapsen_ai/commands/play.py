"""``schnapsen-ai play``: you against a bot, in the terminal."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from .. import seeds
from ..bot import Bot, BotSpec, Randomness, Resign
from ..cli import UserError, load_game
from ..game import Game
from ..state import State

HELP = (
    "type a move as it is named above (a card as AS or TH), its number, "
    "? for the legal moves, hint, resign or quit"
)


class Quit(Exception):
    """The player has had enough."""


def run(args: Any) -> int:
    game = load_game(args)
    spec = BotSpec(args.bot)
    seat = 0 if args.seat is None else args.seat
    if not 0 <= seat < game.n_seats:
        raise UserError(f"--seat {seat} is not in 0..{game.n_seats - 1}")
    secret = seeds.secret_of(args.seed)
    try:
        if args.unit == "match":
            _match(game, spec, seat, secret)
        else:
            _deal(game, spec, seat, secret, 0, game.new_match())
    except Quit:
        print("bye")
    return 0


def _match(game: Game, spec: BotSpec, seat: int, secret: bytes) -> None:
    """Deals until the match is over; you are player `seat`."""
    match = game.new_match()
    index = 0
    while not match["over"][0]:
        players = [int(p) for p in match["player"][0][: game.n_seats]]
        scores = ", ".join(
            f"{'you' if p == seat else f'player {p}'} {s}"
            for p, s in enumerate(match["score"][0].tolist())
        )
        print(f"\n=== deal {index + 1}; score: {scores}")
        state = _deal(game, spec, players.index(seat), secret, index, match)
        game.board.next_deal_at(match, state._pool)
        index += 1
    won = int(match["winner"][0]) == seat
    print("\nYou win the match." if won else "\nYou lose the match.")


def _deal(
    game: Game, spec: BotSpec, seat: int, secret: bytes, index: int, match: np.ndarray
) -> State:
    pool = game.new_pool(1)
    game.board.deal_at(pool, match, seeds.words(secret, "pack", index, 1))
    state = State(game, pool, pool["pack"][0, : len(game.pack)].tolist(), [])
    words = seeds.words(secret, "play bots", index * game.n_seats, game.n_seats)
    bots: dict[int, Bot] = {}
    for other in range(game.n_seats):
        if other != seat:
            bots[other] = spec.make()
            bots[other].begin(game, other, Randomness(words[other]))
    while not state.is_over:
        turn = state.to_move
        assert turn is not None
        if turn == seat:
            move = _ask(state, seat)
        else:
            move = _answer(state, bots[turn], spec, turn)
        if move is None:
            print("resigned")
            state.resign(turn)
            break
        if turn != seat:
            print(f"--> {spec.text} (seat {turn}): {game.move_text(move, _style(game))}")
        state.play(move)
        for bot in bots.values():
            bot.saw(turn, move)
    print(f"\n{state}")
    print("payoffs: " + ", ".join(f"seat {s}: {p:+d}" for s, p in enumerate(state.payoffs())))
    return state


def _answer(state: State, bot: Bot, spec: BotSpec, turn: int) -> int | None:
    from ..state import look

    view = look(
        state.game, state._pool, turn, state.history, state._origin, spec.sees_all, state._match
    )
    try:
        return bot.choose(view)
    except Resign:
        return None


def _style(game: Game) -> str:
    return str(game.rules.CARD_STYLE)


def _ask(state: State, seat: int) -> int | None:
    """A legal move from the person; None to resign."""
    game, view = state.game, state.view(seat)
    moves = view.legal_moves()
    names = [game.move_text(m, _style(game)) for m in moves]
    print(f"\n{view}")
    print("you may: " + "  ".join(f"{i + 1}) {n}" for i, n in enumerate(names)))
    while True:
        text = _read()
        if text in ("?", "help", ""):
            print("you may: " + "  ".join(f"{i + 1}) {n}" for i, n in enumerate(names)))
            print(HELP)
        elif text in ("q", "quit", "exit"):
            raise Quit
        elif text == "resign" and game.n_seats == 2:
            return None
        elif text == "hint":
            print(f"the rule player would choose {_hint(state, seat)}")
        elif text.isdigit() and 1 <= int(text) <= len(moves):
            return moves[int(text) - 1]
        else:
            move = _parse(game, text)
            if move in moves:
                return move
            if move is not None:
                print(f"{text} is not legal now; legal are: {', '.join(names)}")


def _hint(state: State, seat: int) -> str:
    bot = BotSpec("rules").make()
    bot.begin(state.game, seat, Randomness(1))
    return state.game.move_text(bot.choose(state.view(seat)), _style(state.game))


def _parse(game: Game, text: str) -> int | None:
    try:
        return game.parse_move(text)
    except ValueError as error:
        print(error)
        return None


def _read() -> str:
    try:
        return input("your move> ").strip()
    except EOFError:
        print(file=sys.stdout)
        raise Quit from None
