"""The slow twins of Rablo, Snapszer and Bauernschnapsen against the golden deals and counts.

The numbered scenarios of the rules pages are in the folders of the games.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from types import ModuleType
from typing import Any

import naive_bauernschnapsen
import naive_rablo
import naive_snapszer
import pytest
from naive_redeals import Redeals
from naive_tricks import Twin
from paths import recorded

GAMES: dict[str, ModuleType] = {
    "rablo": naive_rablo,
    "snapszer2": naive_snapszer,
    "snapszer3": naive_snapszer,
    "bauernschnapsen": naive_bauernschnapsen,
}
games = pytest.mark.parametrize("game", GAMES)


def shuffled(game: str, rng: random.Random) -> list[int]:
    pack = list(GAMES[game].CARDS)
    rng.shuffle(pack)
    return pack


def long_game(deal: Twin, legal: list[int], rng: random.Random) -> int:
    """Mostly no doubling and no early end."""
    if 36 in legal and rng.random() < 0.7:
        return 36
    return rng.choice([m for m in legal if m not in (38, 39, 43)])


def late_position(game: str, rng: random.Random, left: int, **options: Any) -> tuple[list, Twin]:
    """(pack, deal) with a trick begun and at most `left` cards in the fullest hand."""
    while True:
        pack = shuffled(game, rng)
        deal = GAMES[game].Deal(game, pack, **options)
        while deal.to_move is not None and (deal.phase != "play" or len(deal.hands[0]) > left):
            deal.play(long_game(deal, deal.legal(), rng))
        if deal.to_move is not None:
            return pack, deal


@games
def test_golden_deals(game: str) -> None:
    for record in recorded(f"{game}.jsonl"):
        deal = GAMES[game].Deal(game, record["pack"])
        steps = zip(record["to_move"], record["legal"], record["moves"], strict=True)
        for to_move, legal, move in steps:
            assert (deal.to_move, deal.legal()) == (to_move, legal)
            deal.play(move)
        assert (deal.to_move, deal.legal()) == (None, [])
        assert deal.payoffs() == tuple(record["payoffs"])
        assert deal.history == record["moves"]


PERFT = [record for record in recorded("perft.jsonl") if record["game"] in GAMES]


@pytest.mark.interpreted
@pytest.mark.parametrize("record", PERFT, ids=lambda record: record["game"])
def test_perft(record: dict[str, Any]) -> None:
    module, counts = GAMES[record["game"]], record["counts"]
    deal = module.Deal(record["game"], record["pack"])
    assert [module.perft(deal, depth + 1) for depth in range(len(counts))] == counts


@games
def test_random_deals_end_in_a_documented_way(game: str) -> None:
    module, rng, seen = GAMES[game], random.Random(7), Counter()
    for _ in range(400):
        deal = module.Deal(game, shuffled(game, rng))
        likes_ends = rng.random() < 0.5
        while deal.to_move is not None:
            legal = deal.legal()
            early = [move for move in legal if move in (38, 39)]
            long = long_game(deal, legal, rng)
            deal.play(early[0] if early and likes_ends else long)
        seen[deal.ending] += 1
        assert sum(deal.payoffs()) == (-200 if deal.ending == "passed_out" else 0)
    assert set(seen) <= set(module.ENDINGS)
    assert len(seen) >= 3


@games
def test_an_illegal_move_changes_nothing(game: str) -> None:
    _, deal = late_position(game, random.Random(3), 3)
    before, history = deal.key(), list(deal.history)
    for move in sorted(set(range(63)) - set(deal.legal())):
        with pytest.raises(ValueError, match="illegal"):
            deal.play(move)
    assert (deal.key(), deal.history) == (before, history)
    with pytest.raises(ValueError, match="not over"):
        deal.payoffs()


@games
def test_a_copy_is_independent(game: str) -> None:
    _, deal = late_position(game, random.Random(4), 3)
    before = deal.key()
    other = deal.copy()
    assert other.key() == before
    while other.to_move is not None:
        other.play(other.legal()[0])
    assert deal.key() == before
    assert other.key() != before


@games
def test_unknown_options_and_packs_are_refused(game: str) -> None:
    pack = list(GAMES[game].CARDS)
    with pytest.raises(ValueError, match="option"):
        GAMES[game].Deal(game, pack, no_such_option=True)
    with pytest.raises(ValueError, match="pack"):
        GAMES[game].Deal(game, [*pack[1:], pack[1]])


def plain_value(deal: Twin, seat: int) -> int:
    if deal.to_move is None:
        return deal.payoffs()[seat]
    values = []
    for move in deal.legal():
        after = deal.copy()
        after.play(move)
        values.append(plain_value(after, seat))
    sides = deal.sides()
    return max(values) if sides[deal.to_move] == sides[seat] else min(values)


@games
def test_value(game: str) -> None:
    module, rng = GAMES[game], random.Random(5)
    for _ in range(3):
        _, deal = late_position(game, rng, 2)
        for seat in (0, 1):
            assert module.value(deal, seat) == plain_value(deal, seat)
    _, deal = late_position(game, rng, 3)
    values = [module.value(deal, seat) for seat in range(len(deal.hands))]
    assert sum(values) == 0


def real_hands(deal: Twin) -> tuple[frozenset[int], ...]:
    out = (frozenset(deal.out),) if hasattr(deal, "out") else ()
    return (*(frozenset(hand) for hand in deal.hands), *out)


@games
def test_redeals_hold_the_real_deal_and_are_the_literal_ones(game: str) -> None:
    module, rng = GAMES[game], random.Random(6)
    for seat in range(len(module.Deal(game, list(module.CARDS)).hands)):
        for _ in range(2):
            pack, deal = late_position(game, rng, 2)
            found = module.redeals(game, pack, deal.history, seat)
            assert real_hands(deal) in found
            assert found == module.redeals(game, pack, deal.history, seat, literal=True)
            assert all(world[seat] == frozenset(deal.hands[seat]) for world in found)


@games
def test_redeals_lose_nothing_by_pruning(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, rng = GAMES[game], random.Random(8)
    pack, deal = late_position(game, rng, 2)
    found = module.redeals(game, pack, deal.history, 0)

    def take_only(self: Redeals, real: Twin, card: int) -> None:
        self.taken[real.to_move].add(card)

    monkeypatch.setattr(Redeals, "_note", take_only)
    assert found == module.redeals(game, pack, deal.history, 0, literal=True)


def looks_alike(game: str, packs: list[list[int]], history: list[int], seat: int) -> bool:
    real, other = (GAMES[game].Deal(game, pack) for pack in packs)
    for move in history:
        if real.public(seat) != other.public(seat) or move not in other.legal():
            return False
        real.play(move)
        other.play(move)
    return real.public(seat) == other.public(seat)


def all_packets(hand: list[int], first: int) -> list[tuple[list[int], list[int]]]:
    ones = [list(one) for one in combinations(hand, first)]
    return [(one, [card for card in hand if card not in one]) for one in ones]


@pytest.mark.parametrize("turn_up", [False, True])
def test_redeals_count_the_packets_of_the_caller(turn_up: bool) -> None:
    """The real hands, seen by seat 1: in how many ways may the caller have got his?"""
    game, rng = "bauernschnapsen", random.Random(9)
    pack, deal = late_position(game, rng, 2)
    while (deal.history[0] == naive_bauernschnapsen.TURN_UP) != turn_up:
        pack, deal = late_position(game, rng, 2)
    ways = 0
    for three, two in all_packets(pack[:3] + pack[12:14], 3):
        for second in (two, two[::-1]):
            other = three + pack[3:12] + second + pack[14:]
            ways += looks_alike(game, [pack, other], deal.history, 1)
    ways = ways if turn_up else ways // 2  # the order of the two matters if one was shown
    found = naive_bauernschnapsen.redeals(game, pack, deal.history, 1)
    assert found[real_hands(deal)] == ways * 10 * 10  # and ten ways each for seats 2 and 3


def test_redeals_count_the_packets_of_the_declarer() -> None:
    game, rng = "snapszer2", random.Random(10)
    pack, deal = late_position(game, rng, 4)
    ways = 0
    for four, last in all_packets(pack[:4] + pack[8:12], 4):
        other = four + pack[4:8] + last + pack[12:]
        ways += looks_alike(game, [pack, other], deal.history, 1)
    assert ways == naive_snapszer.redeals(game, pack, deal.history, 1)[real_hands(deal)] == 70


def test_redeals_after_the_last_packet() -> None:
    pack = list(naive_snapszer.CARDS)
    with pytest.raises(ValueError, match="not all cards are dealt"):
        naive_snapszer.redeals("snapszer3", pack, [], 0)
