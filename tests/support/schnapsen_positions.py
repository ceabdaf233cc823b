"""Schnapsen positions for the scenarios of the rules page, and what happens in them.

Trump is hearts.  Hands and tricks are given; the cards that are nowhere else make up the past
tricks and the talon, so that every position is one that can arise.  Every position stands on the
engine and on its slow twin at once, and at every moment both must say the same.
"""

from __future__ import annotations

from typing import Any, Self

from naive import Deal
from schnapsen_engine import engine_facts, twin_ending, twin_facts

import schnapsen_ai as sa
from schnapsen_ai.card_text import card_text, parse_card
from schnapsen_ai.cards import members


class Both:
    """A state and its twin; what else is asked, the state answers."""

    def __init__(self, state: sa.State, twin: Deal) -> None:
        self.state, self.twin = state, twin
        self.agree()

    @classmethod
    def of(cls, state: sa.State) -> Self:
        """With a twin set up like a state in which the seat to move leads."""
        facts = engine_facts(state)
        twin = Deal(state.game.name, [*state.game.pack], **state.game.options)
        for name in ("points", "pending", "tricks", "trump", "must_lead", "talon"):
            setattr(twin, name, facts[name])
        twin.hands = [members(hand) for hand in facts["hands"]]
        twin.tricks_played, twin.turn = sum(facts["tricks"]), facts["to_move"]
        twin.turn_up = facts["turn_up"] if facts["turn_up"] >= 0 else None
        if facts["closed"]:
            twin.closed_by, *counts = facts["closed"]
            twin.at_close = tuple(counts)
        return cls(state, twin)

    def agree(self) -> None:
        state, twin = self.state, self.twin
        ours, theirs = engine_facts(state), twin_facts(twin)
        over = twin.to_move is None
        same = ("points", "pending", "tricks", "hands", "talon_left") if over else ours
        assert {k: ours[k] for k in same} == {k: theirs[k] for k in same}, state.text()
        assert state.is_over == over
        if over:
            assert (state.to_move, state.legal_moves()) == (None, []), state.text()
            assert state.payoffs() == twin.payoffs(), state.text()
            assert state.ending == twin_ending(twin)

    def play(self, move: int) -> None:
        self.state.play(move)
        self.twin.play(move)
        self.agree()

    def copy(self) -> Both:
        return Both(self.state.copy(), self.twin.copy())

    def __getattr__(self, name: str) -> Any:
        return getattr(self.state, name)


def at(
    mine: str,
    theirs: str,
    *,
    game: str = "schnapsen",
    tricks: tuple[int, int] = (0, 0),
    points: tuple[int, int] = (0, 0),
    pending: tuple[int, int] = (0, 0),
    closed: str = "-",
    up: str = "",
    turn: int = 0,
    **options,
) -> Both:
    """A position, seat 0 on lead; what is neither held nor played lies in the talon."""
    rules = sa.load(game, **options)
    hands = [hand.split() for hand in (mine, theirs)]
    free = [card_text(card) for card in rules.pack]
    free = [card for card in free if card not in hands[0] + hands[1] and card != up]
    left = len(rules.pack) - len(hands[0]) - len(hands[1]) - 2 * sum(tricks)
    fields = [f"hands={''.join(hands[0])}/{''.join(hands[1])} trump=H turn={turn}"]
    if left:
        up = up or next(card for card in free if card[1] == "H")
        talon = [card for card in free if card != up][: left - 1]
        fields.append(f"talon={''.join(talon)} up={up}")
    assert left % 2 == 0 and (left == 0 or closed != "-" or len(hands[0]) == len(rules.pack) // 4)
    for name, pair in (("tricks", tricks), ("points", points), ("pending", pending)):
        fields.append(f"{name}={pair[0]}/{pair[1]}")
    state = rules.position(" ".join([*fields, f"closed={closed}"]))
    assert isinstance(state, sa.State)
    return Both.of(state)


def play(state: Both, *moves: str) -> Both:
    for move in moves:
        state.play(state.game.parse_move(move))
    return state


def menu(state: Both) -> set[str]:
    return {state.game.move_text(move) for move in state.legal_moves()}


def words(state: Both) -> set[str]:
    """The legal moves that are not cards."""
    return {state.game.move_text(move) for move in state.legal_moves() if move > 31}


def result(state: Both, *moves: str) -> int:
    """Game points of seat 0 once the moves have ended the deal; the state is left alone."""
    end = play(state.copy(), *moves)
    assert end.is_over and end.to_move is None and end.legal_moves() == []
    mine, theirs = end.payoffs()
    assert mine == -theirs
    return mine


def field(state: Both, name: str) -> list[int]:
    return state._pool[name][0].tolist()


def holds(state: Both, seat: int, card: str) -> bool:
    return bool(field(state, "hand")[seat] >> parse_card(card) & 1)


def last_trick(mine: str, theirs: str, **position) -> Both:
    """The last trick of a deal has been played: one card each was left."""
    return play(at(mine, theirs, **position), mine, theirs)
