"""Gymnasium's vector environment on a batch: many deals of one learner, stepped together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ..batched.environment import Batch
from ..batched.tables import parts
from ..cards import Seat, members
from ..deal.moves import IllegalMove, check_seat
from .episode import Episode, flags
from .spaces import seen_space


class Many(VectorEnv):
    """num_envs deals, or matches, of one learner against a bot at all other seats.

    opponent: a bot with a compiled policy, such as "rules", "random" or "net".  seat: the
    learner's; None: each seat in its share of the rows.  threads: as `schnapsen_ai.batch`.
    copy: False: the observations are the batch's own, which the next step overwrites.  All
    else as `schnapsen_ai.doors.gymnasium.Solo`, but that an illegal move raises IllegalMove.

    Where an episode ends, the same step begins the next one (``AutoresetMode.SAME_STEP``):
    reward and termination are of the one that ended, observation and mask of the one that has
    begun.  There is no ``final_obs``: nothing is to be expected of an episode that is over, and
    none is broken off.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "autoreset_mode": AutoresetMode.SAME_STEP,
        "render_modes": [],
    }

    def __init__(
        self,
        num_envs: int = 1,
        game: str = "schnapsen",
        opponent: str = "rules",
        seat: Seat | None = None,
        options: Mapping[str, Any] | None = None,
        unit: str = "deal",
        observations: str | bool = "compact",
        max_deals: int | None = None,
        threads: int = 1,
        copy: bool = True,
    ) -> None:
        shape = Episode(game, options, unit, observations, max_deals)
        self.num_envs, self.copy, self.layout = num_envs, copy, shape.layout
        self.n_moves = shape.n_moves
        self.single_observation_space = seen_space(shape)
        self.single_action_space = Discrete(shape.n_moves)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        seats = list(range(shape.players))
        if seat is not None:
            check_seat(shape.game, seat)
            seats = [seat]
        self._rows = parts(num_envs, len(seats))
        self._batches = [
            Batch(shape.game, part.stop - part.start, None, observations, unit,
                  {other: opponent for other in range(shape.players) if other != own},
                  threads, max_deals)
            for own, part in zip(seats, self._rows, strict=False)
        ]
        #: Who the learner is in each row: the seat in which it begins an episode.
        self.player = np.repeat(seats[: len(self._rows)], [b.n for b in self._batches])

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """Begin everywhere; a seed fixes all that follows."""
        super().reset(seed=seed)
        for batch, own in zip(self._batches, self.np_random.integers(2**62, size=4), strict=False):
            batch.reset(seed=int(own))
        return self._shown()

    def step(self, actions: np.ndarray) -> tuple[
        dict[str, np.ndarray], np.ndarray, np.ndarray, np.ndarray, dict[str, Any]
    ]:
        """Make a move in every row, int64[num_envs], and have the others answer."""
        moves = np.asarray(actions)
        self._check(moves)
        for batch, part in zip(self._batches, self._rows, strict=True):
            batch.step(moves[part])
        rewards = np.concatenate([b.reward for b in self._batches]).astype(np.float64)
        done = np.concatenate([b.done for b in self._batches])
        own = rewards[np.arange(self.num_envs), self.player]
        seen, info = self._shown()
        return seen, own, done, np.zeros(self.num_envs, np.bool_), info

    def sample(self) -> np.ndarray:
        """A random legal move for each row: int64[num_envs]."""
        return np.concatenate([batch.sample() for batch in self._batches])

    def _check(self, moves: np.ndarray) -> None:
        """IllegalMove, before anything is played, if one is not legal."""
        if moves.shape != (self.num_envs,) or moves.dtype.kind not in "iu":
            raise ValueError(f"actions are whole numbers, one a row: int64[{self.num_envs}]")
        inside = (moves >= 0) & (moves < self.n_moves)
        sets = np.concatenate([batch.mask for batch in self._batches])
        legal = inside & ((sets >> np.where(inside, moves, 0).astype(np.uint64)) & 1).astype(bool)
        if not legal.all():
            i = int(np.argmin(legal))
            raise IllegalMove(
                f"actions[{i}] = {moves[i]} is not legal: legal are {members(int(sets[i]))}"
            )

    def _shown(self) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """What the learners see, and their moves."""
        seen = [batch.observation for batch in self._batches]
        mask = flags(np.concatenate([batch.mask for batch in self._batches]), self.n_moves)
        whole = seen[0] if len(seen) == 1 and not self.copy else np.concatenate(seen)
        told = np.ones(self.num_envs, np.bool_)
        info = {"action_mask": mask.copy(), "_action_mask": told}
        return {"observation": whole, "action_mask": mask}, info
