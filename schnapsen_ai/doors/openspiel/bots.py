"""Bots across the door: ours as bots of OpenSpiel, its bots in our tournaments.

>>> evaluate_bots.evaluate_bots(state, [as_spiel_bot(game, "rules", 0), other], np.random)

    schnapsen-ai tournament schnapsen_ai.doors.openspiel:ISMCTS:simulations=100 rules
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from ...base import seeds
from ...bot.interface import Bot, Randomness
from ...bot.spec import BotSpec
from ...cards import Move, Seat
from ...deal.game import Game
from ...deal.state import View, look
from .games import SpielGame, SpielState, spiel_game, state_of


class BotOfOurs(pyspiel.Bot):  # type: ignore[misc]
    """A bot of ours in a seat of an OpenSpiel game.  It is shown its view, and no more."""

    def __init__(self, game: SpielGame, text: str, player: Seat, seed: int | None = None) -> None:
        super().__init__()
        self.spec = BotSpec(text)
        self.player = player
        self._rules: Game = game.rules
        self._secret = seeds.secret_of(seed)
        self._deals = 0
        self.restart()

    def restart(self) -> None:
        """A fresh instance, for the next deal."""
        word = seeds.words(self._secret, f"openspiel seat {self.player}", self._deals, 1)[0]
        self._deals += 1
        self._past: list[Move] = []
        self._bot = self.spec.make()
        self._bot.begin(self._rules, self.player, Randomness(word))

    def restart_at(self, state: Any) -> None:
        """A deal goes on from `state`."""
        self.restart()

    def player_id(self) -> Seat:
        return self.player

    def inform_action(self, state: Any, player: Seat, action: Move) -> None:
        """What was played is read from the state at the next step."""

    def step(self, state: SpielState) -> Move:
        """Its move."""
        deal = state.table.state
        assert deal is not None
        past, told = deal.history, len(self._past)
        if past[:told] != self._past:  # another deal, and nobody said so
            self.restart()
            told = 0
        for seat, move in list(zip(state.table.movers, past, strict=True))[told:]:
            self._bot.saw(seat, move)
        self._past = past
        view = deal.view(self.player)
        if self.spec.sees_all:
            view = look(deal.game, deal.record(), self.player, past, deal.origin, True)
        return int(self._bot.choose(view))


def as_spiel_bot(game: SpielGame, text: str, player: Seat, seed: int | None = None) -> BotOfOurs:
    """A bot of ours, by its name, as OpenSpiel's tournaments and `evaluate_bots` take it.

    seed: of its chance; without one, fresh random bits.  BotError if there is no such bot.
    """
    return BotOfOurs(game, text, player, seed)


class SpielBot(Bot):
    """A bot of OpenSpiel in our tournaments: derive from it, and say in `made` which.

    There is one for each deal.  At each step it is handed a state drawn anew from what its seat
    has seen, so that it cannot cheat: right for whatever asks for information states alone,
    worthless for bots that need the true cards.
    """

    def made(self, game: SpielGame, seat: Seat, chance: np.random.RandomState) -> Any:
        """The `pyspiel.Bot`; `chance` is all its chance, if its results are to be repeated."""
        raise NotImplementedError(f"{type(self).__name__} has no made(self, game, seat, chance)")

    def begin(self, game: Game, seat: Seat, rng: Any = None) -> None:
        super().begin(game, seat, rng)
        self.spiel = spiel_game(game)
        chance = np.random.RandomState(int(self.rng.integers(2**32)))
        self._bot = self.made(self.spiel, seat, chance)

    def choose(self, view: View) -> Move:
        state = state_of(self.spiel, view.redeal(self.rng))
        return int(self._bot.step(state))


class ISMCTS(SpielBot):
    """OpenSpiel's information-set search, with random play-outs (the one written in Python).

    simulations: lines a move; exploration: its constant of UCT, in game points.
    """

    def __init__(self, simulations: int = 100, exploration: float = 2.0) -> None:
        self.simulations = simulations
        self.exploration = exploration

    def made(self, game: SpielGame, seat: Seat, chance: np.random.RandomState) -> Any:
        bot = ismcts.ISMCTSBot(
            game, mcts.RandomRolloutEvaluator(1, chance), self.exploration, self.simulations,
            random_state=chance,
        )
        # Else it samples by the clock.
        bot.set_resampler(lambda state, of: state.resample_from_infostate(of, chance.random_sample))
        return bot


class PolicyBot(pyspiel.Bot):  # type: ignore[misc]
    """A policy of OpenSpiel as a bot of it, to be returned from `SpielBot.made`."""

    def __init__(self, policy: Any, player: Seat, chance: np.random.RandomState) -> None:
        super().__init__()
        self.policy, self.player, self.chance = policy, player, chance

    def step(self, state: Any) -> Move:
        chances = self.policy.action_probabilities(state, self.player)
        return int(self.chance.choice(list(chances), p=list(chances.values())))
