"""PettingZoo: every game as an AEC environment.

>>> from schnapsen_ai.doors.pettingzoo import env
>>> table = env("schnapsen", options={"close_scoring": "at_end"}, render_mode="human")
>>> table.reset(seed=1)
>>> for agent in table.agent_iter():
...     seen, reward, terminated, truncated, info = table.last()
...     table.step(None if terminated else table.action_space(agent).sample(seen["action_mask"]))

Agents are ``player_0`` and so on, by the seat that a player begins in.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import missing

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ImportError:
    raise missing("pettingzoo", "rl") from None

from .episode import RENDER_MODES, Episode
from .spaces import seen_space


def env(*args: Any, **given: Any) -> Any:
    """A `raw_env` that says what to do first where `reset` was forgotten."""
    return OrderEnforcingWrapper(raw_env(*args, **given))


class raw_env(AECEnv):
    """A deal, or a match, of a game.

    game, options: as ``schnapsen_ai.load``.  unit: "deal" or "match".  observations, max_deals: as
    ``schnapsen_ai.batch``.  render_mode: "ansi" (`render` returns a text) or "human" (each move is
    shown as it is made), both as the agent to move sees it.

    Observations are dicts: ``observation``, uint8, laid out as `layout` says, and ``action_mask``,
    int8, 1 for each legal move; the mask is in the infos as well, and nothing but zeros out of
    turn.  `reset` with a seed begins with the deals of that seed, without one it goes on with
    the next.  Rewards come at the end: the payoffs of the deal, or of a match 1 and -1.  An
    illegal move ends the episode, and its agent pays the largest loss of a deal (of a match 1):
    ``info["illegal"]`` is then True.
    """

    def __init__(
        self,
        game: str = "schnapsen",
        options: Mapping[str, Any] | None = None,
        unit: str = "deal",
        render_mode: str | None = None,
        observations: str | bool = "compact",
        max_deals: int | None = None,
    ) -> None:
        super().__init__()
        self._episode = Episode(game, options, unit, observations, max_deals, render_mode)
        self.layout = self._episode.layout
        self.metadata = {
            "name": f"{self._episode.game.name}_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"player_{p}" for p in range(self._episode.players)]
        self.observation_spaces = {a: seen_space(self._episode) for a in self.possible_agents}
        moves = self._episode.n_moves
        self.action_spaces = {a: spaces.Discrete(moves) for a in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """The next deal or match; with a seed the first of those that it fixes."""
        self._episode.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self.agent_selection = self.agents[0]
        self._turn()

    def step(self, action: Any) -> None:
        """The move of `agent_selection`; None, for agents whose episode is over."""
        agent, episode = self.agent_selection, self._episode
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        episode.play(action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, episode.rewards, strict=True))
        self._accumulate_rewards()
        self._turn()
        if self.render_mode == "human":
            self.render()

    def _turn(self) -> None:
        """Whose turn it is, and the masks."""
        episode = self._episode
        self.infos: dict[str, dict[str, Any]] = {
            agent: {"action_mask": episode.mask(player)} for player, agent in enumerate(self.agents)
        }
        if episode.to_move is not None:
            self.agent_selection = self.agents[episode.to_move]
            return
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos[self.agent_selection]["illegal"] = episode.illegal
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees now, whether or not it is its turn."""
        return self._episode.seen(self.possible_agents.index(agent))

    def render(self) -> str | None:
        """The deal as the agent to move sees it; open when it is over."""
        return self._episode.render(self._episode.to_move)

    def close(self) -> None:
        """Nothing is held open."""
