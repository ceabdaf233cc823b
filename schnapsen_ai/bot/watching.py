"""One deal, watched: played in this process, bot by bot, with nothing caught and nothing hidden.

>>> from schnapsen_ai.bot.watching import watch
>>> for step in watch(sa.load("schnapsen").deal(seed=1), [MyBot(), "rules"]):
...     print(step)                   # step.view, step.move, step.thoughts, too

Standard streams stay open, so that ``print`` and ``breakpoint()`` work in a bot; what a bot raises
comes to whoever asked for the next step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ..base import seeds
from ..cards import Move, Seat
from ..deal.state import State, View, look
from .interface import Bot, Resign
from .spec import BotSpec

MOST_THOUGHTS = 4  # of a move's alternatives that are shown


@dataclass(frozen=True)
class Step:
    """A move that was made: who made it, what he saw, what he thought of each move."""

    number: int  # of the move in the deal, from 1
    bot: str
    view: View
    move: Move | None  # None: the bot gave up
    thoughts: Mapping[Move, Mapping[str, float]]

    @property
    def seat(self) -> Seat:
        return self.view.seat

    def __str__(self) -> str:
        text = self.view.game.move_text
        played = "resigns" if self.move is None else text(self.move)
        line = f"{self.number:3}. {self.bot} (seat {self.seat}): {played}"
        thoughts = [f"{text(m)} {_figures(said)}" for m, said in self._best()]
        return line if not thoughts else f"{line:40}  thought: {'; '.join(thoughts)}"

    def _best(self) -> list[tuple[Move, Mapping[str, float]]]:
        """What it thought most of, the move made before all others."""
        order = sorted(self.thoughts.items(), key=lambda item: -item[1].get("value", 0.0))
        return sorted(order, key=lambda item: item[0] != self.move)[:MOST_THOUGHTS]


def _figures(said: Mapping[str, float]) -> str:
    parts = [f"{said['value']:+.2f}"] if "value" in said else []
    parts += [f"{name} {figure:g}" for name, figure in said.items() if name != "value"]
    return ", ".join(parts)


def watch(
    state: State, bots: Sequence[Bot | type[Bot] | str], seed: int | None = None
) -> Iterator[Step]:
    """Play a deal on to its end, in place, a step for each move.

    bots: by seat, and from the first again where there are fewer than seats; each an instance, a
    class or a name.  seed: of their chance.  IllegalMove if a bot's answer is none; what a bot
    raises is raised.
    """
    game = state.game
    chances = seeds.words(seeds.secret_of(seed), "watch", 0, game.n_seats)
    if not 1 <= len(bots) <= game.n_seats:
        raise ValueError(f"{game.name} has {game.n_seats} seats: name one bot for each, or fewer")
    given = [bots[seat % len(bots)] for seat in range(game.n_seats)]
    if len({id(b) for b in given if isinstance(b, Bot)}) < sum(isinstance(b, Bot) for b in given):
        raise ValueError("an instance can hold one seat only: give its class or its name")
    players = [_made(bot) for bot in given]
    names = [bot if isinstance(bot, str) else type(player).__name__
             for bot, player in zip(given, players, strict=True)]
    for seat, player in enumerate(players):
        player.begin(game, seat, seeds.Randomness(chances[seat]))  # type: ignore[arg-type]
    while (mover := state.to_move) is not None:
        yield _step(state, mover, players, names[mover])


def _made(bot: Bot | type[Bot] | str) -> Bot:
    if isinstance(bot, str):
        return BotSpec(bot).make()
    return bot if isinstance(bot, Bot) else bot()


def _step(state: State, seat: Seat, players: Sequence[Bot], name: str) -> Step:
    """Ask the seat to move, and make its move."""
    player, number = players[seat], len(state.history) + 1
    player.thoughts = None
    view = _view(state, seat, player.sees_all)
    move: Move | None
    try:
        move = player.choose(view)
        state.play(move)
        move = state.history[-1]
        for other in players:
            other.saw(seat, int(move))
    except Resign:
        state.resign(seat)
        move = None
    return Step(number, name, view, move, player.thoughts or {})


def _view(state: State, seat: Seat, sees_all: bool) -> View:
    match: np.ndarray | None = state.match() if state.in_match else None
    return look(state.game, state.record(), seat, state.history, state.origin, sees_all, match)
