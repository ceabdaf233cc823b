"""What a fair player can get, slow and obvious: two oracles that share nothing with the search.

A world is a Deal of naive.py; the seat to move cannot tell the worlds of a list apart, its
opponent can.  `outcomes` lists everything that strategies can reach, by vectors with one payoff
for each world, nothing left out because something else is better.  `strategies` goes through
every pure strategy as a map from what the seat has seen to its move.
"""

from __future__ import annotations

from itertools import product
from math import prod

from naive import Deal, after, value

Outcomes = set[tuple[int, ...]]  # payoffs of the seat, one for each world


def worlds_of(real: Deal, seat: int, worlds: list[tuple[frozenset, tuple]]) -> list[Deal]:
    """The real deal with the opponent's hand and the talon of each world."""
    deals = []
    for hand, talon in worlds:
        deal = real.copy()
        deal.hands[1 - seat], deal.talon = sorted(hand), list(talon)
        assert deal.public(seat) == real.public(seat)
        deals.append(deal)
    return deals


def outcomes_of_move(
    deals: list[Deal], seat: int, move: int, memo: dict | None = None
) -> Outcomes:
    """All that strategies beginning with a move of the seat can reach.

    With a memo for `naive.value`, a world that is left alone has its exact value: the seat then
    knows all cards.  What it could do worse there is left out.
    """
    return _apart([after(deal, move) for deal in deals], seat, memo)


def _apart(deals: list[Deal], seat: int, memo: dict | None) -> Outcomes:
    """Worlds that look different to the seat: it may go on differently in each group."""
    groups: dict[tuple, list[int]] = {}
    for i, deal in enumerate(deals):
        groups.setdefault(deal.public(seat), []).append(i)
    found: Outcomes = set()
    parts = [_outcomes([deals[i] for i in group], seat, memo) for group in groups.values()]
    order = [i for group in groups.values() for i in group]
    for chosen in product(*parts):
        payoffs = [payoff for part in chosen for payoff in part]
        found.add(tuple(payoff for _, payoff in sorted(zip(order, payoffs, strict=True))))
    return found


def _outcomes(deals: list[Deal], seat: int, memo: dict | None) -> Outcomes:
    """All that strategies can reach where the seat cannot tell the worlds apart."""
    if deals[0].ending:
        return {tuple(deal.payoffs()[seat] for deal in deals)}
    if len(deals) == 1 and memo is not None:
        return {(value(deals[0], seat, memo),)}
    if deals[0].to_move == seat:
        legal = deals[0].legal()
        assert all(deal.legal() == legal for deal in deals)
        return set().union(*(outcomes_of_move(deals, seat, move, memo) for move in legal))
    found: Outcomes = {(9,) * len(deals)}
    for move in sorted({move for deal in deals for move in deal.legal()}):
        may = [i for i, deal in enumerate(deals) if move in deal.legal()]
        answers = _apart([after(deals[i], move) for i in may], seat, memo)
        found = {_worse(sofar, may, answer) for sofar in found for answer in answers}
    return found


def _worse(sofar: tuple[int, ...], may: list[int], answer: tuple[int, ...]) -> tuple[int, ...]:
    worst = list(sofar)
    for i, payoff in zip(may, answer, strict=True):
        worst[i] = min(worst[i], payoff)
    return tuple(worst)


# ---- every strategy


def strategies(deals: list[Deal], seat: int, move: int, most: int) -> Outcomes | None:
    """The outcome of every pure strategy beginning with a move; None if there are too many."""
    choices: dict[tuple, list[int]] = {}
    begun = [after(deal, move) for deal in deals]
    for deal in begun:
        _collect(deal, seat, choices)
    if prod(len(legal) for legal in choices.values()) > most:
        return None
    found = set()
    for moves in product(*choices.values()):
        plan = dict(zip(choices, moves, strict=True))
        found.add(tuple(_worst(deal, seat, plan) for deal in begun))
    return found


def _seen(deal: Deal, seat: int) -> tuple:
    return (tuple(deal.history), deal.public(seat))


def _collect(deal: Deal, seat: int, choices: dict[tuple, list[int]]) -> None:
    """Every decision that the seat may come to."""
    if deal.to_move == seat:
        choices[_seen(deal, seat)] = deal.legal()
    for move in deal.legal():
        _collect(after(deal, move), seat, choices)


def _worst(deal: Deal, seat: int, plan: dict[tuple, int]) -> int:
    """What a strategy gets in one world from an opponent who knows both."""
    if deal.ending:
        return deal.payoffs()[seat]
    if deal.to_move == seat:
        return _worst(after(deal, plan[_seen(deal, seat)]), seat, plan)
    return min(_worst(after(deal, move), seat, plan) for move in deal.legal())


def best_of(outcomes: Outcomes, weights: list[int]) -> tuple[int, int, int]:
    """Largest weight of worlds won, max-min payoff, largest weighted sum of payoffs."""
    return (
        max(sum(w for w, v in zip(weights, o, strict=True) if v > 0) for o in outcomes),
        max(min(o) for o in outcomes),
        max(sum(w * v for w, v in zip(weights, o, strict=True)) for o in outcomes),
    )
