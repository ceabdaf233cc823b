"""The roles of moves, read off their names."""

from __future__ import annotations

import pytest

import schnapsen_ai as sa
from schnapsen_ai.cards import members
from schnapsen_ai.games.shared.roles import Roles

pytestmark = pytest.mark.interpreted

SPOKEN = {
    "passes": {"pass"}, "doubles": {"double"}, "raises": {"raise"}, "claims": {"claim", "enough"},
    "closes": {"close"}, "exchanges": {"exchange"},
    "marriages": {f"marriage {suit}" for suit in "CSHD"},
}  # fmt: skip


@pytest.mark.parametrize("name", sa.games())
def test_every_move_has_the_role_that_its_name_says(name: str) -> None:
    rules = sa.load(name).rules
    assert set(SPOKEN) == set(Roles._fields)
    for role, names in SPOKEN.items():
        found = [rules.MOVE_NAMES[m] for m in members(getattr(rules.ROLES, role))]
        assert found == [text for text in rules.MOVE_NAMES.values() if text in names]
