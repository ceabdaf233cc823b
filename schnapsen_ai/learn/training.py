"""Training: first the rule player's values, then self-play, in rounds that a seed fixes.

A round is a function of the network and its number: it deals so many deals, plays them out, and
learns from their decisions once, in random order.  So a training that was killed goes on from its
last checkpoint to the same bits.
"""

from __future__ import annotations

import dataclasses
import json
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ..base import seeds
from ..base.files import replaced
from ..deal.game import Game, load_known
from .evaluation import Strength, against_rules
from .experience import deviations, self_play
from .features import features_of
from .network import Network, Rows
from .occasions import Occasions, mixed, step_of


@dataclass(frozen=True)
class Settings:
    """What is learned how.  Shares are of all rounds.

    rate, warmth, trust: of learning, of the choice among moves (in units of the scale) and lambda,
    each from its first value to its last; a rate stays for the share `held` and falls by equal
    factors, the others fall evenly until the share `cooled`.
    """

    seed: int = 1
    deals: int = 4_000_000
    table: int = 2048  # deals a round
    batch: int = 2048  # decisions a step
    hidden: tuple[int, int] = (128, 64)
    warm: float = 0.1  # share of rounds that learn from the rule player
    late: int = 10  # decisions of a deal, one of which the rule player makes at random
    rate: tuple[float, float] = (1e-3, 5e-5)
    held: float = 0.3
    warmth: tuple[float, float] = (0.075, 0.015)
    cooled: float = 0.7
    trust: tuple[float, float] = (0.7, 0.5)
    memory: float = 0.001
    rivals: float = 0.25  # share of deals of self-play with the rule player on one side
    others: float = 1 / 3  # share of deals under other house rules
    in_match: float = 1 / 3  # share of deals in a match
    occasions: int = 2048  # that deals are drawn from

    @property
    def rounds(self) -> int:
        return -(-self.deals // self.table)

    @property
    def warm_rounds(self) -> int:
        return round(self.warm * self.rounds)


@dataclass
class Lesson:
    """What a round said of itself."""

    round: int
    decisions: int
    error: float  # mean squared, in units of the scale
    payoff: float  # of seat 0, mean


class Training:
    """A network that learns a game; `step` by `step`."""

    def __init__(self, game: Game, settings: Settings, network: Network | None = None) -> None:
        self.game, self.settings = game, settings
        self._secret = seeds.secret_of(settings.seed)
        self.network = network or Network(
            features_of(game.rules).size, settings.hidden, settings.seed
        )
        self.round = 0
        self.scale = 0.0
        self.seconds = 0.0  # of CPU
        self.record: list[dict[str, float]] = []  # strength on the way
        self._occasions: Occasions | None = None

    @property
    def over(self) -> bool:
        return self.round >= self.settings.rounds

    def step(self) -> Lesson:
        """A round."""
        began = time.process_time()
        size = self.settings.table
        words = seeds.words(self._secret, "train", self.round * size, size)
        if not self.scale:
            self.scale = max(1e-3, float(deviations(self.game, words, 1.0).targets.std()))
        if self._occasions is None:
            self._occasions = mixed(
                self.game, seeds.words(self._secret, "scores", 0, 1), self.settings.occasions,
                self.settings.others, self.settings.in_match, step_of(self.scale),
            )  # fmt: skip
        rows, payoff = self._play(words)
        error = self._learn(rows, np.random.default_rng(int(words[0])))
        self.round += 1
        self.seconds += time.process_time() - began
        return Lesson(self.round, len(rows.targets), error, payoff)

    def _play(self, words: np.ndarray) -> tuple[Rows, float]:
        if self.round < self.settings.warm_rounds:
            rows = deviations(self.game, words, self.scale, self._occasions, self.settings.late)
            return rows, 0.0
        warmth, trust = self._falling(self.settings.warmth), self._falling(self.settings.trust)
        rows, payoffs = self_play(
            self.game, words, self.network.weights, self.scale, warmth, trust,
            self._occasions, self.settings.rivals,
        )
        return rows, float(payoffs[:, 0].mean())

    def _learn(self, rows: Rows, chance: np.random.Generator) -> float:
        order = chance.permutation(len(rows.targets))
        rate, memory = self._rate(), self.settings.memory
        errors = [
            self.network.learn(rows.some(which), rate, memory)
            for which in np.array_split(order, max(1, len(order) // self.settings.batch))
        ]
        return float(np.mean(errors))

    def _falling(self, pair: tuple[float, float]) -> float:
        first, last = pair
        return first + (last - first) * min(1.0, self._share() / self.settings.cooled)

    def _share(self) -> float:
        return self.round / self.settings.rounds

    def _rate(self) -> float:
        first, last = self.settings.rate
        fallen = max(0.0, (self._share() - self.settings.held) / (1 - self.settings.held))
        return float(first * (last / first) ** fallen)

    def strength(self, sets: int = 4096) -> Strength:
        """Against the rule player, on packs that are never trained on."""
        words = seeds.words(self._secret, "strength", 0, sets)
        strength = against_rules(self.game, self.network.mean, words)
        self.record.append({
            "round": self.round, "deals": self.round * self.settings.table,
            "seconds": round(self.seconds, 1), **strength._asdict(),
        })  # fmt: skip
        return strength

    # --- files ---

    def save(self, path: Path) -> None:
        """A checkpoint, whole or not at all."""
        about = {
            "game": self.game.name, "options": self.game.changed_options,
            "settings": dataclasses.asdict(self.settings), "round": self.round,
            "scale": self.scale, "seconds": self.seconds, "record": self.record,
        }  # fmt: skip
        with replaced(path) as file:
            np.savez(file, about=np.array(json.dumps(about)), **self.network.arrays())

    @classmethod
    def of_file(cls, path: Path) -> Training:
        """Go on from a checkpoint; ValueError if the file is none."""
        try:
            with np.load(path, allow_pickle=False) as arrays:
                about = dict(json.loads(str(arrays["about"])))
                network = Network.of_arrays(arrays)
        except Exception as error:
            raise ValueError(f"{path} is not the file of a training: {error}") from None
        settings = {k: tuple(v) if isinstance(v, list) else v
                    for k, v in about["settings"].items()}
        training = cls(load_known(about["game"], about["options"]), Settings(**settings), network)
        training.round, training.scale = about["round"], about["scale"]
        training.seconds, training.record = about["seconds"], about["record"]
        return training
