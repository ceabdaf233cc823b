"""Where a tournament keeps what it plays: a place in a store, or nowhere."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from ..bot.limits import Limits
from ..deal.game import Game
from ..stats.sprt import SprtVerdict
from ..store.blocks import Block
from .lineup import seatings
from .pairing import Pairing

if TYPE_CHECKING:
    from ..store.writer import Store


class Shelf:
    """The place of a tournament in a store; without a store, nothing is kept."""

    def __init__(
        self, store: Store | None, game: Game, unit: str, seed: int | None, secret: bytes,
        packs: list[list[int]] | None, experiment: str, limits: Limits | None,
        max_deals: int | None,
        guarded: bool = False,
    ) -> None:
        self.store, self.secret = store, secret
        self.ids: dict[Pairing, int] = {}
        if store is not None:
            held = {} if limits is None else dataclasses.asdict(limits)
            if max_deals is not None:
                held["max_deals"] = max_deals
            if guarded:
                held["isolate"] = True
            self.id, self.secret = store.tournament(
                game, unit, seed, secret, packs, experiment, held, seatings(game))

    def stored(self, pairing: Pairing, sets: int) -> list[Block]:
        """What was played of a pairing before."""
        if self.store is None:
            return []
        self.ids[pairing] = self.store.pairing(self.id, *pairing.specs)
        return self.store.blocks(self.ids[pairing], sets)

    def missing(self, pairing: Pairing, sets: int) -> list[range]:
        """The sets of a pairing that are still to play."""
        if self.store is None:
            return [range(sets)]
        gaps = self.store.missing(self.ids[pairing], sets)
        return [range(start, start + n) for start, n in gaps]

    def add(self, pairing: Pairing, block: Block) -> None:
        """Keep a block just played; its log goes to the store only."""
        if self.store is not None:
            self.store.add(self.ids[pairing], block)
            block.log = None

    def note(self, pairing: Pairing, verdict: SprtVerdict) -> None:
        """Keep the verdict of a test."""
        if self.store is not None:
            self.store.note(self.ids[pairing], verdict)
