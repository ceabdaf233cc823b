"""Tournaments on executors and on a Dask cluster: the numbers of a local run, whatever is lost.

The tests marked `cluster` need the extra `cluster`: a real scheduler and two worker processes.
"""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace

import pytest
from store_checks import check_blocks, rows, same

import schnapsen_ai as sa
from schnapsen_ai.bot.spec import BotSpec
from schnapsen_ai.store.writer import Store
from schnapsen_ai.tournament import cluster as farm
from schnapsen_ai.tournament import runner
from schnapsen_ai.tournament.pairing import Pairing
from schnapsen_ai.tournament.scheduler import _knock

FORK = multiprocessing.get_context("fork")


def play(specs, executor=None, sets=40, store=None, unit="deal", progress=None):
    return runner.run(sa.load("schnapsen"), [BotSpec(s) for s in specs], 2 * sets, 3, 1, unit,
                          progress=progress, store=store, executor=executor)


@pytest.mark.parametrize("unit", ["deal", "match"])
def test_an_executor_plays_the_same(bots, tmp_path, unit: str) -> None:
    specs = [f"{bots}:Chance", "random", "bully", f"{bots}:Illegal"]
    sets = 20 if unit == "deal" else 3
    local = play(specs, sets=sets, unit=unit)
    with ThreadPoolExecutor(2) as threads, Store(tmp_path / "r.db") as store:
        assert same(play(specs, threads, sets, store, unit), local)
    check_blocks(tmp_path / "r.db", sets)
    with ProcessPoolExecutor(2, FORK) as processes:
        assert same(play(specs, processes, sets, unit=unit), local)


def test_a_process_that_dies_is_made_good(bots, tmp_path) -> None:
    specs = [f"{bots}:Chance", "random"]
    made = []

    def pool():
        made.append(ProcessPoolExecutor(2, FORK))
        return made[-1]

    def kill(block):
        if len(made) == 1:
            os.kill(next(iter(made[0]._processes)), signal.SIGKILL)

    assert same(play(specs, pool, 120, progress=kill), play(specs, sets=120))
    assert len(made) >= 2


def test_a_broken_executor_cannot_be_made_anew(bots) -> None:
    def kill(block):
        os.kill(next(iter(pool._processes)), signal.SIGKILL)

    with ProcessPoolExecutor(1, FORK) as pool, pytest.raises(RuntimeError, match="that makes one"):
        play([f"{bots}:Chance", "random"], pool, 400, progress=kill)


class Lossy(ThreadPoolExecutor):
    """Loses every other block, or all of them."""

    def __init__(self, every: int) -> None:
        super().__init__(1)
        self.every, self.n = every, 0

    def submit(self, function, /, *args):
        self.n += 1
        if self.n % self.every:
            return super().submit(function, *args)
        lost: Future = Future()
        lost.set_exception(ConnectionResetError("the worker has gone"))
        return lost


def test_lost_blocks_are_sent_again(bots) -> None:
    specs = [f"{bots}:Chance", "random"]
    with Lossy(2) as lossy:
        assert same(play(specs, lossy), play(specs))
    with Lossy(1) as lossy, pytest.raises(RuntimeError, match="lost 6 times"):
        play(specs, lossy)


def test_a_worker_that_differs_says_so(bots, tmp_path) -> None:
    bot = tmp_path / "mine.py"
    bot.write_text(f"import sys\nsys.path.insert(0, {str(bots.parent)!r})\n"
                   "from some_bots import First as Base\n\n\nclass Mine(Base):\n    pass\n")
    game, text = sa.load("schnapsen"), f"{bot}:Mine"
    pairing = Pairing(game, BotSpec(text), BotSpec("random"), b"secret")
    job = farm.job_of(pairing, None, "key")
    assert farm.play(job, 0, 2)[0][0].sets >= 1
    with pytest.raises(ValueError, match="is not that of the client"):
        farm.play(replace(job, key="other", version=("0", "0")), 0, 1)
    bots_of_another = tuple((t, "0" * 16) for t, _ in job.bots)
    with pytest.raises(ValueError, match="is not the client's"):
        farm.play(replace(job, key="third", bots=bots_of_another), 0, 1)


def test_a_relative_file_is_found_from_another_folder(bots, tmp_path, monkeypatch) -> None:
    (tmp_path / "here.py").write_text(bots.read_text())
    monkeypatch.chdir(tmp_path)
    local = BotSpec("here.py:First")
    monkeypatch.chdir("/")
    spec = farm.spec_of("here.py:First", str(tmp_path))
    assert (spec.text, spec.name, spec.source) == (local.text, local.name, local.source)


# --- Dask ---


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


@pytest.fixture()
def cluster(tmp_path):
    """The address of a scheduler, and two worker processes."""
    address, started = f"tcp://127.0.0.1:{free_port()}", []

    def start(command, *args):
        module = f"distributed.cli.dask_{command}"
        log = (tmp_path / f"{command}{len(started)}.log").open("w")
        started.append(subprocess.Popen(
            [sys.executable, "-m", module, *args, "--no-dashboard"], stdout=log,
            stderr=subprocess.STDOUT, cwd=tmp_path))
        return started[-1]

    start("scheduler", "--host", "127.0.0.1", "--port", address.rpartition(":")[2])
    host, port = address.removeprefix("tcp://").split(":")
    until = time.monotonic() + 120
    while time.monotonic() < until:  # on a busy machine it takes its time
        with contextlib.suppress(OSError), socket.create_connection((host, int(port)), 1):
            break
        time.sleep(0.1)
    workers = [start("worker", address, "--nthreads", "1", "--no-nanny") for _ in range(2)]
    yield address, workers
    for process in started:
        process.kill()
        process.wait()


@pytest.mark.cluster
def test_dask_with_a_worker_killed_midway(cluster, bots, tmp_path) -> None:
    address, workers = cluster
    specs, seen = [f"{bots}:Chance", "rules", f"{bots}:Raises"], []

    def kill(block):
        seen.append(block)
        if len(seen) == 8:
            workers[0].kill()

    def both():
        executor = farm.dask(address)()
        executor._client.wait_for_workers(2, timeout=120)
        return executor

    with Store(tmp_path / "r.db") as store:
        far = play(specs, both, 300, store, progress=kill)
    assert len(seen) > 8 and workers[0].wait() == -signal.SIGKILL and workers[1].poll() is None
    assert same(far, play(specs, sets=300))
    check_blocks(tmp_path / "r.db", 300)


@pytest.mark.cluster
def test_dask_with_the_client_killed_and_resumed(cluster, cli, bots, tmp_path) -> None:
    path = tmp_path / "r.db"
    command = ["tournament", f"{bots}:Chance", "random", "--deals", "3000", "--seed", "2",
               "--json", "--quiet"]
    far = [*command, "--cluster", cluster[0], "--results", str(path)]
    client = subprocess.Popen([sys.executable, "-m", "schnapsen_ai", *far],
                              stdout=subprocess.DEVNULL, start_new_session=True)
    while client.poll() is None:
        time.sleep(0.02)
        with contextlib.suppress(sqlite3.Error):
            if path.exists() and rows(path, "SELECT count(*) FROM block")[0][0] >= 3:
                break
    os.killpg(client.pid, signal.SIGKILL)
    client.wait()
    code, out, err = cli(*far)
    assert code == 0, err
    resumed, whole = json.loads(out), json.loads(cli(*command)[1])
    assert 0 < resumed["stored_before"] < 3000
    for result in (resumed, whole):
        for pairing in result["pairings"]:
            del pairing["ms_per_move"]
    assert resumed["pairings"] == whole["pairings"]
    check_blocks(path, 1500)


@pytest.mark.cluster
def test_no_scheduler(cli) -> None:
    code, _, err = cli("tournament", "random", "bully", "--cluster", "tcp://127.0.0.1:1")
    assert (code, err.count("\n")) == (2, 1) and "no scheduler answers there" in err


@pytest.mark.interpreted
@pytest.mark.parametrize("address", ["", "nonsense", "tcp://", "http://127.0.0.1:80", "tcp://:1",
                                     "tcp://127.0.0.1:1", "tcp://127.0.0.1:99999", "tls://[::1]:1"])
def test_nobody_listens_there(address: str) -> None:
    """Said before Dask is asked, which would try for half a minute."""
    with pytest.raises(ValueError, match=r"no scheduler answers there|write tcp://"):
        _knock(address)
