"""Damaged results files: found whatever is read, said by `doctor`, and played again."""

from __future__ import annotations

import contextlib
import random
import sqlite3
from pathlib import Path

import numpy as np
import pytest
from made_up_results import SETS, block, content, is_found, write
from paths import TESTS
from store_checks import small_disk

from schnapsen_ai.cli.main import main
from schnapsen_ai.store import Store, StoreError, read

pytestmark = pytest.mark.interpreted


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("damage") / "whole.db"
    write(path)
    return path


def flipped(whole: bytes, bit: int) -> bytes:
    damaged = bytearray(whole)
    damaged[bit >> 3] ^= 1 << (bit & 7)
    return bytes(damaged)


@pytest.mark.parametrize("flips", [20, pytest.param(1000, marks=pytest.mark.full)])
def test_no_flipped_bit_goes_unnoticed(made, tmp_path, flips: int) -> None:
    """Either it is told, or all that can be read is what it was (unused room, say)."""
    whole, was = made.read_bytes(), content(made)
    path, rng = tmp_path / "r.db", random.Random(flips)
    told = 0
    for _ in range(flips):
        path.write_bytes(flipped(whole, rng.randrange(8 * len(whole))))
        if is_found(path, was):
            told += 1
            with contextlib.suppress(StoreError), read(path) as archive:
                assert archive.examine().damage
    print(f"{flips} flipped bits: {told} told, {flips - told} of no effect, 0 unnoticed")
    assert told > flips // 3


def damage(path: Path, query: str, *values: object) -> None:
    """Change a file behind its back."""
    with contextlib.closing(sqlite3.connect(path)) as db, db:
        assert db.execute(query, values).rowcount


@pytest.mark.parametrize(("query", "says"), [
    ("UPDATE block SET points = zeroblob(length(points)) WHERE id = 3", "pairing 1, sets 40 .. 59"),
    ("UPDATE block SET first = 7000 WHERE id = 9", "pairing 2, sets 7000 .. 7019"),
    ("DELETE FROM block WHERE id = 5", "block of 1: 7 of 8 rows are sound"),
    ("UPDATE log SET moves = zeroblob(length(moves)) WHERE block = 2", "pairing 1, sets 20 .. 39"),
    ("DELETE FROM log WHERE block = 2", "pairing 1, sets 20 .. 39"),
    ("DELETE FROM fault WHERE block = 4", "pairing 1, sets 60 .. 79"),
    ("UPDATE trace SET text = 'x'", "pairing 1, sets 0 .. 19"),
    ("UPDATE bot SET text = 'ruler' WHERE id = 1", "bot 1"),
    ("UPDATE tournament SET game = 'vu'", "tournament 1"),
    ("UPDATE session SET ended = NULL", "session 1"),
    ("UPDATE verdict SET accepted = 'H1' WHERE rowid = 2", "verdict 2"),
    ("DELETE FROM record WHERE id = 9", "record: 8 of 9 rows are sound"),
    ("UPDATE seal SET rows = rows + 1 WHERE of = 'bot'", "bot: 3 of 4 rows are sound"),
])
def test_doctor_says_what_is_damaged(made, tmp_path, capsys, query: str, says: str) -> None:
    path = tmp_path / "r.db"
    path.write_bytes(made.read_bytes())
    assert main(["doctor", str(path)]) == 0
    assert f"{3 * SETS} sound sets" in capsys.readouterr().out
    damage(path, query)
    assert main(["doctor", str(path)]) == 1
    assert f"\ndamaged: {says}\n" in capsys.readouterr().out
    with pytest.raises(StoreError, match=r"r\.db is damaged \(.*doctor"):
        content(path)


def test_a_block_that_was_damaged_is_missing_then(made, tmp_path) -> None:
    """What is sound is kept to the last bit, with its ids; the damaged file is kept as well."""
    path = tmp_path / "r.db"
    path.write_bytes(made.read_bytes())
    damage(path, "UPDATE block SET points = zeroblob(length(points)) WHERE id = 3")
    damage(path, "UPDATE bot SET text = 'ruler' WHERE id = 3")  # two of three pairings go with it
    bad = path.read_bytes()
    with Store(path) as store:
        assert f"{SETS - 20} sound sets" in store.rescued
        assert store.missing(1, SETS) == [(40, 20)] and store.missing(2, SETS) == [(0, SETS)]
        with read(made) as archive:
            (lost,) = (b for b in archive.blocks(archive.pairings()[0]) if b.start == 40)
        store.add(1, lost)
    assert (tmp_path / "r.db-damaged-1").read_bytes() == bad
    assert {p.name for p in tmp_path.iterdir()} == {"r.db", "r.db-damaged-1"}
    was, now = content(made), content(path)
    assert was[0] == now[0] and was[3] == now[3]  # tournaments, records
    first = was[4 : 4 + 1 + 8 * 6 + 8]  # the pairing, its blocks, their logs
    del first[1 + 8 * 6 + 2]  # the block was given back without its log
    assert now[4:] == first


def test_a_damaged_page_costs_what_is_on_it(made, tmp_path) -> None:
    path, rng = tmp_path / "r.db", random.Random(2)
    whole = made.read_bytes()
    kept = []
    for _ in range(12):
        page = rng.randrange(2, len(whole) // 4096)
        path.write_bytes(whole[: page << 12] + bytes(4096) + whole[(page + 1) << 12 :])
        with contextlib.suppress(StoreError), Store(path) as store:
            kept.append(SETS - sum(n for _, n in store.missing(1, SETS)))
            assert store._db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
            content(path)
    assert len(kept) == 12 and sum(k >= SETS - SETS // 8 for k in kept) >= 8


def test_a_full_disk_while_it_is_mended(made, tmp_path) -> None:
    """One line; the damaged file is as it was, and nothing is left beside it."""
    with small_disk(tmp_path, 3 * made.stat().st_size >> 11) as mounted:
        if not mounted:
            pytest.skip("no disk can be mounted here")
        path = tmp_path / "r.db"
        path.write_bytes(made.read_bytes())
        damage(path, "UPDATE verdict SET ratio = 7 WHERE rowid = 2")
        bad = path.read_bytes()
        for _ in range(2):
            with pytest.raises(StoreError, match=r"r\.db: the disk is full.*make room"):
                Store(path)
            assert path.read_bytes() == bad and [*tmp_path.iterdir()] == [path]


def test_cut_short(made, tmp_path, capsys) -> None:
    """Whatever is asked of it: one line with its name."""
    path = tmp_path / "r.db"
    whole = made.read_bytes()
    for size in (10, 90, 3000, len(whole) // 3, len(whole) - 5000):
        path.write_bytes(whole[:size])
        for command in (["doctor"], ["export"], ["report"], ["replay"], ["find", "--where", "fair"],
                        ["tournament", "random", "bully", "--results"]):
            code = main([*command, str(path)])
            error = capsys.readouterr().err
            assert code == 2 and error.count("\n") == 1 and str(path) in error, (command, error)


def test_older_files_have_no_checksums_until_they_are_written_to(tmp_path, capsys) -> None:
    path = tmp_path / "r.db"
    path.write_bytes((TESTS / "data" / "deals.results").read_bytes())
    before = content(path)
    assert main(["doctor", str(path)]) == 0
    assert "carries no checksums" in capsys.readouterr().out
    Store(path).close()
    assert main(["doctor", str(path)]) == 0
    assert "checksums" not in capsys.readouterr().out
    assert content(path)[4:] == before[4:]
    damage(path, "UPDATE block SET wins_a = wins_a + 1 WHERE id = 1")
    assert main(["doctor", str(path)]) == 1


def test_a_reader_meanwhile(tmp_path) -> None:
    """While blocks are being written, every reading is of one moment."""
    path, rng = tmp_path / "r.db", np.random.default_rng(0)
    write(path)
    with Store(path) as store, read(path) as archive:
        for start in range(SETS, SETS + 20):
            store.add(1, block(rng, start, 1))
            assert archive.pairings()[0].sets == start + 1
