"""What a seat sees of a deal of which only its own cards are written.

What a seat sees does not depend on what it does not see.  So the moves are gone through with the
hidden cards drawn anew before each (`engine.retrace`): any deal in which the move was legal will
do.  Before a seat has seen all cards that are written of it, whole packs are drawn instead.
"""

from __future__ import annotations

import random

import numpy as np

from ..base import seeds
from ..base.arrays import UNKNOWN, again
from ..base.cache import COMPILED
from ..card_text import card_text
from ..cards import Move, Seat, members
from ..engine import retrace as engine
from .hands import Written

#: Draws of the hidden cards in which a move was not legal, until none is believed to be.
TRIES = 50_000 if COMPILED else 2_000
_FIRST = 100  # of them before a reason is looked for
_PACKS = 5_000  # and whole packs
_AS_WRITTEN = 100  # of them with the cards of others in the order in which they are written


def retraced(written: Written, seat: Seat) -> np.ndarray:
    """The record of a deal as `seat` sees it; ValueError says what contradicts what."""
    first = _Retrace(written, seat, 0)
    view = first.all_moves()
    first.check_told(view)
    if any(view.known[other] & ~written.cards(other) for other in first.others):
        again_ = _Retrace(written, seat, 1).all_moves()
        for other in first.others:
            shown = view.known[other] & ~again_.known[other]
            if shown:
                raise ValueError(
                    f"the moves have shown cards of seat {other} that are not written: "
                    "write them in hands="
                )
    return view.pool


class _Seen:
    """A concealed record with what the seat sees in it."""

    def __init__(self, written: Written, pool: np.ndarray, seat: Seat) -> None:
        game = written.game
        n = game.n_seats
        into, out = again(pool), np.zeros(7 + 2 * n + game.n_view_numbers, np.int64)
        game.board.look(pool, 0, seat, n, False, into, out)
        self.pool = into
        self.legal, self.hand, self.unseen = int(out[0]), int(out[1]), int(out[4])
        self.to_move, self.is_over = int(out[5]), bool(out[6])
        self.known = [int(out[7 + 2 * other]) for other in range(n)]
        self.absent = [int(out[8 + 2 * other]) for other in range(n)]

    def held(self) -> int:
        """The cards that are surely in a hand or hidden."""
        cards = self.hand | self.unseen
        for known in self.known:
            cards |= known
        return cards


class _Retrace:
    """One way through the moves, with random cards of its own where they do not matter."""

    def __init__(self, written: Written, seat: Seat, number: int) -> None:
        self.written, self.seat = written, seat
        self.game, self.moves = written.game, written.moves
        self.others = [s for s in range(written.n_seats) if s != seat]
        secret = seeds.secret_of(number)
        self.rng = seeds.words(secret, "position", 0, 1)
        self.chance = random.Random(int(seeds.words(secret, "packs", 0, 1)[0]))
        self.told = np.full(self.game.n_seats, -1, np.int64)
        for other in self.others:
            if written.is_whole(other):
                self.told[other] = written.cards(other)
        self.players: dict[int, int] = {}  # of the cards that have left a hand

    def all_moves(self) -> _Seen:
        """What the seat sees in the end."""
        view = self.from_pack(0)
        assert view is not None
        self.check_seen(view)
        for k, move in enumerate(self.moves):
            after = self.step(view, k)
            if after is None:
                raise ValueError(
                    f"move {k + 1}, {self.written.words[k]}: {self.why(view, move)}"
                )
            if move < 32 and not after.held() >> move & 1:
                self.players[move] = view.to_move
            view = after
        return view

    def step(self, view: _Seen, k: int) -> _Seen | None:
        """What the seat sees after one more move; None if no deal is found in which it is legal."""
        move = self.moves[k]
        if view.is_over or (view.to_move == self.seat and not view.legal >> move & 1):
            return None
        if self.waits(view):
            return self.from_pack(k + 1)
        last = k + 1 == len(self.moves)
        found = self.drawn(view, move, False, _FIRST)
        if found is None and not self.contradicts(view, move):
            for ends in (False, True) if last else (False,):  # it need not end, if it may not
                found = found or self.drawn(view, move, ends, TRIES)
        return found

    def drawn(self, view: _Seen, move: Move, ends: bool, tries: int) -> _Seen | None:
        """What the seat sees after a move that was legal in one of so many deals."""
        pool = again(view.pool, 2)
        found = self.game.kernels(engine).retrace(
            pool, self.seat, move, ends, self.told, tries, self.rng
        )
        return _Seen(self.written, pool[:1], self.seat) if found else None

    def waits(self, view: _Seen) -> bool:
        """Whether cards are written that the seat has not seen yet."""
        written = self.written
        return any(
            card is not None and written.owner[place] == self.seat
            and view.pool["pack"][0, place] == UNKNOWN
            for place, card in written.places.items()
        )

    def from_pack(self, n_moves: int) -> _Seen | None:
        """What the seat sees after some moves, from a pack in which they are legal; None without.

        A hand of others that is written whole may be in another order.
        """
        written, game = self.written, self.game
        match = game.new_match() if written.match is None else written.match
        for attempt in range(_PACKS):
            pool = game.new_pool(1)
            pool["pack"][0, : len(game.pack)] = self.draw(attempt >= _AS_WRITTEN)
            game.board.lay_out_at(pool, match)
            if all(game.board.try_move(pool, 0, move) for move in self.moves[:n_moves]):
                game.board.conceal_at(pool, 0, self.seat)
                if game.kernels(engine).agrees(pool, 0, self.seat, self.told):
                    return _Seen(written, pool, self.seat)
        return None

    def draw(self, mixed: bool) -> list[int]:
        """A pack with the cards that are written, the others at random."""
        places = dict(self.written.places)
        for other in self.others if mixed else ():
            if self.told[other] >= 0:
                mine = [p for p in places if self.written.owner[p] == other]
                cards = members(int(self.told[other]))
                self.chance.shuffle(cards)
                places.update(zip(mine, cards, strict=True))
        rest = [c for c in self.game.pack if c not in places.values()]
        self.chance.shuffle(rest)
        return [rest.pop() if card is None else card for card in places.values()]

    # --- what contradicts what ---

    def why(self, view: _Seen, move: Move) -> str:
        """Why no deal was found with the next move."""
        mover = view.to_move
        if view.is_over:
            return "the deal is over before it"
        if mover == self.seat and not view.legal >> move & 1:
            legal = ", ".join(self.game.move_text(m) for m in members(view.legal))
            return f"not legal for seat {mover}: legal are {legal}"
        if reason := self.contradicts(view, move):
            return reason
        if not self.waits(view) and self.drawn(view, move, True, TRIES):
            return "the deal is over with it, and more moves are written"
        return f"not legal for seat {mover} in any deal that fits what is written before it"

    def contradicts(self, view: _Seen, move: Move) -> str:
        """Why another seat cannot play a card, as far as it can be said; else nothing."""
        mover = view.to_move
        if move >= 32 or mover == self.seat:
            return ""
        world = again(view.pool)
        self.game.board.redeal_at(world, 0, self.seat, self.rng)
        cards = int(self.game.board.legal_at(world, 0)) & 0xFFFFFFFF
        if not cards or cards & ~int(world["hand"][0, mover]):  # no card is played, but named
            return ""
        if move in self.players:
            return f"seat {self.players[move]} has played it before"
        for other in range(self.written.n_seats):
            held = view.hand if other == self.seat else view.known[other]
            if other != mover and held >> move & 1:
                return f"seat {mover} cannot play it: seat {other} holds it"
        if view.absent[mover] >> move & 1:
            return f"seat {mover} cannot hold it, by what it has played or said before"
        return ""

    def check_seen(self, view: _Seen) -> None:
        """ValueError unless all that the seat has seen of its own cards is written."""
        pack = view.pool["pack"][0]
        own = [p for p in self.written.places if self.written.owner[p] == self.seat]
        seen = [p for p in own if pack[p] != UNKNOWN]
        missing = [p for p in seen if self.written.places[p] is None]
        if missing:
            raise ValueError(f"seat {self.seat} has seen {len(seen)} of its cards, and "
                             f"{len(seen) - len(missing)} of them are written")

    def check_told(self, view: _Seen) -> None:
        """ValueError unless just what the seat has seen is written."""
        self.check_seen(view)
        if self.waits(view):
            raise ValueError(f"more cards of seat {self.seat} are written than it has seen so far")
        for other in self.others:
            for card in members(self.written.cards(other)):
                if card in self.players:
                    if self.players[card] != other:
                        raise ValueError(f"{card_text(card)} is written for seat {other}, and "
                                         f"seat {self.players[card]} has played it")
                elif not view.known[other] >> card & 1:
                    raise ValueError(
                        f"{card_text(card)} of seat {other} is not known to seat {self.seat}: "
                        "leave it out, or write every hand, and no seat=, for an open deal"
                    )
