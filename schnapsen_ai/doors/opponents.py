"""A bot at all seats but one, which it leaves to a learner."""

from __future__ import annotations

from ..base import seeds
from ..bot.interface import Bot, Randomness, Resign
from ..bot.spec import BotSpec
from ..cards import Move
from ..deal.moves import IllegalMove, as_move
from ..deal.state import look
from .episode import Episode


class Opponents:
    """Players of an `Episode`; a fresh bot each, which stays for a match."""

    def __init__(self, episode: Episode, spec: BotSpec) -> None:
        self.episode, self.spec = episode, spec
        self.learner = 0
        self.bots: dict[int, Bot] = {}  # by player
        self.at = -1  # the deal that they have been told of

    def sit_down(self, learner: int) -> None:
        """An episode begins; `learner` is the one player that is not theirs."""
        self.learner, self.at = learner, -1
        others = [p for p in range(self.episode.players) if p != learner]
        self.bots = {p: self.spec.make() for p in others}

    def answer(self) -> None:
        """Play until the learner is to move, or the episode is over."""
        episode = self.episode
        self._begin()
        while episode.to_move not in (None, self.learner):
            self._move(episode.to_move)
            self._begin()

    def make(self, move: Move) -> None:
        """Make a move of the player to move, and tell all bots of it."""
        seat = self.episode.state.to_move
        self.episode.play(move)
        if self.spec.listens and not self.episode.illegal:
            assert seat is not None
            for bot in self.bots.values():
                bot.saw(seat, int(move))

    def _begin(self) -> None:
        """Tell them of the deal, if it is new."""
        episode = self.episode
        if self.at == episode.dealt:
            return
        self.at, n = episode.dealt, episode.players
        secret = seeds.secret_of(episode.seed)
        words = seeds.words(secret, "opponents", episode.dealt * n, n)
        for player, bot in self.bots.items():
            if (seat := episode.seat_of(player)) is not None:
                bot.begin(episode.game, seat, Randomness(words[player]))

    def _move(self, player: int) -> None:
        episode = self.episode
        seat = episode.seat_of(player)
        assert seat is not None
        state = episode.state
        match = state.match() if state.in_match else None
        view = look(episode.game, state.record(), seat, state.history, state.origin,
                    self.spec.sees_all, match)
        try:
            move = as_move(said := self.bots[player].choose(view))
        except Resign:
            episode.resign()
            return
        if move is None or not view.legal >> move & 1:
            raise IllegalMove(f"{self.spec.text} answered {said!r}, which is not legal")
        self.make(move)
