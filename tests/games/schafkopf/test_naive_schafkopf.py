"""The slow twin of Schafkopf against the recorded deals; scenarios: test_schafkopf_scenarios."""

import pytest
from naive_four_checks import MIXED_PACK, SORTED_PACK, check_perft, check_record
from naive_schafkopf import Deal
from paths import recorded

pytestmark = pytest.mark.interpreted

RECORDS = recorded("schafkopf.jsonl")
PERFT = [
    (SORTED_PACK, [7, 21, 45, 85, 672]),
    (MIXED_PACK, [8, 30, 77, 155, 1226]),
]


@pytest.mark.parametrize("number", range(len(RECORDS)))
def test_golden(number: int) -> None:
    check_record(Deal, RECORDS[number])


@pytest.mark.parametrize(("pack", "counts"), PERFT)
def test_perft(pack: str, counts: list[int]) -> None:
    check_perft(Deal("schafkopf", pack), counts)
