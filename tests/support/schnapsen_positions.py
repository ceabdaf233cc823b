"""Schnapsen positions for the scenarios of the rules page, and what happens in them.

Trump is hearts.  Hands and tricks are given; the cards that are nowhere else make up the past
tricks and the talon, so that every position is one that can arise.
"""

from __future__ import annotations

import schnapsen_ai as sa
from schnapsen_ai.card_text import card_text, parse_card


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
) -> sa.State:
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
    return state


def play(state: sa.State, *moves: str) -> sa.State:
    for move in moves:
        state.play(state.game.parse_move(move))
    return state


def menu(state: sa.State) -> set[str]:
    return {state.game.move_text(move) for move in state.legal_moves()}


def words(state: sa.State) -> set[str]:
    """The legal moves that are not cards."""
    return {state.game.move_text(move) for move in state.legal_moves() if move > 31}


def result(state: sa.State, *moves: str) -> int:
    """Game points of seat 0 once the moves have ended the deal; the state is left alone."""
    end = play(state.copy(), *moves)
    assert end.is_over and end.to_move is None and end.legal_moves() == []
    mine, theirs = end.payoffs()
    assert mine == -theirs
    return mine


def field(state: sa.State, name: str) -> list[int]:
    return state._pool[name][0].tolist()


def holds(state: sa.State, seat: int, card: str) -> bool:
    return bool(field(state, "hand")[seat] >> parse_card(card) & 1)


def last_trick(mine: str, theirs: str, **position) -> sa.State:
    """The last trick of a deal has been played: one card each was left."""
    return play(at(mine, theirs, **position), mine, theirs)
