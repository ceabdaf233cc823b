"""Every preset of every game keeps the contract."""

from __future__ import annotations

from collections.abc import Callable

import contract_tests
import pytest

import schnapsen_ai as sa

NOT_ZERO_SUM = ("rablo",)  # the pot


@pytest.mark.parametrize("check", contract_tests.CHECKS, ids=lambda c: c.__name__[6:])
@pytest.mark.parametrize("name", sa.games())
def test_contract(name: str, check: Callable[..., None]) -> None:
    if check is contract_tests.check_payoffs:
        contract_tests.check_payoffs(sa.load(name), zero_sum=name not in NOT_ZERO_SUM)
    else:
        check(sa.load(name))
