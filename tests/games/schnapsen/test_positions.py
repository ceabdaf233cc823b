"""Positions with known answers, from published columns: exact values, means over face-down cards,
and what a closer can win who sees all cards and who does not."""

from __future__ import annotations

import json
from typing import Any

import pytest
from paths import GOLDEN

import schnapsen_ai as sa
from schnapsen_ai.analysis.decision import analyse
from schnapsen_ai.card_text import card_text, parse_card

POSITIONS: list[dict[str, Any]] = json.loads((GOLDEN / "positions.json").read_text())["positions"]
GAME = sa.load("schnapsen")


def of_kind(*kinds: str):
    chosen = [p for p in POSITIONS if p["kind"] in kinds]
    return pytest.mark.parametrize("p", chosen, ids=[p["id"] for p in chosen])


def cards(text: str) -> list[str]:
    """``sK hAQ`` is KS AH QH."""
    return [f"{rank}{word[0].upper()}" for word in text.split() for rank in word[1:]]


def fields(p: dict[str, Any], other: list[str], talon: list[str], hidden: int) -> str:
    """The position with seat 0 to move; `hidden` cards of the other hand are not known.

    The past is not told, so any is taken in which both sides have won a trick.
    """
    me, led = cards(p["me"]), cards(p.get("led", ""))
    up = cards(p["faceup"]) if "faceup" in p else []
    placed = {*me, *other, *led, *up, *talon, *(cards(p["unseen"]) if hidden else [])}
    gone = [card_text(c) for c in GAME.pack if card_text(c) not in placed]
    words = ["turn=0", f"trump={(p['trump'] if 'trump' in p else p['faceup'][0]).upper()}"]
    if p.get("closed"):  # after three tricks: five cards of the rest are the face-down talon
        gone.sort(key=lambda card: card[1] != words[1][-1])  # the turn-up is a trump
        up, talon, gone = gone[:1], gone[1:6], gone[6:]
        closer, points = p["closed"]["cl"], p["closed"]["cp"]
        words.append(f"closed={closer}:{points}/1")
    face_down = "?" if hidden else "".join(talon)
    words += [
        f"hands={''.join(me)}/{''.join(other)}{'?' * hidden}",
        f"talon={face_down or '-'}",
        f"up={''.join(up) or '-'}",
        f"led={''.join(led) or '-'}",
        f"points={p['pts'][0]}/{p['pts'][1]}",
        f"tricks=1/{len(gone) // 2 - 1}",
        f"gone={''.join(gone)}",
    ]
    if hidden and p["known_opp"]:
        words.append(f"holds=-/{''.join(cards(p['known_opp']))}")
    return " ".join(words)


def by_card(values: dict[str, Any]) -> dict[int, Any]:
    return {parse_card(cards(name)[0]): value for name, value in values.items()}


@of_kind("lead", "reply")
def test_exact_values(p: dict[str, Any]):
    other = [c for c in cards(p["opp"]) if c not in cards(p.get("led", ""))]
    state = GAME.position(fields(p, other, [], 0))
    assert isinstance(state, sa.State)
    values = state.move_values()
    wanted = by_card(p["values"])
    assert {m: v for m, v in values.items() if m in wanted} == wanted
    assert {m for m in values if m < 32} == wanted.keys()
    assert {r.move: r.mean for r in analyse(state).moves} == values


def seen(p: dict[str, Any], **more: Any) -> sa.View:
    size = len(cards(p["me"])) - (1 if "led" in p else 0)
    known = cards(p["known_opp"])
    text = fields(p | more, known, [], size - len(known))
    view = GAME.position(text)
    assert isinstance(view, sa.View) and view.seat == 0
    return view


@of_kind("trick5 follower")
def test_means_over_the_face_down_card(p: dict[str, Any]):
    analysis = analyse(seen(p))
    rows = {r.move: r for r in analysis.moves}
    assert analysis.enumerated and analysis.equal
    assert {m: round(r.mean, 4) for m, r in rows.items()} == by_card(p["values"])
    for name, stocks in p["by_stock"].items():
        assert analysis.worlds == len(stocks)
        assert rows[by_card({name: 0}).popitem()[0]].wins == sum(v > 0 for v in stocks.values())


@of_kind("trick5 follower")
def test_values_by_face_down_card(p: dict[str, Any]):
    led = cards(p["led"])
    stocks = {stock for by in p["by_stock"].values() for stock in by}
    for stock in stocks:
        talon = cards(stock)
        other = [c for c in cards(p["unseen"]) if c not in talon + led]
        values = GAME.position(fields(p, other, talon, 0)).move_values()
        assert values == by_card({name: by[stock] for name, by in p["by_stock"].items()})


@of_kind("trick5 leader")
def test_closing_and_leading_on(p: dict[str, Any]):
    view = seen(p)
    analysis = analyse(view)
    rows = {r.move: r for r in analysis.moves}
    assert analysis.worlds == p["worlds"] and analysis.enumerated and analysis.fair
    means = by_card(p["open_vs_clairvoyant"])
    assert {m: round(rows[m].mean, 4) for m in means} == means
    assert all(rows[m].fair_mean == rows[m].mean for m in means)  # the draw shows all cards
    closed = {r.move: r for r in rows[GAME.parse_move("close")].then}
    for key, wins in (("close_pimc_wins", "wins"), ("close_bestdef_wins", "fair_wins")):
        wanted = by_card(p[key])
        assert {m: getattr(closed[m], wins) for m in wanted} == wanted


def test_position_142_is_the_one_that_tells_them_apart():
    differ = [
        (p["id"], lead)
        for p in POSITIONS
        if p["kind"] == "trick5 leader"
        for lead in p["close_pimc_wins"]
        if p["close_pimc_wins"][lead] != p["close_bestdef_wins"][lead]
    ]
    assert differ == [("142", "sQ")]
