"""The export of nets from PyTorch and JAX that docs/learning.md shows, where they are installed."""

from __future__ import annotations

import contextlib
import io

import pytest
from blocks import blocks_of
from paths import ROOT


@pytest.mark.full
@pytest.mark.parametrize("package", ["torch", "flax"])
def test_a_net_is_the_same_here(package: str, tmp_path, monkeypatch) -> None:
    pytest.importorskip(package)
    monkeypatch.chdir(tmp_path)
    (block,) = [b for b in blocks_of(ROOT / "docs/learning.md") if f"import {package}" in b.text]
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(block.text, "learning.md", "exec"), {"__name__": "snippet"})
    assert float(said.getvalue()) < 1e-4
