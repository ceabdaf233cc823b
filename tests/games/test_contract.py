"""Every preset of every game keeps the contract.

Without the compiler one preset of each module does, in few deals, without what is around the game.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

import schnapsen_ai as sa
from schnapsen_ai.base.cache import COMPILED
from schnapsen_ai.games import MODULES
from schnapsen_ai.testing import CHECKS

FIRST = set({v: k for k, v in [*MODULES.items()][::-1]}.values())  # of each module
HERE = {True: pytest.mark.compiled, False: pytest.mark.slow}  # when there is a compiler
NAMES = [
    pytest.param(name, marks=HERE[name == "schnapsen"])
    for name in MODULES
    if COMPILED or name in FIRST
]
SIZE = 1.0 if COMPILED else 0.02
ASKED = CHECKS if COMPILED else [c for c in CHECKS if not c.__module__.endswith(".shell")]


@pytest.mark.interpreted
@pytest.mark.parametrize("check", ASKED, ids=lambda c: c.__name__[6:])
@pytest.mark.parametrize("name", NAMES)
def test_contract(name: str, check: Callable[..., None]) -> None:
    check(sa.load(name), size=SIZE)
