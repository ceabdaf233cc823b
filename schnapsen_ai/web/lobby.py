"""Sessions, and the making of tables: everything a request names is checked here.

A session is a random name in a cookie that scripts cannot read; all it stands for is kept here.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import sys
import time
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..bot.interface import BotError
from ..bot.loading import built_in_names
from ..deal.game import Game, load_known
from ..sandbox.specs import installed
from .bot_pool import QUICK, Thinkers
from .crowd import first_to_go
from .guard import Refused
from .keeper import Keeper
from .kept_table import record, table_of
from .offer import bot_on_offer, label, offer
from .players import PACES, Player, Settings
from .preparer import Preparer
from .results import Results
from .series import Beginning
from .table import Table

_log = logging.getLogger(__name__)
MAX_SESSIONS = 5_000
MAX_TABLES = 1_000
TABLES_EACH = 40
LONGEST = 2_000  # letters of a position


@dataclass
class Session:
    """One browser."""

    key: str
    name: str = ""
    place: str = ""  # the address it came from first
    seen: float = field(default_factory=time.monotonic)


class Lobby:
    """All sessions and tables of a server."""

    def __init__(
        self,
        bots: tuple[str, ...] = (),
        processes: int | None = None,
        results: str | None = None,
        keep: Path | None = None,
    ) -> None:
        found, reasons = installed()
        for reason in reasons:
            print(f"schnapsen-ai: {reason}", file=sys.stderr)
        known = (*built_in_names(), *found)
        self.bots = {name: name for name in known}  # as a page names them -> as we do
        for text in bots:
            self.bots[label(text, self.bots)] = text
        self.thinkers = Thinkers(processes)
        self.results = Results(results)
        self.keeper = Keeper(keep)
        self.sessions = {
            key: Session(key, kept["name"], kept["place"])
            for key, kept in self.keeper.all("session").items()
        }
        self.tables: dict[str, Table] = {}
        self.kept = self.keeper.all("table")  # of an earlier server, not yet asked for
        self._recalling = asyncio.Lock()
        self.offer = offer(self.bots)  # imports every game: once, before anybody waits
        self.preparer = Preparer()

    # --- sessions ---

    def session(self, key: str | None) -> Session:
        """The session of a cookie; Refused where there is none."""
        session = self.sessions.get(key or "")
        if session is None:
            raise Refused(401, "this session is not known here: reload the page")
        session.seen = time.monotonic()
        return session

    def open_session(self, key: str | None, name: str | None, place: str = "") -> Session:
        """The session of a cookie, or a new one; with a name for the person if one is given."""
        session = self.sessions.get(key or "")
        if session is None:
            session = Session(secrets.token_urlsafe(24), place=place)
            self.sessions[session.key] = session
            self._make_room()
        if name is not None:
            session.name = clean_name(name)
        self.keeper.keep("session", session.key, {"name": session.name, "place": session.place})
        return session

    def _make_room(self) -> None:
        """Where there are too many sessions or tables, those go of whoever has the most."""
        live = {stream.session for t in self.tables.values() for stream in t.listeners}
        while len(self.sessions) > MAX_SESSIONS:
            gone = first_to_go(
                self.sessions.values(), lambda s: s.place, lambda s: s.key in live,
                lambda s: s.seen,
            )
            del self.sessions[gone.key]
            self.keeper.drop("session", gone.key)
        while len(self.tables) > MAX_TABLES:
            self._drop(self._least(self.tables.values()))

    def _least(self, tables: Collection[Table]) -> Table:
        def place(table: Table) -> str:
            owner = self.sessions.get(table.owner)
            return owner.place if owner is not None else ""

        return first_to_go(tables, place, lambda t: len(t.listeners) > 0, lambda t: t.touched)

    def _drop(self, table: Table) -> None:
        self._end(table)
        self.keeper.drop("table", table.id)

    def _end(self, table: Table) -> None:
        table.close()
        for study in table.studies.values():
            study.close()
        del self.tables[table.id]

    def end_tables(self) -> None:
        """The server is about to end: no stream may hold it up."""
        for table in list(self.tables.values()):
            self._end(table)

    def close(self) -> None:
        """The server has ended."""
        self.end_tables()
        self.thinkers.close()
        self.preparer.close()
        self.keeper.close()

    # --- tables ---

    def table(self, name: str, session: Session) -> Table:
        """A table that this session may see."""
        table = self.tables.get(name)
        if table is None or not table.admits(session.key):
            raise Refused(404, "no_seat")
        return table

    def tables_of(self, session: Session) -> list[Table]:
        """The tables of a session, the newest first."""
        mine = [t for t in self.tables.values() if t.admits(session.key)]
        return sorted(mine, key=lambda t: -t.touched)

    async def make(self, session: Session, wish: dict[str, Any]) -> Table:
        """A new table as a request wishes it; Refused says what is wrong."""
        try:
            game = load_known(_text(wish, "game"), _options(wish))
            settings = _settings(wish)
            players = self._players(session, game, wish.get("players"))
            start = await _beginning(game, wish.get("position"), settings)
        except (BotError, ValueError) as error:
            raise Refused(400, str(error)) from None
        named = {p.spec.name for p in players if p.spec is not None}
        await self.preparer.prepare(game, frozenset(named & QUICK | {"rules"}))
        table = Table(game, players, settings, session.key, self.thinkers, start)
        self._seat(table)
        mine = [t for t in self.tables.values() if t.owner == session.key]
        if len(mine) > TABLES_EACH:
            self._drop(self._least(mine))
        self._make_room()
        if table.closed:
            raise Refused(429, "too many tables are in play here: try again later")
        table.start()
        return table

    def _seat(self, table: Table) -> None:
        self.tables[table.id] = table
        table.keep = lambda table: self.keeper.keep("table", table.id, record(table))

    async def recall(self, name: str) -> None:
        """Have a table of an earlier server here, if there is one of this name."""
        async with self._recalling:
            kept = self.kept.get(name)
            if kept is None:
                return
            try:
                game = load_known(kept["game"], kept["options"])
                quick = {p["asked"] for p in kept["players"]} & QUICK
                await self.preparer.prepare(game, frozenset(quick | {"rules"}))
                table = table_of(kept, self.thinkers, self.bots)
            except (BotError, ValueError, KeyError, TypeError) as error:
                _log.warning("a table of an earlier server cannot go on: %s", error)
                self.keeper.drop("table", name)
            else:
                self._seat(table)
                table.resume()
            finally:
                del self.kept[name]

    def left_by(self, session: Session) -> list[dict[str, Any]]:
        """What an earlier server kept of a session's tables, the newest first."""
        return [
            kept for kept in reversed(self.kept.values())
            if session.key in (kept["owner"], *(p["session"] for p in kept["players"]))
        ]

    def _players(self, session: Session, game: Game, wish: Any) -> list[Player]:
        if not isinstance(wish, list) or len(wish) != game.n_seats:
            raise ValueError(f"{game.name} has {game.n_seats} seats: name a player for each")
        players = []
        for number, text in enumerate(wish):
            if text == "you":
                players.append(Player(session.name or f"#{number + 1}", session.key))
            elif text == "open":
                players.append(Player(""))
            else:
                spec = bot_on_offer(text, self.bots)
                if not spec.cls.fits(game):
                    raise ValueError(f"{text} has not learned {game.name}: choose another bot")
                players.append(Player(str(text), spec=spec, asked=str(text)))
        for number, player in enumerate(players):  # the same bot twice: told apart by their seats
            if sum(p.name.split(" #")[0] == player.name for p in players) > 1 and player.is_bot:
                player.name += f" #{number + 1}"
        persons = sum(p.session is not None for p in players)
        if persons > 1 or (not persons and any(p.free for p in players)):
            raise ValueError("sit at one seat yourself, or let bots have them all")
        return players


def clean_name(name: Any) -> str:
    """A person's name as others may see it: short, printable, one line."""
    if not isinstance(name, str):
        raise Refused(400, "a name is text")
    return "".join(c for c in name if c.isprintable()).strip()[:20]


def _text(wish: dict[str, Any], key: str) -> str:
    value = wish.get(key)
    if not isinstance(value, str):
        raise ValueError(f"{key} is missing")
    return value


def _options(wish: dict[str, Any]) -> dict[str, Any]:
    options = wish.get("options", {})
    if not isinstance(options, dict):
        raise ValueError("options are names with values")
    return {str(k): v for k, v in options.items()}


async def _beginning(game: Game, position: Any, settings: Settings) -> Beginning:
    """A secret, and the position that the first deal shall be where one is wished for."""
    if position is None:
        return Beginning.fresh()
    if not isinstance(position, str) or len(position) > LONGEST:
        raise ValueError(f"position is text of at most {LONGEST} letters")
    if settings.unit == "match":
        raise ValueError("a position is one deal: wish for unit=deal")
    beginning = Beginning.fresh(position)
    await asyncio.to_thread(beginning.deal, game)
    return beginning


def _settings(wish: dict[str, Any]) -> Settings:
    unit, pace, faces = wish.get("unit", "deal"), wish.get("pace", "calm"), wish.get("faces")
    minutes = wish.get("minutes")
    if unit not in ("deal", "match"):
        raise ValueError("unit is deal or match")
    if pace not in PACES:
        raise ValueError(f"pace is one of {', '.join(PACES)}")
    if faces not in (None, "french", "german"):
        raise ValueError("faces are french or german")
    number = isinstance(minutes, int | float) and not isinstance(minutes, bool)
    if minutes is not None and not (number and 0.01 <= minutes <= 600):
        raise ValueError("minutes is a number up to 600")
    return Settings(unit, minutes, wish.get("hint") is True, wish.get("undo") is True, pace, faces)
