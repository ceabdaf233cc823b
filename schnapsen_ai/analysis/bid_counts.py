"""Which contracts two bots bid against each other, and how often they make them.

The first packs of a tournament, played move by move so that the contract can be read off the
finished deal.  A game says what was bid by ``contract_of(state)``, Python only: the seat and the
name of the contract, or None.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from ..bot.limits import Limits
from ..bot.spec import BotSpec
from ..deal.game import Game
from ..deal.state import State
from ..deal.transcript import Record
from ..stats.text import aligned
from ..store.blocks import Block
from ..tournament.pairing import Pairing
from ..tournament.runner import secret_for
from ..tournament.workers import play_all


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


def count(
    game: Game, a: BotSpec, b: BotSpec, packs: int, seed: int | None = None,
    limits: Limits | None = None,
) -> Contracts:
    """Play `packs` packs in every seating.  ValueError where the game has no contracts.

    limits: on the bots, see `tournament.run`.
    """
    if not bids(game):
        raise ValueError(f"nobody bids in {game.name}: there are no contracts to count")
    rows: dict[tuple[str, str], Row] = defaultdict(lambda: Row("", ""))
    deals = without = 0
    for names, state in _ends(game, (a, b), packs, secret_for((a, b), seed), limits):
        deals += 1
        found = game.rules.contract_of(state.record()[0])
        if found is None:
            without += 1
            continue
        seat, name = found
        row = rows[names[seat], name]
        row.bot, row.contract = names[seat], name
        payoff = state.payoffs()[seat]
        row.bid += 1
        row.made += payoff > 0
        row.points += payoff
    order = sorted(rows.values(), key=lambda r: (r.bot != a.text, -r.bid, r.contract))
    return Contracts(deals, without, order)


def bids(game: Game) -> bool:
    """Whether the game has contracts."""
    return hasattr(game.rules, "contract_of")


def _ends(
    game: Game, specs: tuple[BotSpec, BotSpec], packs: int, secret: bytes, limits: Limits | None
) -> Iterator[tuple[tuple[str, ...], State]]:
    """The finished deals with the bots by seat; those of a tournament with this secret."""
    pairing = Pairing(game, *specs, secret, keep_log=True, move_by_move=True)
    played = play_all([pairing], [[range(packs)]], 1, (), limits)
    for _, block in sorted(played, key=lambda found: found[1].start):
        yield from _ends_of(game, specs, block)


def _ends_of(
    game: Game, specs: tuple[BotSpec, BotSpec], block: Block
) -> Iterator[tuple[tuple[str, ...], State]]:
    log = block.log
    assert log is not None  # keep_log
    columns = log.columns()
    ends = columns["lengths"].cumsum(dtype="int64")
    dealt = columns["packs"].reshape(len(log), len(game.pack))
    for i, holder in enumerate(columns["holders"].tolist()):
        names = tuple(specs[holder >> seat & 1].text for seat in range(game.n_seats))
        moves = columns["moves"][ends[i] - columns["lengths"][i] : ends[i]].tolist()
        resigned = int(columns["resigned"][i])
        yield names, Record(
            game, names, tuple(dealt[i].tolist()), moves, None if resigned < 0 else resigned
        ).end()


def as_text(result: Contracts) -> list[str]:
    """A table for people."""
    head = ["bot", "contract", "bid", "of all deals", "made", "points when bid"]
    rows = [head]
    for r in result.rows:
        rows.append([
            r.bot, r.contract, str(r.bid), f"{100 * r.bid / result.deals:.1f} %",
            f"{100 * r.made / r.bid:.0f} %", f"{r.points / r.bid:+.1f}",
        ])
    lines = aligned(rows)
    if result.without:
        lines.append(f"no contract in {100 * result.without / result.deals:.1f} % of the deals")
    return [f"contracts over {result.deals} deals", *lines]
