"""Tests of two sizes: small at every save, where the rules run interpreted; large compiled."""

from __future__ import annotations

from typing import Any

import pytest


def few_and_many(name: str, few: Any, many: Any) -> pytest.MarkDecorator:
    """Run a test with a few of something interpreted, and with many of it in `.ci/run`."""
    sizes = [pytest.param(few, marks=pytest.mark.interpreted)]
    return pytest.mark.parametrize(name, [*sizes, pytest.param(many, marks=pytest.mark.slow)])
