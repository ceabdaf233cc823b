"""Rows of self-play are the decisions of the tournament's deals; its files are always whole."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import schnapsen_ai as sa
from schnapsen_ai import selfplay
from schnapsen_ai.base import seeds
from schnapsen_ai.batched.layout import Layout
from schnapsen_ai.bot.spec import BotSpec
from schnapsen_ai.card_text import card_text
from schnapsen_ai.cards import members
from schnapsen_ai.games import MODULES
from schnapsen_ai.selfplay import files
from schnapsen_ai.tournament.pairing import Pairing

pytestmark = pytest.mark.interpreted

FIRST = sorted(set({v: k for k, v in [*MODULES.items()][::-1]}.values()))  # of each module


def same(one: dict[str, np.ndarray], other: dict[str, np.ndarray]) -> bool:
    return one.keys() == other.keys() and all(
        np.array_equal(one[k], other[k], equal_nan=one[k].dtype.kind == "f") for k in one
    )


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.slow) if n == "schafkopf" else n for n in FIRST]
)
def test_rows_are_the_decisions_of_the_tournament(name: str, tmp_path: Path) -> None:
    game = sa.load(name)
    to, form = str(tmp_path / "d.npz"), "compact+recall"
    selfplay.play(game, "rules", "random", deals=1, to=to, seed=5, observations=form)
    rows, layout = selfplay.read(to), Layout(game, form)
    secret = seeds.secret_of(5)
    pairing = Pairing(game, BotSpec("rules"), BotSpec("random"), secret, keep_log=True,
                      move_by_move=True)
    log = pairing.play(0, 1).log
    assert log is not None
    columns, at, start = log.columns(), 0, 0
    for d in range(len(log)):
        pack = columns["packs"].reshape(len(log), -1)[d]
        state = game.deal(pack=" ".join(card_text(c) for c in pack))
        first = at
        for move in columns["moves"][start : start + columns["lengths"][d]]:
            view = state.view(state.to_move)
            assert rows["deal"][at] == d and rows["ply"][at] == at - first
            assert rows["seat"][at] == view.seat and rows["move"][at] == move
            assert rows["bot"][at] == columns["holders"][d] >> view.seat & 1
            assert members(int(rows["mask"][at])) == view.legal_moves()
            if at % 4 == 0:
                assert np.array_equal(rows["observation"][at], layout.of(view))
            state.play(int(move))
            at += 1
        start += int(columns["lengths"][d])
        assert rows["outcome"][first:at].tolist() == [
            state.payoffs()[s] for s in rows["seat"][first:at]
        ]
    assert at == len(rows["deal"])


@pytest.mark.parametrize("name", ["schnapsen", "snapszer3"])
def test_matches_are_those_of_the_tournament(name: str, tmp_path: Path) -> None:
    game, to = sa.load(name), str(tmp_path / "d.npz")
    selfplay.play(game, "rules", "random", deals=1, to=to, seed=5, unit="match", max_deals=3)
    rows, layout = selfplay.read(to), Layout(game)
    pairing = Pairing(game, BotSpec("rules"), BotSpec("random"), seeds.secret_of(5), "match",
                      keep_log=True, max_deals=3)
    block = pairing.play(0, 1)
    assert block.log is not None
    columns, at = block.log.columns(), 0
    starts = np.cumsum(columns["lengths"]) - columns["lengths"]
    records = np.frombuffer(columns["contexts"].tobytes(), game.rules.MATCH)
    for d in np.lexsort((columns["deals"], columns["seatings"])):
        pack = " ".join(card_text(c) for c in columns["packs"].reshape(len(starts), -1)[d])
        state = game.deal(pack=pack, match=records[d : d + 1])
        share, first = block.matches[0, columns["seatings"][d]], at
        for move in columns["moves"][starts[d] : starts[d] + columns["lengths"][d]]:
            seat = state.to_move
            assert (rows["match"][at], rows["deal"][at]) == (
                columns["seatings"][d], columns["deals"][d]
            )
            bot = columns["holders"][d] >> seat & 1
            assert (rows["seat"][at], rows["move"][at], rows["bot"][at]) == (seat, move, bot)
            assert rows["won"][at] == np.float32(1 - share if bot else share)
            assert (rows["observation"][at] == layout.of(state.view(seat))).all()
            state.play(int(move))
            at += 1
        assert state.is_over
        assert all(rows["outcome"][i] == state.payoffs()[rows["seat"][i]]
                   for i in range(first, at))
    assert at == len(rows["move"]) and columns["deals"].max() > 0


def test_a_bot_in_python_gives_the_rows_of_the_same_bot_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: dict[str, Any] = {"deals": 4, "seed": 2, "observations": "onehot"}
    selfplay.play("schnapsen", "random", to=str(tmp_path / "a.npz"), **given)
    monkeypatch.setattr(Pairing, "in_one_loop", False)
    selfplay.play("schnapsen", "random", to=str(tmp_path / "b.npz"), **given)
    assert same(selfplay.read(str(tmp_path / "a.npz")), selfplay.read(str(tmp_path / "b.npz")))


def test_a_seed_fixes_the_rows_whatever_the_number_of_jobs(tmp_path: Path) -> None:
    for jobs in (1, 3):
        to = str(tmp_path / f"{jobs}.npz")
        paths = selfplay.play("schnapsen", "random", deals=9, to=to, seed=1, jobs=jobs, shard=2)
        assert [os.path.basename(p) for p in paths] == [f"{jobs}-{k:05d}.npz" for k in range(5)]
    one, other = (selfplay.read(str(tmp_path / f"{jobs}.npz")) for jobs in (1, 3))
    assert same(one, other) and one["deal"].max() == 9  # whole sets: ten deals


@pytest.mark.slow
def test_values_are_those_of_the_solver(tmp_path: Path) -> None:
    game, to = sa.load("vu"), str(tmp_path / "v.npz")
    selfplay.play(game, "random", deals=2, to=to, seed=3, values=True, observations="compact")
    rows = selfplay.read(to)
    for at in np.flatnonzero(rows["ply"] >= 9)[:3]:
        deal = rows["deal"] == rows["deal"][at]
        state = state_of(game, rows, deal, int(rows["ply"][at]))
        told = {m: v for m, v in enumerate(rows["values"][at].tolist()) if v == v}
        assert told == state.move_values()


def state_of(game: sa.Game, rows: Any, deal: np.ndarray, ply: int) -> sa.State:
    pairing = Pairing(game, BotSpec("random"), BotSpec("random"), seeds.secret_of(3))
    words, _ = pairing.words(0, 1)
    pool = game.new_pool(1)
    game.board.deal_at(pool, game.new_match(), words)
    pack = " ".join(card_text(c) for c in pool["pack"][0, : len(game.pack)])
    state = game.deal(pack=pack)
    for move in rows["move"][deal][:ply]:
        state.play(int(move))
    return state


def test_a_deal_given_up_has_its_outcome(bots: Path, tmp_path: Path) -> None:
    to = str(tmp_path / "r.npz")
    selfplay.play("schnapsen", f"{bots}:Resigns", "random", deals=2, to=to, seed=1)
    rows = selfplay.read(to)
    assert set(rows["bot"].tolist()) == {0, 1} or set(rows["bot"].tolist()) == {1}
    assert (rows["outcome"][rows["bot"] == 1] > 0).all()


def test_play_goes_on_where_it_stopped(tmp_path: Path) -> None:
    to, whole = str(tmp_path / "d.npz"), str(tmp_path / "w.npz")
    given: dict[str, Any] = {"seed": 1, "shard": 2}
    selfplay.play("schnapsen", "random", deals=8, to=whole, **given)
    first = selfplay.play("schnapsen", "random", deals=3, to=to, **given)
    os.remove(first[0])
    before = os.stat(first[1]).st_mtime_ns
    told: list[int] = []
    selfplay.play("schnapsen", "random", deals=8, to=to, progress=told.append, **given)
    assert os.stat(first[1]).st_mtime_ns == before and sum(told) == 8
    assert same(selfplay.read(to), selfplay.read(whole))


def test_a_shard_that_has_grown_is_played_again(tmp_path: Path) -> None:
    to = str(tmp_path / "d.npz")
    for deals in (2, 6):
        selfplay.play("schnapsen", "random", deals=deals, to=to, shard=10)
    rows = selfplay.read(to)
    assert rows["deal"].max() == 5  # and without a seed with the same random bits
    selfplay.play("schnapsen", "random", deals=2, to=to, shard=10)
    assert same(rows, selfplay.read(to))


def test_a_shard_that_is_missing_is_missed(tmp_path: Path) -> None:
    to = str(tmp_path / "a.npz")
    shards = selfplay.play("schnapsen", "random", deals=6, to=to, seed=1, shard=2)
    os.remove(shards[1])
    with pytest.raises(ValueError, match=r"a-00001\.npz is missing"):
        selfplay.read(to)


def test_shards_of_other_play_are_left_alone(tmp_path: Path) -> None:
    to = str(tmp_path / "d.npz")
    selfplay.play("schnapsen", "random", deals=2, to=to, seed=1)
    for change, words in [
        ({"seed": 2}, "d-00000.npz is of other play: seed is 1, not 2"),
        ({"observations": "onehot"}, "observations is 'compact', not 'onehot'"),
        ({"a": "shy"}, "a is 'random', not 'shy'"),
    ]:
        given = {"a": "random", "deals": 2, "to": to, "seed": 1, **change}
        with pytest.raises(ValueError, match=words):
            selfplay.play("schnapsen", **given)  # type: ignore[arg-type]
    (tmp_path / "d-00000.npz").write_bytes(b"?")
    with pytest.raises(ValueError, match="is no shard of self-play"):
        selfplay.play("schnapsen", "random", deals=2, to=to, seed=1)


def test_parquet_holds_the_same(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    for suffix in (".npz", ".parquet"):
        selfplay.play("schnapsen", "random", deals=2, to=str(tmp_path / f"d{suffix}"), seed=1,
                      values=False)
    one, other = (selfplay.read(str(tmp_path / f"d{s}")) for s in (".npz", ".parquet"))
    assert same(one, other) and one["observation"].shape[1] == 250


def test_without_pyarrow_it_is_said_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ValueError, match=r"pip install 'schnapsen-ai\[data\]', or write to a .npz"):
        selfplay.play("schnapsen", "random", deals=2, to=str(tmp_path / "d.parquet"))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "given, words",
    [
        ({"to": "d.csv"}, "d.csv: data is written to a .npz or a .parquet"),
        ({"to": "/no/where/d.npz"}, "there is no folder /no/where"),
        ({"deals": 0}, "deals=0 is not a whole number from 1 on"),
        ({"shard": 0}, "shard=0"),
        ({"observations": "compact+oracle"}, r"leave \+oracle out"),
        ({"observations": "dense"}, "observations='dense' is not known"),
        ({"a": "nobody"}, "bot 'nobody' is not known"),
        ({"a": "ismcts:iterations=0"}, "ismcts"),
    ],
)
def test_what_is_wrong_is_said(given: dict[str, Any], words: str, tmp_path: Path) -> None:
    all_given = {"a": "random", "deals": 2, "to": str(tmp_path / "d.npz"), **given}
    with pytest.raises(ValueError, match=words):
        selfplay.play("schnapsen", **all_given)


def test_a_bot_that_misbehaves_gives_no_data(bots: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"Illegal chose 62, .* there is no data of that"):
        selfplay.play("schnapsen", f"{bots}:Illegal", deals=2, to=str(tmp_path / "d.npz"))
    with pytest.raises(ValueError, match="there are no shards"):
        selfplay.read(str(tmp_path / "d.npz"))


def test_the_command(cli, tmp_path: Path) -> None:
    done = cli("selfplay", "random", "--deals", "5", "--seed", "1", "--to", "d.npz", "--jobs", "1",
               "--game", "vu", cwd=tmp_path)
    assert done == (0, "6 deals of vu, random against random: d-00000.npz\n", "")
    code, _, err = cli("selfplay", "a", "b", "c", "--deals", "2", "--to", "d.npz", cwd=tmp_path)
    assert code == 2 and "3 bots: name one" in err
    code, _, err = cli("selfplay", "random", "--deals", "2", "--to", "d.txt", cwd=tmp_path)
    assert code == 2 and err.count("\n") == 1


@pytest.mark.slow
def test_a_kill_leaves_whole_shards_and_no_process(tmp_path: Path) -> None:
    """Killed between shards and within: what is there is whole, and the command goes on."""
    command = [sys.executable, "-m", "schnapsen_ai", "selfplay", "random", "--deals", "60",
               "--shard", "2", "--seed", "4", "--jobs", "2", "--to", "d.npz"]  # fmt: skip
    going = subprocess.Popen(command, cwd=tmp_path, start_new_session=True)
    end = time.monotonic() + 100
    while len(list(tmp_path.glob("d-*.npz"))) < 3 and time.monotonic() < end:
        time.sleep(0.02)
    going.kill()
    going.wait()
    there = sorted(tmp_path.glob("d-*.npz"))
    assert there and all(files.label_of(str(path))["sets"] == 1 for path in there)
    while time.monotonic() < end and left_of(going.pid):
        time.sleep(0.02)
    assert not left_of(going.pid)
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    selfplay.play("schnapsen", "random", deals=60, shard=2, seed=4, to=str(tmp_path / "w.npz"))
    assert same(selfplay.read(str(tmp_path / "d.npz")), selfplay.read(str(tmp_path / "w.npz")))


def left_of(session: int) -> bool:
    """Whether a process of a session is alive."""
    try:
        os.killpg(session, signal.SIG_DFL)
    except ProcessLookupError:
        return False
    return True
