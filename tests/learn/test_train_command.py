"""``train`` as a command: stopped by force it goes on to the same player."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest


def command(to: Path, deals: int) -> list[str]:
    own = ["--to", str(to), "--deals", str(deals), "--seed", "3", "--hidden", "16,8"]
    return [sys.executable, "-m", "schnapsen_ai", "train", *own]


def rounds(kept: Path) -> int:
    with np.load(kept, allow_pickle=False) as arrays:
        return int(json.loads(str(arrays["about"]))["round"])


@pytest.mark.full
def test_a_training_killed_goes_on_to_the_same_player(tmp_path: Path) -> None:
    whole, torn = tmp_path / "whole.npz", tmp_path / "torn.npz"
    deals = 160_000
    subprocess.run(command(whole, deals), check=True, capture_output=True)
    kept = tmp_path / "torn.training.npz"
    with subprocess.Popen(command(torn, deals), stderr=subprocess.DEVNULL) as training:
        while training.poll() is None and not (kept.exists() and rounds(kept)):
            time.sleep(0.05)
        training.kill()
    assert 0 < rounds(kept) < 79 and not torn.exists()
    subprocess.run(command(torn, deals), check=True, capture_output=True)
    with np.load(whole) as one, np.load(torn) as other:
        for name in ("rows", "w1", "b1", "w2", "b2", "w3", "b3"):
            assert (one[name] == other[name]).all(), name


@pytest.mark.interpreted
@pytest.mark.parametrize("name", ["there.npz", "a.training.npz"])
def test_no_file_of_another_is_overwritten(cli, tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("of another")
    code, _, error = cli(*command(tmp_path / name, 2000)[3:])
    assert code == 2 and "give another --to" in error and error.count("\n") == 1
    assert (tmp_path / name).read_text() == "of another"
