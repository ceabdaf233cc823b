"""Experiment files: read, run, and what is said of bad ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from schnapsen_ai.experiment import read

ROOT = Path(__file__).resolve().parent.parent


def test_committed_experiments_can_be_read() -> None:
    files = sorted((ROOT / "experiments").glob("*.toml"))
    assert files
    for file in files:
        title, experiments = read(str(file))
        assert title and experiments


def test_run_one(cli, tmp_path) -> None:
    path = tmp_path / "small.toml"
    path.write_text(
        'title = "Small"\nbots = ["bully", "random"]\ndeals = 20\nseed = 1\n'
        '[[tournament]]\ngame = "schnapsen"\n[[tournament]]\ngame = "vu"\nunit = "match"\n'
        "deals = 2\noptions = { flat = 1 }\n"
    )
    code, out, _ = cli("tournament", str(path), "--jobs", "1")
    assert code == 0 and out.startswith("Small") and "vu[flat=1]" in out
    code, out, _ = cli("tournament", str(path), "--jobs", "1", "--json", "--seed", "2")
    data = json.loads(out)
    assert [t["game"] for t in data["tournaments"]] == ["schnapsen", "vu"]
    assert data["tournaments"][0]["seed"] == 2


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("bots = ", "Invalid value"),
        ("x = 1", "x is not a key"),
        ('bots = "random"', "is not a list"),
        ("deals = 5", "bots = .* is missing"),
        ('bots = ["random", "nosuch"]', "is not known"),
        ('bots = ["random"]\ngame = "skat"', "game 'skat' is not known"),
        ('bots = ["random"]\ndeals = 0', "at least 1"),
        ('bots = ["random"]\nunit = "hand"', "deal or match"),
        ('bots = ["random"]\n[tournament]\ngame = "vu"', "two brackets"),
    ],
)
def test_bad_files(tmp_path, text: str, says: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(ValueError, match=says):
        read(str(path))
    with pytest.raises(ValueError, match="no such file"):
        read(str(tmp_path / "none.toml"))
