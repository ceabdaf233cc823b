"""Published endgames of Schnapsen: the slow twin's exact values are those in print."""

from __future__ import annotations

import json

import pytest
from naive import RANKS, SUITS, Deal, after, cards, full_pack, move_values
from paths import GOLDEN

CLOSE = 37
NAMES = {8 * i + j: r + s for i, s in enumerate(SUITS) for j, r in enumerate(RANKS)}
POSITIONS = json.loads((GOLDEN / "positions.json").read_text())["positions"]


def named(card: str) -> str:
    return card[1] + card[0].upper()


def suited(text: str) -> list[str]:
    """Cards such as "hAQ cJ" as AH, QH, JC."""
    return [named(group[0] + rank) for group in text.split() for rank in group[1:]]


def published(position: dict, talon: str = "") -> Deal:
    """The position with `me` as seat 0; a led card lies on the table, led by seat 1."""
    theirs = set(suited(position.get("opp") or position["unseen"])) - {talon}
    led, up = suited(position.get("led", "")), suited(position.get("faceup", ""))
    trump = position["trump"].upper() if "trump" in position else up[0][1]
    deal = Deal("schnapsen", full_pack("schnapsen"))
    deal.hands = [cards(" ".join(suited(position["me"]))), cards(" ".join(theirs - set(led)))]
    deal.talon, deal.turn_up = cards(talon), cards(up[0])[0] if up else None
    deal.trump = SUITS.index(trump)
    deal.points, deal.tricks, deal.tricks_played = list(position["pts"]), [1, 1], 2
    laid = deal.hands[0] + deal.hands[1] + deal.talon
    assert len(laid) == len(set(laid)) and deal.turn_up not in laid
    if position.get("closed"):
        deal.closed_by, deal.at_close = position["closed"]["cl"], (position["closed"]["cp"], 1)
    if led:
        deal.led = cards(led[0])[0]
    return deal


def card_values(deal: Deal) -> dict[str, int]:
    return {NAMES[move]: worth for move, worth in move_values(deal).items() if move < 32}


def by_name(values: dict) -> dict:
    return {named(card): worth for card, worth in values.items()}


def stocks(position: dict) -> list[str]:
    """The cards that may be the one face-down card."""
    known = suited(position.get("led", "")) + suited(position["known_opp"])
    return [card for card in suited(position["unseen"]) if card not in known]


def of_kind(*kinds: str):
    chosen = [position for position in POSITIONS if position["kind"] in kinds]
    assert chosen
    return pytest.mark.parametrize("position", chosen, ids=[p["id"] for p in chosen])


@of_kind("lead", "reply")
def test_published_endgames(position):
    assert card_values(published(position)) == by_name(position["values"])


@of_kind("trick5 follower")
def test_published_fifth_trick_replies(position):
    worlds = {stock: card_values(published(position, stock)) for stock in stocks(position)}
    for card, by_stock in by_name(position["by_stock"]).items():
        assert {stock: values[card] for stock, values in worlds.items()} == by_name(by_stock)


@pytest.mark.slow
@of_kind("trick5 leader")
def test_published_fifth_trick_leads(position):
    deals = [published(position, stock) for stock in stocks(position)]
    assert len(deals) == position["worlds"]
    opened = [card_values(deal) for deal in deals]
    closed = [card_values(after(deal, CLOSE)) for deal in deals]
    for card, mean in by_name(position["open_vs_clairvoyant"]).items():
        assert sum(values[card] for values in opened) / len(deals) == pytest.approx(mean, abs=1e-4)
    for card, wins in by_name(position["close_pimc_wins"]).items():
        assert sum(values[card] > 0 for values in closed) == wins
