"""Which contracts two bots bid against each other, and how often they make them.

Deals of their own, played through `State` and `View` move by move, so that the contract can be
read off the finished deal: each pack in every seating, as in a tournament.  A game says what was
bid by ``contract_of(state)``, Python only: the seat and the name of the contract, or None.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from . import seeds
from .bot import BotSpec, Randomness
from .game import Game
from .match import seatings
from .state import State, look


@dataclass
class Row:
    """One contract of one bot."""

    bot: str
    contract: str
    bid: int = 0
    made: int = 0  # a payoff above 0 for the seat that bid it
    points: int = 0  # payoffs of that seat, summed


@dataclass
class Contracts:
    """All contracts of a pairing, the most frequent first."""

    deals: int
    without: int  # deals without a contract: all passed
    rows: list[Row]


def count(game: Game, a: BotSpec, b: BotSpec, packs: int, seed: int | None = None) -> Contracts:
    """Play `packs` packs in every seating.  ValueError where the game has no contracts."""
    if not hasattr(game.rules, "contract_of"):
        raise ValueError(f"{game.name} has no bidding: there are no contracts to count")
    secret = seeds.secret_of(seed)
    rows: dict[tuple[str, str], Row] = defaultdict(lambda: Row("", ""))
    deals = without = 0
    for k in range(packs):
        for j, holder in enumerate(seatings(game)):
            specs = [b if holder >> seat & 1 else a for seat in range(game.n_seats)]
            index = (k * len(seatings(game)) + j) * game.n_seats
            state = _play(game, specs, secret, k, seeds.words(secret, "contracts", index,
                                                              game.n_seats))
            deals += 1
            found = game.rules.contract_of(state._pool[0])
            if found is None:
                without += 1
                continue
            seat, name = found
            row = rows[specs[seat].text, name]
            row.bot, row.contract = specs[seat].text, name
            payoff = state.payoffs()[seat]
            row.bid += 1
            row.made += payoff > 0
            row.points += payoff
    order = sorted(rows.values(), key=lambda r: (r.bot != a.text, -r.bid, r.contract))
    return Contracts(deals, without, order)


def _play(game: Game, specs: list[BotSpec], secret: bytes, k: int, words: Any) -> State:
    pool = game.new_pool(1)
    game.board.deal_at(pool, game.new_match(), seeds.words(secret, "pack", k, 1))
    state = State(game, pool, pool["pack"][0, : len(game.pack)].tolist(), [])
    bots = [spec.make() for spec in specs]
    for seat, bot in enumerate(bots):
        bot.begin(game, seat, Randomness(words[seat]))
    while (turn := state.to_move) is not None:
        view = look(game, pool, turn, state._history, state._origin, specs[turn].sees_all)
        move = bots[turn].choose(view)
        state.play(move)
        for bot in bots:
            bot.saw(turn, move)
    return state


def as_text(result: Contracts) -> list[str]:
    """A table for people."""
    head = ["bot", "contract", "bid", "of all deals", "made", "points when bid"]
    rows = [head]
    for r in result.rows:
        rows.append([
            r.bot, r.contract, str(r.bid), f"{100 * r.bid / result.deals:.1f} %",
            f"{100 * r.made / r.bid:.0f} %", f"{r.points / r.bid:+.1f}",
        ])
    widths = [max(len(row[c]) for row in rows) for c in range(len(head))]
    lines = [
        "  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    if result.without:
        lines.append(f"no contract in {100 * result.without / result.deals:.1f} % of the deals")
    return [f"contracts over {result.deals} deals of their own", *lines]
