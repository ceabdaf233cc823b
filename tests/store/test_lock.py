"""One writer a file, whatever the moment at which others come and go."""

from __future__ import annotations

import multiprocessing
import os
from pathlib import Path

import pytest

from schnapsen_ai.store.errors import StoreError
from schnapsen_ai.store.lock import Lock

pytestmark = pytest.mark.interpreted


def _take_and_leave(path: Path, rounds: int, seen: multiprocessing.SimpleQueue) -> None:
    """Take the lock so often, and each time a file that only one can make."""
    mark, twice, taken = path.with_name("held"), 0, 0
    while taken < rounds:
        try:
            lock = Lock(path)
        except StoreError:
            continue
        taken += 1
        try:
            os.close(os.open(mark, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            twice += 1
        else:
            mark.unlink()
        lock.release()
    seen.put(twice)


@pytest.mark.parametrize("rounds", [1000, pytest.param(10_000, marks=pytest.mark.full)])
def test_two_never_hold_it(tmp_path, rounds: int) -> None:
    fork = multiprocessing.get_context("fork")
    seen = fork.SimpleQueue()
    crowd = [fork.Process(target=_take_and_leave, args=(tmp_path / "r.db", rounds // 4, seen))
             for _ in range(4)]
    for one in crowd:
        one.start()
    for one in crowd:
        one.join()
    assert [seen.get() for _ in crowd] == [0] * 4
    assert not list(tmp_path.iterdir())


def test_a_child_that_lives_on_does_not_hold_it(tmp_path) -> None:
    """A worker whose bot hangs keeps nobody from going on after its parent was killed."""
    there, here = os.pipe()
    alive, says = os.pipe()
    if not (parent := os.fork()):
        Lock(tmp_path / "r.db")
        if not os.fork():
            os.close(here)
            os.write(says, b".")
            os.read(there, 1)  # hangs until the end of the test
            os._exit(0)
        os._exit(0)  # as if killed: nothing is released
    os.close(there)
    os.waitpid(parent, 0)
    os.read(alive, 1)  # until the child has run, it holds what was its parent's
    Lock(tmp_path / "r.db").release()
    for end in (here, alive, says):
        os.close(end)


def test_twice_in_one_process(tmp_path) -> None:
    lock = Lock(tmp_path / "r.db")
    with pytest.raises(StoreError, match="another tournament is writing"):
        Lock(tmp_path / "r.db")
    lock.release()
    Lock(tmp_path / "r.db").release()
