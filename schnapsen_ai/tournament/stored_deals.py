"""A stored deal as a `Record`: from its log, or played again from the secret of its tournament."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from ..base import numbers
from ..bot.spec import BotSpec
from ..deal.game import Game, load_known
from ..deal.transcript import Record, match_of
from ..store.blocks import OUT, Block
from ..store.columns import Columns
from ..store.reader import Archive, StoredPairing
from .pairing import Pairing
from .result import PairingResult

_AT_ONCE = 32  # sets that are played again at a time


@dataclass(frozen=True)
class Address:
    """Where a deal is: ``pairing:set:seating[:deal]``."""

    pairing: int
    set: int
    seating: int = 0
    deal: int = 0

    def __str__(self) -> str:
        return f"{self.pairing}:{self.set}:{self.seating}:{self.deal}"

    @classmethod
    def parse(cls, text: str) -> Address:
        """ValueError unless it is two to four whole numbers with colons."""
        try:
            found = [numbers.whole(part) for part in text.split(":")]
        except ValueError:
            found = []
        if not 2 <= len(found) <= 4 or min(found) < 0:
            raise ValueError(f"{text!r} is not an address: write PAIRING:SET:SEATING[:DEAL], as in "
                             "1:0:0 (pairings count from 1, all else from 0)")
        return cls(*found)


def game_of(pairing: StoredPairing) -> Game:
    """The game that a stored pairing played."""
    return load_known(pairing.tournament.game, pairing.tournament.options)


def result_of(archive: Archive, pairing: StoredPairing) -> PairingResult:
    """What came of a stored pairing that was played, with its bots as they are stored."""
    a, b = cast(Any, pairing.a), cast(Any, pairing.b)  # of which only the names are asked
    played = Block.joined(archive.blocks(pairing))
    return PairingResult(game_of(pairing), a, b, pairing.tournament.unit, played)


def find(archive: Archive, address: Address) -> Record:
    """The deal at an address; ValueError says what is not there."""
    pairing = next((p for p in archive.pairings() if p.id == address.pairing), None)
    if pairing is None:
        known = ", ".join(f"{p.id} ({p.a.text} against {p.b.text})" for p in archive.pairings())
        raise ValueError(f"{archive.path}: no pairing {address.pairing}; there are {known}")
    for record in records(archive, pairing, address.set, address.set + 1):
        if record.tags["deal"] == str(address):
            return record
    raise ValueError(
        f"{archive.path}: there is no deal {address}: pairing {pairing.id} has sets 0 to "
        f"{pairing.sets - 1} with seatings 0 to {len(pairing.tournament.holders) - 1}"
    )


def records(
    archive: Archive, pairing: StoredPairing, first: int = 0, stop: int | None = None
) -> Iterator[Record]:
    """The stored deals of a pairing, sets ``first .. stop - 1``, in order.

    Deals of compiled bots are played again.  ValueError where that cannot be: a bot has changed
    since, or the present version plays differently.
    """
    game = game_of(pairing)
    for block in archive.blocks(pairing):
        low = max(first, block.start)
        high = min(block.start + block.sets, block.start + block.sets if stop is None else stop)
        if low >= high:
            continue
        logged = next(archive.logs(pairing, block.start), None)
        at = low
        while at < high:
            here, n = None if logged is None else _within(logged, at), 1
            if here is None or not len(here["sets"]):
                n = min(_AT_ONCE, high - at) if logged is None else 1
                then = block.points[at - block.start : at - block.start + n]
                here = played_again(pairing, game, at, then)
            yield from records_of(here, pairing, game)
            at += n


def _within(log: Columns, set_: int) -> Columns:
    """The part of a log that is about one set; its deals need not lie together."""
    held = log["sets"] == set_
    moves = np.repeat(held, log["lengths"])
    return {
        name: column[
            moves if name in ("moves", "movers", "seconds")
            else np.repeat(held, len(column) // len(held))
        ]
        for name, column in log.items()
    }


def played_again(pairing: StoredPairing, game: Game, first: int, points: np.ndarray) -> Columns:
    """The log of sets that were not kept move by move, ``points`` what they came to.

    ValueError where a bot has changed since, or the present version plays differently.
    """
    specs = []
    for bot in (pairing.a, pairing.b):
        spec = BotSpec(bot.text)
        if bot.source not in spec.sources:
            raise ValueError(f"{bot.text} has changed since it played: its deals were not kept "
                             "move by move and cannot be played again")
        specs.append(spec)
    stored, size = pairing.tournament, pairing.tournament.cards
    packs = None if stored.packs is None else [
        list(stored.packs[i : i + size]) for i in range(0, len(stored.packs), size)
    ]
    players = Pairing(game, specs[0], specs[1], stored.secret, stored.unit, packs, keep_log=True,
                      move_by_move=True)
    block = players.play(first, len(points))
    if block.log is None or not np.array_equal(block.points, points):
        raise ValueError(f"set {first} of {pairing.a.text} against {pairing.b.text} goes another "
                         "way in this version than in the one that stored it")
    return block.log.columns()


def records_of(log: Columns, pairing: StoredPairing, game: Game) -> Iterator[Record]:
    """The deals of a log."""
    deals = len(log["sets"])
    ends = np.cumsum(log["lengths"], dtype=np.int64)
    packs = log["packs"].reshape(deals, len(game.pack))
    payoffs = log["payoffs"].reshape(deals, game.n_seats)
    contexts = log["contexts"].reshape(deals, -1)
    names = (pairing.a.text, pairing.b.text)
    for i in range(deals):
        place = (int(log[name][i]) for name in ("sets", "seatings", "deals"))
        seats = [s for s in range(game.n_seats) if payoffs[i, s] != OUT]
        resigned = int(log["resigned"][i])
        moves = log["moves"][int(ends[i] - log["lengths"][i]) : int(ends[i])]
        tags = {"deal": str(Address(pairing.id, *place))}
        if pairing.tournament.experiment:
            tags = {"experiment": pairing.tournament.experiment, **tags}
        yield Record(
            game, tuple(names[log["holders"][i] >> s & 1] for s in seats),
            tuple(packs[i].tolist()), moves.tolist(), None if resigned < 0 else resigned,
            match_of(game, contexts[i]), tags,
        )
