"""Gymnasium: every game as an environment for one learner, the other seats held by a bot.

>>> import gymnasium
>>> import schnapsen_ai.doors.gymnasium     # registers "schnapsen_ai/GAME-v0" for every game
>>> env = gymnasium.make("schnapsen_ai/schnapsen-v0", opponent="rules")
>>> many = gymnasium.make_vec("schnapsen_ai/schnapsen-v0", num_envs=1024, opponent="rules")

`Solo` is the one, `schnapsen_ai.doors.vector.Many` the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from . import missing

try:
    import gymnasium
except ImportError:
    raise missing("gymnasium", "rl") from None

from ..bot.spec import BotSpec
from ..cards import Seat
from ..deal.game import games
from ..deal.moves import check_seat
from .episode import RENDER_MODES, Episode
from .opponents import Opponents
from .spaces import seen_space

NAMESPACE = "schnapsen_ai"


class Solo(gymnasium.Env):
    """A deal, or a match, of one learner against a bot at all other seats.

    opponent: any bot, as named on the command line.  seat: the learner's (in a match, that of its
    first deal); None: every seat in turn.  game, options, unit, render_mode, observations and
    max_deals, what is seen, rewards and seeds: as `schnapsen_ai.doors.pettingzoo.raw_env`; the
    reward is the learner's alone.  Deals that end before its first move are not shown.

    ``info["action_mask"]`` has the legal moves, as the observation has.  An illegal move ends the
    episode at the largest loss, with ``info["illegal"]`` True.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": 1}

    def __init__(
        self,
        game: str = "schnapsen",
        opponent: str = "rules",
        seat: Seat | None = None,
        options: Mapping[str, Any] | None = None,
        unit: str = "deal",
        render_mode: str | None = None,
        observations: str | bool = "compact",
        max_deals: int | None = None,
    ) -> None:
        self._episode = Episode(game, options, unit, observations, max_deals, render_mode)
        self._opponents = Opponents(self._episode, BotSpec(opponent))
        if seat is not None:
            check_seat(self._episode.game, seat)
        self.layout = self._episode.layout
        self.seat, self.render_mode = seat, render_mode
        self.observation_space = seen_space(self._episode)
        self.action_space = gymnasium.spaces.Discrete(self._episode.n_moves)

    @property
    def player(self) -> int:
        """Who the learner is: the seat in which it begins the episode."""
        return self._opponents.learner

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """The next deal or match; with a seed the first of those that it fixes."""
        super().reset(seed=seed)
        episode = self._episode
        episode.begin(seed)
        while True:
            turn = (episode.begun - 1) % episode.players
            self._opponents.sit_down(turn if self.seat is None else self.seat)
            self._opponents.answer()
            if not episode.over:
                return self._shown()
            episode.begin()

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Make a move, and have the others answer.  IllegalMove names a bot that errs."""
        episode = self._episode
        if episode.over:
            raise gymnasium.error.ResetNeeded("the episode is over: reset() begins another")
        self._opponents.make(action)
        self._opponents.answer()
        seen, info = self._shown()
        if episode.over:
            info["illegal"] = episode.illegal
        return seen, episode.rewards[self.player], episode.over, False, info

    def _shown(self) -> tuple[dict[str, Any], dict[str, Any]]:
        if self.render_mode == "human":
            self.render()
        seen = self._episode.seen(self.player)
        return seen, {"action_mask": seen["action_mask"].copy()}

    def render(self) -> str | None:
        """The deal as the learner sees it; open when it is over."""
        return self._episode.render(self.player)


def register() -> None:
    """Tell Gymnasium of every game and preset."""
    for name in games():
        gymnasium.register(
            f"{NAMESPACE}/{name}-v0",
            entry_point=f"{__name__}:Solo",
            vector_entry_point=f"{__package__}.vector:Many",
            kwargs={"game": name},
        )


register()
