"""A table: who sits there, the deals that were played, and whose turn it is.

All state is here, on the server.  A browser is sent what its seat may see (`shown`), and sends
moves, which are checked like a bot's.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import Any

from ..base import seeds
from ..cards import Seat
from ..deal.game import Game
from ..deal.history import DealHistory
from ..show.scene import named_move
from .bot_pool import Seated, Thinkers, hint
from .clock import Clock
from .driver import Driver
from .guard import Refused
from .listeners import Listeners
from .players import Player, Settings
from .refusal import refusal
from .second_thought import sure_loss
from .series import Beginning, Series


class Table:
    """One table and its deals.  Only the event loop touches it."""

    def __init__(
        self, game: Game, players: list[Player], settings: Settings, owner: str,
        thinkers: Thinkers, beginning: Beginning,
    ) -> None:
        self.id = secrets.token_urlsafe(9)
        self.invite = secrets.token_urlsafe(16)
        self.game, self.players, self.settings = game, players, settings
        self.owner, self.thinkers = owner, thinkers
        self.beginning, self.secret = beginning, beginning.secret
        self.series = Series(game, self.secret, beginning.deal(game))
        self.deals: list[DealHistory] = []
        self.seatings: list[list[int]] = []  # for each deal the player of each seat
        self.given_up: dict[int, tuple[Seat, str]] = {}  # for such deals who, and why
        self.bots: dict[int, Seated] = {}
        self.keep: Callable[[Table], None] = lambda table: None  # called at every change
        self.totals = [0] * len(players)
        self.version = 0
        self.closed = False
        self.touched = time.monotonic()
        self.note: dict[str, Any] | None = None
        self.studies: dict[int, Any] = {}  # reviews of finished deals (`review`)
        self.messages: dict[str, tuple[int, float, bytes]] = {}  # by session (`shown.message`)
        self.listeners = Listeners()
        limit = None if settings.minutes is None else 60 * settings.minutes
        self.clock = Clock(len(players), limit, self._flag)
        self._driver = Driver(self)

    # --- who ---

    @property
    def history(self) -> DealHistory:
        return self.deals[-1]

    @property
    def seating(self) -> list[int]:
        return self.seatings[-1]

    @property
    def full(self) -> bool:
        return not any(p.free for p in self.players)

    def player_of(self, session: str) -> int | None:
        """The player that a session plays, None for who watches."""
        for number, player in enumerate(self.players):
            if player.session == session:
                return number
        return None

    def admits(self, session: str) -> bool:
        """Whether a session may see the table: who plays there, or made it for bots."""
        only_bots = all(p.is_bot for p in self.players)
        return self.player_of(session) is not None or (only_bots and session == self.owner)

    def seat_of(self, session: str) -> int | None:
        player = self.player_of(session)
        return self.seating.index(player) if player in self.seating else None

    def sit(self, session: str, name: str) -> None:
        """Take a free seat; Refused if there is none.  The last one starts the play."""
        if self.player_of(session) is not None:
            return
        for player in self.players:
            if player.free:
                player.session, player.name = session, name
                self.start()
                return
        raise Refused(403, "no_seat")

    # --- deals ---

    def start(self) -> None:
        """Deal when everybody is there."""
        if self.full and not self.deals:
            self._deal()
        self.changed()

    def _deal(self) -> None:
        self._lay_out()
        self.note = None
        if self.settings.unit == "deal":
            self.clock.reset()
        self.go_on()

    def _lay_out(self) -> None:
        """The next deal, with bots that know nothing of it yet."""
        index = len(self.deals)
        self.deals.append(self.series.deal(index, self.settings.unit == "match"))
        self.seatings.append([int(p) for p in self.series.match["player"][0] if p >= 0])
        bot_words = seeds.words(self.secret, "table bots", index * 8, 8)
        self.bots = {}
        for seat, number in enumerate(self.seating):
            spec = self.players[number].spec
            if spec is not None:
                self.bots[seat] = Seated(self.game, spec, seat, bot_words[seat])

    def replay(self, moves: list[int], given_up: tuple[Seat, str] | None) -> None:
        """The next deal as it was played at another time."""
        if self.deals and self.series.match["over"][0]:
            self.series.begin()
        self._lay_out()
        for move in moves:
            self.history.play(move)
        if given_up is not None:
            self._give_up(*given_up)
        if self.history.is_over:
            self._book()

    def resume(self) -> None:
        """Go on after `replay`."""
        if self.deals and not self.history.is_over:
            self.go_on()

    def next_deal(self, session: str) -> None:
        """Deal again after the end; a finished match begins anew."""
        if not self.deals or not self.history.is_over:
            raise Refused(409, "w.not_now")
        if self.series.match["over"][0]:
            self.series.begin()
            self.clock.reset()
        self._deal()
        self.changed()

    # --- moves of persons ---

    def play(self, session: str, move: Any, ply: Any, ask: bool = False) -> None:
        """A person's move; Refused with the reason where it is not legal.

        ask: refuse as well what costs the deal at once.
        """
        seat = self._seat_now(session)
        history = self.history
        if ply != len(history.log):
            raise Refused(409, "w.stale")
        view = history.view(seat)
        if isinstance(move, bool) or not isinstance(move, int) or not 0 <= move <= 62:
            raise Refused(400, "a move is a number from 0 to 62")
        if move not in view.legal_moves():
            raise refusal(view, history, move, [self.players[p].name for p in self.seating])
        if ask and (loss := sure_loss(view, move)):
            raise Refused(409, "sure_loss", move=named_move(history, move), n=loss)
        history.play(move)
        self.go_on()
        self.changed()

    def _seat_now(self, session: str) -> int:
        if not self.deals:
            raise Refused(409, "waiting")
        seat = self.seat_of(session)
        if seat is None:
            raise Refused(403, "no_seat")
        return seat

    def resign(self, session: str) -> None:
        """Give the deal up, with unit=match the match (two seats)."""
        seat = self._seat_now(session)
        if self.history.is_over:
            raise Refused(409, "w.over")
        if self.history.seats != 2:
            raise Refused(409, "t.only_two")
        self._give_up(seat)
        self.go_on()
        self.changed()

    def _give_up(self, seat: Seat, why: str = "") -> None:
        self.history.resign(seat, why)
        self.given_up[len(self.deals) - 1] = seat, why

    def undo(self, session: str) -> None:
        """Back to the last decision of this person, against bots only."""
        seat = self._seat_now(session)
        if not self.can_undo():
            raise Refused(409, "t.nothing")
        own = [i for i, (s, _) in enumerate(self.history.log) if s == seat]
        if not own:
            raise Refused(409, "t.nothing")
        self.history.back_to(own[-1])
        for bot in self.bots.values():
            bot.forget()
        self.go_on()
        self.changed()

    def can_undo(self) -> bool:
        persons = sum(not p.is_bot for p in self.players)
        running = bool(self.deals) and not self.history.is_over
        return self.settings.undo and persons == 1 and running

    def hint(self, session: str) -> dict[str, Any]:
        """What the rule player would do in this person's place."""
        seat = self._seat_now(session)
        if not self.settings.hint or self.history.to_move != seat:
            raise Refused(409, "w.not_now", moves=[])
        return named_move(self.history, hint(self.game, self.history.view(seat)))

    # --- how things go ---

    def go_on(self) -> None:
        """After anything that happened: book the end, or start whoever is to move."""
        self._driver.stop()
        if self.history.is_over:
            self.clock.stop()
            self._book()
            return
        seat = self.history.to_move
        assert seat is not None
        self.time_of(seat)
        if self.players[self.seating[seat]].by_machine:
            self._driver.start()

    def time_of(self, seat: Seat) -> None:
        """It is the time of who sits there."""
        player = self.seating[seat]
        self.clock.start(player, limited=not self.players[player].by_machine)

    def gives_up(self, seat: Seat, why: str = "", **names: object) -> None:
        """A bot resigns or misbehaved: with more seats the rule player goes on for it.

        why, names: a key of `words`, and what fills it in.
        """
        player = self.players[self.seating[seat]]
        two = self.history.seats == 2
        if two:
            self._give_up(seat)
        else:
            player.replaced = True
        if why:
            key = "bot_left" if two else "bot_replaced"
            self.note = {"key": key, "who": player.name, "why": why, **names}

    def _flag(self, player: int) -> None:
        """A person's time is up."""
        history = self.history
        if history.is_over:
            return
        if history.seats == 2:
            self._give_up(self.seating.index(player), "deadline")
        else:
            self.players[player].replaced = True
        self.go_on()
        self.changed()

    def _book(self) -> None:
        for seat, points in enumerate(self.history.payoffs()):
            self.totals[self.seating[seat]] += points
        if self.settings.unit == "match":
            self.series.book(self.history.pool)

    def changed(self) -> None:
        """Tell every browser that there is something new."""
        self.version += 1
        self.touched = time.monotonic()
        self.listeners.wake()
        self.keep(self)

    def close(self) -> None:
        """Nobody will come back: end the streams as well."""
        self.closed = True
        self.listeners.wake()
        self._driver.stop()
        self.clock.stop()
