"""The results file: what is stored, resuming, kills, a second writer, folders and disks."""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from store_checks import check_blocks, play, rows, same, small_disk, wait_for_writers

from schnapsen_ai.bot.spec import BotSpec
from schnapsen_ai.store import Store, StoreError, codec
from schnapsen_ai.store.schema import SCHEMA


@pytest.mark.interpreted
@pytest.mark.parametrize(
    "numbers",
    [
        np.zeros((0, 2)),
        np.full((5, 2), np.nan),
        np.array([[1.5, -3.0], [0.0, 0.5]]),
        np.arange(-400, 400, dtype=np.int64),
        np.arange(-30, 30) / 3,
        np.array([1e5, -1e5, 7]),
        np.array([0.1, np.nan, np.inf]),
        np.array([1e12, 1]),
    ],
)
def test_blobs_are_exact(numbers: np.ndarray) -> None:
    back = codec.unpack(codec.pack(numbers), numbers.shape, numbers.dtype.type)
    assert np.array_equal(back, numbers, equal_nan=numbers.dtype.kind == "f")
    if numbers.size > 1:
        with pytest.raises(ValueError, match="numbers where"):
            codec.unpack(codec.pack(np.arange(3.0)), (5,), float)


def test_blobs_are_small() -> None:
    assert len(codec.pack(np.array([1.0, -3.0] * 500))) == 1002
    assert len(codec.pack(np.ones(1000))) == 3


@pytest.mark.parametrize("unit", ["deal", "match"])
def test_a_run_in_parts_is_a_run(tmp_path, bots, unit: str) -> None:
    specs = [f"{bots}:Chance", "random", "bully"]
    whole = play(specs, None, 30, unit)
    for sets in (4, 11, 30, 30):
        with Store(tmp_path / "r.db") as store:
            part = play(specs, store, sets, unit)
    assert same(part, whole)
    assert part.stored == sum(p.n_deals for p in whole.pairings)
    with Store(tmp_path / "r.db") as store:  # fewer deals than are stored
        assert np.array_equal(play(specs, store, 7, unit).pairings[0].points,
                              whole.pairings[0].points[:7])
    assert not (tmp_path / "r.db-writer").exists() and not (tmp_path / "r.db-wal").exists()


def test_gaps_are_filled(tmp_path) -> None:
    with Store(tmp_path / "r.db") as store:
        whole = play(["random", "bully"], store, 100)
        pairing = rows(tmp_path / "r.db", "SELECT id FROM pairing")[0][0]
        blocks = store.blocks(pairing, 100)
        store._db.execute("DELETE FROM block")
        store._db.execute("DELETE FROM seal WHERE of LIKE 'block of %'")
        for start, stop in ((10, 30), (50, 51)):
            store.add(pairing, blocks[0].cut(start, stop))
        assert store.missing(pairing, 100) == [(0, 10), (30, 20), (51, 49)]
        assert store.missing(pairing, 20) == [(0, 10)]
        assert same(play(["random", "bully"], store, 100), whole)
        with pytest.raises(StoreError, match="are there already"):
            store.add(pairing, blocks[0].cut(5, 15))


def test_faults_and_bots_are_stored(tmp_path, bots) -> None:
    path = tmp_path / "r.db"
    with Store(path) as store:
        first = play([f"{bots}:Raises", f"{bots}:Params:depth=1"], store, 20)
    assert first.faults and len(rows(path, "SELECT * FROM trace")) <= 3
    assert "no idea" in rows(path, "SELECT text FROM trace")[0][0]
    texts = dict(rows(path, "SELECT text, params FROM bot"))
    assert json.loads(texts[f"{bots}:Params:depth=1"]) == {
        "depth": 1, "weight": 0.5, "name": "x", "loud": False}
    with Store(path) as store:
        assert same(play([f"{bots}:Raises", f"{bots}:Params:depth=1"], store, 20), first)


def test_an_edited_bot_is_another_bot(tmp_path) -> None:
    text = "import schnapsen_ai as sa\nclass B(sa.Bot):\n    def choose(self, view):\n        {}\n"
    path, file = tmp_path / "r.db", tmp_path / "edited.py"
    played = []
    for body in ("return view.legal_moves()[0]", "return view.legal_moves()[-1]"):
        file.write_text(text.format(body))
        sys.modules.pop(BotSpec(str(file)).cls.__module__)
        with Store(path) as store:
            played.append(play([str(file), "random"], store, 10))
    assert played[1].stored == 0 and not same(*played)


def test_without_a_seed_the_first_secret_is_kept(tmp_path) -> None:
    with Store(tmp_path / "r.db") as store:
        first = play(["random", "bully"], store, 20, seed=None)
        again = play(["random", "bully", "greedy"], store, 20, seed=None)
        other = play(["random", "bully"], store, 20, seed=1)
    assert first.secret == again.secret != other.secret
    assert np.array_equal(first.pairings[0].points, again.pairings[0].points)
    assert again.stored == 40 and other.stored == 0


# --- kills ---


def _to_be_killed(path: Path, specs: list[str], sets: int) -> None:
    with Store(path) as store:
        play(specs, store, sets)


def kill_until_done(path: Path, specs: list[str], sets: int, kills: int, seed: int) -> None:
    """Start the tournament in a process of its own and kill it, at random moments."""
    rng = random.Random(seed)
    fork = multiprocessing.get_context("fork")
    for _ in range(kills):
        process = fork.Process(target=_to_be_killed, args=(path, specs, sets))
        process.start()
        time.sleep(rng.uniform(0.0, 0.25))
        process.kill()
        process.join()


@pytest.mark.parametrize(
    "kills", [4, pytest.param(60, marks=pytest.mark.full)])
def test_kill_at_random_moments(tmp_path, bots, kills: int) -> None:
    sets = 60 * kills
    specs = [f"{bots}:Chance", f"{bots}:First", "random"]
    whole = play(specs, None, sets)
    path = tmp_path / "r.db"
    kill_until_done(path, specs, sets, kills, seed=kills)
    wait_for_writers(path)
    with Store(path) as store:
        assert same(play(specs, store, sets), whole)
    check_blocks(path, sets)


def test_kill_the_command_and_its_workers(cli, tmp_path, bots) -> None:
    path = tmp_path / "r.db"
    command = ["tournament", f"{bots}:Chance", "random", "--deals", "1200", "--seed", "2",
               "--jobs", "2", "--json", "--quiet"]
    process = subprocess.Popen(
        [sys.executable, "-m", "schnapsen_ai", *command, "--results", str(path)],
        stdout=subprocess.DEVNULL, start_new_session=True)
    while process.poll() is None:
        time.sleep(0.01)
        with contextlib.suppress(sqlite3.Error):
            if path.exists() and rows(path, "SELECT count(*) FROM block")[0][0] >= 3:
                break
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    wait_for_writers(path)
    code, out, _ = cli(*command, "--results", str(path))
    resumed, whole = json.loads(out), json.loads(cli(*command)[1])
    assert code == 0 and 0 < resumed["stored_before"] < 1200
    for result in (resumed, whole):
        for pairing in result["pairings"]:
            del pairing["ms_per_move"]
    assert resumed["pairings"] == whole["pairings"]
    check_blocks(path, 600)


# --- files, folders, disks ---


def test_two_writers(cli, tmp_path) -> None:
    path = tmp_path / "r.db"
    with Store(path) as store:
        play(["random", "bully"], store, 5)
        with pytest.raises(StoreError, match="another tournament is writing"):
            Store(path)
        code, out, err = cli("tournament", "random", "bully", "--results", str(path))
        assert (code, out) == (2, "") and "another tournament is writing" in err
        assert len(rows(path, "SELECT * FROM block")) == 1  # readers may read meanwhile
    with Store(path):
        pass


@contextlib.contextmanager
def read_only_folder() -> Iterator[Path]:
    """A folder that this process cannot write to, also where the tests run as root."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o555)
        if os.geteuid() == 0:
            os.seteuid(65534)
            try:
                yield folder
            finally:
                os.seteuid(0)
        else:
            yield folder
        folder.chmod(0o755)


def test_a_folder_that_cannot_be_written_to() -> None:
    with (
        read_only_folder() as folder,
        pytest.raises(StoreError, match="cannot be written to"),
    ):
        Store(folder / "r.db")


def test_files_that_cannot_be_used(tmp_path) -> None:
    with pytest.raises(StoreError, match="there is no folder"):
        Store(tmp_path / "none" / "r.db")
    with pytest.raises(StoreError, match="is a folder"):
        Store(tmp_path)
    with pytest.raises(StoreError, match="is no ordinary file"):
        Store(os.devnull)
    text = tmp_path / "notes.txt"
    text.write_text("These are notes, and no database at all. " * 10)
    with pytest.raises(StoreError, match="is not a results file"):
        Store(text)
    other = tmp_path / "other.db"
    with contextlib.closing(sqlite3.connect(other)) as db:
        db.execute("CREATE TABLE t (x)")
    with pytest.raises(StoreError, match="is not a results file"):
        Store(other)
    newer = tmp_path / "newer.db"
    Store(newer).close()
    with contextlib.closing(sqlite3.connect(newer)) as db:
        db.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    with pytest.raises(StoreError, match="written by a newer schnapsen-ai"):
        Store(newer)
    assert not list(tmp_path.glob("*-writer"))


def test_a_full_disk(tmp_path, bots) -> None:
    specs = [f"{bots}:Chance", "random"]
    with small_disk(tmp_path) as mounted:
        path = tmp_path / "r.db"
        store = Store(path)
        if not mounted:  # the same refusal from SQLite itself
            store._db.execute("PRAGMA max_page_count = 40")
        with store, pytest.raises(StoreError, match=r"the disk is full.*make room") as caught:
            play(specs, store, 900)
        done = rows(path, "SELECT sum(sets) FROM block")[0][0]
        assert f"({done} sets of this run)" in str(caught.value) and done > 0
        assert rows(path, "PRAGMA integrity_check") == [("ok",)]
        if mounted:
            subprocess.run(["mount", "-o", "remount,size=64m", tmp_path], check=True)
        with Store(path) as store:
            resumed = play(specs, store, 900)
        assert resumed.stored == 2 * done
        assert same(resumed, play(specs, None, 900))
        check_blocks(path, 900)
