"""The rows of a shard: played by compiled policies, or noted of bots that are asked one by one."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from ..base.jit import rebind
from ..batched.layout import Layout, parse
from ..batched.vectors import rows as past_rows
from ..bot.compiled import fixed_to, new_desks
from ..bot.spec import BotSpec
from ..deal.exact import new_work
from ..deal.game import Game
from ..store.blocks import Block
from ..tournament.pairing import Pairing
from . import kernels
from .kernels import Deals, Rows, Tools
from .plan import Plan

#: The columns of a shard; `values` only on wish, `match` and `won` only of matches.
COLUMNS = (*Rows._fields, "match", "won")
_ROOM = 1 << 14  # rows at a time
_MOVES = 63


class Player:
    """Plays shards of a plan: made once a process."""

    def __init__(self, plan: Plan) -> None:
        self.plan, game = plan, plan.game
        specs = [BotSpec(text) for text in (plan.a, plan.b)]
        self.pairing = Pairing(game, specs[0], specs[1], plan.secret, plan.unit, keep_log=True,
                               max_deals=plan.max_deals)
        words = parse(plan.observations)
        self.layout = Layout(game, plan.observations) if words else None
        layout = self.layout or Layout(game)
        players = game.n_seats
        params = self.pairing.params
        self.tools = Tools(
            pool=game.new_pool(2),
            match=game.new_match(),
            desks=np.stack([new_desks([numbers] * players) for numbers in params]),
            past=np.zeros(1, past_rows(game.rules.MAX_PLIES)),
            form=layout.form(),
            spread=layout.spread,
            plain=np.zeros(layout.plain_size, np.uint8),
            exact=new_work(game),
            found=np.zeros(64, np.int64),
        )
        self.rooms, self.others = [self._room()], [self._room()]

    def shard(self, k: int) -> dict[str, list[np.ndarray]]:
        """The columns of shard `k`, in pieces; they hold until the next but one is asked for."""
        self.rooms, self.others = self.others, self.rooms
        start, sets = self.plan.part(k)
        if self.pairing.in_one_loop:
            deals, block = self._drawn(start, sets), None
        else:
            block = self.pairing.play(start, sets)
            deals = self._noted(block)
        first = start * self.plan.seatings
        pieces = list(self._rows(deals, first, block is None))
        if block is not None and self.plan.unit == "match":
            return self._of_matches(block, pieces, first)
        return _columns(piece._asdict() for piece in pieces)

    def _of_matches(
        self, block: Block, pieces: list[Rows], first: int
    ) -> dict[str, list[np.ndarray]]:
        """The columns of matches: `deal` counts in the match, `match` matches; `won` is the share
        of the match that the row's bot won."""
        assert block.log is not None
        log, order = block.log.columns(), _order(block)
        match = log["sets"].astype(np.int64) * self.plan.seatings + log["seatings"]
        share = block.matches[log["sets"] - block.start, log["seatings"]]
        made = []
        for piece in pieces:
            at = order[piece.deal - first]
            won = np.where(piece.bot == 0, share[at], 1 - share[at]).astype(np.float32)
            piece.deal[:] = log["deals"][at]
            made.append({**piece._asdict(), "match": match[at], "won": won})
        return _columns(made)

    def _rows(self, deals: Deals, first: int, compiled: bool) -> Iterator[Rows]:
        """The rows of deals, the first of which is number `first`, in some pieces."""
        kernel, policies = self._kernel(deals, compiled)
        at, n = 0, len(deals.holders)
        for number in itertools.count():
            if number == len(self.rooms):  # kept: memory that is new costs as much as the rows
                self.rooms.append(self._room())
            room = self.rooms[number]
            at, used = kernel(deals, at, room, self.tools, self.pairing.open_, *policies)
            if at < 0:
                self._blame(-1 - at)
            piece = Rows(*(column[:used] for column in room))
            piece.deal[:] += first
            yield piece
            if at == n:
                return

    def _kernel(self, deals: Deals, compiled: bool) -> tuple[Any, Sequence[Any]]:
        """The loop, for policies or for moves that are noted."""
        game = self.plan.game
        if not compiled:
            return game.kernels(kernels).note, (None, None)
        policies = self.pairing.policies
        return for_policies(game, (deals, 0, self.rooms[0], self.tools, 0, *policies)), policies

    def _room(self) -> Rows:
        size = self.layout.size if self.layout else 0
        values = _MOVES if self.plan.values else 0
        return Rows(
            deal=np.empty(_ROOM, np.int64),
            ply=np.empty(_ROOM, np.int16),
            seat=np.empty(_ROOM, np.int8),
            bot=np.empty(_ROOM, np.int8),
            mask=np.empty(_ROOM, np.uint64),
            move=np.empty(_ROOM, np.int8),
            outcome=np.empty(_ROOM, np.float32),
            observation=np.empty((_ROOM, size), np.uint8),
            values=np.empty((_ROOM, values), np.float32),
        )

    def _drawn(self, start: int, sets: int) -> Deals:
        """Deals for compiled policies."""
        packs, words = self.pairing.words(start, sets)
        each = self.plan.seatings
        return _deals(
            packs=np.repeat(packs, each),
            words=words.reshape(sets * each, -1),
            holders=np.tile(self.pairing.holders, sets),
            game=self.plan.game,
        )

    def _noted(self, block: Block) -> Deals:
        """Deals that bots have played, asked move by move."""
        self._refuse_faults(block)
        assert block.log is not None
        log, n, order = block.log.columns(), len(block.log), _order(block)
        lengths = log["lengths"].astype(np.int64)
        game = self.plan.game
        return _deals(
            given=log["packs"].reshape(n, -1)[order],
            words=np.zeros((n, game.n_seats), np.uint64),
            holders=log["holders"][order].astype(np.int64),
            starts=(np.cumsum(lengths) - lengths)[order],
            lengths=lengths[order],
            moves=log["moves"],
            payoffs=log["payoffs"].reshape(n, -1)[order].astype(np.float32),
            matches=np.frombuffer(log["contexts"].tobytes(), game.rules.MATCH)[order]
            if self.plan.unit == "match" else np.zeros(0, game.rules.MATCH),
            game=game,
        )

    def _refuse_faults(self, block: Block) -> None:
        for fault in block.faults:
            bot = (self.plan.a, self.plan.b)[fault.bot]
            raise ValueError(f"{bot} {fault.what} in set {fault.set}: there is no data of that")

    def _blame(self, deal: int) -> None:
        raise ValueError(f"{self.plan.a} or {self.plan.b} named no legal move in deal {deal}")


def _order(block: Block) -> np.ndarray:
    """The deals of a block by set, seating and their place in the match."""
    assert block.log is not None
    log = block.log.columns()
    return np.lexsort((log["deals"], log["seatings"], log["sets"]))


def _columns(pieces: Iterable[Mapping[str, np.ndarray]]) -> dict[str, list[np.ndarray]]:
    """The columns of some pieces, but those without numbers."""
    found = list(pieces)
    columns = {name: [piece[name] for piece in found] for name in found[0]}
    return {name: c for name, c in columns.items() if c[0].ndim == 1 or c[0].shape[1]}


def _deals(game: Game, holders: np.ndarray, words: np.ndarray, **given: np.ndarray) -> Deals:
    """Deals, with nothing in the arrays that are not given."""
    nothing = {
        "packs": np.zeros(0, np.uint64),
        "given": np.zeros((0, len(game.pack)), np.uint8),
        "starts": np.zeros(0, np.int64),
        "lengths": np.zeros(0, np.int64),
        "moves": np.zeros(0, np.uint8),
        "payoffs": np.zeros((0, game.n_seats), np.float32),
        "matches": np.zeros(0, game.rules.MATCH),
    }
    arrays = {**nothing, **given, "holders": holders, "words": words}
    return Deals(**{k: np.array(v, order="C") for k, v in arrays.items()})


_made: dict[str, Any] = {}


def for_policies(game: Game, args: tuple[Any, ...]) -> Any:
    """`kernels.note` compiled for policies, whoever they are."""
    key = game.rules.__name__
    if key not in _made:
        made = game.kernels(sys.modules[kernels.__name__])
        label = f"{game.rules.__name__.rsplit('.', 1)[-1]} by policies"
        _made[key] = fixed_to(rebind(made, kernels.note, label, rules=game.rules), game, args)
    return _made[key]
