"""Playing a plan: shard by shard, by several processes, going on where it stopped."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from dataclasses import replace

from ..deal.game import Game, load
from ..sandbox.processes import PR_SET_PDEATHSIG, prctl
from . import files
from .plan import SHARD, Plan
from .rows import Player

Progress = Callable[[int], None]  # is told the deals of a shard that is there


def play(
    game: str | Game,
    a: str,
    b: str | None = None,
    *,
    deals: int,
    to: str,
    seed: int | None = None,
    jobs: int = 1,
    observations: str | bool = "compact",
    values: bool = False,
    shard: int = SHARD,
    unit: str = "deal",
    max_deals: int | None = None,
    progress: Progress | None = None,
) -> list[str]:
    """Play a bot against itself, or two against each other; the paths of the shards.

    deals: single deals, rounded up to whole sets (each pack in every seating), the same whatever
    `jobs` is.  to: ``data.npz`` or ``data.parquet``, of which data-00000.npz and so on are made, of
    `shard` deals each; those that are there are kept, so that the same call goes on after a stop.
    observations: as of `sa.batch`; False for none.  values: with the exact open-card value of
    every legal move.
    unit: "match" plays matches, of max_deals at most, and deals and shard count these: a column
    `match` tells which, `won` what share of it the bot won, and `deal` counts within it.
    ValueError: what is wrong with these, a bot that misbehaves, or shards there of other play.
    """
    chosen = load(game) if isinstance(game, str) else game
    plan = Plan(chosen, a, b or a, deals, to, seed, observations, values, shard, unit, max_deals)
    return run(plan, jobs, progress)


def run(plan: Plan, jobs: int = 1, progress: Progress | None = None) -> list[str]:
    """Play what is missing of a plan."""
    files.need(plan.to)
    plan = _as_begun(plan)
    missing = [k for k in range(plan.n_shards) if not _is_there(plan, k)]
    tell = progress or (lambda deals: None)
    for k in set(range(plan.n_shards)) - set(missing):
        tell(plan.part(k)[1] * plan.seatings)
    for k in _played(plan, missing, jobs):
        tell(plan.part(k)[1] * plan.seatings)
    return [plan.path(k) for k in range(plan.n_shards)]


def _as_begun(plan: Plan) -> Plan:
    """Without a seed: with the random bits of what was played before, if anything was."""
    first = plan.path(0)
    if plan.seed is not None or not os.path.exists(first):
        return plan
    kept = files.label_of(first).get("secret", "")
    return replace(plan, secret=bytes.fromhex(kept)) if kept else plan


def _is_there(plan: Plan, k: int) -> bool:
    """Whether a shard is there, with all its deals.  ValueError if it is of other play."""
    path = plan.path(k)
    if not os.path.exists(path):
        return False
    there, wanted = files.label_of(path), plan.label()
    for name, value in wanted.items():
        if there.get(name) != value:
            raise ValueError(
                f"{path} is of other play: {name} is {there.get(name)!r}, not {value!r}; remove "
                "the shards or name another file"
            )
    return bool(there["sets"] >= plan.part(k)[1])


def _played(plan: Plan, missing: list[int], jobs: int) -> Iterator[int]:
    """Play shards; each as it is written."""
    jobs = min(jobs, len(missing))
    if jobs <= 1 or "fork" not in multiprocessing.get_all_start_methods():
        yield from _written_beside(plan, missing)
        return
    yield _play(plan, missing[0])  # compiles what the processes then find
    fork = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(jobs, fork, _end_with_parent) as pool:
        try:
            for done in as_completed([pool.submit(_play, plan, k) for k in missing[1:]]):
                yield done.result()
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _written_beside(plan: Plan, missing: list[int]) -> Iterator[int]:
    """Play one shard after the other; a thread writes each while the next is played."""
    player, before = Player(plan), None
    with ThreadPoolExecutor(1) as writer:
        for k in missing:
            columns = player.shard(k)
            if before is not None:
                yield before.result()
            before = writer.submit(_write, plan, k, columns)
        if before is not None:
            yield before.result()


def _end_with_parent() -> None:
    """A process whose parent is killed would wait for work for ever."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


_player: list[Player] = []  # of this process: the last


def _play(plan: Plan, k: int) -> int:
    """Play and write one shard."""
    if not _player or _player[0].plan != plan:
        _player[:] = [Player(plan)]
    return _write(plan, k, _player[0].shard(k))


def _write(plan: Plan, k: int, columns: files.Columns) -> int:
    label = {**plan.label(), "first_set": plan.part(k)[0], "sets": plan.part(k)[1]}
    if plan.seed is None:
        label["secret"] = plan.secret.hex()
    files.write(plan.path(k), columns, label)
    return k
