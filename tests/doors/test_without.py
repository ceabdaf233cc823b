"""Without its packages a door says what to install, and nothing else needs them."""

from __future__ import annotations

import importlib
import sys

import pytest

pytestmark = pytest.mark.interpreted


@pytest.mark.parametrize("package", ["pettingzoo", "gymnasium"])
def test_what_to_install_is_said(package: str, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)  # as if it were not there
    monkeypatch.delitem(sys.modules, f"schnapsen_ai.doors.{package}", raising=False)
    with pytest.raises(ImportError, match=rf"{package} is not installed: pip install .*\[rl\]"):
        importlib.import_module(f"schnapsen_ai.doors.{package}")
